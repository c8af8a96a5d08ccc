"""What words alone say of two texts: shared words, negation, numbers, opposites.

English only. These signals are honest and weak: they see that `fell` stands against `rose`, not what follows from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from foam_quotes.text.words import is_negation, is_number, split_words

Array = NDArray[np.float64]
_STEM = 6
"""Words are compared by their first letters: `transport` and `transported` are one."""
_FUNCTION_WORDS = (
    "a an and are as at be been but by for from had has have he her his if in into is it its of on or our she so than "
    "that the their them then there these they this those to was we were what when which who will with would you"
)
_FUNCTION = frozenset(_FUNCTION_WORDS.split())
_OPPOSITES = (
    ("rose rise rises risen grew grow grows increase increased increases raised raises up gained higher doubled", 1),
    ("fell fall falls fallen shrank shrink decrease decreased decreases lowered lowers down lost lower halved cut", -1),
    ("more greater larger better best above most faster longer cheaper", 1),
    ("fewer less smaller worse worst below least slower shorter dearer", -1),
    ("support supports supported helps helped benefit benefits improves improved protects protected prevents", 1),
    ("oppose opposes opposed harms harmed damages damaged worsens worsened destroys destroyed causes violates", -1),
    ("safe clean true right legal allowed possible reliable effective succeeded success", 1),
    ("dangerous dirty false wrong illegal banned impossible unreliable ineffective failed failure", -1),
)
_POLARITY = {word: sign for listed, sign in _OPPOSITES for word in listed.split()}


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


def count_negations(text: str) -> int:
    """How often negation turns the text round."""
    return sum(is_negation(word) for word in split_words(text))


def measure_polarity(text: str) -> int:
    """+1, -1 or 0: which way the words of increase, help and truth point, negation taken in."""
    lean = int(np.sign(sum(_POLARITY.get(word.lower(), 0) for word in split_words(text))))
    return -lean if count_negations(text) % 2 else lean


def are_opposed(one: str, other: str) -> bool:
    """Whether the words of two texts point different ways: opposite leanings, or negation in only one of them."""
    leanings = measure_polarity(one) * measure_polarity(other)
    if leanings:
        return leanings < 0
    return count_negations(one) % 2 != count_negations(other) % 2


def find_numbers(text: str) -> frozenset[str]:
    return frozenset(word.lower() for word in split_words(text) if is_number(word))


def numbers_differ(one: str, other: str) -> bool:
    """Both texts name quantities, and no quantity is in both."""
    ours, theirs = find_numbers(one), find_numbers(other)
    return bool(ours and theirs and not ours & theirs)
