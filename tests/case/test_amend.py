"""A case that was not issued, written again for little: without an argument, or with a slot worded anew."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import unescape
from typing import Any

import pytest
from tests.case.scribe import REWORDED, Lie, WritingDesk, write_acts
from tests.case.test_partial import MISSING
from tests.case.test_turned import write_turned
from tests.case.test_written import find
from tests.case.writing import agreeable

from foam.case.establish import find_unrecorded
from foam.case.reword import Rewording
from foam.case.values import Case
from foam.case.verdict import BESIDE
from foam.case.verify import verify_case
from foam.case.views.words import list_provenance, summarize_case
from foam.case.warn import list_warnings
from foam.case.write import CaseSpec
from foam.errors import InputError
from foam.job.job import RunResult, replay
from foam.job.waiting import complete
from foam.model.form import FormValue
from foam.model.question import Answer, Label, Labelled, Write
from foam.model.scripted import Call, Said, Script


def break_safety(call: Call) -> Said | None:
    """An evaluator that finds no way to the impact of safety."""
    question = call.question
    if isinstance(question, Label) and question.template == "case/step":
        second = question.prompt.partition("Second step:")[2]
        if "what safety impact says" in second:
            return Answer(reply=Labelled(label=BESIDE), method="scripted", reasons=MISSING)
    return agreeable(call)


@cache
def _write_once() -> tuple[WritingDesk, CaseSpec, RunResult[Case]]:
    desk = WritingDesk(write_acts(then=break_safety))
    spec = desk.case_spec(strategy=("traditional", "environment", "safety"))
    return desk, spec, desk.write(spec)


def write_broken(script: Script | None = None) -> tuple[WritingDesk, CaseSpec, RunResult[Case]]:
    """A case with a broken advantage, in a record of its own; by the script, if there is one, it is written again."""
    desk, spec, ran = _write_once()
    return desk.fork(script), spec, ran


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
    again = desk.write(spec.model_copy(update={"reword": (Rewording(slots=("safety-impact",)),)}))
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
        desk.write(spec.model_copy(update={"reword": (Rewording(slots=("safety-nothing",)),)}))


def test_words_that_do_not_carry_the_argument_leave_the_slot_as_it_was() -> None:
    def strict(call: Call) -> Said | None:
        if call.question.template == "case/carries" and REWORDED in call.question.prompt:
            return Labelled(label=BESIDE)
        return break_safety(call)

    desk, spec, ran = write_broken(write_acts(then=strict))
    again = desk.write(spec.model_copy(update={"reword": (Rewording(slots=("safety-impact",)),)})).view
    kept = find(again, "safety-impact")
    assert "the argument does not stand" in kept.unchanged
    assert kept.model_copy(update={"unchanged": ""}) == find(ran.view, "safety-impact")


def test_a_writer_is_told_why_a_part_is_worded_anew_and_nothing_that_is_not_so() -> None:
    desk, spec, ran = write_broken()
    fine = next(slot for slot in ran.view.slots if slot.card and slot.component == "barrier")
    assert fine.card
    why = "It reads what the other side would say."
    before = len(desk.calls)
    desk.write(spec.model_copy(update={"reword": (Rewording(slots=(fine.id,), because=why),)}))
    asked = [call.question for call in desk.calls[before:]]
    (reworded,) = (one.prompt for one in asked if one.template == "case/reword")
    assert why in reworded
    assert "Found of f1:" in reworded
    assert "does not hold" not in reworded
    (written,) = (one.prompt for one in asked if one.template == "case/write")
    assert f"read already under {fine.group}, {fine.title}" not in written


def _reword(spec: CaseSpec, *wanted: tuple[str, str]) -> CaseSpec:
    rewordings = tuple(Rewording(slots=(slot,), because=why) for slot, why in wanted)
    return spec.model_copy(update={"reword": rewordings})


@pytest.mark.parametrize("better", [True, False])
def test_what_was_mended_or_warned_of_stands_when_another_part_is_worded_anew(*, better: bool) -> None:
    desk, first = write_turned(better=better)
    spec = desk.case_spec()
    named = next(slot for slot in first.slots if slot.component == "mechanism")
    other = next(slot for slot in first.slots if slot.component == "barrier")
    before = len(desk.calls)
    again = desk.write(_reword(spec, (other.id, ""))).view
    kept = find(again, named.id)
    assert kept.card == named.card
    assert kept.turned == named.turned
    assert bool(kept.turned) != better
    (asked,) = [call.question for call in desk.calls[before:] if call.question.template == "case/turned"]
    assert isinstance(asked, Write)
    assert len(asked.material) == 1, "only what is written anew is asked about"
    assert find(again, other.id).seek == REWORDED
    assert other.title in asked.material[0].text


def test_a_reason_stays_with_the_part_that_it_was_given_for() -> None:
    desk, spec, ran = write_broken()
    slots = [slot.id for slot in ran.view.slots if slot.component in ("barrier", "mechanism")]
    first, second = slots[:2]
    once = desk.write(_reword(spec, (first, "The first reason."))).view
    before = len(desk.calls)
    twice = desk.write(_reword(spec, (first, "The first reason."), (second, "The second reason."))).view
    (asked,) = [call.question.prompt for call in desk.calls[before:] if call.question.template == "case/reword"]
    assert "The second reason." in asked
    assert "The first reason." not in asked
    assert find(twice, first) == find(once, first)
    assert find(twice, second).seek == REWORDED


def _rest_on(mark: str) -> Lie:
    """A writer whose other words rest on the first sentence with this mark in it."""

    def lie(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template != "case/reword":
            return None
        names = re.findall(rf"<option id=(\w+)[^>]*>[^<]*{mark}", call.question.prompt)
        return {"parts": tuple({**row, "rests_on": tuple(names[:1])} for row in form["parts"])}

    return lie


def test_other_words_are_given_in_view_of_the_library_and_rest_on_sentences_of_it() -> None:
    desk, spec, ran = write_broken()
    desk.write(_reword(spec, ("safety-impact", "")))
    (plain,) = [call.question.prompt for call in desk.calls if call.question.template == "case/reword"]
    card = find(ran.view, "safety-impact").card
    assert card
    topic = desk.documents[card.document].facets.topic
    known = [one for one in desk.documents.values() if one.facets.topic == topic and one.facets.side in ("", "aff")]
    sought = next(one.sentence(0) for one in known if one.sentence(0)[:30] not in plain and len(one.sentence(0)) > 60)
    mark = re.escape(sought[:30])
    lying, _, _ = write_broken(write_acts(_rest_on(mark), then=break_safety))
    again = lying.write(_reword(spec, ("safety-impact", sought))).view
    (asked,) = [call.question.prompt for call in lying.calls if call.question.template == "case/reword"]
    shown = asked.partition("Other sentences of the library")[2]
    assert sought[:30] in shown
    assert find(again, "safety-impact").seek == REWORDED
    written = [call.question for call in lying.calls if call.question.template == "case/write"][-1]
    assert isinstance(written, Write)
    assert sought[:30] in written.material[0].text, "what the words rest on is offered first"


def test_a_part_that_was_worded_anew_says_so_wherever_it_is_shown() -> None:
    desk, spec, ran = write_broken()
    before, why = find(ran.view, "safety-impact").seek, "It asks for more than anybody measured."
    again = desk.write(_reword(spec, ("safety-impact", why)))
    case = again.view
    slot = find(case, "safety-impact")
    assert [(one.before, one.because) for one in slot.reworded] == [(before, why)]
    for shown in (case.render("html"), case.render("text"), "\n".join(list_provenance(case))):
        flat = " ".join(unescape(shown).split())
        assert all(words in flat for words in (before, why, REWORDED, "worded anew"))
    assert ", worded anew]" in summarize_case(case)
    weighing = [call.question.prompt for call in desk.calls if call.question.template == "case/calculus"][-1]
    assert f"worded anew; it was to establish: {before}" in weighing
    assert Case.model_validate_json(case.model_dump_json()) == case
    assert verify_case(case, desk.documents, desk.template).ok
    assert not find(ran.view, "safety-impact").reworded
