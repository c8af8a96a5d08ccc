"""Words that are said without evidence: an evaluator is asked whether they do what their part is for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.case.scribe import COUNTERPLAN, WritingDesk, write_acts, written_round
from tests.case.writing import Desk, agreeable

from foam.case.flow import build_flow
from foam.case.purpose import describe_purpose
from foam.case.reword import Rewording
from foam.case.values import Case, Slot
from foam.case.verify import verify_case
from foam.case.views.words import summarize_case
from foam.case.warn import list_warnings
from foam.case.write import CaseSpec
from foam.errors import InputError
from foam.job.job import replay
from foam.job.waiting import complete
from foam.model.form import FormValue
from foam.model.question import Answer, Labelled
from foam.model.scripted import Call, Said

IDLE = "Ours is simply the better way, as any fair listener will see."
SHARP = "Done beside ours, theirs still brings what our disadvantages show; ours alone does not."
MISSING = "It names no reason against doing both."


def _find_idle(call: Call) -> Said | None:
    """An evaluator who does not let idle words pass."""
    if call.question.template == "case/serves" and IDLE in call.question.prompt:
        return Answer(reply=Labelled(label="misses what it is for"), method="scripted", reasons=MISSING)
    return agreeable(call)


def _say(first: str, *others: tuple[str, str]) -> WritingDesk:
    """A desk whose writer says the first words where it must say why not both, and others where a prompt has a mark."""

    def lie(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template != "case/analytic" or "why not both" not in call.question.prompt:
            return None
        return {"analytic": next((words for mark, words in others if mark in call.question.prompt), first)}

    return WritingDesk(write_acts(lie, then=_find_idle), speech="1NC")


def _spec(desk: WritingDesk, *reword: Rewording) -> CaseSpec:
    heard = build_flow(written_round(("1AC",))["1AC"])
    return desk.case_spec(strategy=("counterplan",), heard=heard).model_copy(update={"reword": reword})


def _find_competes(case: Case) -> Slot:
    (slot,) = [one for one in case.slots if one.component == "competes"]
    return slot


def test_whoever_judges_why_not_both_sees_what_it_is_for_both_plans_and_the_disadvantages() -> None:
    desk = _say(SHARP)
    case = desk.write(_spec(desk)).view
    (asked,) = [call.question for call in desk.calls if call.question.template == "case/serves"]
    slot = _find_competes(case)
    assert asked.role == "evaluator"
    assert describe_purpose("competes") in asked.prompt
    assert case.answered
    assert all(text in asked.prompt for text in (SHARP, COUNTERPLAN, case.answered.plan))
    cards = [one.card.tag for one in case.slots if one.syllogism == "disadvantage" and one.card]
    assert cards
    assert all(tag in asked.prompt for tag in cards)
    assert slot.serves
    assert slot.serves.holds
    assert not [one for one in list_warnings(case) if slot.id in one]


def test_idle_words_go_back_once_with_the_reason() -> None:
    desk = _say(IDLE, (MISSING, SHARP))
    case = desk.write(_spec(desk)).view
    assert _find_competes(case).analytic == SHARP
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/analytic"]
    assert len(asked) == 2
    assert IDLE not in asked[0]
    assert MISSING in asked[1]
    assert IDLE in asked[1]
    assert not [one for one in list_warnings(case) if "what the part is for" in one]
    assert case.failures == ()


def test_words_that_stay_idle_are_kept_with_a_warning_in_every_view() -> None:
    desk = _say(IDLE, (MISSING, f"{IDLE} It is so."))
    ran = desk.write(_spec(desk))
    slot = _find_competes(ran.view)
    assert slot.analytic == f"{IDLE} It is so."
    assert ran.view.failures == ()
    (warning,) = [one for one in list_warnings(ran.view) if one.startswith(slot.id)]
    assert MISSING in warning
    assert MISSING in " ".join(summarize_case(ran.view).split())
    assert MISSING in ran.view.render("html")
    assert MISSING in ran.view.render("text")
    assert verify_case(ran.view, desk.documents, desk.template).ok
    assert Case.model_validate_json(ran.view.model_dump_json()) == ran.view
    assert complete(replay(desk.store, ran.run)).model_dump_json() == ran.view.model_dump_json()


def test_an_analytic_is_worded_anew_for_a_reason_and_says_so() -> None:
    why = "Name what only the plan brings."
    desk = _say(SHARP, (why, "The plan brings what ours spares us, whether or not ours is done as well."))
    before = desk.write(_spec(desk)).view
    count = len(desk.calls)
    slot = _find_competes(desk.write(_spec(desk, Rewording(slots=("counterplan-competes",), because=why))).view)
    assert slot.analytic.startswith("The plan brings")
    assert [(one.before, one.because) for one in slot.reworded] == [(_find_competes(before).analytic, why)]
    asked = {call.question.template for call in desk.calls[count:]}
    assert asked <= {"case/analytic", "case/serves", "case/calculus", "case/overview", "case/told"}


def test_words_that_do_what_they_are_for_are_not_given_up_for_idle_ones() -> None:
    why = "Make it short."
    desk = _say(SHARP, (why, IDLE))
    slot = _find_competes(desk.write(_spec(desk, Rewording(slots=("counterplan-competes",), because=why))).view)
    assert slot.analytic == SHARP
    assert MISSING in slot.unchanged
    assert not slot.reworded


def test_only_a_seat_that_writes_has_other_words_for_an_analytic() -> None:
    desk = Desk(speech="1NC")
    wanted = (Rewording(slots=("counterplan-competes",)),)
    spec = desk.case_spec(strategy=("counterplan",)).model_copy(update={"reword": wanted})
    with pytest.raises(InputError, match="can be worded anew"):
        desk.write(spec)


def test_standards_and_voters_are_written_and_judged_in_view_of_the_rest_of_their_position() -> None:
    meaning = "Prefer this meaning, because both sides can prepare for it."

    def lie(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        asked = call.question
        return {"analytic": meaning} if asked.template == "case/analytic" and "Standards" in asked.prompt else None

    desk = WritingDesk(write_acts(lie), speech="1NC")
    heard = build_flow(written_round(("1AC",))["1AC"])
    case = desk.write(desk.case_spec(strategy=("topicality",), heard=heard)).view
    position = {one.component: one for one in case.slots if one.syllogism == "topicality"}
    before = [position[name].card for name in ("interpretation", "violation")]
    for template in ("case/analytic", "case/serves"):
        prompts = [call.question.prompt for call in desk.calls if call.question.template == template]
        below = {
            name: prompt.partition("Other parts of the speech that it may speak of:")[2]
            for name in ("Standards", "Voters")
            for prompt in prompts
            if f"topicality, {name}" in prompt
        }
        assert all(card and card.shown in shown for card in before for shown in below.values())
        assert f"topicality, Standards: {meaning}" in below["Voters"], "as they are said, not the template's"
        assert "topicality, Voters" not in below["Standards"]
        assert all(describe_purpose(name) in " ".join(prompts) for name in ("standards", "voters"))
    assert verify_case(case, desk.documents, desk.template).ok == (case.failures == ())
