"""One contract for every index: the exact one in memory, with and without files, and LanceDB in its places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foam.evidence.document import Citation, Document, Facets, Origin, make_document
from foam.evidence.library import Library
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.place import SharedPlace
from foam.evidence.search.port import Hit, Index, order_document
from foam.evidence.search.where import EVERYWHERE, Where, parse_where

AT = "2026-01-01T00:00:00Z"
EMBEDDER = HashingEmbedder()

Open = Callable[[], Index]


def _document(text: str, *, url: str = "", source: str = "", **facets: object) -> Document:
    return make_document(
        text,
        origin=Origin(file="test", format="text", importer="test-1"),
        citation=Citation(url=url, source=source),
        facets=Facets.model_validate(facets),
    )


WHALES = _document(
    "Whales sing for hours. Nobody knows why whales sing.", side="aff", year=2019, url="https://www.noaa.gov/whales"
)
CARBON = _document(
    "A carbon tax cuts emissions. It's said the carbon tax hurts the poor.",
    side="neg",
    year=2021,
    topic="Carbon Tax",
    source="Journal of Energy",
    url="https://doi.org/10.1000/energy",
)
SCHOOLS = _document("Schools should start later. Pupils sleep longer then.", kind="article")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "foam.db") as library:
        library.add([WHALES, CARBON, SCHOOLS], what="test", at=AT)
        yield library


@pytest.fixture(params=["memory", "memory and files", "lance", "lance in file://", "lance in s3://"])
def open_index(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    if request.param == "lance in s3://":
        place = request.getfixturevalue("object_store").make_place()
        return lambda: LanceIndex(place, EMBEDDER)
    indexes: dict[str, Open] = {
        "memory": lambda: MemoryIndex(EMBEDDER),
        "memory and files": lambda: MemoryIndex(EMBEDDER, tmp_path / "columns"),
        "lance": lambda: LanceIndex(tmp_path / "index", EMBEDDER),
        "lance in file://": lambda: LanceIndex(SharedPlace(url=f"file://{tmp_path}/shared"), EMBEDDER),
    }
    return indexes[request.param]


@pytest.fixture
def index(open_index: Open, library: Library) -> Iterator[Index]:
    opened = open_index()
    opened.follow(library)
    yield opened
    opened.close()


def _lexical(index: Index, query: str, where: Where = EVERYWHERE, version: int | None = None) -> list[Hit]:
    return index.lexical(query, where=where, version=index.version if version is None else version, limit=10)


def _nearest(index: Index, query: str, where: Where = EVERYWHERE, version: int | None = None) -> list[Hit]:
    pinned = index.version if version is None else version
    return index.nearest(EMBEDDER.embed([query])[0], where=where, version=pinned, limit=10)


def _found(library: Library, hits: list[Hit]) -> list[tuple[str, int]]:
    read = library.read_places(hit[:2] for hit in hits)
    return [(read[hit[:2]].document, hit.sentence) for hit in hits]


def test_an_index_starts_empty_and_reaches_the_library(open_index: Open, library: Library) -> None:
    index = open_index()
    assert index.version == 0
    index.follow(library)
    assert index.version == library.version
    index.close()


def test_words_are_found_and_rare_words_count_more(index: Index, library: Library) -> None:
    assert _found(library, _lexical(index, "the emissions of whales"))[0] == (CARBON.id, 0)
    assert _found(library, _lexical(index, "sleeping pupil")) == [(SCHOOLS.id, 1)]


def test_a_query_without_known_words_finds_nothing(index: Index) -> None:
    assert _lexical(index, "zyzzyva") == []
    assert _lexical(index, "") == []
    assert _lexical(index, "\"(' AND OR *:^~") == []


def test_of_many_that_answer_equally_well_the_same_few_are_found_in_every_index(
    open_index: Open, library: Library
) -> None:
    notes = [_document(f"Note {number} of the clerk. Otters swim.", side="aff") for number in range(90)]
    library.add(notes, what="test", at=AT)
    index = open_index()
    index.follow(library)
    asked: Any = {"where": EVERYWHERE, "version": library.version, "limit": 20}
    first = [(id, 1) for id in sorted((one.id for one in notes), key=order_document)[:20]]
    assert _found(library, index.lexical("otters swim", **asked)) == first
    assert _found(library, index.nearest(EMBEDDER.embed(["Otters swim."])[0], **asked)) == first


def test_the_nearest_sentence_is_the_one_with_the_same_words(index: Index, library: Library) -> None:
    hits = _nearest(index, "Pupils sleep longer then.")
    assert _found(library, hits)[0] == (SCHOOLS.id, 1)
    assert hits[0].score == pytest.approx(1, abs=1e-2)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert len(hits) == 6


CONDITIONS: list[tuple[list[str], set[str]]] = [
    (["side=aff"], {WHALES.id}),
    (["side=aff,neg"], {WHALES.id, CARBON.id}),
    (["year>=2020"], {CARBON.id}),
    (["year<=2020"], {WHALES.id}),
    (["year=2021", "side=aff"], set()),
    (["topic=carbon"], {CARBON.id}),
    (["source=ENERGY"], {CARBON.id}),
    (["trust=peer_reviewed"], {CARBON.id}),
    (["trust=official"], {WHALES.id}),
    (["domain=gov"], {WHALES.id}),
    (["domain=ov"], set()),
    (["domain=noaa.gov,edu"], {WHALES.id}),
    (["kind=article"], {SCHOOLS.id}),
    (["source=it's"], set()),
    (["topic=%"], set()),
]


def test_conditions_hold_for_everything_found(index: Index, library: Library) -> None:
    everything = "whales sing carbon tax schools start pupils sleep"
    for terms, expected in CONDITIONS:
        where = parse_where(terms)
        assert {id for id, _ in _found(library, _nearest(index, "whales", where))} == expected, terms
        assert {id for id, _ in _found(library, _lexical(index, everything, where))} == expected, terms


def test_a_pinned_reader_sees_its_version_and_nothing_else(open_index: Open, library: Library) -> None:
    index = open_index()
    index.follow(library)
    first = library.version
    later = _document("Whales also breathe air.")
    library.add([later], what="more", at=AT)
    library.remove([WHALES.id], at=AT)
    index.follow(library)
    assert {id for id, _ in _found(library, _lexical(index, "whales"))} == {later.id}
    assert {id for id, _ in _found(library, _lexical(index, "whales", version=first))} == {WHALES.id}
    assert {id for id, _ in _found(library, _nearest(index, "whales", version=first))} == {
        WHALES.id,
        CARBON.id,
        SCHOOLS.id,
    }
    assert _nearest(index, "whales", version=0) == []
    index.close()


def test_a_document_filed_in_two_ways_is_found_in_both_and_once(index: Index, library: Library) -> None:
    copy = _document(WHALES.text, side="neg", topic="whaling")
    assert copy.id == WHALES.id
    library.add([copy], what="copy", at=AT)
    index.follow(library)
    for side in ("aff", "neg"):
        assert (WHALES.id, 0) in _found(library, _lexical(index, "whales sing", parse_where([f"side={side}"])))
    hits = _found(library, _nearest(index, "whales sing"))
    assert len(hits) == len(set(hits)) == 6


def test_following_twice_changes_nothing(index: Index, library: Library) -> None:
    before = _nearest(index, "whales")
    index.follow(library)
    assert _nearest(index, "whales") == before


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_every_version_is_searched_exactly_whatever_was_added_and_removed(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The law behind pinned readers, on every index at once: what is found is what the version holds."""
    folder = tmp_path_factory.mktemp("law")
    pool = [_document(f"Item {word} stands here.") for word in ("amber", "beryl", "coral", "diamond")]
    indexes: list[Index] = [
        MemoryIndex(EMBEDDER),
        MemoryIndex(EMBEDDER, folder / "columns"),
        LanceIndex(folder / "index", EMBEDDER),
    ]
    with Library.open(folder / "foam.db") as library:
        for _ in range(data.draw(st.integers(1, 4))):
            one = data.draw(st.sampled_from(pool))
            if library.contains(one.id):
                library.remove([one.id], at=AT)
            else:
                library.add([one], what="pool", at=AT)
            if data.draw(st.booleans()):
                indexes[1].follow(library)
                indexes[2].follow(library)
        for index in indexes:
            index.follow(library)
            for version in range(library.version + 1):
                found = {id for id, _ in _found(library, _lexical(index, "item stands", version=version))}
                assert found == set(library.ids(version=version))
            index.close()
