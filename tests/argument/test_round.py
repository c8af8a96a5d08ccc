"""A round read by the side that speaks next: what is live, what was answered, what the block has dealt with."""

from __future__ import annotations

import pytest

from foam.argument.flow import Argument, Flow, FlowPage, FlowPageSpeech, Side
from foam.argument.outline import Each
from foam.argument.round import Round, Spoken


def said(speech: str, name: str, syllogism: str, *, answers: str = "", extends: str = "", **facts: str) -> Argument:
    group = f"{speech}/{name}"
    shape = {"answers": answers, "extends": extends, "group": group, "syllogism": syllogism}
    return Argument.model_validate({"id": group, "text": f"{name}.", "component": "warrant", "facts": facts, **shape})


ADVANTAGE = said("1AC", "jobs", "advantage")
HARM = said("1NC", "cost", "disadvantage")
TURN = said("1NC", "turn", "case_turn", answers="1AC/jobs", target="1AC/jobs")
CARRIED = said("2AC", "extend-jobs", "extension", extends="1AC/jobs", source="1AC/jobs")
ANSWER = said("2AC", "no-cost", "rebuttal", answers="1NC/cost", target="1NC/cost")


def flow(*arguments: Argument) -> Flow:
    """Everything about the advantage on one page, everything about the disadvantage on the other."""
    pages: dict[str, list[Argument]] = {"jobs": [], "cost": []}
    for one in arguments:
        pages["cost" if "cost" in f"{one.id} {one.answers} {one.extends}" else "jobs"].append(one)
    return Flow(resolution="r", pages=tuple(_page(title, held) for title, held in pages.items()))


def _page(title: str, arguments: list[Argument]) -> FlowPage:
    speeches = dict.fromkeys(one.id.split("/")[0] for one in arguments)
    side: Side = "aff" if title == "jobs" else "neg"
    columns = (
        FlowPageSpeech(speech=name, arguments=tuple(one for one in arguments if one.id.startswith(f"{name}/")))
        for name in speeches
    )
    return FlowPage(title=title, side=side, speeches=tuple(columns))


def ids(found: tuple[Spoken, ...]) -> list[str]:
    return [one.id for one in found]


def test_what_a_side_said_last_is_live_and_what_it_did_not_carry_is_not() -> None:
    other = said("1AC", "health", "advantage")
    whole = flow(ADVANTAGE, other, HARM, TURN, CARRIED, ANSWER)
    block = Round(flow=whole, speech="2NC", side="neg")
    assert ids(block.chosen(Each(whose="own", types=("disadvantage", "case_turn")))) == ["1NC/turn", "1NC/cost"]
    assert ids(block.chosen(Each(whose="theirs", types=("advantage",)))) == ["1AC/jobs"]
    assert ids(block.chosen(Each(whose="theirs", types=("rebuttal",), fresh=True))) == ["2AC/no-cost"]


@pytest.mark.parametrize(("speech", "left"), [("1NR", []), ("1AR", ["1NC/cost"])])
def test_the_second_half_of_the_block_takes_up_what_the_first_left(speech: str, left: list[str]) -> None:
    carried = said("2NC", "extend-cost", "extension", extends="1NC/cost", source="1NC/cost")
    whole = flow(ADVANTAGE, HARM, CARRIED, ANSWER, carried)
    whose = "own" if speech == "1NR" else "theirs"
    side: Side = "neg" if speech == "1NR" else "aff"
    found = Round(flow=whole, speech=speech, side=side).chosen(
        Each.model_validate({"whose": whose, "types": ["disadvantage"]})
    )
    assert ids(found) == left


def test_what_the_other_half_answered_is_not_answered_again() -> None:
    answered = said("2NC", "at-no-cost", "rebuttal", answers="2AC/no-cost", target="2AC/no-cost")
    rebuttals = Each(whose="theirs", types=("rebuttal",), fresh=True)
    assert Round(flow=flow(HARM, ANSWER, answered), speech="1NR", side="neg").chosen(rebuttals) == ()


def test_an_answer_to_an_extension_answers_its_source() -> None:
    late = said("2NC", "late", "rebuttal", answers="2AC/extend-jobs", target="1AC/jobs")
    heard = Round(flow=flow(ADVANTAGE, CARRIED, late), speech="1AR", side="aff")
    assert [one.id for one in heard.answered(heard.spoken[0])] == ["2NC/late"]


def test_the_same_page_keeps_to_the_position() -> None:
    heard = Round(flow=flow(ADVANTAGE, HARM, TURN, CARRIED, ANSWER), speech="2NC", side="neg")
    (cost,) = heard.chosen(Each(whose="own", types=("disadvantage",)))
    near = Each(whose="theirs", types=("rebuttal", "extension"), fresh=True, same_page=True)
    assert ids(heard.chosen(near, cost)) == ["2AC/no-cost"]


def test_a_component_that_is_not_there_gives_way_to_the_last() -> None:
    (one,) = Round(flow=flow(ADVANTAGE), speech="1NC", side="neg").spoken
    assert one.part("impact") == ADVANTAGE
