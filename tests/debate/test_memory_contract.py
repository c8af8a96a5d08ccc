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
    keywords = memory.list_keywords(HISTORY)
    assert keywords
    found = memory.find(keywords, [HISTORY])
    assert found
    assert [one.similarity for one in found] == sorted((one.similarity for one in found), reverse=True)
    assert memory.find(keywords, [HISTORY]) == found


def test_it_knows_a_motion_whose_words_it_holds(memory: ExemplarMemory) -> None:
    assert memory.knows("Private cars should leave the city centre")


def test_replies_are_of_the_side_that_asks_and_the_same_each_time(memory: ExemplarMemory) -> None:
    found = memory.find_replies(HISTORY, "con", "Private cars should leave the city centre")
    assert found == memory.find_replies(HISTORY, "con", "Private cars should leave the city centre")
    assert {one.move.side for one in found} <= {"con"}


def test_a_memory_of_other_matters_does_not_know_the_motion() -> None:
    assert not _recall().knows("Orchids deserve quarantine zones.")


def test_words_scattered_over_several_debates_do_not_make_a_motion_known() -> None:
    assert not _recall().knows("Homework about museums"), "each word is of another debate"
    assert not _recall().knows("This house would ban boxing"), "one word of two is not the matter"


def test_another_memory_of_the_same_content_has_the_same_version() -> None:
    assert _recall().version == _recall().version


def test_the_stand_in_of_a_replay_has_names_and_answers_nothing() -> None:
    memory: ExemplarMemory = RecordedMemory("v", "e")
    assert (memory.version, memory.engine) == ("v", "e")
    with pytest.raises(NotRecorded):
        memory.list_keywords(HISTORY)
    with pytest.raises(NotRecorded):
        memory.knows(HISTORY)
    with pytest.raises(NotRecorded):
        memory.find(("bus",), [HISTORY])
    with pytest.raises(NotRecorded):
        memory.find_moves(HISTORY, "pro")
    with pytest.raises(NotRecorded):
        memory.find_replies(HISTORY, "pro", "a motion")
