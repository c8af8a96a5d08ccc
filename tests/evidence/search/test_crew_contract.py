"""One contract for whoever works out the rows of an index: this process, several, or those of a Ray cluster."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from tests.evidence.samples import AT, made

from foam.errors import InputError, NotFound
from foam.evidence.derived import same_vectors
from foam.evidence.library import Library
from foam.evidence.search.arrow import Rows, make_rows
from foam.evidence.search.building import Pace
from foam.evidence.search.crew import Crew, OwnProcess, Processes
from foam.evidence.search.engine import connect, open_table
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.hybrid import Found, Search
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.ledger import FileLedger
from foam.evidence.search.shards import Shard, cut_shards

EMBEDDER = HashingEmbedder(32)
CREWS = ("OwnProcess", "Processes", pytest.param("RayCrew", marks=pytest.mark.long))


class Faulty(HashingEmbedder):
    """Cannot embed anything."""

    def embed(self, texts: object) -> object:  # type: ignore[override]
        raise NotFound("there are no vectors", hint="look elsewhere")


def open_crew(kind: str, embedder: HashingEmbedder = EMBEDDER) -> Crew:
    if kind == "OwnProcess":
        return OwnProcess(embedder)
    if kind == "Processes":
        return Processes(2, partial(_give, embedder))
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'foam[ray]'")
    from foam.evidence.search.cluster import RayCrew

    return RayCrew(2, partial(_give, embedder))


def _give(embedder: HashingEmbedder) -> HashingEmbedder:
    return embedder


@pytest.fixture(scope="module")
def library() -> Iterator[Library]:
    with Library.in_memory() as library:
        for i in range(9):
            library.add([made(f"Document {i} speaks of topic{i}. It ends here.", side="aff")], what="test", at=AT)
        yield library


@pytest.fixture(scope="module")
def shards(library: Library) -> list[Shard]:
    return list(cut_shards(library, after=0, upto=library.version, size=3))


@pytest.mark.parametrize("kind", CREWS)
def test_rows_come_in_the_order_of_the_shards_and_are_the_same(kind: str, shards: list[Shard]) -> None:
    crew = open_crew(kind)
    made_rows = list(crew.each(iter(shards)))
    assert [shard.id for shard, _ in made_rows] == [shard.id for shard in shards]
    for shard, rows in made_rows:
        assert rows.equals(make_rows(shard.entered, EMBEDDER))
    assert list(crew.each([])) == []
    crew.close()


@pytest.mark.parametrize("kind", CREWS)
def test_an_error_of_the_vectors_is_told_as_it_is(kind: str, shards: list[Shard]) -> None:
    crew = open_crew(kind, Faulty(32))
    with pytest.raises(NotFound, match="no vectors") as caught:
        list(crew.each(shards))
    assert caught.value.hint == "look elsewhere"
    crew.close()


@pytest.mark.parametrize("kind", CREWS)
def test_the_index_is_the_same_whoever_worked(kind: str, library: Library, tmp_path: Path) -> None:
    """The same rows in the same order, and the same sentences found with the same scores."""
    found: list[tuple[Rows, list[tuple[Found, ...]]]] = []
    for crew in (OwnProcess(EMBEDDER), open_crew(kind)):
        folder = tmp_path / type(crew).__name__ / str(len(found))
        index = LanceIndex(folder, EMBEDDER, pace=Pace(shard_sentences=4))
        index.follow(library, crew=crew)
        crew.close()
        assert list(index.compare(library, same_vectors)) == []
        search = Search(library, index, EMBEDDER)
        asked = [search.find(f"what ends with topic{i}") for i in range(9)]
        table = open_table(connect(folder / EMBEDDER.name), FileLedger(folder / EMBEDDER.name).read().table)
        found.append((table.to_arrow(), asked))
    (rows, answers), (other_rows, other_answers) = found
    assert len(rows) == 18
    assert rows.equals(other_rows)
    assert answers == other_answers


def test_a_worker_that_is_killed_is_replaced_and_told_of(library: Library) -> None:
    shards = list(cut_shards(library, after=0, upto=library.version, size=1))
    assert len(shards) == 9  # four are under way when the worker is killed, and five come to a line it stands in
    told: list[int] = []
    crew = Processes(2, partial(_give, EMBEDDER), tell_replaced=told.append)
    rows = crew.each(shards)
    made_rows = [next(rows)]
    os.kill(crew.list_pids()[0], signal.SIGKILL)
    made_rows += rows
    assert [shard.id for shard, _ in made_rows] == [shard.id for shard in shards]
    assert told
    crew.close()


def test_vectors_that_cannot_be_sent_to_other_processes_are_refused() -> None:
    with pytest.raises(InputError, match="cannot be worked out in other processes"):
        Processes(2, lambda: EMBEDDER)


def test_shards_are_cut_by_the_library_alone(library: Library, shards: list[Shard]) -> None:
    again = list(cut_shards(library, after=0, upto=library.version, size=3))
    assert again == shards
    assert len({shard.id for shard in shards}) == len(shards) == 5
    assert sum(shard.sentences for shard in shards) == 18
    before = list(cut_shards(library, after=0, upto=4, size=3))
    assert [shard.id for shard in before] == [shard.id for shard in shards[:2]]
