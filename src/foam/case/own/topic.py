"""How far a text is about a matter: shared words, each by how rare it is among the cases at hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log

from foam.evidence.search.words import stem_words

ABOUT = 0.3
"""Share of a matter's words, by weight, that a case must have to be about it."""


class Vocabulary:
    """Which words say what a case is about: those that most of the cases have say little."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._count = len(texts)
        self._held: Counter[str] = Counter(word for text in texts for word in set(stem_words(text)))

    def weigh(self, words: Iterable[str]) -> float:
        """How much these words say together."""
        return sum(log(1 + (1 + self._count) / (1 + self._held[word])) for word in words)

    def rate(self, wanted: str, text: str) -> float:
        """The share of what is wanted that a text has."""
        sought = set(stem_words(wanted))
        whole = self.weigh(sought)
        return self.weigh(sought & set(stem_words(text))) / whole if whole else 0.0
