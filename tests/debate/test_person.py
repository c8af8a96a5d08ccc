"""What becomes of a person's speech: what it marks, what code and an evaluator find of it, and what the flow says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.debate.test_context import list_prompts
from tests.debate.writers import (
    GOOD_CON,
    GOOD_PRO,
    LIBRARY,
    MOTION,
    SLEEP,
    STRANGERS,
    Verdict,
    make_format,
    open_stage,
    writer,
)

from foam.debate.document import compose_debate
from foam.debate.floor import Floor
from foam.debate.rounds.person import Microphone
from foam.debate.transcript import Kind
from foam.debate.views import describe_marked, describe_point, format_turn
from foam.job.job import replay
from foam.job.waiting import complete
from foam.paper import render


def play(said: Mapping[str, str], *speeches: str, judged: Any = None, cross: bool = False) -> tuple[Any, Any]:
    """The debate in which a person speaks for the side against the motion, and the model that speaks for it."""
    model = writer({"P1": [GOOD_PRO], "P2": [GOOD_PRO]}, **({"judged": judged} if judged else {}))
    stage = open_stage(model, LIBRARY)

    def say(floor: Floor, kind: Kind) -> str:
        return said[floor.speech if kind == "speech" else kind]

    spec = stage.debate_spec(
        transcript=MOTION,
        format=make_format(*speeches, cross=cross),
        wording="model",
        pace=200.0,
        con="human",
        person="Ann",
        **({"questions": 1} if cross else {}),
    )
    ran = stage.debate(spec, microphone=Microphone(say))
    assert complete(replay(stage.store, ran.run)) == ran.view
    return model, ran.view


def tell(view: Any) -> dict[str, str]:
    return {one.point.id: describe_point(one) for one in view.flow}


def test_a_person_concedes_grants_and_lets_go_by_marks() -> None:
    said = {
        "C1": "Ferrymen need the bell. Custom binds the town.",
        "C2": "[concede 1.1] They do wake. [grant 1.2] Some have clocks. [let go 2.2] Custom we leave.",
    }
    _, view = play(said, "P1", "C1", "C2")
    told = tell(view)
    assert told["1.1"].endswith("conceded by 3.1")
    assert "granted in part by 3.2" in told["1.2"]
    assert told["3.1"] == "a concession"
    assert "let go by its own side in C2" in told["2.2"]
    assert view.turns[2].lets_go == ("2.2",)
    assert "[" not in view.turns[2].text


@pytest.mark.parametrize(
    ("words", "move"),
    [
        ("You are right. We give that point up.", "concede"),
        ("Nobody said it; we take it back.", "concede"),
        ("We do not concede it: the ferrymen still steer by it.", "answer"),
        ("We concede that some wake, but the river matters more.", "answer"),
        ("The council would concede the tower.", "answer"),
    ],
)
def test_who_gives_a_point_up_in_so_many_words_is_not_told_as_answering_it(words: str, move: str) -> None:
    _, view = play({"C1": f"[1.1] {words}"}, "P1", "C1")
    (point,) = view.turns[1].points
    assert point.move == move
    read = "2.1 is read as conceding 1.1; [grant 1.1] grants a part alone"
    assert (read in view.turns[1].notes) == (move == "concede")
    assert (read in format_turn(view.turns[1]).replace("\n  ", " ")) == (move == "concede")


def test_a_concession_is_not_dropped_and_gives_up_what_the_rebuttal_answered() -> None:
    rebutting = {
        **GOOD_PRO,
        "points": [{**GOOD_PRO["points"][0], "move": "rebut", "answers": ["1.1"], "strikes": "fact"}],
    }
    model = writer({"P1": [rebutting], "P2": [GOOD_PRO]})
    stage = open_stage(model, LIBRARY)
    words = iter(["Nobody in town is woken by it.", "[2.1] You are right, and we withdraw it."])
    spec = stage.debate_spec(
        transcript=MOTION,
        format=make_format("C1", "P1", "C2", "P2"),
        wording="model",
        pace=200.0,
        con="human",
        person="A",
    )
    view = stage.debate(spec, microphone=Microphone(lambda floor, kind: next(words))).view
    told = tell(view)
    assert "conceded by its own side in 3.1" in told["1.1"]
    assert told["3.1"] == "a concession"
    assert not view.dropped
    prompt = list_prompts(model, "debate/speech")[-1]
    assert "nobody has answered 3.1" not in prompt


INVENTED = 'The guild reckoned that the bell saved 2,120 boats. As Osk put it, "no boat was ever lost by day or night."'


def test_an_invented_figure_and_an_invented_quotation_of_a_person_are_marked_for_everybody() -> None:
    model, view = play({"C1": f"[1.1] {INVENTED}"}, "P1", "C1", "P2")
    (point,) = view.turns[1].points
    assert point.unsourced == ("“no boat was ever lost by day or night.”", "“2,120”")
    marked = next(describe_marked(one) for one in view.flow if one.point.id == "2.1")
    assert "names no source that code found for “no boat was ever lost by day or night.”, “2,120”" in marked
    assert "“2,120”" in format_turn(view.turns[1])
    assert "names no source that code found" in list_prompts(model, "debate/speech")[-1], "the other side is told"
    assert "names no source that code found" in render(compose_debate(view), "md")


def test_what_the_library_holds_or_a_card_shows_has_a_source() -> None:
    card = LIBRARY[2].pointer(1)
    said = f'[1.1] It is said: "{SLEEP}" We add a card. [{card}] And 41 of 120 is few.'
    _, view = play({"C1": said}, "P1", "C1")
    (point,) = view.turns[1].points
    assert point.unsourced == ()
    assert f"We add a card. “{STRANGERS}” And 41" in view.turns[1].text
    assert point.headline.startswith("It is said:"), "its line is what the person says, and not the card alone"


def test_an_evaluator_says_of_a_persons_answer_what_it_meets() -> None:
    def judged(part: str, text: str) -> Verdict:
        found = {
            "meets": "misses it",
            "evidence": "not borne out",
            "unborne": "Ferries sink",
            "reason": "It is on boats.",
        }
        return found if part == "2.1" else {}

    model, view = play({"C1": "[1.1] Ferries sink without it."}, "P1", "C1", judged=judged)
    (point,) = view.turns[1].points
    assert point.missed == ("1.1",)
    assert point.unborne == "Ferries sink"
    assert "Ferries sink without it." in list_prompts(model, "debate/judgement")[-1]
    assert view.turns[1].text == "Ferries sink without it.", "nothing that was said is changed"
    assert tell(view)["1.1"] == "DROPPED"


def test_a_person_may_give_a_point_up_in_cross_examination() -> None:
    model = writer({"P1": [GOOD_PRO], "C1": [GOOD_CON]})
    stage = open_stage(model, LIBRARY)
    spec = stage.debate_spec(
        transcript=MOTION,
        format=make_format("P1", cross=True),
        wording="model",
        pace=200.0,
        pro="human",
        person="Ann",
        questions=1,
    )
    said = {"speech": "It wakes the whole ward.", "answer": "[concede] We have nothing for that."}
    view = stage.debate(spec, microphone=Microphone(lambda floor, kind: said[kind])).view
    assert tell(view)["1.1"].startswith("conceded")
    assert view.turns[-1].text == "We have nothing for that."
