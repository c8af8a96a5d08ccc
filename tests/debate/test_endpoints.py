"""A whole written debate against endpoints of every kind: every act completes, or falls back and says so."""

from __future__ import annotations

from functools import cache

import pytest
from tests.debate.stage import Stage
from tests.debate.writers import GOOD_CON, GOOD_PRO, MOTION, make_format, open_stage, writer
from tests.model.remote.serving import ENDINGS, SILENT, decline, serve

from foam.debate.values import Debate
from foam.debate.views import FELL_BACK, describe_acts
from foam.errors import OutOfBounds
from foam.job.acts import ActCount
from foam.job.job import RunResult, replay
from foam.job.waiting import complete
from foam.model.port import Model
from foam.model.scripted import ScriptedModel


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
