"""How alike two texts are in meaning: a small port, a stand-in that compares words, and one over sentence vectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from math import sqrt
from operator import mul
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from foam.evidence.search.words import stem_words
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
        rows, columns = [_counted(text) for text in texts], [_kept(text) for text in others]
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


class _Counts(NamedTuple):
    """How often each word occurs, and the length of that vector."""

    words: dict[str, int]
    length: float


def _counted(text: str) -> _Counts:
    counted = Counter(stem_words(text))
    return _Counts(counted, sqrt(sum(map(mul, counted.values(), counted.values()))))


_kept = lru_cache(maxsize=4096)(_counted)
"""Passages are compared with many texts."""


def _unit(vectors: NDArray[np.float32]) -> Matrix:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Matrix = vectors.astype(np.float64) / np.maximum(lengths, 1e-12)
    return unit


def _cosine(a: _Counts, b: _Counts) -> float:
    shared = sum(map(mul, a.words.values(), map(b.words.get, a.words, repeat(0))))
    return shared / (a.length * b.length) if shared else 0.0
