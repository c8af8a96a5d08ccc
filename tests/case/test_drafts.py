"""How a seat comes to stand for something: proposed, criticised, defended and proposed again, until a rule stops it."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.case.drafting import OBJECTION, PLAN, draft, fill_honestly
from tests.job.sessions import session_with
from tests.sample import Bench

from foam.argument.motion import parse_resolution
from foam.case.position import MAX_ROUNDS, MIN_ROUNDS, STRONG_DEFENCE, Ground, Kind, find_stop_rule, take_ground
from foam.case.write import assign_seat
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, Script, ScriptedModel
from foam.record.entry import Entry
from foam.record.graph import entries_of

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


class Drafting(NamedTuple):
    """What a seat came to stand for, what was asked for it, and what the record holds."""

    ground: Ground
    calls: tuple[Write, ...]
    entries: tuple[Entry, ...]

    def list_acts(self, template: str) -> list[Write]:
        return [one for one in self.calls if one.template == template]

    @property
    def kept(self) -> Entry:
        (entry,) = (one for one in self.entries if one.draft.kind == "kept proposal")
        return entry


def write(script: Script | None = None, *, kind: Kind = "position", wanted: tuple[str, ...] = ()) -> Drafting:
    """A seat of the sample pack drafts by what the script says, and by `draft` where that says nothing."""
    model = ScriptedModel(lambda call: (script(call) if script else None) or draft(call), writes=True)
    bench = Bench(model, pack="policy-debate")
    session = session_with(bench.tools, bench.store)
    motion = parse_resolution(bench.pack.sample_question)
    entry = session.clerk.compute("motion", motion.json_value, rule="motion")
    seat = assign_seat(bench.pack.perspectives[0].model_copy(update={"dimensions": {}}), "aff")
    made = asyncio.run(take_ground(session, seat, motion, entry, kind=kind, wanted=wanted))
    calls = tuple(call.question for call in model.calls if isinstance(call.question, Write))
    return Drafting(made, calls, tuple(entries_of(bench.store, session.run)))


@cache
def write_plainly() -> Drafting:
    """The draft in which nothing is changed, for every test that only reads it."""
    return write()


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_critic_with_nothing_left_to_object_ends_it(rounds: int) -> None:
    def fall_silent(call: Call) -> Said | None:
        if call.question.template != "case/critique":
            return None
        first = "(this is the first draft)" in call.question.prompt
        return None if rounds and first else Written(fields={"objections": ()})

    kept = write(fall_silent).kept.answer
    assert (len(kept["scores"]), kept["stopped"], kept["round"]) == (rounds, "nothing objected", rounds + 1)


def test_of_equal_drafts_the_later_goes_on_and_objections_name_what_they_struck() -> None:
    drafting = write_plainly()
    again = [act for act in drafting.list_acts("case/proposal") if OBJECTION in act.prompt]
    assert len(again) == 2
    assert all(f"answer: {OBJECTION}" in act.prompt for act in again)
    assert drafting.kept.answer["round"] == 3


def test_the_file_is_the_same_under_the_same_ids_in_every_act() -> None:
    acts = [one for name in ("proposal", "critique") for one in write_plainly().list_acts(f"case/{name}")]
    assert acts[0].shared.count("<document ") > 1
    assert {act.shared for act in acts} == {acts[0].shared}, "the same file stands first whoever is asked"


def test_three_objections_at_most_are_held_against_a_draft_and_the_strongest_is_named() -> None:
    told = tuple(
        {"part": "answer", "type": "logical_gap", "says": f"It may decide nothing, for reason {letter}.", "at": ()}
        for letter in "abc"
    )

    def criticise(call: Call) -> Said | None:
        if call.question.template == "case/critique":
            return Written(fields={"objections": told})
        if call.question.template == "case/defence":
            return Written(fields={"strongest": "o2", "score": 9.0})
        return None

    drafting = write(criticise)
    assert {field.at_most for act in drafting.list_acts("case/critique") for field in act.fields} == {3}  # type: ignore[union-attr]
    defences = drafting.list_acts("case/defence")
    assert len(defences) == 3
    assert all(str(one["says"]) in act.prompt for act in defences for one in told)
    assert drafting.ground.proposal is not None
    objections = drafting.ground.proposal.objections
    assert len(objections) == 6, "those that a later draft was written after"
    assert objections[0].text.endswith("reason b."), "the strongest is read first"
    assert objections[0].strikes == "answer (logical gap)"


def test_what_a_seat_says_against_itself_is_kept_beside_its_reasons() -> None:
    def concede(call: Call) -> Said | None:
        question = call.question
        form = fill_honestly(question) if isinstance(question, Write) and question.template == "case/proposal" else None
        if form is None:
            return None
        first, *others = form["claims"]
        return Written(fields={**form, "claims": ({**first, "side": "against"}, *others)})

    ground = write(concede).ground
    assert ground.proposal is not None
    assert len(ground.proposal.granted) == 1
    assert ground.proposal.granted[0].grounds
    assert ground.proposal.granted[0].text not in {one.says for one in ground.proposal.claims}


def test_the_draft_that_stands_best_goes_on() -> None:
    scores = iter((-5.0, 4.5, 0.0, -4.0, 2.0))

    def score(call: Call) -> Said | None:
        if call.question.template != "case/defence":
            return None
        return Written(fields={"strongest": "o1", "score": next(scores)})

    kept = write(score).kept.answer
    assert (len(kept["scores"]), kept["stopped"], kept["round"]) == (5, "round limit", 2)


def test_a_plan_keeps_its_first_draft_what_was_held_against_it_and_the_answer() -> None:
    def change(call: Call) -> Said | None:
        question = call.question
        if not isinstance(question, Write) or question.template != "case/proposal" or OBJECTION not in question.prompt:
            return None
        form = fill_honestly(question)
        assert form is not None
        return Written(fields={**form, "text": f"{PLAN} It shall report to all."})

    plan = write(change, kind="plan").ground.plan
    assert plan is not None
    assert (plan.before, plan.text) == (PLAN, f"{PLAN} It shall report to all.")
    assert {one.text for one in plan.objections} == {OBJECTION}
    assert plan.objections[0].mended
    assert plan.answer


WANTED = "It forgets those who walk."


def test_a_plan_that_somebody_wants_otherwise_is_proposed_again_for_their_reason_and_says_so() -> None:
    def change(call: Call) -> Said | None:
        question = call.question
        asked = isinstance(question, Write) and question.template == "case/proposal" and WANTED in question.prompt
        form = fill_honestly(question) if asked and isinstance(question, Write) else None
        return Written(fields={**form, "text": f"{PLAN} It shall report to all."}) if form else None

    drafting = write(change, kind="plan", wanted=(WANTED,))
    assert PLAN in drafting.list_acts("case/proposal")[-1].prompt
    (trace,) = drafting.ground.reworded
    assert (trace.before, trace.because, drafting.ground.unchanged) == (PLAN, WANTED, "")


def test_a_plan_for_which_nothing_else_is_written_says_so() -> None:
    ground = write(kind="plan", wanted=(WANTED,)).ground
    assert (ground.plan and ground.plan.text, ground.reworded) == (PLAN, ())
    assert WANTED in ground.unchanged


@pytest.mark.parametrize(
    "text", ["As Marguerite Ostrander of the Halvorsen Institute asks, the council shall do it.", ""]
)
def test_a_plan_that_does_not_count_leaves_the_declared_position(text: str) -> None:
    def lie(call: Call) -> Said | None:
        question = call.question
        form = fill_honestly(question) if isinstance(question, Write) and question.template == "case/proposal" else None
        return Written(fields={**form, "text": text, "answer": ""}) if form else None

    ground = write(lie, kind="plan").ground
    assert ground.plan is None
    assert ground.position.text == "Cities should make public transport free."
