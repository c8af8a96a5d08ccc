"""What a person takes back of a point, or grants when asked: the flow, the other side and the judge are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.debate.test_flow import point, turn
from tests.debate.test_person import play, tell
from tests.debate.writers import (
    ANSWERS,
    GOOD_CON,
    LIBRARY,
    MOTION,
    SLEEP,
    list_prompts,
    make_format,
    open_stage,
    writer,
)

from foam.debate.document import compose_debate
from foam.debate.fates import describe_point
from foam.debate.points import track_points
from foam.debate.rounds.person import Microphone
from foam.debate.values import Point, SpeechTurn
from foam.debate.views import format_turn
from foam.job.job import replay
from foam.job.waiting import complete
from foam.model.question import Write
from foam.paper import render

SLEEP_CARD = LIBRARY[0].pointer(0)
CASE = (
    f"Some 73 percent of the town want it still.\n\nIt wakes the ward. [{SLEEP_CARD}]\n\nClocks serve all of us better."
)


def cross(answer: str, *, heard: Mapping[str, str] = ANSWERS) -> tuple[Any, Any]:
    """A person speaks for the motion, is asked by a model about the first point, and hears a speech against it."""

    def examine(question: Write) -> dict[str, Any] | None:
        asked = {"aim": "Nobody counted.", "question": "Who counted them, and when?"}
        return asked if question.template == "debate/examination" else None

    model = writer({"C1": [GOOD_CON]}, examine, heard=lambda question: heard)
    stage = open_stage(model, LIBRARY)
    spec = stage.debate_spec(
        transcript=MOTION,
        format=make_format("P1", "C1", cross=True),
        wording="model",
        pace=200.0,
        pro="human",
        person="Ann",
        questions=1,
    )
    said = {"speech": CASE, "answer": answer, "question": "[4.2] Who says so?"}
    ran = stage.debate(spec, microphone=Microphone(lambda floor, kind: said[kind]))
    assert complete(replay(stage.store, ran.run)) == ran.view
    return model, ran.view


@pytest.mark.parametrize(
    ("answer", "bound"),
    [
        ("[grant] Nobody has counted them.", "Nobody has counted them."),
        ("[qualify] It is of one ward.", "It is of one ward."),
        ("[concede] We have nothing for that.", "We have nothing for that."),
        ("The council counted them.", ""),
    ],
)
def test_a_person_is_bound_by_an_answer_that_grants_something(answer: str, bound: str) -> None:
    model, view = cross(answer)
    assert view.turns[2].commitment == bound
    assert ("its side is bound by it" in format_turn(view.turns[2])) == bool(bound)
    commitments = list_prompts(model, "debate/speech")[-1].partition("COMMITMENTS")[2]
    assert (f"[pro, on 1.1] {bound}" in commitments) == bool(bound)


def test_whoever_judges_an_answer_sees_what_its_side_has_cited() -> None:
    model, _ = cross("Of the ward 41 of 120 sleepers woke.")
    prompt = list_prompts(model, "debate/response")[0]
    assert SLEEP in prompt.partition("WHAT ITS SIDE CITED BESIDE THAT")[2]
    assert SLEEP not in prompt.partition("THE STATEMENT")[2].partition("THE QUESTION")[0]


@pytest.mark.parametrize(
    ("answer", "standing", "move", "fate"),
    [
        ("Nobody did, so it cannot count.", "gives it up", "concede", "conceded by its own side in 3.1"),
        ("The council counted them.", "keeps it", "answer", ""),
        ("Only the ward was counted.", "narrows it", "qualify", "narrowed by its own side in 3.1"),
        ("Nobody did.", "grants what was asked", "grant", "what was asked of it granted in 3.1"),
        ("It was a slip of mine.", "takes a part back", "answer", "a part of it given up by its own side in 3.1"),
    ],
)
def test_an_evaluator_says_what_becomes_of_the_statement(answer: str, standing: str, move: str, fate: str) -> None:
    _, view = cross(answer, heard={**ANSWERS, "standing": standing})
    turn = view.turns[2]
    assert turn.points[0].move == move
    assert turn.conceded == (move == "concede")
    assert fate in tell(view)["1.1"]
    assert ("given up" in tell(view)["1.1"]) == ("given up" in fate)
    assert bool(turn.notes) == (standing != "keeps it")
    for told in (format_turn(turn), render(compose_debate(view), "text")):
        assert " ".join(told.split()).count(ANSWERS["reason"]) == 1, "one reason is told once"


def test_a_mark_before_an_answer_stands_as_it_was_made() -> None:
    model, view = cross("[grant] Nobody did.", heard={**ANSWERS})
    assert view.turns[2].points[0].move == "grant"
    assert "WHAT BECOMES OF THE STATEMENT" not in list_prompts(model, "debate/response")[0]


OWN = 'Ferrymen need the bell on the river.\n\nSome 73 percent of the town love it.\n\nAs Osk wrote, "it saved us".'


def rebut(**found: Any) -> Any:
    """A round in which a person concedes a rebuttal of their own point."""

    def make(number: int, side: str, *points: Point) -> SpeechTurn:
        told = {"number": number, "speech": f"S{number}", "side": side, "debater": "x", "text": "", "points": points}
        return SpeechTurn.model_validate({**told, "words": 0, "limit": 9})

    return (
        make(
            1,
            "pro",
            Point(id="1.1", move="argue", words="It wakes the ward."),
            Point(id="1.2", move="argue", words="B."),
        ),
        make(2, "con", Point(id="2.1", move="rebut", words="Not all.", answers=("1.1",), **found)),
        make(3, "pro", Point(id="3.1", move="concede", words="So it is.", answers=("2.1",), gives_up=("1.2",))),
    )


def test_who_concedes_a_rebuttal_of_a_part_gives_up_no_more_than_that() -> None:
    whole, part, missed = (
        {one.point.id: describe_point(one) for one in track_points(rebut(**found))}
        for found in ({}, {"met_in_part": ("1.1",)}, {"missed": ("1.1",)})
    )
    assert whole["1.1"] == "answered by 2.1 (conceded by 3.1), conceded by its own side in 3.1"
    given = "a part of it given up by its own side in 3.1 (what 2.1 says: “Not all.”)"
    assert part["1.1"] == f"answered in part by 2.1 (conceded by 3.1), {given}"
    assert "own side" not in missed["1.1"]
    assert whole["1.2"] == "conceded by its own side in 3.1", "told once, and not as let go"


def test_an_evaluator_may_find_a_point_of_ones_own_given_up_beside_an_answer() -> None:
    def judged(name: str, text: str) -> dict[str, Any]:
        return {"concedes": ("2.2",), "reason": "So it says."} if name == "3.1" else {}

    _, view = play({"C1": OWN, "C2": "[1.1] They sleep on, whatever the town loves."}, "P1", "C1", "C2", judged=judged)
    assert tell(view)["2.2"].endswith("conceded by its own side in 3.1")
    assert "let go" not in tell(view)["2.2"]
    assert view.turns[2].lets_go == (), "nobody said that it is let go"
    assert view.turns[2].points[0].move == "answer"


@pytest.mark.parametrize(
    ("found", "fate"),
    [
        ({"rest_disputed": ("2.1",)}, "answered by 2.1 (granted in part by 3.1, more of it disputed there)"),
        ({"rest_left": ("2.1",)}, "answered by 2.1 (granted in part by 3.1), given no defence since"),
        ({}, "answered by 2.1 (granted in part by 3.1)"),
    ],
)
def test_who_grants_a_part_of_a_rebuttal_defends_the_point_where_the_rest_is_disputed(found: Any, fate: str) -> None:
    case, rebuttal, _ = rebut()
    granted = Point(id="3.1", move="grant", words="So far.", answers=("2.1",), **found)
    told = case.model_dump() | {"number": 3, "speech": "S3", "points": (granted,)}
    flow = track_points((case, rebuttal, SpeechTurn.model_validate(told)))
    assert next(describe_point(one) for one in flow if one.point.id == "1.1") == fate


@pytest.mark.parametrize(("move", "told"), [("grant", "granted in part by 4.1"), ("concede", "conceded by 4.1")])
def test_a_chain_says_that_what_took_the_point_up_again_was_granted(move: Any, told: str) -> None:
    turns = (
        turn(1, "pro", point("1.1")),
        turn(2, "con", point("2.1", "rebut", answers=("1.1",), met_in_part=("1.1",))),
        turn(3, "pro", point("3.1", "extend", extends="1.1")),
        turn(4, "con", point("4.1", move, answers=("3.1",))),
    )
    fates = {one.point.id: describe_point(one) for one in track_points(turns)}
    assert fates["1.1"] == f"answered in part by 2.1, taken up again in 3.1 ({told})"
