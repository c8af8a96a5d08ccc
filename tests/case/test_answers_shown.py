"""Whoever answers the other side in words of their own reads what they answer: when choosing, searching and writing."""

from __future__ import annotations

from functools import cache

from tests.case.scribe import WritingDesk, written_round

from foam.case.flow import build_flow
from foam.case.values import Case


@cache
def answer() -> tuple[WritingDesk, Case, Case]:
    """A second affirmative in a written voice, with the desk it was written at and the speech that it answers."""
    heard = written_round(("1AC", "1NC"))["1NC"]
    desk = WritingDesk(speech="2AC")
    return desk, desk.write(desk.case_spec(strategy=(), heard=build_flow(heard))).view, heard


def list_prompts(desk: WritingDesk, template: str) -> list[str]:
    return [call.question.prompt for call in desk.calls if call.question.template == template]


def test_the_writer_of_an_answer_reads_what_it_answers_and_the_argument_around_it() -> None:
    desk, case, heard = answer()
    answering = [slot for slot in case.slots if slot.against and slot.seek]
    assert answering
    prompts = list_prompts(desk, "case/write")
    for slot in answering:
        parts = [one for one in prompts if f"The part you write: {slot.part}. It answers the other side" in one]
        assert any(all(said in one for said in (slot.seek, slot.against, *slot.they_say)) for one in parts), slot.id
    links = [slot for slot in answering if slot.answers.endswith("-link")]
    whole = {f"1NC/{slot.id}": slot.group for slot in heard.slots}
    for slot in links:
        own = [one.card.tag for one in heard.slots if one.group == whole[slot.answers] and one.card]
        assert {*slot.they_say, slot.against} >= set(own)


def test_what_is_looked_up_for_an_answer_is_chosen_in_view_of_what_it_answers() -> None:
    desk, case, _ = answer()
    searches = "\n".join(list_prompts(desk, "case/searches"))
    assert all(f"They say: {slot.against}" in searches for slot in case.slots if slot.against and slot.seek)


def test_how_a_disadvantage_is_answered_is_chosen_in_view_of_its_steps() -> None:
    desk, _, heard = answer()
    asked = [one for one in list_prompts(desk, "case/branch") if "answers meet the disadvantage best" in one]
    harms = {slot.group for slot in heard.slots if slot.syllogism == "disadvantage"}
    assert len(asked) == len(harms)
    tags = [slot.card.tag for slot in heard.slots if slot.group in harms and slot.card]
    assert all(any(tag.rstrip(".") in one for one in asked) for tag in tags)
