"""How many words two texts share, the rarer ones counting more. English only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from foam_quotes.text.words import split_words

Array = NDArray[np.float64]
_STEM = 6
"""Words are compared by their first letters: `transport` and `transported` are one."""
_FUNCTION_WORDS = (
    "a an and are as at be been but by for from had has have he her his if in into is it its of on or our she so than "
    "that the their them then there these they this those to was we were what when which who will with would you"
)
_FUNCTION = frozenset(_FUNCTION_WORDS.split())


def stems(text: str) -> list[str]:
    """The content words of a text, cut to their stems."""
    lowered = (word.lower() for word in split_words(text))
    return [word[:_STEM] for word in lowered if word not in _FUNCTION]


def bm25(query: str, texts: Sequence[str], *, saturation: float = 1.2, by_length: float = 0.75) -> Array:
    """BM25 of each text for the query, rarity counted among these texts."""
    held = [Counter(stems(text)) for text in texts]
    lengths = np.array([sum(counts.values()) for counts in held], dtype=np.float64)
    usual = max(1.0, float(lengths.sum()) / max(1, len(texts)))
    norm = saturation * (1 - by_length + by_length * lengths / usual)
    total = np.zeros(len(texts))
    for stem in sorted(set(stems(query))):
        counts = np.array([counter[stem] for counter in held], dtype=np.float64)
        total += _rarity(held, stem) * counts * (saturation + 1) / (counts + norm)
    return total


def measure_coverage(query: str, texts: Sequence[str]) -> Array:
    """The share of the query's words that each text holds, rare words counting more."""
    held = [Counter(stems(text)) for text in texts]
    rarity = {stem: _rarity(held, stem) for stem in sorted(set(stems(query)))}
    total = sum(rarity.values()) or 1.0
    return np.array([sum(r for stem, r in rarity.items() if stem in counts) / total for counts in held])


def _rarity(held: Sequence[Counter[str]], stem: str) -> float:
    texts, having = len(held), sum(stem in counts for counts in held)
    return float(np.log(1 + (texts - having + 0.5) / (having + 0.5)))
