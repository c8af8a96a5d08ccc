"""A library is searched alike in memory and by LanceDB: on real articles, with real claims."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from bench.retrieval import articles, rows
from tests.laws.change import write_document

from foam.errors import WeightsMissing
from foam.evidence.document import Document
from foam.evidence.library import Library
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.hybrid import Search
from foam.evidence.search.lance import LanceIndex
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.port import Hit
from foam.evidence.search.where import EVERYWHERE
from foam.model.embedded.vectors import WordVectors
from foam.model.port import Embedder
from foam.settings import find_home
from foam_quotes.text.terms import stem_words

pytestmark = pytest.mark.data
ARTICLES, CLAIMS = 30, 40
ROUNDING = 2e-4
"""Scores are rounded to four digits; a sum in another order may fall on the other side."""


@pytest.fixture(scope="module")
def library(shared_data: Path) -> Iterator[Library]:
    numbers = [row[2].strip() for row in rows(shared_data / "ibm_ce", "articles.txt")[1 : ARTICLES + 1]]
    with Library.in_memory() as library:
        library.add(without_copies(articles(shared_data / "ibm_ce", numbers).values()), what="articles", at="now")
        yield library


def without_copies(documents: Iterable[Document]) -> Iterator[Document]:
    """The documents with each sentence once: in memory copies make a word no more common, LanceDB counts each."""
    seen: set[tuple[str, ...]] = set()
    for document in documents:
        fresh = []
        for number in range(len(document.sentences)):
            words = tuple(sorted(stem_words(document.sentence(number))))
            if words and words not in seen:
                seen.add(words)
                fresh.append(document.sentence(number))
        yield write_document("\n\n".join(fresh), name=document.id[:12])


@pytest.fixture(scope="module")
def claims(shared_data: Path) -> list[str]:
    return [row[1] for row in rows(shared_data / "ibm_ce", "claims.txt")[1 : CLAIMS + 1]]


@pytest.fixture(params=["hashing", pytest.param("static", marks=pytest.mark.embedded)])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    if request.param == "hashing":
        return HashingEmbedder(256)
    try:
        return WordVectors(find_home(os.environ, Path.cwd(), Path.home()))
    except WeightsMissing as missing:
        pytest.skip(f"MISSING WEIGHTS: {missing.what}; {missing.hint}")


def test_both_indexes_find_the_same_sentences_in_the_same_order(
    library: Library, claims: list[str], embedder: Embedder, tmp_path: Path
) -> None:
    exact, engine = MemoryIndex(embedder), LanceIndex(tmp_path, embedder)
    one, other = Search(library, exact, embedder), Search(library, engine, embedder)
    same = 0
    for claim in claims:
        found, found_too = one.find(claim), other.find(claim)
        same += [hit.pointer for hit in found] == [hit.pointer for hit in found_too]
        vector = embedder.embed([claim])[0]
        by_words, near = (
            [index.lexical(claim, where=EVERYWHERE, version=library.version, limit=50) for index in (exact, engine)],
            [index.nearest(vector, where=EVERYWHERE, version=library.version, limit=50) for index in (exact, engine)],
        )
        _assert_same_within_ties(*by_words)
        _assert_same_within_ties(*near)
    engine.close()
    assert same >= 0.95 * len(claims)


def _assert_same_within_ties(hits: list[Hit], others: list[Hit]) -> None:
    assert [hit.score for hit in hits] == pytest.approx([hit.score for hit in others], abs=ROUNDING)
    last = hits[-1].score + ROUNDING
    assert {hit[:2] for hit in hits if hit.score > last} <= {hit[:2] for hit in others}
