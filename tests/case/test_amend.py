"""A case that was not issued, written again for little: without an argument, or with a slot worded anew."""

from __future__ import annotations

from functools import cache
from html import unescape

import pytest
from tests.case.drafting import make_tag
from tests.case.scribe import MISSING, WritingDesk, find, write_acts
from tests.case.writing import agreeable

from foam.case.bind import Rewording
from foam.case.establish import find_unrecorded
from foam.case.values import BESIDE, Case
from foam.case.verify import verify_case
from foam.case.views.words import list_provenance, summarize_case
from foam.case.warn import list_warnings
from foam.case.write import CaseSpec
from foam.errors import InputError
from foam.job.job import RunResult, replay
from foam.job.waiting import complete
from foam.model.question import Answer, Label, Labelled, Written
from foam.model.scripted import Call, Said, Script


def break_safety(call: Call) -> Said | None:
    """An evaluator that finds no way to the impact of safety."""
    question = call.question
    if isinstance(question, Label) and question.template == "case/step":
        second = question.prompt.partition("Second step:")[2]
        if make_tag("safety-impact") in second:
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


def test_a_slot_is_written_anew_and_only_what_rests_on_it_is_asked() -> None:
    desk, spec, ran = write_broken()
    before = len(desk.calls)
    again = desk.write(_reword(spec, ("safety-impact", "It asks for more than anybody measured.")))
    slot = find(again.view, "safety-impact")
    assert slot.card.tag == make_tag("safety-impact", again=True)
    assert again.view.failures == ()
    asked = [call.question for call in desk.calls[before:]]
    (written,) = (one for one in asked if one.template == "case/argument")
    assert "It asks for more than anybody measured." in written.prompt
    assert find(ran.view, "safety-impact").card.tag in written.prompt
    assert len(asked) < before / 4
    assert not list(find_unrecorded(again.view, desk.template.declared, desk.pack.prompts, desk.store.get))
    assert complete(replay(desk.store, again.run)).model_dump_json() == again.view.model_dump_json()


def test_a_slot_for_which_nothing_better_is_found_stands_as_it_was() -> None:
    acts = write_acts(then=break_safety)

    def write_the_same(call: Call) -> Said | None:
        said = acts(call)
        if call.question.template == "case/argument" and "Found of an earlier draft" in call.question.prompt:
            assert isinstance(said, Written)
            empty = {"at": (), "tag": "", "warrant": "", "missing": "a count"}
            return Written(fields={"parts": tuple({**row, **empty} for row in said.fields["parts"])})  # type: ignore[dict-item, union-attr]
        return said

    desk, spec, ran = write_broken(write_the_same)
    kept = find(desk.write(_reword(spec, ("safety-impact", ""))).view, "safety-impact")
    assert kept.unchanged
    assert kept.model_copy(update={"unchanged": ""}) == find(ran.view, "safety-impact")


def test_a_slot_that_is_not_there_cannot_be_worded_anew() -> None:
    desk, spec, _ = write_broken()
    with pytest.raises(InputError, match="can be worded anew"):
        desk.write(spec.model_copy(update={"reword": (Rewording(slots=("safety-nothing",)),)}))


def test_a_part_that_nobody_words_cannot_be_worded_anew() -> None:
    desk, spec, ran = write_broken()
    told = next(slot.id for slot in ran.view.slots if slot.component == "comparison")
    with pytest.raises(InputError, match="can be worded anew"):
        desk.write(_reword(spec, (told, "")))


def _reword(spec: CaseSpec, *wanted: tuple[str, str]) -> CaseSpec:
    rewordings = tuple(Rewording(slots=(slot,), because=why) for slot, why in wanted)
    return spec.model_copy(update={"reword": rewordings})


def test_a_reason_stays_with_the_part_that_it_was_given_for() -> None:
    desk, spec, ran = write_broken()
    slots = [slot.id for slot in ran.view.slots if slot.component in ("barrier", "mechanism")]
    first, second = slots[:2]
    once = desk.write(_reword(spec, (first, "The first reason."))).view
    before = len(desk.calls)
    twice = desk.write(_reword(spec, (first, "The first reason."), (second, "The second reason."))).view
    (asked,) = [call.question.prompt for call in desk.calls[before:] if call.question.template == "case/argument"]
    assert "The second reason." in asked
    assert "The first reason." not in asked
    assert find(twice, first) == find(once, first)
    assert find(twice, second).card.tag == make_tag(second, again=True)


def test_a_part_that_was_worded_anew_says_so_wherever_it_is_shown() -> None:
    desk, spec, ran = write_broken()
    before, why = find(ran.view, "safety-impact").card.tag, "It asks for more than anybody measured."
    again = desk.write(_reword(spec, ("safety-impact", why)))
    case = again.view
    slot = find(case, "safety-impact")
    assert [(one.before, one.because) for one in slot.reworded] == [(before, why)]
    for shown in (case.render("html"), case.render("text"), "\n".join(list_provenance(case))):
        flat = " ".join(unescape(shown).split())
        assert all(words in flat for words in (before, why, slot.card.tag, "worded anew"))
    assert ", worded anew]" in summarize_case(case)
    weighing = [call.question.prompt for call in desk.calls if call.question.template == "case/calculus"][-1]
    assert f"worded anew; it said: {before}" in weighing
    assert Case.model_validate_json(case.model_dump_json()) == case
    assert verify_case(case, desk.documents, desk.template).ok
    assert not find(ran.view, "safety-impact").reworded
