"""What a first negative answers the advantages with: judged by what its writer was asked, and mended by what works."""

from __future__ import annotations

import pytest
from tests.case.scribe import NARROWER, WritingDesk, write_acts, written_round, written_sample
from tests.case.test_partial import find_as
from tests.case.writing import Desk, agreeable, spoken_round

from foam.case.amending import find_amendments
from foam.case.answer import prepare_template
from foam.case.establish import make_slot_question
from foam.case.flow import build_flow
from foam.case.leave import leave_out, list_free
from foam.case.reword import choose_reworded
from foam.case.values import Case, CaseFailure
from foam.case.verdict import BESIDE
from foam.errors import InputError
from foam.model.check import IN_PART
from foam.model.question import Label
from foam.model.scripted import Script, ScriptedModel

DEFENCE = "advantage_defence"


def _is_defence(question: Label) -> bool:
    return f"Part: {DEFENCE.replace('_', ' ')}," in question.prompt


def _defend(then: Script = agreeable) -> tuple[WritingDesk, Case]:
    """A 1NC that defends against the first advantage that was heard."""
    heard = build_flow(written_round(("1AC",))["1AC"])
    desk = WritingDesk(write_acts(then=then), speech="1NC")
    (offered, *_) = [n.id for n in prepare_template(desk.template, heard=heard).tree.walk() if n.syllogism == DEFENCE]
    return desk, desk.write(desk.case_spec(strategy=("counterplan", offered), heard=heard)).view


def test_whoever_judges_a_defence_is_asked_what_its_writer_was_asked_with_the_whole_chain_in_view() -> None:
    heard = build_flow(spoken_round()["1AC"])
    desk = Desk(speech="1NC")
    (offered, *_) = [n.id for n in prepare_template(desk.template, heard=heard).tree.walk() if n.syllogism == DEFENCE]
    case = desk.write(desk.case_spec(strategy=("counterplan", offered), heard=heard)).view
    (slot,) = [one for one in case.slots if one.group == offered]
    (met,) = [one for one in heard.arguments if one.id == slot.answers]
    steps = [one.text.rstrip(".") for one in heard.arguments if one.group == met.group]
    assert len(steps) > 2
    assert slot.meets == met.text
    assert not slot.against
    assert slot.seek.startswith("What they promise does not come about")
    assert all(step in slot.seek for step in steps)
    card = slot.card
    assert card is not None
    question = make_slot_question(desk.pack.prompts, case.judged_plan, slot, card.heard, card.body)
    assert question.template == "case/slot"
    assert all(step in question.prompt for step in steps)


def test_a_defence_is_worded_for_its_plan_and_may_claim_less_where_it_is_shown_in_part() -> None:
    def is_wide(question: Label) -> bool:
        return _is_defence(question) and NARROWER not in question.prompt

    desk, case = _defend(then=find_as("case/slot", IN_PART, when=is_wide))
    (slot,) = [one for one in case.slots if one.syllogism == DEFENCE]
    worded = [call.question for call in desk.calls if call.question.template == "case/wordings"]
    assert any(slot.id in one.prompt for one in worded)
    assert slot.card is not None
    assert slot.seek == NARROWER
    assert slot.template_words.startswith("What they promise does not come about")
    assert case.failures == ()


def test_what_is_printed_for_an_empty_defence_is_what_can_be_done_about_it() -> None:
    case = _defend(then=find_as("case/slot", BESIDE, when=_is_defence))[1]
    (slot,) = [one for one in case.slots if one.syllogism == DEFENCE]
    assert not slot.filled
    ways = find_amendments(case)
    assert (ways.drop, ways.reword) == ((slot.group,), (slot.id,))
    assert ways.options == f"--drop {slot.group}, or --reword {slot.id}"
    assert choose_reworded(case.slots, ways.reword)
    leave_out(case.groups, case.slots, ways.drop)


def test_a_remedy_that_would_be_refused_is_not_named() -> None:
    case = _defend()[1]
    (solves,) = [one for one in case.slots if one.component == "solves_case"]
    (text,) = [one for one in case.slots if one.component == "cp_text"]

    def fail(*names: str) -> Case:
        failures = (CaseFailure(slot=name, rule="unfilled", what="it is empty", remedy="fill it") for name in names)
        return case.model_copy(update={"failures": tuple(failures)})

    assert find_amendments(fail(solves.id)).options == f"--reword {solves.id}", "the last of its kind has to stay"
    assert find_amendments(fail(text.id)).options == "", "a counterplan is not worded anew"
    with pytest.raises(InputError, match="can be worded anew"):
        choose_reworded(case.slots, [text.id])
    against = [one.model_copy(update={"against": "They say so."}) if one == solves else one for one in case.slots]
    answering = fail(solves.id).model_copy(update={"slots": tuple(against)})
    assert find_amendments(answering).options == ""
    chosen = fail(solves.id).model_copy(update={"position_voice": "bounded", "planned": None})
    assert find_amendments(chosen).options == "", "who only chooses has no other words"
    two = [group.id for group in case.groups if group.syllogism == "disadvantage"]
    assert list_free(case.groups, two) == (two[0],), "one of them stays"


def test_whoever_names_disadvantages_is_told_that_they_say_what_gets_worse_by_their_plan() -> None:
    desk, _ = _defend()
    (named,) = [call.question.prompt for call in desk.calls if call.question.template == "case/contentions"]
    assert "by which 2 disadvantages the speech answers" in named
    assert "If that is done, …" in named
    assert "carry the question" not in named
    opening, _ = written_sample()
    (reasons,) = [call.question.prompt for call in opening.calls if call.question.template == "case/contentions"]
    assert "by which 2 arguments the speech makes it" in reasons
    assert "carry the question" in reasons
    assert "disadvantage" not in reasons.partition("Your seat:")[0]


def _list_branches(desk: Desk) -> list[str]:
    assert isinstance(desk.model, ScriptedModel)
    return [call.question.prompt for call in desk.model.calls if call.question.template == "case/branch"]


def test_a_speech_that_answers_a_plan_is_not_told_to_speak_for_it() -> None:
    desk = Desk(speech="1NC")
    desk.write(desk.case_spec(strategy=(), heard=build_flow(spoken_round()["1AC"])))
    asked = _list_branches(desk)
    assert asked
    assert all("a speech against the plan below" in one for one in asked)
    alone = Desk(speech="1NC")
    alone.write(alone.case_spec(strategy=()))
    asked = _list_branches(alone)
    assert asked
    assert all("a speech for the plan below" in one for one in asked), "without a 1AC it is what the speech stands for"
