"""What a first negative answers the advantages with: judged by what its writer was asked, and mended by what works."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from tests.case.drafting import COUNTERPLAN
from tests.case.scribe import Lie, WritingDesk, find_as, write_acts, written_round
from tests.case.writing import Desk, agreeable, spoken_round

from foam.argument.flow import Argument
from foam.case.answer import prepare_outline
from foam.case.bind import Rewording
from foam.case.establish import find_unrecorded
from foam.case.flow import build_flow
from foam.case.leave import find_amendments, leave_out, list_free
from foam.case.values import BESIDE, Case, CaseFailure, Slot
from foam.case.verify import verify_case
from foam.case.views.words import summarize_case
from foam.case.warn import list_warnings
from foam.case.write import CaseSpec
from foam.errors import InputError
from foam.model.form import FormValue
from foam.model.question import Label, Write
from foam.model.scripted import Call, Script, ScriptedModel

DEFENCE = "advantage_defence"


def _is_defence(question: Label) -> bool:
    return f"Part: {DEFENCE.replace('_', ' ')}," in question.prompt


def _defend(then: Script = agreeable) -> tuple[WritingDesk, Case]:
    """A 1NC that defends against the first advantage that was heard, and turns the second; its record can go on."""
    desk, case = _defend_once(then)
    return desk.fork(), case


@cache
def _defend_once(then: Script) -> tuple[WritingDesk, Case]:
    heard = build_flow(written_round(("1AC",))["1AC"])
    desk = WritingDesk(write_acts(then=then), speech="1NC")
    tree = prepare_outline(desk.template, heard=heard).tree
    first, second = (node.children for node in tree.walk() if node.id.startswith("meet-"))
    ways = ("counterplan", first[1].id, second[0].id)
    return desk, desk.write(desk.case_spec(strategy=ways, heard=heard)).view


def test_an_empty_defence_is_left_out_and_told_with_what_can_be_done_about_it() -> None:
    desk, case = _defend(then=find_as("case/slot", BESIDE, when=_is_defence))
    assert not [one for one in case.slots if one.syllogism == DEFENCE]
    assert case.failures == ()
    (left,) = case.left_out
    (name,) = left.parts
    assert f"--reword {name}" in list_warnings(case)[0]
    again = _without(desk, case).model_copy(update={"reword": (Rewording(slots=(name,)),)})
    assert desk.write(again).view.left_out, "its evaluator still finds nothing in other words"


def test_a_remedy_that_would_be_refused_is_not_named() -> None:
    case = _defend()[1]
    solves = next(one for one in case.slots if one.component == "solves_case")
    (text,) = [one for one in case.slots if one.component == "cp_text"]

    def fail(*names: str) -> Case:
        failures = (CaseFailure(slot=name, rule="unfilled", what="it is empty", remedy="fill it") for name in names)
        return case.model_copy(update={"failures": tuple(failures)})

    others = [one for one in case.slots if one.component != "solves_case" or one == solves]
    alone = fail(solves.id).model_copy(update={"slots": tuple(others)})
    assert find_amendments(alone).ways == (f"--reword {solves.id}",), "the last of its kind has to stay"
    assert find_amendments(fail(text.id)).ways == (), "a counterplan is not worded anew"
    against = [one.model_copy(update={"against": "They say so."}) if one == solves else one for one in case.slots]
    answering = fail(solves.id).model_copy(update={"slots": tuple(against)})
    assert find_amendments(answering).ways == (f"--drop {solves.id}", f"--reword {solves.id}")
    chosen = fail(solves.id).model_copy(update={"position_voice": "bounded", "planned": None})
    assert find_amendments(chosen).ways == (f"--drop {solves.id}",), "who only chooses has no other words"
    two = [group.id for group in case.groups if group.syllogism == "disadvantage"]
    assert list_free(case.groups, two) == (two[0],), "one of them stays"


def test_a_claim_of_a_counterplan_that_nothing_was_found_for_can_be_withdrawn_beside_another() -> None:
    case = _defend()[1]
    first, second = (one for one in case.slots if one.component == "solves_case")
    desk = WritingDesk(speech="1NC")

    def empty(*names: str) -> Case:
        blank = {"card": None, "analytic": ""}
        slots = (one.model_copy(update=blank) if one.id in names else one for one in case.slots)
        failures = (CaseFailure(slot=name, rule="unfilled", what="it is empty", remedy="fill it") for name in names)
        return case.model_copy(update={"slots": tuple(slots), "failures": tuple(failures)})

    one = empty(second.id)
    assert find_amendments(one).drop == (second.id,)
    groups, slots, gone = leave_out(one.groups, one.slots, [second.id])
    assert groups == one.groups
    assert {slot.id for slot in one.slots} - {slot.id for slot in slots} == {second.id}
    assert [(left.id, left.words, left.written) for left in gone] == [(second.id, second.words, 0)]
    withdrawn = one.model_copy(update={"slots": slots, "left_out": gone})
    assert "nothing was found for it; it is left out" in list_warnings(withdrawn)[0]
    found = [failure.slot for failure in verify_case(withdrawn, {}, desk.template).failures]
    hidden = [
        failure.slot for failure in verify_case(one.model_copy(update={"slots": slots}), {}, desk.template).failures
    ]
    assert second.id not in found
    assert second.id in hidden
    both = empty(first.id, second.id)
    assert find_amendments(both).ways == (
        f"--drop {first.id} --reword {second.id}",
        f"--reword {first.id} --reword {second.id}",
    ), "one of them stays"
    for refused in ([first.id, second.id], ["counterplan-text"]):
        with pytest.raises(InputError, match="cannot be left out"):
            leave_out(both.groups, both.slots, refused)


def _list_defence(case: Case) -> list[Slot]:
    return [one for one in case.slots if one.syllogism == "case_defence"]


@pytest.mark.parametrize("component", ["solves_case", "no_solvency", "better_way"])
def test_a_part_that_stands_by_itself_can_be_left_out_although_it_is_filled(component: str) -> None:
    desk, case = _defend()
    gone = [one for one in case.slots if one.component == component][-1]
    assert gone.card
    again = desk.write(_without(desk, case, gone.id)).view
    assert {one.id for one in case.slots} - {one.id for one in again.slots} == {gone.id}
    assert again.failures == ()
    assert f"{gone.length} words were written for it; it is left out" in list_warnings(again)[0]
    hidden = again.model_copy(update={"left_out": ()})
    assert gone.id in {one.slot for one in verify_case(hidden, desk.documents, desk.template).failures}
    heard = build_flow(again)
    after = Desk(speech="2AC")
    assert after.write(after.case_spec(strategy=(), heard=heard)).view.slots, "what is left can be answered"


def _without(desk: WritingDesk, case: Case, *names: str) -> CaseSpec:
    ways = [taken for choice in case.choices for taken in choice.taken if taken.startswith(("turn-", "defend-"))]
    spec = desk.case_spec(strategy=("counterplan", *ways), heard=case.heard)
    return spec.model_copy(update={"left_out": names})


def test_the_last_part_of_a_case_defence_stays_and_a_refusal_says_what_is_so() -> None:
    case = _defend()[1]
    names = [one.id for one in _list_defence(case)]
    assert len(names) == 3
    for refused, why in (
        (names, "is one of 3 parts of defence of which one has to stay"),
        ([case.list_slots("own-1")[0].id], "others of its argument rest on; the whole is named own-1"),
        (["counterplan-text"], "others of its argument rest on; the whole is named counterplan"),
        (["defence"], "is the last of its kind"),
        (["nothing-of-it"], "there is no argument and no part"),
    ):
        with pytest.raises(InputError, match="cannot be left out") as caught:
            leave_out(case.groups, case.slots, refused)
        assert why in caught.value.what
        assert caught.value.hint
        assert names[0] in caught.value.hint
    kept = leave_out(case.groups, case.slots, names[:2])[1]
    assert [one.id for one in _list_defence(case.model_copy(update={"slots": kept}))] == names[2:]


def test_every_way_that_is_named_works_as_it_is_pasted() -> None:
    def lacks(slot: Slot) -> bool:
        return slot.syllogism == "case_defence" or (slot.syllogism, slot.component) == ("disadvantage", "impact")

    whole = _defend()[1]
    failed = {one.id for one in whole.slots if lacks(one)}
    assert {one.id for one in _list_defence(whole)} < failed
    failures = (CaseFailure(slot=name, rule="unfilled", what="it is empty", remedy="fill it") for name in failed)
    case = whole.model_copy(update={"failures": tuple(failures)})
    ways = find_amendments(case).ways
    assert len(ways) == 2
    for way in ways:
        words = way.split()
        pairs = list(zip(words[::2], words[1::2], strict=True))
        named = {option: [name for one, name in pairs if one == option] for option in ("--drop", "--reword")}
        kept = leave_out(case.groups, case.slots, named["--drop"])[1]
        mended = {one.id for one in case.slots} - {one.id for one in kept} | set(named["--reword"])
        assert failed & {one.id for one in case.slots} <= mended, "nothing that failed is left as it was"


def test_what_they_said_of_an_advantage_is_fenced_where_its_answer_is_chosen() -> None:
    heard = build_flow(spoken_round()["1AC"])
    desk = WritingDesk(speech="1NC")
    desk.write(desk.case_spec(strategy=("counterplan",), heard=heard))
    asked = [call.question.prompt for call in desk.calls if "How is this advantage" in call.question.prompt]
    impacts = [one.text.rstrip(".") for one in heard.arguments if one.component == "impact"]
    assert len(asked) == 2
    for prompt, impact in zip(asked, impacts, strict=True):
        assert impact in prompt
        assert impact not in re.sub(r"<(data|option)[^>]*>.*?</\1[^>]*>", "", prompt, flags=re.DOTALL)


def test_whoever_chooses_how_an_advantage_is_met_sees_what_the_library_holds_on_it() -> None:
    heard = build_flow(spoken_round()["1AC"])
    writing, choosing = WritingDesk(speech="1NC"), Desk(speech="1NC")
    writing.write(writing.case_spec(strategy=("counterplan",), heard=heard))
    choosing.write(choosing.case_spec(strategy=(), heard=heard))
    asked = [call.question.prompt for call in writing.calls if "How is this advantage" in call.question.prompt]
    held = [
        prompt.partition("The sentences of the library")[2].partition("What you argued before")[0] for prompt in asked
    ]
    sentences = {one.sentence(n) for one in writing.documents.values() for n in range(len(one.ends))}
    assert all(sum(sentence in shown for sentence in sentences) >= 3 for shown in held)
    assert held[0] != held[1], "each is asked of another advantage"
    assert all("The sentences of the library" not in prompt for prompt in _list_branches(choosing))


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


@cache
def _claim(*names: str) -> Lie:
    """A counterplan that claims to reach these."""

    def lie(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        return {**form, "solves": names} if "solves" in form else None

    return lie


@cache
def _oppose(lie: Lie | None = None) -> tuple[WritingDesk, Case]:
    """A 1NC with a counterplan, for all tests that only look at it."""
    desk = WritingDesk(write_acts(lie), speech="1NC")
    heard = build_flow(written_round(("1AC",))["1AC"])
    return desk, desk.write(desk.case_spec(strategy=("counterplan",), heard=heard)).view


def _list_solved(case: Case) -> list[str]:
    return [slot.answers for slot in case.slots if slot.component == "solves_case"]


def test_a_counterplan_has_a_part_for_each_advantage_that_it_claims_to_reach_and_for_no_other() -> None:
    case = _oppose()[1]
    assert case.heard is not None
    assert case.counterplan is not None
    gained = [one for one in case.heard.arguments if (one.syllogism, one.component) == ("advantage", "impact")]
    assert len(gained) == 2
    assert _list_solved(case) == list(case.counterplan.solves) == [one.id for one in gained]
    for slot in (one for one in case.slots if one.component == "solves_case"):
        (met,) = [one for one in gained if one.id == slot.answers]
        chain = [one.text.rstrip(".") for one in case.heard.arguments if one.group == met.group]
        others = [one.text.rstrip(".") for one in gained if one != met]
        assert all(step in slot.seek for step in chain)
        assert not any(text in slot.seek for text in others if text not in chain)
    second = _oppose(_claim("g2"))[1]
    assert _list_solved(second) == [gained[1].id]
    assert second.failures == ()


def test_what_a_counterplan_claims_is_held_against_the_record_and_stands_on_its_own_sheet() -> None:
    desk, case = _oppose(_claim("g2"))
    assert case.counterplan is not None
    assert not any(find_unrecorded(case, desk.template.declared, desk.pack.prompts, desk.store.get))
    more = case.counterplan.model_copy(update={"solves": (*case.counterplan.solves, "1AC/own-1-impact")})
    spoilt = case.model_copy(update={"counterplan": more})
    found = list(find_unrecorded(spoilt, desk.template.declared, desk.pack.prompts, desk.store.get))
    assert any("does not hold the plan" in one.what for one in found)
    pages = {one.component: page.title for page in build_flow(case).pages for s in page.speeches for one in s.arguments}
    assert pages["solves_case"] == pages["cp_text"] == "Counterplan"


def test_without_an_advantage_a_counterplan_has_one_part_for_all_it_solves() -> None:
    desk = WritingDesk(speech="1NC")
    case = desk.write(desk.case_spec(strategy=("counterplan",))).view
    assert [slot.id for slot in case.slots if slot.component == "solves_case"] == ["counterplan-solves"]


def test_a_counterplan_is_written_before_the_disadvantages_and_is_what_the_speech_stands_for_from_then_on() -> None:
    desk, case = _oppose()
    asked = [call.question for call in desk.calls if call.question.template in ("case/proposal", "case/contentions")]
    assert [one.template for one in asked][-1] == "case/contentions"
    assert case.plan in asked[-2].prompt, "it is written for the position that was taken"
    assert COUNTERPLAN in asked[-1].prompt
    later = [call.question.prompt for call in desk.calls if call.question.template == "case/argument"]
    assert later
    assert all(COUNTERPLAN in one.partition("What the speech stands for:")[2] for one in later)
    shown = summarize_case(case)
    assert f"counterplan: {COUNTERPLAN}" in shown
    assert "stands for:" not in shown
    assert [choice.branch for choice in case.choices][:2] == ["off-case", "second-line"]


def test_the_weighing_may_speak_of_the_counterplan_and_of_what_it_avoids() -> None:
    desk, case = _oppose()
    (asked,) = [call.question for call in desk.calls if call.question.template == "case/calculus"]
    assert isinstance(asked, Write)
    offered = [one.text for one in asked.material]
    meeting = [one for one in case.slots if one.syllogism == "counterplan" or (one.meets and one.card)]
    assert {one.component for one in meeting} >= {"cp_text", "solves_case", "competes", "no_solvency"}
    for slot in meeting:
        said = slot.card.tag if slot.card else slot.analytic
        assert any(f"{slot.part}: {said}" in text for text in offered), slot.id


def _list_steps(case: Case, slot: Slot) -> list[Argument]:
    """The steps of the argument that a part meets."""
    assert case.heard is not None
    (met,) = [one for one in case.heard.arguments if one.id == slot.answers]
    return [one for one in case.heard.arguments if one.group == met.group and one.id.startswith("1AC/")]


def _words(call: Call) -> bool:
    return call.question.template == "case/wordings"


def _ids(call: Call) -> list[str]:
    return [one.id for one in call.question.material] if isinstance(call.question, Write) else []
