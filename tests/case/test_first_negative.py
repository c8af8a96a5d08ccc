"""What a first negative answers the advantages with: judged by what its writer was asked, and mended by what works."""

from __future__ import annotations

from tests.case.scribe import NARROWER, WritingDesk, write_acts, written_round
from tests.case.test_partial import find_as
from tests.case.writing import Desk, agreeable, spoken_round

from foam.case.answer import prepare_template
from foam.case.establish import make_slot_question
from foam.case.flow import build_flow
from foam.case.values import Case
from foam.model.check import IN_PART
from foam.model.question import Label
from foam.model.scripted import Script

DEFENCE = "advantage_defence"


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
    (slot,) = [one for one in case.slots if one.syllogism == DEFENCE]
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
        return f"Part: {DEFENCE.replace('_', ' ')}," in question.prompt and NARROWER not in question.prompt

    desk, case = _defend(then=find_as("case/slot", IN_PART, when=is_wide))
    (slot,) = [one for one in case.slots if one.syllogism == DEFENCE]
    worded = [call.question for call in desk.calls if call.question.template == "case/wordings"]
    assert any(slot.id in one.prompt for one in worded)
    assert slot.card is not None
    assert slot.seek == NARROWER
    assert slot.template_words.startswith("What they promise does not come about")
    assert case.failures == ()
