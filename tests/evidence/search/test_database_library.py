"""Every index follows a library in PostgreSQL as it follows one in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.evidence.samples import AT, made

from foam.evidence.library import Library
from foam.evidence.search.cards import CardIndex
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.hybrid import Search
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.place import SharedPlace
from foam.evidence.search.port import Index

EMBEDDER = HashingEmbedder()
WHALES = made("Whales sing in the sea. Their songs change each year.", file="whales.txt")
CARBON = made("A carbon tax cuts emissions. It is said to hurt the poor.", file="carbon.txt", side="neg", year=2021)
SCHOOLS = made("Schools should start later. Pupils sleep longer then.", file="schools.txt")
QUERIES = ("songs of whales", "carbon tax emissions", "pupils sleep", "the sea and the poor")
Open = Callable[[str], Index]


@pytest.fixture(params=["memory", "lance", "lance in file://", "lance in s3://"])
def open_index(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """A new index of this kind, by a name."""

    def open_one(name: str) -> Index:
        match request.param:
            case "memory":
                return MemoryIndex(EMBEDDER)
            case "lance":
                return LanceIndex(tmp_path / name, EMBEDDER)
            case "lance in file://":
                return LanceIndex(SharedPlace(url=f"file://{tmp_path}/{name}"), EMBEDDER)
        return LanceIndex(request.getfixturevalue("object_store").make_place(), EMBEDDER)

    return open_one


@pytest.fixture
def pair(tmp_path: Path, database: str) -> Iterator[tuple[Library, Library]]:
    """A library in a file and one in a database."""
    with Library.open(tmp_path / "foam.db") as file, Library.open_database(database) as kept:
        yield file, kept


STEPS: tuple[Callable[[Library], object], ...] = (
    lambda library: library.add([WHALES, CARBON], what="test", at=AT),
    lambda library: library.add([SCHOOLS], what="later", at=AT),
    lambda library: library.remove([WHALES.id], at=AT),
    lambda library: library.erase([CARBON.id], at=AT, because="asked for"),
    lambda library: library.add([WHALES], what="again", at=AT),
)


def test_an_index_finds_the_same_after_whatever_happens_to_the_library(
    pair: tuple[Library, Library], open_index: Open
) -> None:
    searches = [
        Search(library, open_index(name), EMBEDDER) for library, name in zip(pair, ("file", "database"), strict=True)
    ]
    for step in STEPS:
        for library in pair:
            step(library)
        found = [[_show(search, query) for query in QUERIES] for search in searches]
        assert found[0] == found[1]
        assert any(found[0])
    assert all(search.find(QUERIES[0], version=1) for search in searches)


def _show(search: Search, query: str) -> list[tuple[str, int, str]]:
    return [(one.pointer.document, one.pointer.sentence, one.text) for one in search.find(query)]


def test_cards_and_headings_are_read_alike(pair: tuple[Library, Library]) -> None:
    from tests.evidence.test_erase import GONE, STAYS

    analytic = GONE.model_copy(update={"card": GONE.card.model_copy(update={"analytic": True})}) if GONE.card else GONE
    other = made("Another card altogether.").model_copy(update={"card": analytic.card})
    for library in pair:
        library.add([GONE, STAYS, other], what="cards", at=AT)
    file, kept = pair
    assert sorted(file.list_headings()) == sorted(kept.list_headings()) != []
    for admits in (lambda tag, headings: True, lambda tag, headings: "Wurzelpeter" in str(headings)):
        assert [*file.find_cards(admits)] == [*kept.find_cards(admits)] == [GONE]
    assert file.find_files([GONE.id, STAYS.id]) == kept.find_files([GONE.id, STAYS.id])
    assert [*file.read_files([""])] == [*kept.read_files([""])]
    assert [*file.places_after(0)] == [*kept.places_after(0)]
    assert file.readers([1, 2, 3]) == kept.readers([1, 2, 3])
    assert file.filings() == kept.filings()
    assert file.has_at_most(3) == kept.has_at_most(3)
    assert file.stats() == kept.stats()
    assert file.newest_ids(2) == kept.newest_ids(2)
    kept.erase([GONE.id], at=AT, because="asked for")
    assert [*kept.find_cards(lambda tag, headings: True)] == []
    with CardIndexes(pair) as indexes:
        assert [index.version for index in indexes] == [library.version for library in pair]


class CardIndexes:
    """An index of cards for each library."""

    def __init__(self, libraries: tuple[Library, ...]) -> None:
        self._indexes = [CardIndex(None) for _ in libraries]
        for index, library in zip(self._indexes, libraries, strict=True):
            index.follow(library)

    def __enter__(self) -> list[CardIndex]:
        return self._indexes

    def __exit__(self, *_: object) -> None:
        for index in self._indexes:
            index.close()
