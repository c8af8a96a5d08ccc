"""How alike two texts are in meaning: a small port, and a stand-in that compares words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from math import sqrt
from operator import mul
from typing import NamedTuple, Protocol

from foam_quotes.text.terms import stem_words


class Similarity(Protocol):
    """What compares meanings."""

    @property
    def name(self) -> str:
        """Who decides; verdicts carry it."""
        ...

    def __call__(self, text: str, others: Sequence[str]) -> Sequence[float]:
        """How alike the text is to each of the others, from -1 to 1."""
        ...


class LexicalSimilarity:
    """Cosine of stemmed content words. A stand-in: it sees shared words, not shared meaning, and says so by name."""

    name = "lexical"

    def __call__(self, text: str, others: Sequence[str]) -> list[float]:
        counted = _counted(text)
        return [_cosine(counted, _kept(other)) for other in others]


class _Counts(NamedTuple):
    """How often each word occurs, and the length of that vector."""

    words: dict[str, int]
    length: float


def _counted(text: str) -> _Counts:
    counted = Counter(stem_words(text))
    return _Counts(counted, sqrt(sum(map(mul, counted.values(), counted.values()))))


_kept = lru_cache(maxsize=4096)(_counted)
"""Passages are compared with many texts."""


def _cosine(a: _Counts, b: _Counts) -> float:
    shared = sum(map(mul, a.words.values(), map(b.words.get, a.words, repeat(0))))
    return shared / (a.length * b.length) if shared else 0.0
