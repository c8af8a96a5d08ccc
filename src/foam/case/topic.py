"""How far a text is about a matter: shared words, each by how rare it is among the cases at hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import fsum, log

from foam_quotes.text.terms import stem_words

ABOUT = 0.3
"""Share of a matter's words, by weight, that a text must have to be about it."""
_COMMON_WORDS = """
resolved united states federal government usfg usa america american should ought substantially significantly increase
increased reduce reduced limit policy policies nation national country its their one more less toward towards
"""
_ROOT = 5
"""Letters by which words are compared: an adjective and its noun are then one word."""


def list_roots(text: str) -> set[str]:
    """The words of a text, each by its first letters."""
    return {word[:_ROOT] for word in stem_words(text)}


COMMON = frozenset(list_roots(_COMMON_WORDS))
"""Words that resolutions have whatever they are about."""


class Vocabulary:
    """Which words say what a case is about: those that most of the cases have say little."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._count = len(texts)
        self._held: Counter[str] = Counter(word for text in texts for word in list_roots(text))

    def weigh(self, words: Iterable[str]) -> float:
        """How much these words say together."""
        return fsum(log(1 + (1 + self._count) / (1 + self._held[word])) for word in words)

    def rate(self, wanted: str, text: str) -> float:
        """The share of what is wanted that a text has."""
        sought = list_roots(wanted)
        sought = sought - COMMON or sought
        whole = self.weigh(sought)
        return self.weigh(sought & list_roots(text)) / whole if whole else 0.0
