"""Redlines and pages: what was taken out and put in can be read off, and nothing else is shown."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape

from foam.deliberation.compile import make_evidence_id
from foam.deliberation.dossier import PositionNode
from hypothesis import given
from hypothesis import strategies as st
from tests.contest.hall import deliberation, everything, judging, shared

from foam.contest.challenge import Challenge, Relevance, SelectionBias, StaleSource, ValueWeighting
from foam.contest.measures import count_steps, list_links, measure_contestability
from foam.contest.preview import preview_challenge
from foam.contest.subject import FRAME
from foam.contest.views.document import blocks, outcome_blocks, preview_blocks, redline_blocks
from foam.evidence.quotes.align import compare_words
from foam.paper import render

VOCABULARY = ["the", "claim", "stands", "for", "every", "seat", "fell", "not", "some", "cases", "12", "%", "."]
WORDS = st.lists(st.sampled_from(VOCABULARY), max_size=12)


@given(before=WORDS, after=WORDS)
def test_both_versions_can_be_read_off_a_redline(before: list[str], after: list[str]) -> None:
    steps = compare_words(" ".join(after), " ".join(before))
    old = " ".join(step.quote if step.type == "same" else step.source for step in steps)
    new = " ".join(step.quote for step in steps)
    assert old.split() == before
    assert new.split() == after


def test_a_swap_is_shown_as_the_same_claim_on_other_evidence() -> None:
    hall = deliberation()
    claim = hall.plain_claims()[0]
    heard = hall.challenge(claim.id, Relevance(), script=judging(lambda s, _: s != claim.ground.text))
    rows = heard.redline
    (swapped,) = [row for row in rows if row.was == claim.id]
    assert swapped.change == "changed"
    text = render(redline_blocks(rows), "text", width=None)
    assert f"{swapped.part} (in place of {claim.id})" in text
    assert "[-" in text
    assert "{+" in text
    shown = heard.render("html")
    assert "<del>" in shown
    assert "<ins>" in shown
    assert f'id="{swapped.part}"' in shown


def test_a_page_without_changes_says_so() -> None:
    assert "<p>Nothing.</p>" in render(redline_blocks(()), "html")


def test_as_many_parts_are_said_to_read_otherwise_as_are_listed() -> None:
    hall = deliberation()
    claim = hall.plain_claims()[0]
    heard = hall.challenge(claim.id, Relevance(), script=judging(lambda s, _: s != claim.ground.text))
    text = render(blocks(heard.outcome, heard.redline), "text", width=None)
    (count,) = re.findall(r"(\d+) parts? reads? otherwise:", text)
    listed = re.findall(r"(?m)^ *\S+ \((?:new|gone|changed|in place of \S+)\): ", text)
    assert int(count) == len(listed) == len(heard.redline)
    assert len({row.part for row in heard.redline}) == len(heard.redline)
    assert "parts changed" not in text


def test_a_dry_run_names_what_is_asked_and_what_gives_the_figure_without_citing_it() -> None:
    hall = shared()
    file = hall.dossier
    claim = next(one for one in hall.plain_claims() if re.search(r"\d{3}", one.ground.text))
    node = make_evidence_id(claim.ground.pointer)
    seat = next(one for one in file.dossier.nodes if isinstance(one, PositionNode))
    told = seat.model_copy(update={"text": f"As I read it: {claim.ground.text}"})
    nodes = tuple(told if one == seat else one for one in file.dossier.nodes)
    echoed = replace(file, dossier=file.dossier.model_copy(update={"nodes": nodes}))
    challenge = Challenge(node=node, ground=SelectionBias(), because="It is not so.", challenger="anyone")
    shown = preview_challenge(echoed, challenge, echoed.parts[node])
    assert [one for one in shown.marked if told.id in one]
    text = render(preview_blocks(shown), "text", width=None)
    assert "if that is corrected, they are marked:" in text
    asked = {one.about for one in shown.would_ask}
    assert asked <= shown.names.keys()
    assert all(f"“{shown.names[one]}” ({one})" in text for one in asked)
    assert not any(told.id in one for one in preview_challenge(file, challenge, file.parts[node]).marked)


def test_an_outcome_is_said_first_and_cites_whole_ids() -> None:
    hall = shared()
    claim = hall.plain_claims()[0]
    heard = hall.challenge(claim.id, SelectionBias(), "For the text of it.", script=judging(lambda s, _: False))
    text = render(outcome_blocks(heard.outcome), "text")
    assert text.startswith("REJECTED: selection_bias against")
    assert f"evidence-{claim.ground.pointer.document[:10]}" in text.replace("\n  ", " ")
    assert "Evidence the other way" not in text
    assert f"Offered, and not named ({len(heard.outcome.counter_evidence)})" in text


def test_what_was_named_is_evidence_the_other_way_and_the_rest_is_folded_as_what_it_is() -> None:
    hall = shared()
    claim = hall.plain_claims()[0]
    heard = hall.challenge(claim.id, SelectionBias(), "To see what is shown.", script=judging(everything))
    outcome = heard.outcome
    assert 0 < len(outcome.named) < len(outcome.counter_evidence)
    head, _, rest = render(outcome_blocks(outcome), "html").partition("Also offered, and not named")
    assert all(escape(one.text, quote=False) in head for one in outcome.named)
    assert "<details" in head
    assert any(one.text in rest for one in outcome.counter_evidence if one not in outcome.named)
    assert len(heard.json_value()["outcome"]["named"]) == len(outcome.named)


def test_a_dry_run_shows_what_could_change_and_bounds_what_is_asked() -> None:
    hall = deliberation()
    sublation = hall.dossier.mediation.synthesis.sublation
    standing = [one for one in hall.dossier.claims.values() if sublation.standing(one.id).place == "core"]
    for claim in standing[:4]:
        challenge = Challenge(node=claim.id, ground=Relevance(), because="Off the point.")
        shown = preview_challenge(hall.file, challenge, hall.file.parts[claim.id], hall.table.corpus)
        swap = judging(lambda s, _, ground=claim.ground.text: s != ground)  # type: ignore[misc]
        heard = hall.challenge(claim.id, Relevance(), "Off it.", script=swap)
        assert heard.outcome.locality.asked <= shown.questions_at_most
        assert claim.id in {one.claim for one in shown.could_change}
        assert "at most" in render(preview_blocks(shown), "text")


def test_a_dry_run_names_other_papers_that_give_the_challenged_figure() -> None:
    file = shared().dossier
    first = next(one for one in shared().plain_claims() if re.search(r"\b\d{3,}\b", one.ground.text))
    other = next(one for one in shared().plain_claims() if one.ground.pointer.document != first.ground.pointer.document)
    echo = other.ground.model_copy(update={"text": f"We were told: {first.ground.text}"})
    changed = other.model_copy(update={"grounds": (echo,)})
    claims = tuple(changed if one.id == other.id else one for one in file.mediation.claims)
    held = replace(file, mediation=file.mediation.model_copy(update={"claims": claims}))
    node = make_evidence_id(first.ground.pointer)
    challenge = Challenge(node=node, ground=StaleSource(), because="There is a later one.")
    shown = preview_challenge(held, challenge, held.parts[node])
    (named,) = [one for one in shown.beside if echo.text in one]
    assert other.id in named
    assert make_evidence_id(echo.pointer) in named
    assert "It would leave this as it is" in render(preview_blocks(shown), "text")
    assert not any(echo.text in one for one in preview_challenge(file, challenge, file.parts[node]).beside)


def test_a_dry_run_of_selection_bias_offers_the_counter_evidence() -> None:
    hall = shared()
    claim = next(iter(hall.dossier.claims.values()))
    challenge = Challenge(node=claim.id, ground=SelectionBias(), because="What of the rest?")
    shown = preview_challenge(hall.file, challenge, hall.file.parts[claim.id], hall.table.corpus)
    assert len(shown.counter_evidence) > 5


def test_a_dry_run_of_a_weighting_needs_no_question() -> None:
    hall = shared()
    ground = ValueWeighting(seat="caseworker", value="welfare", weight=0.9)
    shown = preview_challenge(hall.file, Challenge(node=FRAME, ground=ground, because="So."), hall.file.parts[FRAME])
    assert (shown.settled_by, shown.questions_at_most) == ("code", 0)


def test_every_contestable_part_can_be_reached_and_every_claim_has_its_source_near() -> None:
    ticks = iter(range(10_000))
    for hall in (shared(), shared("policy-debate")):
        found = measure_contestability(hall.file, seconds=lambda: float(next(ticks)))
        reached = count_steps(FRAME, list_links(hall.file))
        assert set(hall.file.parts) <= set(reached)
        assert 1 <= found.mean_steps <= found.most_steps <= 4
        assert found.contestable / found.parts > 0.6
        # Every claim and warrant has its source near; an objection that only asks a question has none.
        bare = sum(not one.objection.evidence for one in hall.dossier.exchanges.values())
        assert found.sourced * found.asserted >= found.asserted - bare
        assert (found.admission_ms, found.challenges, found.mean_reuse) == (1000.0, 0, None)
