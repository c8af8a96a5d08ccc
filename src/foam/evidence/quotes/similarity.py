"""How alike two texts are in meaning: a small port, a stand-in that compares words, and one over sentence vectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from foam.evidence.search.words import words
from foam.model.port import Embedder

Matrix = NDArray[np.float64]


class Similarity(Protocol):
    """What compares meanings."""

    @property
    def name(self) -> str:
        """Who decides; verdicts carry it."""
        ...

    def __call__(self, texts: Sequence[str], others: Sequence[str]) -> Matrix:
        """One row for each text, one column for each of the others, from -1 to 1."""
        ...


class LexicalSimilarity:
    """Cosine of stemmed content words. A stand-in: it sees shared words, not shared meaning, and says so by name."""

    name = "lexical"

    def __call__(self, texts: Sequence[str], others: Sequence[str]) -> Matrix:
        rows, columns = [_counted(text) for text in texts], [_counted(text) for text in others]
        values = [[_cosine(row, column) for column in columns] for row in rows]
        return np.array(values, dtype=np.float64).reshape(len(rows), len(columns))


class EmbeddedSimilarity:
    """Cosine of sentence vectors."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def name(self) -> str:
        return self._embedder.name

    def __call__(self, texts: Sequence[str], others: Sequence[str]) -> Matrix:
        rows, columns = _unit(self._embedder.embed(texts)), _unit(self._embedder.embed(others))
        similar: Matrix = rows @ columns.T
        return similar


@lru_cache(maxsize=4096)
def _counted(text: str) -> Counter[str]:
    return Counter(words(text))


def _unit(vectors: NDArray[np.float32]) -> Matrix:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Matrix = vectors.astype(np.float64) / np.maximum(lengths, 1e-12)
    return unit


def _cosine(a: Counter[str], b: Counter[str]) -> float:
    shared = sum(count * b[word] for word, count in a.items() if word in b)
    norm = sqrt(sum(n * n for n in a.values()) * sum(n * n for n in b.values()))
    return shared / norm if norm else 0.0
