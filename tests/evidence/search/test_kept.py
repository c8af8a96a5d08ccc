"""Indexes that stay open, and what is read at a glance: the very results that opening and reading anew give."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from tests.evidence.samples import AT, made

from foam.errors import RecordDamaged
from foam.evidence.document import Document
from foam.evidence.holdings import Sentence
from foam.evidence.library import Library
from foam.evidence.reports import cite_documents, describe_citation
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.fusion import Fusion, fuse_rankings, share_scores
from foam.evidence.search.hybrid import Found, Search
from foam.evidence.search.kept import OpenIndexes
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.opening import drop_indexes, open_large
from foam.evidence.search.port import Hit, Index
from foam.evidence.search.where import EVERYWHERE, Where, parse_where
from foam_quotes.text.pointer import Pointer

EMBEDDER = HashingEmbedder(256)
WORDS = ("tax", "bees", "carbon", "dance", "flower", "revenue", "country", "emission", "field", "hedge", "river", "law")
FEW = 12
"""How deep rankings are read here: copies then push sentences out, and more is asked for."""


def write_documents(rng: random.Random, count: int) -> list[Document]:
    """Documents that share some of their sentences."""
    common = [_write_sentence(rng) for _ in range(20)]
    return [
        made(
            " ".join(rng.choice(common) if rng.random() < 0.5 else _write_sentence(rng) for _ in range(6)),
            side=rng.choice(("aff", "neg")),
        )
        for _ in range(count)
    ]


def _write_sentence(rng: random.Random) -> str:
    return f"The {' '.join(rng.sample(WORDS, rng.randint(3, 6)))} of {rng.randint(2, 9)} is here."


def write_queries(count: int) -> list[str]:
    rng = random.Random(7)
    return [" ".join(rng.sample(WORDS, rng.randint(1, 5))) for _ in range(count)]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "foam.db") as library:
        documents = write_documents(random.Random(1), 60)
        library.add(documents[:40], what="first", at=AT)
        library.remove([documents[3].id, documents[7].id], at=AT)
        library.add(documents[40:], what="more", at=AT)
        yield library


def find_plainly(
    library: Library, index: Index, query: str, *, fusion: Fusion, where: Where, version: int, limit: int
) -> list[tuple[Pointer, str, float, tuple[Pointer, ...]]]:
    """What search finds, by its definition: rankings read as far as they ever are, every sentence from its pointer."""
    ids = dict(library.tables.execute("SELECT number, id FROM library_document"))
    depth = max(fusion.depth, limit)
    rankings = [
        index.lexical(query, where=where, version=version, limit=4 * depth),
        index.nearest(EMBEDDER.embed([query])[0], where=where, version=version, limit=4 * depth),
    ]
    places = list({hit[:2]: None for hits in rankings for hit in hits})
    pointers = [Pointer(document=ids[document], sentence=sentence) for document, sentence in places]
    read = dict(zip(places, library.sentences(pointers), strict=True))
    held = {place: one for place, one in read.items() if one is not None}
    cut = [_cut(hits, held, depth) for hits in rankings]
    near = fusion.vector_weight
    same = {place: one.text.casefold() for place, one in held.items()}
    earned = fuse_rankings(cut, [1 - near, near], flatness=fusion.flatness, same=same)
    scores = share_scores(earned, fusion.kinship)
    first: dict[str, tuple[int, int]] = {}
    also: dict[tuple[int, int], list[Pointer]] = {}
    known = [place for place in scores if place in held]
    for place in sorted(known, key=lambda one: (-held[one].around, held[one].pointer.document, one[1])):
        kept = first.setdefault(held[place].text.casefold(), place)
        also.setdefault(kept, []).extend([] if kept == place else [held[place].pointer])
    best = sorted(also, key=lambda place: (-scores[place], held[place].pointer.document, place[1]))[:limit]
    return [(held[one].pointer, held[one].text, scores[one], tuple(also[one])) for one in best]


def _cut(hits: Sequence[Hit], held: dict[tuple[int, int], Sentence], depth: int) -> list[tuple[int, int]]:
    seen: set[str] = set()
    kept: list[tuple[int, int]] = []
    for hit in hits:
        text = held[hit[:2]].text.casefold() if hit[:2] in held else ""
        if len(seen) == depth and text not in seen:
            break
        seen.add(text)
        kept.append(hit[:2])
    return kept


def tell(found: Sequence[Found]) -> list[tuple[Pointer, str, float, tuple[Pointer, ...]]]:
    return [(one.pointer, one.text, one.score, one.also) for one in found]


@pytest.fixture(params=["memory", "lance", "lance, warm"])
def index(request: pytest.FixtureRequest, library: Library, tmp_path: Path) -> Iterator[Index]:
    opened: MemoryIndex | LanceIndex
    opened = MemoryIndex(EMBEDDER) if request.param == "memory" else LanceIndex(tmp_path / "index", EMBEDDER)
    opened.follow(library)
    if isinstance(opened, LanceIndex) and request.param == "lance, warm":
        opened.warm()
        assert opened.is_warm
    yield opened
    opened.close()


def test_what_is_found_and_its_order_follow_from_the_definition(library: Library, index: Index) -> None:
    fusion = Fusion(depth=FEW)
    search = Search(library, index, EMBEDDER, fusion=fusion)
    places = [EVERYWHERE, parse_where(["side=aff"])]
    deeper = 0
    for number, query in enumerate(write_queries(60)):
        where, version, limit = places[number % 2], (library.version, 1)[number % 3 == 0], (5, 20)[number % 5 == 0]
        found = search.find(query, where=where, version=version, limit=limit)
        plainly = find_plainly(library, index, query, fusion=fusion, where=where, version=version, limit=limit)
        assert tell(found) == plainly
        deeper += any(one.also for one in found)
    assert deeper > 30, "copies should have been among what was found"


def test_a_warm_index_answers_as_a_cold_one(library: Library, tmp_path: Path) -> None:
    cold, warm = (open_large(library, tmp_path, EMBEDDER, in_memory=1) for _ in range(2))
    cold.follow(library)
    assert not warm.is_warm
    warm.warm()
    assert warm.is_warm
    for query in write_queries(40):
        for version in (1, 2, library.version):
            asked = {"where": EVERYWHERE, "version": version, "limit": 15}
            assert warm.lexical(query, **asked) == cold.lexical(query, **asked)
            vector = EMBEDDER.embed([query])[0]
            assert warm.nearest(vector, **asked) == cold.nearest(vector, **asked)
    library.add([made("Wasps are no bees at all.")], what="newcomer", at=AT)
    cold.follow(library)
    assert not warm.is_warm, "the table is another one now"
    assert Search(library, warm, EMBEDDER).find("wasps")[0].text == "Wasps are no bees at all."


def test_a_large_index_stays_open_and_is_warmed_when_it_is_asked_for_again(library: Library, tmp_path: Path) -> None:
    put_aside: list[Callable[[], None]] = []
    indexes = OpenIndexes(in_memory=1, aside=put_aside.append)
    first = indexes.open(library, tmp_path, EMBEDDER)
    assert isinstance(first, LanceIndex)
    Search(library, first, EMBEDDER).find("tax")
    assert not put_aside, "one search alone is no reason to read it all"
    assert indexes.open(library, tmp_path, EMBEDDER) is first
    put_aside.pop()()
    assert first.is_warm
    assert indexes.open(library, tmp_path, EMBEDDER) is first
    assert not put_aside
    library.add([made("Wasps are no bees at all.")], what="newcomer", at=AT)
    again = indexes.open(library, tmp_path, EMBEDDER)
    assert again is first
    assert Search(library, again, EMBEDDER).find("wasps")[0].text == "Wasps are no bees at all."


def test_an_index_that_was_deleted_is_opened_anew(library: Library, tmp_path: Path) -> None:
    indexes = OpenIndexes(in_memory=1)
    first = indexes.open(library, tmp_path, EMBEDDER)
    before = Search(library, first, EMBEDDER).find("tax")
    drop_indexes(tmp_path)
    second = indexes.open(library, tmp_path, EMBEDDER)
    assert second is not first
    assert Search(library, second, EMBEDDER).find("tax") == before
    indexes.forget()
    assert indexes.open(library, tmp_path, EMBEDDER) is not second


def test_a_library_that_became_small_is_searched_in_memory(library: Library, tmp_path: Path) -> None:
    indexes = OpenIndexes(in_memory=library.stats().sentences - 1)
    assert isinstance(indexes.open(library, tmp_path, EMBEDDER), LanceIndex)
    library.remove([library.ids()[0]], at=AT)
    assert isinstance(indexes.open(library, tmp_path, EMBEDDER), MemoryIndex)
    assert isinstance(indexes.open(library, None, EMBEDDER), MemoryIndex)


def test_warming_builds_nothing(library: Library, tmp_path: Path) -> None:
    indexes = OpenIndexes(in_memory=1)
    assert not indexes.warm(library, tmp_path, EMBEDDER)
    assert not (tmp_path / "index").exists()
    Search(library, indexes.open(library, tmp_path, EMBEDDER), EMBEDDER).find("tax")
    indexes.forget()
    assert indexes.warm(library, tmp_path, EMBEDDER)
    opened = indexes.open(library, tmp_path, EMBEDDER)
    assert isinstance(opened, LanceIndex)
    assert opened.is_warm
    library.add([made("Wasps are no bees at all.")], what="newcomer", at=AT)
    assert not indexes.warm(library, tmp_path, EMBEDDER), "it has to follow first"
    assert opened.version < library.version


def test_sentences_at_a_glance_are_those_of_their_pointers(library: Library) -> None:
    rows = library.tables.execute("SELECT number, id, LENGTH(ends) / 4 FROM library_document").fetchall()
    places = [(number, sentence) for number, _, count in rows for sentence in range(count)]
    ids = {number: id for number, id, _ in rows}
    read = library.read_places([*places, (rows[0][0], 99), (10**6, 0)])
    assert list(read) == places
    whole = library.sentences([Pointer(document=ids[document], sentence=sentence) for document, sentence in places])
    for glance, sentence in zip(read.values(), whole, strict=True):
        assert sentence is not None
        assert (glance.document, glance.sentence) == (sentence.pointer.document, sentence.pointer.sentence)
        assert (glance.text, glance.around) == (sentence.text, sentence.around)
    library.erase([ids[places[0][0]]], at=AT, because="asked for")
    assert places[0] not in library.read_places(places)


def test_citations_at_a_glance_are_those_of_whole_documents(library: Library) -> None:
    ids = library.list_all()
    whole = {one: library.document(one) for one in ids}
    assert library.read_cited(ids) == {one: (found.citation, found.origin) for one, found in whole.items()}
    cites = cite_documents(library, ids)
    assert all(cites[one] == describe_citation(found.citation, found.origin) for one, found in whole.items())
    library.erase([ids[0]], at=AT, because="asked for")
    assert ids[0] not in library.read_cited(ids)


def test_a_damaged_citation_is_told(library: Library) -> None:
    library.tables.execute("UPDATE library_appearance SET about = '[]' WHERE number = 1")
    with pytest.raises(RecordDamaged, match="cannot be read"):
        library.read_cited(library.list_all())
