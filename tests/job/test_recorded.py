"""The model of a replay: it lends its name, and answers nothing."""

from __future__ import annotations

import asyncio

import pytest
from tests.model.questions import EACH_KIND, choose

from foam.errors import NotRecorded
from foam.job.clerk import Clerk
from foam.job.standins import RecordedModel
from foam.model.question import Question
from foam.model.scripted import ScriptedModel
from foam.record.clock import utc_now
from foam.record.memory import MemoryStore
from foam.record.runs import open_run


@pytest.mark.parametrize("question", EACH_KIND, ids=lambda q: q.type)
def test_it_answers_nothing_and_says_what_is_missing(question: Question) -> None:
    model = RecordedModel(ScriptedModel(name="gone").decider)
    with pytest.raises(NotRecorded) as caught:
        asyncio.run(model.answer(question, seed=3))
    assert "gone" in caught.value.what
    assert "seed 3" in caught.value.what


def test_a_replay_finds_under_its_name_what_the_model_once_answered() -> None:
    store = MemoryStore()
    run = open_run(store, "test", {}, clock=utc_now)
    model = ScriptedModel()
    entry = asyncio.run(Clerk(store, {"proposer": model, "judge": model}, run=run, seed=5).ask("evidence", choose()))

    stand_in = RecordedModel(entry.draft.decider)
    replay = Clerk(store, {"proposer": stand_in, "judge": stand_in}, run=run, seed=5)
    assert asyncio.run(replay.ask("evidence", choose())) == entry
    with pytest.raises(NotRecorded):
        asyncio.run(replay.ask("evidence", choose(prompt="Something else?")))


def test_its_name_is_the_recorded_one_without_the_seed() -> None:
    decider = ScriptedModel(name="gone").decider
    assert RecordedModel(decider.model_copy(update={"seed": 9})).decider == decider
