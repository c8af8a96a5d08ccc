"""The contract of an exemplar memory, on `Recall`, the tests' `FixedMemory` and the replay's `RecordedMemory`."""

from __future__ import annotations

import pytest
from tests.debate.stage import FixedMemory

from foam.debate.floor import ExemplarMemory, RecordedMemory
from foam.debate.memory.recall import Recall
from foam.debate.memory.sample import load_sample
from foam.errors import NotRecorded
from foam.evidence.search.fake import HashingEmbedder

HISTORY = "Cars need too much room in a city, and buses need less."


def _recall() -> Recall:
    return load_sample(HashingEmbedder())


@pytest.fixture(params=[_recall, lambda: FixedMemory("Because buses are full, roads are free.")])
def memory(request: pytest.FixtureRequest) -> ExemplarMemory:
    made: ExemplarMemory = request.param()
    return made


def test_a_version_and_an_engine_name_what_is_searched(memory: ExemplarMemory) -> None:
    assert memory.version
    assert memory.engine


def test_keywords_lead_to_exemplars_best_first_and_the_same_each_time(memory: ExemplarMemory) -> None:
    keywords = ("cars", "buses")
    found = memory.find(keywords, [HISTORY])
    assert found
    assert [one.similarity for one in found] == sorted((one.similarity for one in found), reverse=True)
    assert memory.find(keywords, [HISTORY]) == found


def test_replies_are_of_the_side_that_asks_and_the_same_each_time(memory: ExemplarMemory) -> None:
    found = memory.find_replies(HISTORY, "con", "Private cars should leave the city centre")
    assert found == memory.find_replies(HISTORY, "con", "Private cars should leave the city centre")
    assert {one.move.side for one in found} <= {"con"}


def test_another_memory_of_the_same_content_has_the_same_version() -> None:
    assert _recall().version == _recall().version


def test_the_stand_in_of_a_replay_has_names_and_answers_nothing() -> None:
    memory: ExemplarMemory = RecordedMemory("v", "e")
    assert (memory.version, memory.engine) == ("v", "e")
    with pytest.raises(NotRecorded):
        memory.find(("bus",), [HISTORY])
    with pytest.raises(NotRecorded):
        memory.find_moves(HISTORY, "pro")
    with pytest.raises(NotRecorded):
        memory.find_replies(HISTORY, "pro", "a motion")
