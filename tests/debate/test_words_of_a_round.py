"""What a person said belongs to the round in which they said it: another round asks anew, the same one does not."""

from __future__ import annotations

from typing import Any

import pytest
from tests.debate.writers import GOOD_PRO, LIBRARY, MOTION, make_format, open_stage, writer

from foam.debate.floor import Floor
from foam.debate.rounds.person import Microphone
from foam.debate.transcript import Kind
from foam.job.job import replay
from foam.job.waiting import complete
from foam.record.clock import stamp, utc_now
from foam.record.entry import Decider, Draft, Entry, ValueInput
from foam.record.runs import open_run


class Left(Exception):
    """The person leaves."""


class Speaker:
    """Says other words whenever they are asked, up to a number of turns."""

    def __init__(self, name: str, most: int = 9) -> None:
        self.name, self.most = name, most
        self.asked: list[str] = []

    def listen(self, floor: Floor, kind: Kind) -> str:
        if len(self.asked) >= self.most:
            raise Left
        self.asked.append(floor.speech)
        return f"Ferrymen need the bell, says {self.name} in {floor.speech}."


def open_round() -> Any:
    return open_stage(writer({"P1": [GOOD_PRO], "P2": [GOOD_PRO]}), LIBRARY)


def make_spec(stage: Any, **more: Any) -> Any:
    shape = make_format("C1", "P1", "C2")
    told = {"format": shape, "wording": "model", "pace": 200.0, "con": "human", "person": "Ann", **more}
    return stage.debate_spec(transcript=MOTION, **told)


def list_said(view: Any) -> list[str]:
    return [turn.text for turn in view.turns if turn.side == "con"]


@pytest.mark.parametrize("more", [{"seed": 7}, {"pace": 100.0}, {"pro": "plain"}, {"attempts": 3}])
def test_another_round_on_the_same_motion_asks_for_its_own_words(more: dict[str, Any]) -> None:
    stage = open_round()
    first = stage.debate(make_spec(stage), microphone=Microphone(Speaker("one").listen))
    speaker = Speaker("two")
    second = stage.debate(make_spec(stage, **more), microphone=Microphone(speaker.listen))
    assert speaker.asked == ["C1", "C2"]
    assert all("says two" in said for said in list_said(second.view))
    assert all("says one" in said for said in list_said(complete(replay(stage.store, first.run))))
    assert complete(replay(stage.store, second.run)) == second.view


def test_a_round_that_was_left_goes_on_with_what_was_said_in_it() -> None:
    stage = open_round()
    with pytest.raises(Left):
        stage.debate(make_spec(stage), microphone=Microphone(Speaker("one", most=1).listen))
    speaker = Speaker("later")
    ran = stage.debate(make_spec(stage), microphone=Microphone(speaker.listen))
    assert speaker.asked == ["C2"]
    assert ["says one" in said for said in list_said(ran.view)] == [True, False]


@pytest.mark.parametrize(("held", "asked"), [(True, ["C2"]), (False, ["C1", "C2"])])
def test_words_recorded_without_their_round_count_for_the_runs_that_hold_them(held: bool, asked: list[str]) -> None:
    stage = open_round()
    spec, other = make_spec(stage), make_spec(stage, seed=7)
    run = open_run(stage.store, "debate", (spec if held else other).json_value(), clock=utc_now)
    side = ValueInput(role="side", value=MOTION.position("con"))
    draft = Draft(
        kind="speech by a person",
        inputs=(side, ValueInput(role="turn", value=[1, "C1", "speech"])),
        decider=Decider(type="person", id="Ann", version=""),
    )
    stage.store.append(Entry(draft=draft, answer="Custom binds the town.", at=stamp(utc_now)), run=run)
    speaker = Speaker("now")
    ran = stage.debate(spec, microphone=Microphone(speaker.listen))
    assert speaker.asked == asked
    assert ("Custom binds" in list_said(ran.view)[0]) is held
    assert complete(replay(stage.store, ran.run)) == ran.view
