"""A case that was not issued, written again for little: without an argument, or with a slot worded anew."""

from __future__ import annotations

import pytest
from tests.case.scribe import REWORDED, WritingDesk, write_acts
from tests.case.test_partial import MISSING
from tests.case.test_written import find
from tests.case.writing import agreeable

from foam.case.establish import find_unrecorded
from foam.case.values import Case
from foam.case.verdict import BESIDE
from foam.case.verify import verify_case
from foam.case.views.words import summarize_case
from foam.case.warn import list_warnings
from foam.case.write import CaseSpec
from foam.errors import InputError
from foam.job.job import RunResult, replay
from foam.job.waiting import complete
from foam.model.question import Answer, Label, Labelled
from foam.model.scripted import Call, Said


def break_safety(call: Call) -> Said | None:
    """An evaluator that finds no way to the impact of safety."""
    question = call.question
    if isinstance(question, Label) and question.template == "case/step":
        second = question.prompt.partition("Second step:")[2]
        if "what safety impact says" in second:
            return Answer(reply=Labelled(label=BESIDE), method="scripted", reasons=MISSING)
    return agreeable(call)


def write_broken() -> tuple[WritingDesk, CaseSpec, RunResult[Case]]:
    desk = WritingDesk(write_acts(then=break_safety))
    spec = desk.case_spec(strategy=("traditional", "environment", "safety"))
    return desk, spec, desk.write(spec)


def test_a_broken_advantage_is_left_out_and_the_rest_is_issued_from_the_record() -> None:
    desk, spec, ran = write_broken()
    assert {one.slot for one in ran.view.failures} == {"safety-impact"}
    before = len(desk.calls)
    again = desk.write(spec.model_copy(update={"left_out": ("safety",)}))
    case = again.view
    assert case.failures == ()
    asked = {call.question.template for call in desk.calls[before:]}
    assert asked <= {"case/calculus", "case/overview", "case/told"}
    assert {slot.id for slot in case.slots} == {slot.id for slot in ran.view.slots if slot.group != "safety"}
    written = sum(slot.length for slot in ran.view.slots if slot.group == "safety")
    assert list_warnings(case)[0].startswith(f"Safety (safety): {written} words were written for it; it is left out")
    empty = case.model_copy(update={"left_out": (case.left_out[0].model_copy(update={"written": 0}),)})
    assert "Safety (safety): nothing was found for it; it is left out" in list_warnings(empty)[0]
    assert "is left out, as was asked for" in summarize_case(case)
    assert "is left out, as was asked for" in case.render("html")
    assert verify_case(case, desk.documents, desk.template).ok
    assert complete(replay(desk.store, again.run)).model_dump_json() == case.model_dump_json()


def test_an_argument_that_is_missing_without_being_named_is_still_a_failure() -> None:
    desk, spec, _ = write_broken()
    case = desk.write(spec.model_copy(update={"left_out": ("safety",)})).view
    hidden = case.model_copy(update={"left_out": ()})
    rules = {one.rule for one in verify_case(hidden, desk.documents, desk.template).failures}
    assert "structure" in rules


@pytest.mark.parametrize("names", [("safety", "environment"), ("harms",), ("nothing",)])
def test_the_last_of_a_kind_and_what_is_not_there_cannot_be_left_out(names: tuple[str, ...]) -> None:
    desk, spec, _ = write_broken()
    with pytest.raises(InputError, match="cannot be left out") as caught:
        desk.write(spec.model_copy(update={"left_out": names}))
    assert caught.value.hint
    assert "environment, safety" in caught.value.hint


def test_a_slot_is_worded_anew_and_filled_and_only_what_rests_on_it_is_asked() -> None:
    desk, spec, ran = write_broken()
    before = len(desk.calls)
    again = desk.write(spec.model_copy(update={"reword": ("safety-impact",)}))
    slot = find(again.view, "safety-impact")
    assert (slot.seek, bool(slot.card)) == (REWORDED, True)
    assert again.view.failures == ()
    asked = [call.question for call in desk.calls[before:]]
    (reword,) = (one for one in asked if one.template == "case/reword")
    assert find(ran.view, "safety-impact").seek in reword.prompt
    assert MISSING in reword.prompt
    assert {one.template for one in asked if one.template == "case/write"} == {"case/write"}
    assert len(asked) < before / 4
    assert not list(find_unrecorded(again.view, desk.template.declared, desk.pack.prompts, desk.store.get))
    assert complete(replay(desk.store, again.run)).model_dump_json() == again.view.model_dump_json()


def test_a_slot_that_is_not_there_cannot_be_worded_anew() -> None:
    desk, spec, _ = write_broken()
    with pytest.raises(InputError, match="can be worded anew"):
        desk.write(spec.model_copy(update={"reword": ("safety-nothing",)}))


def test_words_that_do_not_carry_the_argument_leave_the_slot_as_it_was() -> None:
    def strict(call: Call) -> Said | None:
        if call.question.template == "case/carries" and REWORDED in call.question.prompt:
            return Labelled(label=BESIDE)
        return break_safety(call)

    desk = WritingDesk(write_acts(then=strict))
    spec = desk.case_spec(strategy=("traditional", "environment", "safety"))
    first = desk.write(spec).view
    again = desk.write(spec.model_copy(update={"reword": ("safety-impact",)})).view
    kept = find(again, "safety-impact")
    assert "the argument does not stand" in kept.unchanged
    assert kept.model_copy(update={"unchanged": ""}) == find(first, "safety-impact")


def test_a_writer_is_told_why_a_part_is_worded_anew_and_nothing_that_is_not_so() -> None:
    desk, spec, ran = write_broken()
    fine = next(slot for slot in ran.view.slots if slot.card and slot.component == "barrier")
    assert fine.card
    why = "It reads what the other side would say."
    before = len(desk.calls)
    desk.write(spec.model_copy(update={"reword": (fine.id,), "because": why}))
    asked = [call.question for call in desk.calls[before:]]
    (reworded,) = (one.prompt for one in asked if one.template == "case/reword")
    assert why in reworded
    assert "Found of f1:" in reworded
    assert "does not hold" not in reworded
    (written,) = (one.prompt for one in asked if one.template == "case/write")
    assert f"read already under {fine.group}, {fine.title}" not in written
