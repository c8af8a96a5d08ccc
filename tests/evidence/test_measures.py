"""What search and selection must show on real text, with the pulled vectors. The whole tables are in `bench/`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from bench import retrieval, selection

from foam.errors import WeightsMissing
from foam.evidence.library import Library
from foam.evidence.search.fusion import Fusion
from foam.evidence.search.hybrid import Search
from foam.evidence.search.memory import MemoryIndex
from foam.model.embedded.vectors import WordVectors
from foam.settings import find_home

pytestmark = [pytest.mark.data, pytest.mark.embedded]

MOTIONS = 3
"""Enough motions for the difference to show, few enough for a test."""


@pytest.fixture(scope="module")
def vectors() -> WordVectors:
    try:
        return WordVectors(find_home(os.environ, Path.cwd(), Path.home()))
    except WeightsMissing as missing:
        pytest.skip(f"MISSING WEIGHTS: {missing.what}; {missing.hint}")


@pytest.fixture(scope="module")
def ibm_ce(shared_data: Path, vectors: WordVectors) -> retrieval.Corpus:
    """The articles and claims of the first motions."""
    folder = shared_data / "ibm_ce"
    motions = [row[1].strip() for row in retrieval.rows(folder, "motions.txt")[1 : MOTIONS + 1]]
    numbers = {row[2].strip() for row in retrieval.rows(folder, "articles.txt")[1:] if row[0].strip() in motions}
    documents = retrieval.articles(folder, numbers)
    library = Library.in_memory()
    library.add(documents.values(), what="ibm_ce", at="now")
    asked = [claim for claim in retrieval.claims(folder, documents) if all(claim.evidence)]
    return retrieval.Corpus(Search(library, MemoryIndex(vectors), vectors), {"claims": asked})


def test_every_piece_of_evidence_has_its_place(ibm_ce: retrieval.Corpus) -> None:
    assert len(ibm_ce.asked["claims"]) > 50
    for claim in ibm_ce.asked["claims"][:50]:
        for places in claim.evidence:
            sentences = ibm_ce.search.library.sentences(sorted(places, key=str))
            assert all(sentence is not None and sentence.text for sentence in sentences)


def test_words_and_vectors_together_find_more_than_either_alone(ibm_ce: retrieval.Corpus) -> None:
    figures = {
        name: retrieval.recall(ibm_ce.asked["claims"], retrieval.finder(ibm_ce.search, fusion))
        for name, fusion in retrieval.METHODS.items()
    }
    assert figures["hybrid"] > figures["words alone (BM25)"]
    assert figures["hybrid"] > figures["vectors alone"]
    assert retrieval.METHODS["hybrid"] == Fusion(), "the shipped settings are what is measured"


def test_the_blend_selects_better_than_words_or_similarity_alone(shared_data: Path, vectors: WordVectors) -> None:
    given = selection.tasks(shared_data / "wice" / "claim_dev.jsonl", vectors)
    figures = {row.name: row.value for row in selection.compared(given)}
    for measure in ("F1", "recall@5"):
        blend = figures[f"wice {measure}, blend"]
        assert blend > figures[f"wice {measure}, words alone (BM25)"]
        assert blend > figures[f"wice {measure}, similarity alone"]
