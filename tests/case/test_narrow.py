"""Steps of a chain that were shown in part: narrowed at once, to the best of what was found."""

from __future__ import annotations

from typing import Any

from tests.case.scribe import NARROWER, WritingDesk, write_acts
from tests.case.test_partial import find_as
from tests.case.test_windows import list_asked
from tests.case.test_written import find

from foam.case.act_questions import EMPTY
from foam.case.narrow import list_partial
from foam.case.values import Case, Slot
from foam.case.verdict import UNCLEAR, Refusal
from foam.model.check import IN_PART
from foam.model.form import FormValue, LabelField, ListField
from foam.model.question import Label, Question, Write
from foam.model.scripted import Call

LINK, STEP, IMPACT = "advantage, Link", "advantage, Internal link", "advantage, Impact"


def is_wide_step(question: Label) -> bool:
    """Whether it is an internal link in its first words."""
    return f"Part: {STEP}" in question.prompt and NARROWER not in question.prompt


def leave_after_one_try(call: Call, form: dict[str, Any]) -> dict[str, FormValue] | None:
    """A writer that leaves an internal link empty once it was told what is missing."""
    question = call.question
    if question.template != "case/write" or f"The part you write: {STEP}" not in question.prompt:
        return None
    told = f"({IN_PART}" in question.prompt
    return {**form, "decision": EMPTY, "why": "The rest is nowhere."} if told else None


def write_narrowed() -> tuple[WritingDesk, Case]:
    desk = WritingDesk(write_acts(leave_after_one_try, then=find_as("case/slot", IN_PART, when=is_wide_step)))
    return desk, desk.write().view


def list_of(desk: WritingDesk, template: str) -> list[Question]:
    return [call.question for call in desk.calls if call.question.template == template]


def test_a_step_that_was_left_empty_is_narrowed_before_the_next_is_written_and_judged() -> None:
    desk, case = write_narrowed()
    questions = [call.question for call in desk.calls]
    narrowing = [at for at, one in enumerate(questions) if one.template == "case/narrow"]
    later = [questions.index(one) for one in list_asked(desk, IMPACT)]
    assert narrowing
    assert max(narrowing) < min(later)
    (slot, *_) = (one for one in case.slots if one.part == STEP)
    assert (slot.seek, bool(slot.card)) == (NARROWER, True)
    assert case.failures == ()


def test_a_step_after_a_hole_is_not_judged_over_it_and_its_writer_is_told_of_the_hole() -> None:
    def leave(call: Call, form: dict[str, Any]) -> dict[str, FormValue] | None:
        if call.question.template != "case/write" or f"The part you write: {STEP}" not in call.question.prompt:
            return None
        return {**form, "decision": EMPTY, "why": "Nothing says so."}

    desk = WritingDesk(write_acts(leave))
    case = desk.write().view
    questions = [call.question for call in desk.calls]
    last = max(at for at, one in enumerate(questions) if one.template == "case/write")
    at = next(at for at, one in enumerate(case.slots) if one.part == STEP)
    hole, after = case.slots[at], case.slots[at + 1]
    assert (hole.filled, bool(after.card)) == (False, True)
    judged = [one for one in questions[:last] if one.template == "case/step"]
    assert judged
    assert not [one for one in judged if after.seek in one.prompt.partition("Second step:")[2]]
    assert any(f"which is empty and was to establish: {hole.seek}" in one.prompt for one in list_asked(desk))


def test_the_narrower_sees_the_steps_beside_it_and_all_that_came_near() -> None:
    desk, case = write_narrowed()
    first = list_of(desk, "case/narrow")[0]
    assert isinstance(first, Write)
    slot = next(one for one in case.slots if one.part == STEP and one.narrowed in first.prompt)
    group = [one for one in case.slots if one.group == slot.group]
    before = next(one for one in group if one.component == "link")
    after = group[group.index(slot) + 1]
    assert before.card
    assert f"Link: {before.seek} What is read for it: {before.card.tag}" in first.prompt
    assert f"{after.title}: {after.seek}" in first.prompt
    assert [one.id for one in first.material] == [f"f{n}" for n in range(1, len(first.material) + 1)]


def refuse(number: int, why: str) -> Refusal:
    return Refusal(document="d" * 8, cite="", sentences=(number,), why=why, entry="e")


def test_all_that_shows_a_part_is_offered_for_narrowing_what_is_unclear_last() -> None:
    slot = Slot(id="a", path=("x", "a"), title="A", syllogism="advantage", component="link", words=9, seek="It is so.")
    held = slot.model_copy(update={"refused": (refuse(1, UNCLEAR), refuse(2, IN_PART), refuse(3, IN_PART))})
    assert [one.sentences for one in list_partial(held)] == [(2,), (3,), (1,)]


def test_the_writer_chooses_which_of_them_the_part_is_narrowed_to() -> None:
    def take_last(call: Call, form: dict[str, Any]) -> dict[str, FormValue] | None:
        question = call.question
        if isinstance(question, Write) and question.template == "case/narrow":
            return {**form, "found": question.material[-1].id}
        if (
            isinstance(question, Write)
            and question.template == "case/write"
            and "solvency, Mechanism" in question.prompt
        ):
            taken = {name.split("s")[0] for name in form["sentences"]}
            told = [one for one in question.material if one.id.split("s")[0] not in taken]
            again = f"({IN_PART}" in question.prompt and told
            return {**form, "sentences": (told[0].id,)} if again else None
        return None

    def is_wide(question: Label) -> bool:
        return "Part: solvency, Mechanism" in question.prompt and NARROWER not in question.prompt

    desk = WritingDesk(write_acts(take_last, then=find_as("case/slot", IN_PART, when=is_wide)))
    slot = find(desk.write().view, "solvency-mechanism")
    offered = list_of(desk, "case/narrow")[0]
    assert isinstance(offered, Write)
    assert len(offered.material) > 1
    assert slot.narrowed
    after = list_asked(desk, "solvency, Mechanism")[-1]
    taken = next(one for one in after.material if one.text in offered.material[-1].text)
    assert taken.id.startswith("c1")


def test_whoever_words_and_approves_steps_is_told_that_each_claims_one_thing() -> None:
    desk, _ = write_narrowed()
    for template in ("case/wordings", "case/narrow", "case/carries"):
        assert all("joined by" in one.prompt for one in list_of(desk, template)), template


def test_parts_that_rest_on_a_narrowed_claim_are_narrowed_in_the_same_request() -> None:
    """Else the warrant and the impact would go on asking for what the claim no longer says."""

    def narrow_all(call: Call, form: dict[str, Any]) -> dict[str, FormValue] | None:
        question = call.question
        if not isinstance(question, Write) or question.template != "case/narrow":
            return None
        (rows,) = (field for field in question.fields if isinstance(field, ListField))
        (named,) = (field for field in rows.fields if isinstance(field, LabelField))
        return {**form, "parts": tuple({"part": name, "words": f"Less is said by {name}."} for name in named.labels)}

    def is_wide_claim(question: Label) -> bool:
        return "Part: contention, Claim" in question.prompt and NARROWER not in question.prompt

    desk = WritingDesk(write_acts(narrow_all, then=find_as("case/slot", IN_PART, when=is_wide_claim)), speech="PF-AC")
    case = desk.write(desk.case_spec(strategy=())).view
    hanging = [slot for slot in case.slots if slot.component in ("warrant", "impact")]
    assert hanging
    assert all(slot.seek == f"Less is said by {slot.id}." for slot in hanging)
    assert case.issued
    found = [slot for slot in hanging if slot.card]
    judged = [one.prompt for one in list_of(desk, "case/slot")]
    assert all(any(slot.seek in prompt for prompt in judged) for slot in found)
