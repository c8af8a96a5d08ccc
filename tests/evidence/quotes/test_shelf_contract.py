"""One contract for every shelf: documents in memory, and a version of a library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from tests.evidence.quotes.samples import DOCUMENTS, TRADE, TRANSPORT, made
from tests.evidence.samples import AT

from foam.evidence.document import Citation, Document
from foam.evidence.library import Library
from foam.evidence.quotes.naming import make_shelf
from foam.evidence.quotes.shelf import LibraryShelf, open_shingles
from foam_quotes.verdicts.sources import Shelf

Fill = Callable[[Sequence[Document]], Shelf]


@pytest.fixture(params=["memory", "library", "older version of a library"])
def fill(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Fill]:
    """Makes a shelf of these documents: a `MemoryShelf` or a `LibraryShelf`."""
    if request.param == "memory":
        yield make_shelf
        return
    with Library.open(tmp_path / "foam.db") as library:

        def from_library(documents: Sequence[Document]) -> Shelf:
            for one in documents:  # one by one, so that the index has several parts
                library.add([one], what="test", at=AT)
                open_shingles(library, tmp_path / "shingles")
            pinned = library.version
            if "older" in request.param:
                later = made("Added later.", citation=Citation(author="Ada Osei", published="2021"))
                library.add([later], what="later", at=AT)
                library.remove([documents[0].id], at=AT)
            return LibraryShelf(library, open_shingles(library, tmp_path / "shingles"), version=pinned)

        yield from_library


@pytest.fixture
def shelf(fill: Fill) -> Shelf:
    return fill(DOCUMENTS)


def test_documents_are_found_by_id_and_others_are_not_there(shelf: Shelf) -> None:
    for one in DOCUMENTS:
        assert shelf.document(one.id) == one
    assert shelf.document(made("Not on any shelf.").id) is None


@pytest.mark.parametrize(
    "source",
    [
        "Free transport",
        "free  TRANSPORT.",
        "Osei 2021",
        "Osei 21",
        "Osei, '21",
        "Ada Osei 2021",
        "https://example.org/free",
        "www.example.org/free/",
        "transport.md",
        'Ada Osei, fellow at X, 3-9-2021, "Free transport," https://www.example.org/free/, DOA: 1-1-2022',
    ],
)
def test_a_source_is_known_by_any_of_its_names(shelf: Shelf, source: str) -> None:
    assert shelf.cited(source) == (TRANSPORT.id,)


@pytest.mark.parametrize("source", ["Osei 2020", "Nobody 1999", "", "???", "d:00000000"])
def test_unknown_sources(shelf: Shelf, source: str) -> None:
    assert shelf.cited(source) == ()


def test_a_name_may_mean_several_documents(fill: Fill) -> None:
    twin = made("Another text by the same hand.", citation=Citation(author="Ada Osei", published="2021"))
    assert set(fill([*DOCUMENTS, twin]).cited("Osei 2021")) == {TRANSPORT.id, twin.id}


def test_ids_and_pointers_name_documents(shelf: Shelf) -> None:
    for name in (TRADE.id, f"d:{TRADE.id[:10]}", str(TRADE.pointer(1))):
        assert shelf.cited(name) == (TRADE.id,)
