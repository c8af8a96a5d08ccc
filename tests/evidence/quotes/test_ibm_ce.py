"""Quotation verdicts on IBM's claims and evidence: every evidence string, and what becomes of it when it is changed.

Licence of the data: CC-BY-SA. It is read from beside the project and never copied.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.quotes import Corpus, by_sliding, judge_of, quoted_evidence, sets
from bench.retrieval import articles

from foam_quotes.text.normalise import read_as_one_line
from foam_quotes.verdicts.passages import MemoryPassages

pytestmark = pytest.mark.data


@pytest.fixture(scope="module")
def corpus(shared_data: Path) -> Corpus:
    documents = articles(shared_data / "ibm_ce")
    held = list(documents.values())
    return Corpus(held, judge_of(held, MemoryPassages(held)), quoted_evidence(shared_data / "ibm_ce", documents))


def test_every_evidence_string_is_exact_in_its_own_article(corpus: Corpus) -> None:
    assert len(corpus.quotes) == 3056
    verdicts = [corpus.judge.check(quote.quote, source=quote.cited) for quote in corpus.quotes]
    assert {verdict.type for verdict in verdicts} == {"exact"}


LEAST = {
    "one word changed": 1.0,
    "`not` put in or taken out": 0.99,
    "a number changed": 0.99,
    "cited to another article": 0.99,
    "words shuffled": 0.99,
}


@pytest.mark.parametrize("kind", LEAST)
def test_disguised_evidence_is_seen_through(corpus: Corpus, kind: str) -> None:
    every = sets(corpus.quotes[::5], corpus.documents)
    (chosen,) = [one for one in every if one.name.startswith(kind)]
    right = [chosen.right(corpus.judge.check(q.quote, source=q.cited), q) for q in chosen.quotes]
    assert len(right) > 100
    assert sum(right) / len(right) >= LEAST[kind]


def test_verdicts_agree_with_sliding_along_the_whole_document(corpus: Corpus) -> None:
    texts = {one.id: read_as_one_line(one.text) for one in corpus.documents}
    disagreed = []
    for kind in sets(corpus.quotes[::60], corpus.documents):
        for quote in kind.quotes:
            ours = corpus.judge.check(quote.quote, source=quote.cited).type
            said = by_sliding(quote.quote, texts[quote.cited])
            if said != (ours if ours in ("exact", "altered") else "other"):
                disagreed.append((quote.quote, ours, said))
    assert disagreed == []
