"""The plan of a speech: sent back at once where it is too long, and put anew for a case that is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.case.scribe import PLAN, WritingDesk, write_acts, written_sample
from tests.case.test_written import find
from tests.case.writing import Desk, agreeable

from foam.case.act_questions import PLAN_WORDS
from foam.case.amending import find_amendments
from foam.case.establish import find_unrecorded
from foam.case.held import find_unrecorded_words
from foam.case.reword import Rewording
from foam.case.values import Case
from foam.case.verdict import BESIDE
from foam.case.verify import verify_case
from foam.case.views.words import list_provenance
from foam.case.warn import list_warnings
from foam.errors import InputError
from foam.job.job import RunResult, replay
from foam.job.waiting import complete
from foam.model.form import FormValue, count_words
from foam.model.question import Label, Labelled
from foam.model.scripted import Call, Said

SHORTER = (
    "The council shall make public transport free for all residents, paid for by a parking levy from next year on."
)
LONG = f"{PLAN} " + " ".join(["It", "shall", *["really"] * (PLAN_WORDS - count_words(PLAN) - 1), "do", "so."])
WHY = "Nobody can say it in one breath."
WANTED = Rewording(slots=("plan-text",), because=WHY)


def shorten(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
    """Write a shorter plan where somebody asks for it."""
    wanted = call.question.template == "case/plan" and "wants it put in other words" in call.question.prompt
    return {**form, "text": SHORTER} if wanted else None


def put_anew(desk: WritingDesk) -> tuple[RunResult[Case], RunResult[Case], list[Call]]:
    """The case before and after its plan is put anew, and what was asked for that."""
    spec = desk.case_spec()
    first = desk.write(spec)
    before = len(desk.calls)
    again = desk.write(spec.model_copy(update={"reword": (WANTED,)}))
    return first, again, desk.calls[before:]


def test_a_plan_that_is_too_long_goes_back_at_once_and_counts_when_it_is_shorter() -> None:
    assert PLAN_WORDS < count_words(LONG) <= PLAN_WORDS + 4, "the form takes it, and the speech does not"

    def write_long(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template != "case/plan" or "does not count, for these reasons" in call.question.prompt:
            return None
        return {**form, "text": LONG}

    desk = WritingDesk(write_acts(write_long))
    case = desk.write().view
    asked = [call.question.prompt for call in desk.calls if call.question.template == "case/plan"]
    told = f"the text has {count_words(LONG)} words, and at most {PLAN_WORDS} are read"
    assert told in asked[1]
    assert case.plan == PLAN
    assert case.failures == ()


def test_a_plan_that_stays_too_long_falls_back_on_the_bounded_form() -> None:
    def write_long(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        return {**form, "text": LONG} if call.question.template == "case/plan" else None

    case = WritingDesk(write_acts(write_long)).write().view
    assert case.planned is None
    assert case.failures == ()


def test_the_refusal_of_a_long_plan_names_a_command_that_works() -> None:
    desk, case = written_sample()
    slots = (one.model_copy(update={"analytic": LONG}) if one.id == "plan-text" else one for one in case.slots)
    long = case.model_copy(update={"plan": LONG, "slots": tuple(slots)})
    failures = verify_case(long, desk.documents, desk.template).failures
    (failure,) = (one for one in failures if one.slot == "plan-text" and one.rule == "budget")
    assert "--reword plan-text" in failure.remedy
    assert find_amendments(long.model_copy(update={"failures": (failure,)})).ways == ("--reword plan-text",)


def test_a_plan_is_put_anew_and_all_that_speaks_of_it_is_judged_again_and_not_written() -> None:
    desk = WritingDesk(write_acts(shorten))
    first, again, asked = put_anew(desk)
    case = again.view
    assert (case.plan, find(case, "plan-text").analytic) == (SHORTER, SHORTER)
    assert case.planned is not None
    assert case.planned.text == SHORTER
    assert case.failures == ()
    assert [card.pointers for card in case.cards] == [card.pointers for card in first.view.cards]
    kinds = [call.question.template for call in asked]
    assert not {"case/write", "case/wordings", "case/searches", "case/contentions"} & set(kinds)
    judged = [call.question.prompt for call in asked if call.question.template in ("case/slot", "case/step")]
    assert len([kind for kind in kinds if kind == "case/slot"]) == len(case.cards)
    assert all(SHORTER in prompt and PLAN not in prompt for prompt in judged)
    (plan,) = (call.question.prompt for call in asked if call.question.template == "case/plan")
    assert WHY in plan
    assert PLAN in plan
    prompts, read = desk.pack.prompts, desk.store.get
    assert not list(find_unrecorded(case, desk.template.declared, prompts, read))
    assert not list(find_unrecorded_words(case, prompts, read))
    assert any(WHY in line and PLAN in line for line in list_provenance(case, warrants=True))
    assert complete(replay(desk.store, again.run)).model_dump_json() == case.model_dump_json()


def test_the_answer_to_the_critic_is_kept_beside_the_one_to_whoever_wanted_other_words() -> None:
    def answer(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        wanted = shorten(call, form)
        return {**wanted, "answer": "It is shorter now."} if wanted else None

    first, again, _ = put_anew(WritingDesk(write_acts(answer)))
    critic = first.view.planned
    plan = again.view.planned
    assert critic is not None
    assert plan is not None
    assert critic.objections
    assert critic.answer
    assert plan.objections == critic.objections
    assert (plan.earlier_answers, plan.answer) == ((critic.answer,), "It is shorter now.")
    told = [line for line in list_provenance(again.view, warrants=True) if "the seat's answer" in line]
    assert any(critic.answer.rstrip(".") in line and "anew" not in line for line in told), told
    assert any("when it was worded anew: It is shorter now." in line for line in told), told


def test_what_does_not_hold_for_the_new_plan_is_said_and_can_be_worded_anew_after_it() -> None:
    def find_wanting(call: Call) -> Said | None:
        question = call.question
        wanting = all(words in question.prompt for words in (SHORTER, "solvency, Mechanism"))
        if isinstance(question, Label) and question.template == "case/slot" and wanting:
            return Labelled(label=BESIDE)
        return agreeable(call)

    desk = WritingDesk(write_acts(shorten, then=find_wanting))
    _, again, _ = put_anew(desk)
    (failed,) = {one.slot for one in again.view.failures if one.rule == "slot"}
    assert find(again.view, failed).component == "mechanism"
    spec = desk.case_spec().model_copy(update={"reword": (WANTED, Rewording(slots=(failed,)))})
    before = len(desk.calls)
    desk.write(spec)
    (worded,) = (call.question.prompt for call in desk.calls[before:] if call.question.template == "case/reword")
    assert SHORTER in worded, "it is worded for the plan as it is now"


def test_a_plan_for_which_no_other_words_count_stands_and_says_why() -> None:
    desk = WritingDesk()
    first, again, _ = put_anew(desk)
    assert again.view.plan == first.view.plan
    assert any(line.startswith("plan-text was to be worded anew") and WHY in line for line in list_warnings(again.view))


@pytest.mark.parametrize("desk", [Desk(), WritingDesk(speech="1NC")])
def test_only_a_plan_that_its_seat_wrote_can_be_put_anew(desk: Desk) -> None:
    with pytest.raises(InputError, match="can be worded anew"):
        desk.write(desk.case_spec(strategy=()).model_copy(update={"reword": (WANTED,)}))
