"""A whole written debate against endpoints of every kind: every act completes, or falls back and says so."""

from __future__ import annotations

from functools import cache

import pytest
from tests.debate.stage import Stage
from tests.debate.test_turn import OFF_SIDE, blame
from tests.debate.writers import COMPLAINTS, GOOD_CON, GOOD_PRO, MOTION, Speech, make_format, open_stage, writer
from tests.model.remote.serving import ENDINGS, SILENT, decline, serve

from foam.debate.document import compose_debate
from foam.debate.values import Debate
from foam.debate.views import FELL_BACK, describe_acts
from foam.errors import OutOfBounds
from foam.job.acts import ActCount
from foam.job.job import RunResult, replay
from foam.job.waiting import complete
from foam.model.port import Model
from foam.model.scripted import ScriptedModel
from foam.paper import render


def make_writer() -> ScriptedModel:
    return writer({"P1": [GOOD_PRO], "C1": [GOOD_CON]})


def play(model: Model) -> tuple[Stage, RunResult[Debate]]:
    stage = open_stage(model)
    spec = stage.debate_spec(
        transcript=MOTION, format=make_format("P1", "C1"), wording="model", pace=200.0, questions=0
    )
    return stage, stage.debate(spec)


@cache
def play_without_endpoint() -> Debate:
    return play(make_writer())[1].view


@pytest.mark.parametrize("name", ENDINGS)
def test_a_debate_is_spoken_through_every_kind_of_endpoint(name: str) -> None:
    with serve(name, make_writer()) as model:
        debate = play(model)[1].view
    assert debate.acts == ActCount(asked=6)
    assert [turn.voice for turn in debate.turns] == ["written", "written"]
    assert [turn.text for turn in debate.turns] == [turn.text for turn in play_without_endpoint().turns]


def test_whatever_fits_the_form_completes_or_falls_back_and_the_debate_says_so() -> None:
    with serve("openai") as model:
        stage, ran = play(model)
    acts = ran.view.acts
    assert acts.bounded <= acts.asked
    assert complete(replay(stage.store, ran.run)).json_value() == ran.view.json_value()


def test_a_model_that_declines_to_write_is_heard_in_quotations() -> None:
    with serve("openai", make_writer(), declines=decline("debate/speech")) as model:
        debate = play(model)[1].view
    assert (debate.acts.asked, debate.acts.bounded) == (4, 2), "what was prepared counts"
    assert {(turn.voice, turn.notes[0]) for turn in debate.turns} == {("bounded", FELL_BACK)}
    assert describe_acts(debate.acts).endswith("(50 %)")


@pytest.mark.parametrize("name", SILENT)
def test_a_model_that_answers_nothing_ends_the_run_with_what_it_said(name: str) -> None:
    with pytest.raises(OutOfBounds, match="gave no valid answer") as raised, serve(name) as model:
        play(model)
    assert SILENT[name] in str(raised.value)


def say(opening: str, *points: dict[str, object]) -> Speech:
    return {"plan": "Meet what was said.", "opening": opening, "points": [*points], "closing": ""}


SPEECHES = {
    "P1": [OFF_SIDE, GOOD_PRO],
    "C1": [GOOD_CON],
    "P2": [
        say(
            "Ask whom the danger threatens.",
            {
                "move": "rebut",
                "answers": ["2.1"],
                "strikes": "weight",
                "extends": ["1.1"],
                "text": "Those who slept on are no answer to those who did not; a patient has no other bed to go to.",
            },
            {
                "move": "argue",
                "cites": [COMPLAINTS],
                "text": "Nor is it one ward alone: in 2019 the council had 212 letters on this one matter.",
            },
        )
    ],
    "C2": [
        say(
            "Letters are counted, landings are not.",
            {
                "move": "rebut",
                "answers": ["3.2"],
                "strikes": "inference",
                "text": "Who writes to a council is whoever is vexed; nobody writes that they came home safely.",
            },
            {
                "move": "rebut",
                "answers": ["3.1"],
                "strikes": "weight",
                "text": "A patient is moved or given wool for the ears; a boat on the rocks is beyond help.",
            },
        )
    ],
    "P3": [
        say(
            "Weigh what is certain against what is feared.",
            {
                "move": "weigh",
                "answers": ["4.2"],
                "extends": ["1.1"],
                "text": "Broken rest comes every night to the weakest; of boats lost we have heard none named.",
            },
            {
                "move": "extend",
                "extends": ["3.2"],
                "text": "That many people should trouble to write tells how deep it goes.",
            },
        )
    ],
    "C3": [
        say(
            "One question decides.",
            {
                "move": "weigh",
                "answers": ["5.1"],
                "extends": ["2.2"],
                "text": "A harm that can be eased is set against one that cannot; choose to keep what guards lives.",
            },
            {"move": "extend", "extends": ["2.2"], "text": "They never said how a ferry is to find its way instead."},
        )
    ],
}


def test_three_speeches_a_side_over_an_endpoint_take_four_requests_each_and_show_what_was_sent_back() -> None:
    model = writer(SPEECHES, judged=blame(fault="against its own side", why="It asks that the bell ring."))
    with serve("openai", model) as served:
        stage = open_stage(served)
        spec = stage.debate_spec(
            transcript=MOTION, format=stage.format("free"), wording="model", pace=200.0, questions=0
        )
        ran = stage.debate(spec)
    asked = [call.question.template for call in model.calls]
    begun = [n for n, name in enumerate(asked) if name == "debate/prepare"]
    assert [turn.speech for turn in ran.view.turns] == ["P1", "C1", "P2", "C2", "P3", "C3"]
    counts = [end - start for start, end in zip(begun, [*begun[1:], len(asked)], strict=True)]
    assert counts == [4, 3, 3, 3, 3, 3]
    first, *rest = ran.view.turns
    assert [len(turn.attempts) for turn in rest] == [1] * 5
    refused = first.attempts[0]
    assert "let it ring on" in refused.text
    assert refused.judged.list_told() == ("1.2: against its own side. It asks that the bell ring.",)
    page = render(compose_debate(ran.view), "md")
    assert "against its own side" in page
    met = {name for turn in rest for point in turn.points for name in point.answers}
    assert met == {"1.1", "2.1", "3.1", "3.2", "4.2", "5.1"}
    assert complete(replay(stage.store, ran.run)).json_value() == ran.view.json_value()
