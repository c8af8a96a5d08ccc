"""Whether two texts are plainly not in one language, by their letters and their small words.

Coarse on purpose: it warns that a comparison of wording means little, and decides nothing.
"""

from __future__ import annotations

import unicodedata
from collections import Counter

from foam_quotes.text.words import split_words

_ENGLISH = """the of and to in is that for it as with are be on by this not or have from but they which their can was at
an would there if more has may some other than will"""
_SMALL_WORDS = frozenset(_ENGLISH.split())
_FEWEST = 8
"""Words from which on the small words say something."""


def differ_in_language(one: str, other: str) -> bool:
    """Other letters, or English on one side only."""
    if script(one) != script(other):
        return bool(one.strip() and other.strip())
    sure = min(len(split_words(one)), len(split_words(other))) >= _FEWEST
    return sure and abs(_english(one) - _english(other)) > 0.15 and min(_english(one), _english(other)) < 0.06


def script(text: str) -> str:
    """The script most of its letters belong to: LATIN, CYRILLIC, CJK, …; empty without letters."""
    found = Counter(unicodedata.name(char, "?").split()[0] for char in text if char.isalpha())
    return found.most_common(1)[0][0] if found else ""


def _english(text: str) -> float:
    said = [word.lower() for word in split_words(text)]
    return sum(word in _SMALL_WORDS for word in said) / max(1, len(said))
