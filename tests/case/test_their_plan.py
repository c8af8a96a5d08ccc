"""A speech against a plan sees that plan, puts its own counterplan beside it, and weighs against what they gain."""

from __future__ import annotations

import re

import pytest
from tests.case.drafting import COUNTERPLAN, PLAN
from tests.case.scribe import WritingDesk, write_acts, written_round
from tests.case.writing import spoken_round

from foam.argument.outline import IMPACT
from foam.case.answer import prepare_outline
from foam.case.flow import build_flow
from foam.case.leave import leave_out
from foam.case.plan import STANCE_DIMENSION, names_counterplan
from foam.case.task import OWN_COUNTERPLAN, THEIR_PLAN, THEY_GAIN
from foam.case.values import Case
from foam.case.write import assign_seat, make_neutral_seat
from foam.errors import InputError
from foam.model.question import Write
from foam.model.scripted import Call
from foam.pack.loader import load_pack
from foam.pack.outlines import load_outline

WRITERS = ("case/argument", "case/calculus", "case/contentions", "case/proposal")
EVALUATORS = ("case/slot", "case/warrant", "case/step", "case/answer")


def _speak_first_negative() -> tuple[list[Call], Case]:
    heard = build_flow(written_round(("1AC",))["1AC"])
    desk = WritingDesk(write_acts(), speech="1NC")
    return desk.calls, desk.write(desk.case_spec(strategy=("counterplan",), heard=heard)).view


CALLS, CASE = _speak_first_negative()


def _prompts(template: str) -> list[str]:
    return [call.question.prompt for call in CALLS if call.question.template == template]


@pytest.mark.parametrize("template", WRITERS)
def test_every_act_of_an_answering_speech_shows_the_plan_it_answers(template: str) -> None:
    assert _prompts(template)
    for prompt in _prompts(template):
        assert PLAN in prompt.partition(THEIR_PLAN)[2]
        assert THEY_GAIN in prompt


@pytest.mark.parametrize("template", EVALUATORS)
def test_evaluators_take_their_plan_for_the_plan_and_see_the_counterplan_beside_it(template: str) -> None:
    for prompt in _prompts(template):
        shown = re.split(r"\nPlan:\n", prompt)[-1]
        assert shown.partition("\n")[2].startswith(PLAN), "the plan is theirs, not what this speech stands for"
        assert COUNTERPLAN in shown


def test_a_counterplan_stands_under_its_own_name_once_it_is_written() -> None:
    for prompt in _prompts("case/argument"):
        assert COUNTERPLAN in prompt.partition(OWN_COUNTERPLAN)[2]
    assert any("Write the counterplan" in prompt for prompt in _prompts("case/proposal"))


def test_a_seat_that_is_to_put_something_else_forward_takes_that_stance() -> None:
    pack = load_pack("policy-debate")
    template = load_outline(pack, "1NC")
    assert names_counterplan(template, ("counterplan",))
    assert not names_counterplan(template, ("topicality",))
    neutral = make_neutral_seat(pack)
    assert assign_seat(neutral, "neg", instead=True).dimensions[STANCE_DIMENSION] == "oppose_alternative"
    assert assign_seat(neutral, "neg").dimensions[STANCE_DIMENSION] == "oppose_direct"


def test_the_position_is_taken_in_view_of_the_plan_that_was_read() -> None:
    acts = [call.question for call in CALLS if isinstance(call.question, Write)]
    proposals = [one for one in acts if one.template == "case/proposal"]
    assert proposals
    assert all(PLAN in one.prompt.partition(THEIR_PLAN)[2] for one in proposals)


def test_whoever_criticises_the_position_sees_the_plan_that_it_answers() -> None:
    asked = _prompts("case/critique")
    assert asked
    assert CASE.answered
    assert all(CASE.answered.plan in prompt for prompt in asked)


def test_a_plan_of_its_own_side_is_not_told_as_theirs() -> None:
    opening = written_round(("1AC",))["1AC"]
    assert opening.answered is None
    assert opening.judged_plan == opening.plan
    assert CASE.answered is not None
    assert CASE.answered.plan == PLAN
    assert CASE.judged_plan.startswith(PLAN)
    assert COUNTERPLAN in CASE.judged_plan


def test_their_impacts_are_weighed_beside_its_own() -> None:
    heard = {argument.id: argument for argument in build_flow(written_round(("1AC",))["1AC"]).arguments}
    theirs = {name for name, one in heard.items() if one.component == IMPACT}
    (calculus,) = [slot for slot in CASE.slots if slot.component == "comparison"]
    assert theirs <= {name for one in calculus.told for name in one.of}
    assert all(heard[name].text in prompt for name in theirs for prompt in _prompts("case/calculus"))


def test_the_writer_of_a_free_part_is_shown_every_point_that_it_may_meet() -> None:
    heard = CASE.heard.arguments if CASE.heard else ()
    links = [one.text for one in heard if one.syllogism == "advantage"]
    (prompt, *_) = (one for one in _prompts("case/argument") if "case defence, Alternative" in one)
    assert len(links) > 4
    assert all(link in prompt.partition("What the other side said; what a part may meet")[2] for link in links)


def test_case_defence_stands_without_anything_heard() -> None:
    tree = prepare_outline(load_outline(load_pack("policy-debate"), "1NC")).tree
    defence = [node for node in tree.walk() if node.meets]
    assert len(defence) == 3
    assert all(node.answers == "" for node in defence)


def test_an_advantage_is_turned_or_defended_against_by_choice() -> None:
    tree = prepare_outline(load_outline(load_pack("policy-debate"), "1NC"), heard=CASE.heard).tree
    met = [node for node in tree.walk() if node.id.startswith("meet-")]
    assert len(met) == 2
    for node in met:
        assert node.pick == 1
        assert [child.syllogism for child in node.children] == ["case_turn", "advantage_defence"]
        assert all(leaf.answers for child in node.children for leaf in child.children)
    heard = build_flow(spoken_round()["1AC"])
    desk = WritingDesk(speech="1NC")
    first, second = [n for n in prepare_outline(desk.template, heard=heard).tree.walk() if n.id.startswith("meet-")]
    ways = (first.children[1].id, second.children[0].id)
    case = desk.write(desk.case_spec(strategy=("counterplan", *ways), heard=heard)).view
    assert sorted(g.syllogism for g in case.groups if "target" in g.facts) == ["advantage_defence", "case_turn"]
    assert case.failures == ()


def test_the_last_answer_to_one_argument_may_be_left_out_and_the_hint_names_what_may() -> None:
    answers = [group.id for group in CASE.groups if "target" in group.facts]
    assert len(answers) == 2
    kept, slots, gone = leave_out(CASE.groups, CASE.slots, answers)
    assert {one.id for one in gone} == set(answers)
    assert not {slot.group for slot in slots} & set(answers)
    assert len(kept) == len(CASE.groups) - 2
    with pytest.raises(InputError, match="last of its kind") as refused:
        leave_out(CASE.groups, CASE.slots, ["counterplan"])
    named = (refused.value.hint or "").partition(": ")[2].split(", ")
    assert "counterplan" not in named
    assert set(answers) <= set(named)
    for name in named:
        leave_out(CASE.groups, CASE.slots, [name])
