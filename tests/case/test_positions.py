"""Of a first negative speech: how many positions it takes, and what becomes of those that nothing is found for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from tests.case.drafting import ARGUMENTS
from tests.case.scribe import WritingDesk, find_as, write_acts
from tests.case.writing import Desk, agreeable, spoken_round

from foam.argument.flow import Flow
from foam.argument.outline import OutlineNode
from foam.case.flow import build_flow
from foam.case.leave import find_unfound, leave_unfound
from foam.case.outline import check_strategy
from foam.case.values import BESIDE, Case, Slot
from foam.case.verify import verify_case
from foam.case.views.words import list_holes, summarize_case
from foam.case.warn import list_warnings
from foam.errors import InputError
from foam.model.form import FormValue
from foam.model.question import Choose, Chosen, Label
from foam.model.scripted import Call, Said


def name_arguments(count: int) -> Any:
    """A writer that names so many disadvantages."""

    def lie(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        if call.question.template != "case/contentions":
            return None
        rows: list[dict[str, str | float | tuple[str, ...] | None]] = []
        rows += [{"title": title, "claim": said, "rests_on": ()} for title, said in ARGUMENTS[:count]]
        return {"arguments": tuple(rows)}

    return lie


def take(*ways: str) -> Any:
    """A script that takes these ways where it is open how many are taken."""

    def say(call: Call) -> Said | None:
        question = call.question
        if isinstance(question, Choose) and question.template == "case/branch" and question.at_least < question.at_most:
            return Chosen(ids=ways)
        return agreeable(call)

    return say


@cache
def write_first_negative(
    count: int, ways: tuple[str, ...] = ("counterplan",), then: Any = None
) -> tuple[WritingDesk, Case]:
    """A 1NC with so many disadvantages, written once for tests that only look at it."""
    desk = WritingDesk(write_acts(name_arguments(count), then=then or take(*ways)), speech="1NC")
    return desk, desk.write(desk.case_spec(strategy=())).view


def list_types(case: Case) -> list[str]:
    return [group.syllogism for group in case.groups]


@pytest.mark.parametrize(
    ("count", "ways"), [(1, ()), (3, ("counterplan",)), (2, ("counterplan", "topicality", "kritik"))]
)
def test_a_writer_takes_as_many_positions_as_it_finds_borne_out(count: int, ways: tuple[str, ...]) -> None:
    desk, case = write_first_negative(count, ways)
    found = list_types(case)
    assert found.count("disadvantage") == count
    assert {"counterplan", "topicality", "kritik"} & set(found) == set(ways)
    assert case.failures == ()
    assert verify_case(case, desk.documents, desk.template).failures == ()
    assert sum(slot.words for slot in case.slots) == case.budget


def test_whoever_chooses_further_positions_sees_what_the_library_holds_for_each() -> None:
    desk, _ = write_first_negative(2)
    (asked,) = [
        call.question
        for call in desk.calls
        if call.question.template == "case/branch" and "Kritik" in call.question.prompt
    ]
    assert isinstance(asked, Choose)
    assert (asked.at_least, asked.at_most) == (0, 3)
    assert all(f"{kind}: " in asked.prompt for kind in ("Counterplan", "Topicality", "Kritik"))
    assert "none is an answer" in asked.prompt


def test_a_short_speech_takes_fewer() -> None:
    desk = WritingDesk(write_acts(name_arguments(1), then=take()), speech="1NC")
    desk.write(desk.case_spec(strategy=(), words=900))
    named = [call.question for call in desk.calls if call.question.template == "case/contentions"]
    assert "by which 1 to 2 disadvantages" in named[0].prompt
    longer = WritingDesk(write_acts(name_arguments(1), then=take()), speech="1NC")
    longer.write(longer.case_spec(strategy=()))
    named = [call.question for call in longer.calls if call.question.template == "case/contentions"]
    assert "by which 1 to 3 disadvantages" in named[0].prompt


def test_whoever_chooses_among_drafts_takes_two_and_one_as_before() -> None:
    desk = Desk(speech="1NC")
    case = desk.write(desk.case_spec(strategy=())).view
    taken = {choice.branch: len(choice.taken) for choice in case.choices}
    assert taken == {"off-case": 2, "second-line": 1}


def test_a_strategy_names_several_positions_or_says_how_many() -> None:
    desk = Desk(speech="1NC")
    case = desk.write(desk.case_spec(strategy=("counterplan", "kritik", "off-case=1"))).view
    taken = {choice.branch: choice.taken for choice in case.choices}
    assert taken["second-line"] == ("counterplan", "kritik")
    assert len(taken["off-case"]) == 1
    none = desk.write(desk.case_spec(strategy=("second-line=0", "money"))).view
    assert {choice.branch: choice.taken for choice in none.choices} == {"off-case": ("money",), "second-line": ()}
    assert "second-line" not in {part for slot in none.slots for part in slot.path}
    assert none.failures == ()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("off-case=4", "off-case=1 to off-case=3"),
        ("off-case=many", "off-case=1 to off-case=3"),
        ("of-case=2", "off-case"),
        ("case-turns", "counterplan"),
    ],
)
def test_a_strategy_that_the_tree_does_not_have_is_refused_with_what_it_has(wrong: str, said: str) -> None:
    tree: OutlineNode = Desk(speech="1NC").template.tree
    with pytest.raises(InputError) as caught:
        check_strategy(tree, (wrong,))
    assert said in (caught.value.hint or "")


def test_a_number_that_is_not_that_of_the_ways_named_is_refused() -> None:
    with pytest.raises(InputError, match="2, and 1 are named"):
        check_strategy(Desk(speech="1NC").template.tree, ("off-case=2", "money"))


def refuse(part: str) -> Any:
    """A script that finds whatever is read for one part of the second disadvantage beside the point."""

    def is_meant(question: Label) -> bool:
        return ARGUMENTS[1][1] in question.prompt and f"disadvantage, {part}" in question.prompt

    judge, choose = find_as("case/slot", BESIDE, when=is_meant), take("counterplan")

    def say(call: Call) -> Said | None:
        return judge(call) if isinstance(call.question, Label) else choose(call)

    return say


def test_a_disadvantage_without_an_impact_is_left_out_and_said_and_the_case_is_issued() -> None:
    desk, case = write_first_negative(2, then=refuse("Impact"))
    assert list_types(case).count("disadvantage") == 1
    (left,) = case.left_out
    assert (left.id, left.because) == ("own-2", "nothing was found for Impact")
    assert case.failures == ()
    assert verify_case(case, desk.documents, desk.template).failures == ()
    assert any("own-2" in one and "--reword own-2-impact" in one for one in list_warnings(case))
    assert any(one.startswith("own-2-impact: [EVIDENCE NEEDED]") for one in list_holes(case))
    assert "left out: nothing was found for Impact" in " ".join(summarize_case(case).split())


def test_a_disadvantage_is_read_without_its_uniqueness_at_a_price_that_is_told() -> None:
    desk, case = write_first_negative(2, then=refuse("Uniqueness"))
    assert list_types(case).count("disadvantage") == 2
    assert [slot.component for slot in case.list_slots("own-2")] == ["link", "internal_link", "impact"]
    assert case.failures == ()
    assert verify_case(case, desk.documents, desk.template).failures == ()
    assert any("which whoever answers will say" in one for one in list_warnings(case))
    forged = case.model_copy(
        update={"slots": tuple(one for one in case.slots if one.id != "own-2-link"), "left_out": case.left_out}
    )
    assert any(one.slot == "own-2-link" for one in verify_case(forged, desk.documents, desk.template).failures)


def empty(case: Case, *names: str) -> Case:
    """The case with nothing in these slots."""
    slots = (one.model_copy(update={"card": None, "step": None}) if one.id in names else one for one in case.slots)
    return case.model_copy(update={"slots": tuple(slots)})


def list_read(case: Case) -> list[Slot]:
    return [slot for slot in case.slots if slot.card]


def test_a_counterplan_names_the_next_reason_to_do_it_alone_and_goes_with_the_last() -> None:
    desk, case = write_first_negative(2)
    declared = desk.template.declared
    benefit = next(group.facts["net_benefit"] for group in case.groups if group.syllogism == "counterplan")
    assert benefit == "1NC/own-1"
    less = leave_unfound(empty(case, "own-1-link"), declared)
    (counterplan,) = [group for group in less.groups if group.syllogism == "counterplan"]
    assert counterplan.facts["net_benefit"] == "1NC/own-2"
    assert verify_case(less, desk.documents, desk.template).failures == ()
    none = leave_unfound(empty(case, "own-1-link", "own-2-impact"), declared)
    assert {one.id for one in none.left_out} == {"own-1", "own-2", "counterplan", "weighing"}
    assert list_read(none), "the case defence is still read"


def test_parts_of_the_case_defence_go_singly() -> None:
    desk, case = write_first_negative(2)
    less = leave_unfound(empty(case, "defence-alternative"), desk.template.declared)
    assert [one.id for one in less.left_out] == ["defence-alternative"]
    assert verify_case(less, desk.documents, desk.template).failures == ()


def test_a_speech_of_which_hardly_anything_is_left_is_not_issued() -> None:
    desk, case = write_first_negative(2)
    kept = "defence-better"
    bare = leave_unfound(empty(case, *(one.id for one in list_read(case) if one.id != kept)), desk.template.declared)
    assert [slot.id for slot in list_read(bare)] == [kept]
    found = verify_case(bare, desk.documents, desk.template).failures
    assert any(one.rule == "budget" and one.remedy == "add evidence for what is left out" for one in found)


def test_where_nothing_would_be_left_all_stays_and_the_case_says_what_it_lacks() -> None:
    desk, case = write_first_negative(2)
    bare = empty(case, *(one.id for one in case.slots))
    assert find_unfound(bare.speech, bare.groups, bare.slots, desk.template.declared).whole == {}
    assert leave_unfound(bare, desk.template.declared) == bare


def test_an_affirmative_keeps_its_holes() -> None:
    assert not Desk(speech="1AC").template.leaves_out


def test_whoever_chooses_sentences_does_not_read_those_of_the_other_side_against_it() -> None:
    heard = build_flow(spoken_round(speeches=("1AC",))["1AC"])
    desk = Desk(speech="1NC")
    before = desk.write(desk.case_spec(strategy=("counterplan",), heard=heard)).view
    read = next(card for card in before.cards if card.work is None).pointers
    first = next(one for one in heard.arguments if one.evidence)
    raw = heard.model_dump_json().replace(first.evidence[0].model_dump_json(), read[0].model_dump_json())
    theirs = Flow.model_validate_json(raw)
    assert theirs != heard
    after = desk.write(desk.case_spec(strategy=("counterplan",), heard=theirs)).view
    assert read[0] not in {pointer for card in after.cards for pointer in card.pointers}
