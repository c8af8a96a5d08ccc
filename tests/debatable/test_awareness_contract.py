"""What every judge of Dispute Awareness owes, its stand-in in a replay included."""

from __future__ import annotations

import asyncio

import pytest
from tests.job.sessions import NOON

from foam.debatable.diversity import Measure
from foam.debatable.jobs import MeasureSpec, recorded_yardstick
from foam.debatable.reader import WordCountReader
from foam.debatable.scoring import (
    AsReleased,
    AwarenessJudge,
    ByAsking,
    ByMeasuring,
    Yardstick,
    by_likelihood,
    by_stance,
)
from foam.errors import NotRecorded
from foam.job.clerk import Clerk
from foam.job.standins import RecordedModel
from foam.model.cast import ROLES
from foam.model.judge import shipped_judge
from foam.model.scripted import ScriptedModel
from foam.record.memory import MemoryStore
from foam.record.runs import open_run

QUESTION = "Should school uniforms be compulsory?"
ANSWERS = ("It is a disputed and controversial question.", "Uniforms reduce bullying.")
JUDGES: dict[str, AwarenessJudge] = {
    "likelihood": by_likelihood(WordCountReader()),
    "stance": by_stance(shipped_judge()),
    "asked": ByAsking("scripted"),
    "as_released": AsReleased(),
}
assert {type(judge) for judge in JUDGES.values()} == {ByMeasuring, ByAsking, AsReleased}


@pytest.fixture(params=JUDGES)
def decide(request: pytest.FixtureRequest) -> AwarenessJudge:
    return JUDGES[request.param]


def stand_in_of(judge: AwarenessJudge) -> AwarenessJudge:
    """The judge that a replay works with: made from the recorded name alone."""
    spec = MeasureSpec(metrics=("da",), measure=Measure(), awareness=judge.name, version="1")
    found: AwarenessJudge | None = recorded_yardstick(spec)[Yardstick].decide
    assert found is not None
    return found


def open_clerk(store: MemoryStore, model: ScriptedModel, *, replaying: bool = False) -> Clerk:
    run = open_run(store, "test", {}, clock=lambda: NOON)
    answering = RecordedModel(model.decider) if replaying else model
    return Clerk(store, dict.fromkeys(ROLES, answering), run=run, clock=lambda: NOON, replaying=replaying)


def test_it_decides_for_one_or_nought_and_says_how(decide: AwarenessJudge) -> None:
    clerk = open_clerk(MemoryStore(), ScriptedModel())
    for answer in ANSWERS:
        found = asyncio.run(decide(clerk, QUESTION, answer))
        assert found.da in (0, 1)
        assert found.leaning is None or found.da == int(found.leaning > 0)
        assert found.method == next(name for name, judge in JUDGES.items() if judge is decide)


def test_it_decides_once_and_then_reads_the_record(decide: AwarenessJudge) -> None:
    store, model = MemoryStore(), ScriptedModel()
    first = [asyncio.run(decide(open_clerk(store, model), QUESTION, answer)) for answer in ANSWERS]
    asked = len(model.calls)
    assert [asyncio.run(decide(open_clerk(store, model), QUESTION, answer)) for answer in ANSWERS] == first
    assert len(model.calls) == asked


def test_its_stand_in_has_its_name_and_finds_its_decisions(decide: AwarenessJudge) -> None:
    store, model = MemoryStore(), ScriptedModel()
    stand_in = stand_in_of(decide)
    assert stand_in.name == decide.name
    first = asyncio.run(decide(open_clerk(store, model), QUESTION, ANSWERS[0]))
    assert asyncio.run(stand_in(open_clerk(store, model, replaying=True), QUESTION, ANSWERS[0])) == first


@pytest.mark.parametrize("name", sorted(JUDGES.keys() - {"as_released"}))
def test_what_was_not_decided_its_stand_in_does_not_decide(name: str) -> None:
    clerk = open_clerk(MemoryStore(), ScriptedModel(), replaying=True)
    with pytest.raises(NotRecorded):
        asyncio.run(stand_in_of(JUDGES[name])(clerk, QUESTION, ANSWERS[0]))
