"""Redlines and pages: what was taken out and put in can be read off, and nothing else is shown."""

from __future__ import annotations

import re
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contest.hall import case, judging, shared_case
from tests.contest.stall import Square
from tests.contest.test_evidence_challenges import bring
from tests.contest.test_versions import list_carded

from foam.contest.challenge import Challenge
from foam.contest.job import admit
from foam.contest.kinds.does_not_follow import DoesNotFollow
from foam.contest.kinds.left_out import LeftOut
from foam.contest.leaves.version import AnswerVersion
from foam.contest.measures import count_steps, list_links, measure_contestability
from foam.contest.part import FRAME
from foam.contest.subject import CaseFile
from foam.contest.views.document import blocks, outcome_blocks, preview_blocks, redline_blocks
from foam.paper import render
from foam_quotes.verdicts.align import compare_words

NOTE = bring("It is otherwise, say those who counted it last.")
VOCABULARY = ["the", "claim", "stands", "for", "every", "seat", "fell", "not", "some", "cases", "12", "%", "."]
WORDS = st.lists(st.sampled_from(VOCABULARY), max_size=12)


@given(before=WORDS, after=WORDS)
def test_both_versions_can_be_read_off_a_redline(before: list[str], after: list[str]) -> None:
    steps = compare_words(" ".join(after), " ".join(before))
    old = " ".join(step.quote if step.type == "same" else step.source for step in steps)
    new = " ".join(step.quote for step in steps)
    assert old.split() == before
    assert new.split() == after


def test_a_page_without_changes_says_so() -> None:
    assert "<p>Nothing.</p>" in render(redline_blocks(()), "html")


def test_as_many_parts_are_said_to_read_otherwise_as_are_listed() -> None:
    hall = case()
    heard = hall.challenge(list_carded(hall.file)[0], DoesNotFollow(), script=judging("sustained"))
    text = render(blocks(heard.outcome, heard.redline), "text", width=None)
    (count,) = re.findall(r"(\d+) parts? reads? otherwise:", text)
    listed = re.findall(r"(?m)^ *\S+ \((?:new|gone|changed)\): ", text)
    assert int(count) == len(listed) == len(heard.redline)
    shown = heard.render("html")
    assert "<del>" in shown
    assert "<ins>" in shown


def test_an_outcome_is_said_first_and_cites_whole_ids() -> None:
    hall = case()
    slot = list_carded(hall.file)[0]
    heard = hall.challenge(slot, LeftOut(), "For the text of it.", script=judging("rejected"))
    text = render(outcome_blocks(heard.outcome), "text")
    assert text.startswith("REJECTED: left out against")
    assert "evidence-" in text
    assert "Evidence the other way" not in text
    assert f"Offered, and not named ({len(heard.outcome.counter_evidence)})" in text


def test_what_was_named_is_evidence_the_other_way_and_the_rest_is_folded_as_what_it_is() -> None:
    hall = case()
    slot, script = list_carded(hall.file)[0], judging("sustained", lambda sentence: "counted it last" in sentence)
    heard = hall.challenge(slot, LeftOut(), "To see what is shown.", script=script, documents=[NOTE])
    outcome = heard.outcome
    assert 0 < len(outcome.named) < len(outcome.counter_evidence)
    head, _, rest = render(outcome_blocks(outcome), "html").partition("Also offered, and not named")
    assert all(escape(one.text, quote=False) in head for one in outcome.named)
    assert any(one.text in rest for one in outcome.counter_evidence if one not in outcome.named)
    assert len(heard.json_value()["outcome"]["named"]) == len(outcome.named)


def test_a_dry_run_shows_what_could_change_and_bounds_what_is_asked() -> None:
    hall = case()
    for slot in list_carded(hall.file)[:3]:
        challenge = Challenge(node=slot, ground=DoesNotFollow(), because="Off the point.")
        shown = admit(hall.case, challenge).preview(hall.table.corpus)
        heard = hall.challenge(slot, DoesNotFollow(), "Off it.", script=judging("sustained"))
        assert heard.outcome.locality.asked <= shown.questions_at_most
        assert slot in {one.part for one in shown.could_change}
        assert "at most" in render(preview_blocks(shown), "text")


def test_a_dry_run_of_selection_bias_offers_the_counter_evidence() -> None:
    hall = shared_case()
    slot = list_carded(hall.file)[0]
    challenge = Challenge(node=slot, ground=LeftOut(), because="What of the rest?")
    before = len(list(hall.table.store.entries()))
    shown = admit(hall.case, challenge).preview(hall.table.corpus)
    assert len(shown.counter_evidence) > 5
    assert len(list(hall.table.store.entries())) == before


@pytest.mark.parametrize("which", ["a case", "an answer"])
def test_every_contestable_part_can_be_reached_and_every_statement_has_its_source_near(which: str) -> None:
    ticks = iter(range(10_000))
    file: CaseFile | AnswerVersion = shared_case().case if which == "a case" else Square().version
    found = measure_contestability(file, seconds=lambda: float(next(ticks)))
    start = FRAME if which == "a case" else "keeps"
    assert {part.id for part in file.parts.values() if part.kinds} <= count_steps(start, list_links(file)).keys()
    assert 1 <= found.mean_steps <= found.most_steps <= 4
    assert found.contestable / found.parts > 0.6
    assert found.sourced > 0.8
    assert (found.admission_ms, found.challenges, found.mean_reuse) == (1000.0, 0, None)
    assert 0 < found.mean_reach < 1
