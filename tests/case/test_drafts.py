"""How a seat drafts what it stands for: criticised and drafted again, until a rule stops it."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.case.drafting import Drafting, draft, read, write
from tests.job.sessions import session_with
from tests.sample import Bench

from foam.argument.motion import parse_resolution
from foam.case.ground import find_grounds
from foam.case.position import pool, propose
from foam.case.position.material import Offer, describe_sentences, offer_evidence
from foam.case.position.refine import MAX_ROUNDS, MIN_ROUNDS, STRONG_DEFENCE, Refinement, find_stop_rule, refine
from foam.case.position.silence import concludes_from_silence, find_silent
from foam.case.position.stance import take_position
from foam.case.write import assign_seat
from foam.evidence.corpus import ListedCorpus, Passage, make_passages
from foam.evidence.document import Origin, make_document
from foam.job.retrieval import Candidates
from foam.job.session import Session, Tools
from foam.model.question import Choose, Chosen, Written
from foam.model.scripted import Call, Said, ScriptedModel

SCORES = st.lists(st.floats(-10, 10), min_size=1, max_size=MAX_ROUNDS).map(tuple)


@pytest.mark.parametrize(
    ("scores", "rule"),
    [
        ((9.0,), None),
        ((9.0, 9.0), None),
        ((0.0, 0.0, 9.0), "strong defence"),
        ((2.0, 2.1, 2.2), "converged"),
        ((-5.0, 0.0, 4.0), None),
        ((-5.0, 0.0, 4.0, -5.0), None),
        ((-5.0, 0.0, 4.0, -5.0, 2.0), "round limit"),
        ((-5.0, 0.0, 5.0), None),
    ],
)
def test_the_rules(scores: tuple[float, ...], rule: str | None) -> None:
    assert find_stop_rule(scores) == rule


@given(SCORES)
def test_the_loop_runs_three_to_five_rounds(scores: tuple[float, ...]) -> None:
    rule = find_stop_rule(scores)
    if len(scores) < MIN_ROUNDS:
        assert rule is None
    if len(scores) == MAX_ROUNDS:
        assert rule is not None
    if rule == "strong defence":
        assert scores[-1] > STRONG_DEFENCE


def test_a_proposal_that_cannot_change_is_not_criticised_again() -> None:
    def narrow(call: Call) -> Said | None:
        asked = call.question
        if isinstance(asked, Choose) and asked.template == "case/refinement":
            return Chosen(ids=(asked.options[-1].id,))
        return None

    bench = Bench(ScriptedModel(narrow), pack="policy-debate")
    session = session_with(bench.tools)
    motion = parse_resolution(bench.pack.sample_question)
    entry = session.clerk.compute("motion", motion.json_value, rule="motion")
    seat = assign_seat(bench.pack.perspectives[0].model_copy(update={"dimensions": {}}), "aff")
    position = take_position(session, seat, motion, entry)

    async def choose() -> Refinement:
        start, candidates = await find_grounds(session, seat, position)
        return await refine(session, seat, position, start, candidates)

    refined = asyncio.run(choose())
    # Narrowed once; then nothing but to keep it as it is.
    assert (len(refined.scores), refined.stopped) == (2, "nothing left to change")


@cache
def write_plainly() -> Drafting:
    """The draft in which nothing is changed, for every test that only reads it."""
    return write()


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_critic_with_nothing_left_to_object_ends_it(rounds: int) -> None:
    def fall_silent(call: Call) -> Said | None:
        if call.question.template != "acts/critique":
            return None
        first = "none: this is the first draft" in call.question.prompt
        return None if rounds and first else Written(fields={"objections": ()})

    made = write(fall_silent).draft
    assert made is not None
    assert (len(made.refined.scores), made.refined.stopped) == (rounds, "nothing objected")


def test_of_equal_drafts_the_later_goes_on_and_objections_name_what_they_struck() -> None:
    drafting = write_plainly()
    rewrites = drafting.list_acts("acts/rewrite")
    assert rewrites
    assert all(re.search(r"o1: On claim 1, “.+” \(logical gap\): ", act.prompt) for act in rewrites)
    assert [one.answer["round"] for one in drafting.entries if one.draft.kind == "kept proposal"] == [3]


def test_a_rewrite_names_each_ground_by_the_id_under_which_it_is_offered() -> None:
    for act in write_plainly().list_acts("acts/rewrite"):
        offered = {one.text.partition("\n")[0]: one.id for one in act.material}
        proposal = act.prompt.partition("The proposal as it stands:")[2].partition("What a critic holds")[0]
        grounds = re.findall(r"rests on: (\S+) “(.+)” \(", proposal)
        assert grounds
        assert all(offered[text] == name for name, text in grounds)


def test_a_rewrite_goes_on_from_what_was_offered_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_WHOLE_TOKENS", 200)
    monkeypatch.setattr(pool, "_MOST", 5)  # so that something is left to be found
    made: list[tuple[Offer | None, Offer]] = []

    def offer(session: Session, candidates: Candidates, before: Offer | None = None) -> Offer:
        made.append((before, offer_evidence(session, candidates, before)))
        return made[-1][1]

    monkeypatch.setattr(propose, "offer_evidence", offer)
    drafting = write()
    first, later = [one for before, one in made if before is None], [one for one in made if one[0] is not None]
    assert len(first) == 1
    assert later
    assert all(before in [*first, *(one for _, one in later)] for before, _ in later)
    assert any(len(before.options) < len(one.options) for before, one in later if before)
    assert len(drafting.list_acts("acts/searches")) == 1, "a seat names its searches once"


def test_a_file_that_can_be_read_at_once_is_offered_whole_under_the_same_ids_in_every_act(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "_MOST_WHOLE", 100_000)
    monkeypatch.setattr(pool, "_WHOLE_TOKENS", 1_000_000)
    drafting = write()
    acts = [one for name in ("proposal", "critique", "rewrite") for one in drafting.list_acts(f"acts/{name}")]
    assert acts
    assert acts[0].shared.count("<document ") > 1
    assert {act.shared for act in acts} == {acts[0].shared}, "the same file stands first whoever is asked"
    ids: dict[str, set[str]] = {}
    for act in acts:
        for one in act.material:
            ids.setdefault(read(one.text), set()).add(one.id)
    assert all(len(found) == 1 for found in ids.values())
    assert not drafting.list_acts("acts/searches")


@pytest.mark.parametrize(
    ("first", "offered"),
    [("Elsewhere", False)],
)
def test_what_goes_on_in_the_next_paragraph_stands_with_what_it_goes_on_from(first: str, offered: bool) -> None:
    run_up = "The ferry was sold in 1962. Its crew of nine stayed with the yard."
    text = f"{run_up}\n{first} the yard was the only one that mended wooden hulls.\nThe yard closed in 1970."
    document = make_document(text, origin=Origin(file="yard.txt", format="text", importer="text-1"))
    session = session_with(Tools(corpus=ListedCorpus.of([document])))
    told = offer_evidence(session, Candidates(entry="b2:1", passages=make_passages(document)[:1])).candidates.passages
    assert any("wooden hulls" in one.text for one in told) is offered
    assert not any("closed in 1970" in one.text for one in told)


def test_what_stands_around_several_sentences_is_told_once() -> None:
    text = "The ferry sails at dawn. It sank twice in 2003. Nobody was aboard. It was raised."
    note = make_document(text, origin=Origin(file="note.txt", format="text", importer="text-1"))
    session = session_with(Tools(corpus=ListedCorpus.of([note])))
    passages = tuple(Passage(pointer=note.pointer(n), text=note.sentence(n), cite="") for n in (1, 2))
    told = describe_sentences(session, passages)
    assert [told.count(note.sentence(n)) for n in range(4)] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("claim", "cited", "silent"),
    [
        ("The file shows that ferries may run at night, not that it pays.", "Ferries may run at night.", True),
        ("The sources do not mention a single accident.", "Ferries have run at night since 1990.", True),
        ("The documents show that no ferry ran in 1990.", "In 1990 no ferry ran.", False),
        ("The ferry did not run in 1990.", "In 1990 the ferry lay in the yard.", False),
    ],
)
def test_a_claim_from_silence_is_told_from_one_that_a_sentence_bears_out(claim: str, cited: str, silent: bool) -> None:
    assert concludes_from_silence(claim, [cited]) == silent


@pytest.mark.parametrize("whole", [True, False])
def test_a_claim_from_silence_goes_back_where_not_all_was_seen(monkeypatch: pytest.MonkeyPatch, whole: bool) -> None:
    monkeypatch.setattr(pool, "_MOST_WHOLE", 100_000)
    monkeypatch.setattr(pool, "_WHOLE_TOKENS", 1_000_000 if whole else 200)

    def conclude(call: Call) -> Said | None:
        asked = call.question
        if asked.template != "acts/proposal" or "does not count" in asked.prompt:
            return None
        made = draft(call)
        assert isinstance(made, Written)
        claims: Any = made.fields["claims"]
        said = {**claims[0], "claim": "The file shows nothing of it."}
        return Written(fields={**made.fields, "claims": (said, *claims[1:])})

    drafting = write(conclude)
    seen = {"You see the whole file" in act.prompt for act in drafting.list_acts("acts/proposal")}
    assert seen == {whole}
    sent_back = "concludes from what the sentences do not say"
    assert any(sent_back in act.prompt for act in drafting.list_acts("acts/mend")) is not whole


def test_a_claim_that_rests_on_a_bare_question_goes_back() -> None:
    asked, said = "Who would pay for the lamps?", "The lamps cost 40 crowns a year."
    assert "asserts nothing" in find_silent("Nobody would pay for the lamps.", [asked], whole=True)
    assert not find_silent("The lamps cost 40 crowns.", [asked, said], whole=True)


def test_three_objections_at_most_are_held_against_a_draft_and_the_strongest_is_named() -> None:
    told = tuple(
        {"part": "answer", "type": "logical_gap", "text": f"It may decide nothing, for reason {letter}.", "ids": ()}
        for letter in "abc"
    )

    def criticise(call: Call) -> Said | None:
        if call.question.template == "acts/critique":
            return Written(fields={"objections": told})
        if call.question.template == "acts/defence":
            return Written(fields={"strongest": "o2", "score": 9.0})
        return None

    drafting = write(criticise)
    assert {field.at_most for act in drafting.list_acts("acts/critique") for field in act.fields} == {3}  # type: ignore[union-attr]
    defences = drafting.list_acts("acts/defence")
    assert defences
    assert all(str(one["text"]) in act.prompt for act in defences for one in told)
    assert drafting.draft is not None
    assert [len(one.objections) for one in drafting.draft.criticism] == [3] * len(defences)


def test_the_draft_that_stands_best_goes_on() -> None:
    scores = iter((-5.0, 4.5, 0.0, -4.0, 2.0))

    def score(call: Call) -> Said | None:
        if call.question.template != "acts/defence":
            return None
        return Written(fields={"strongest": "o1", "score": next(scores)})

    drafting = write(score)
    assert drafting.draft is not None
    assert (len(drafting.draft.refined.scores), drafting.draft.refined.stopped) == (5, "round limit")
    assert [one.answer["round"] for one in drafting.entries if one.draft.kind == "kept proposal"] == [2]
