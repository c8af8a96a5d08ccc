"""What whoever writes, mends, judges and goes on with a debate has before it, and what comes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.debate.test_flow import point, turn
from tests.debate.test_written import BOTH, play
from tests.debate.writers import (
    GOOD_CON,
    GOOD_PRO,
    LIBRARY,
    MOTION,
    SLEEP,
    change,
    list_prompts,
    make_format,
    make_source,
    open_stage,
    writer,
)

from foam.debate.fates import describe_point
from foam.debate.floor import read_turns
from foam.debate.points import list_open_points, track_points
from foam.debate.rounds.resume import read_own_turns
from foam.debate.transcript import Transcript, Utterance
from foam.debate.views import render_debate_json
from foam.model.scripted import ScriptedModel

BESIDE = "Shutters came two winters afterwards."
WHY = "The next sentence says what changed."
AROUND = (make_source(f"{SLEEP} {BESIDE}", "Ida Brandt", "2020", "study"), *LIBRARY[1:])


def play_over(model: ScriptedModel, documents: Any, *speeches: str, cross: bool = False, **more: Any) -> Any:
    stage = open_stage(model, documents)
    crossed = {"questions": 1} if cross else {}
    spec = stage.debate_spec(
        transcript=MOTION,
        format=make_format(*speeches, cross=cross),
        wording="model",
        **{"pace": 200.0, **crossed, **more},
    )
    return stage.debate(spec).view


def cut(prompt: str, start: str, end: str) -> str:
    return prompt.partition(start)[2].partition(end)[0]


def test_a_debate_of_this_project_keeps_its_points_when_it_is_gone_on_with(tmp_path: Path) -> None:
    _, ran = play(writer(BOTH), "P1")
    path = tmp_path / "debate.json"
    path.write_text(render_debate_json(ran.view), "utf-8")
    turns = read_own_turns(path)
    assert turns == ran.view.turns
    model = writer({"C1": [GOOD_CON]})
    stage = open_stage(model)
    spec = stage.debate_spec(
        transcript=ran.view.transcript, turns=turns, format=make_format("C1"), wording="model", pace=200.0
    )
    view = stage.debate(spec).view
    assert [one.point.id for one in view.flow if one.side == "pro"] == ["1.1", "1.2"]
    assert {one.point.id: one.answered_by for one in view.flow}["1.1"] == ("2.1",)
    path.write_text('{"motion": "m", "turns": [{"side": "pro", "text": "x"}]}', "utf-8")
    assert read_own_turns(path) == ()


@pytest.mark.parametrize("paragraphs", [1, 3])
def test_a_long_speech_from_elsewhere_has_at_most_six_points_and_loses_nothing(paragraphs: int) -> None:
    sentences = [f"The toll of bridge number {n} has to be lifted." for n in range(1, 22)]
    size = len(sentences) // paragraphs
    text = "\n\n".join(" ".join(sentences[start : start + size]) for start in range(0, len(sentences), size))
    (read,) = read_turns(Transcript(motion="m", utterances=(Utterance(speaker="P", side="pro", text=text),)))
    assert len(read.points) == (6 if paragraphs == 1 else 3)
    assert " ".join(one.words for one in read.points) == " ".join(sentences)


def test_a_frame_is_named_among_what_binds() -> None:
    framed = change(
        GOOD_PRO,
        2,
        move="frame",
        cites=[],
        text="The motion is about the hours of sleep, and who wants the bell then has to show what it gives.",
    )
    model = writer({"P1": [framed], "C1": [GOOD_CON]})
    play(model, "P1", "C1")
    assert (
        "Of theirs 1.2 says what has to be shown: uncontested, it binds you." in list_prompts(model, "debate/speech")[1]
    )


def test_who_concedes_a_rebuttal_gives_the_point_up() -> None:
    turns = (
        turn(1, "pro", point("1.1"), point("1.2")),
        turn(2, "con", point("2.1", "rebut", answers=("1.1",))),
        turn(3, "pro", point("3.1", "concede", answers=("2.1",))),
    )
    told = {one.point.id: describe_point(one) for one in track_points(turns)}
    assert told["1.1"] == "answered by 2.1 (conceded by 3.1), conceded by its own side in 3.1"
    assert told["2.1"] == "conceded by 3.1"
    assert list_open_points(turns, of="pro")[0].id == "1.2"


def test_the_judge_sees_what_is_cited_and_may_call_an_issue_even() -> None:
    issues = (
        {"issue": "Is rest lost?", "points": ("1.1", "2.1"), "side": "even", "reason": "Both are right."},
        {"issue": "Who needs the bell?", "points": ("1.2", "2.2"), "side": "con", "reason": "2.2 stands."},
    )
    model = writer(BOTH, decided={"issues": issues, "winner": "con", "reason": "The second decides."})
    _, ran = play(model, "P1", "C1", judged=True)
    assert ran.view.decision is not None
    assert [one.side for one in ran.view.decision.readings[0].issues] == ["even", "con"]
    assert f"“{SLEEP}”" in list_prompts(model, "debate/decision")[0]
