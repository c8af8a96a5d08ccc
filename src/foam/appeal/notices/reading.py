"""How hard a text is to read: the Flesch-Kincaid grade, English. Counts; understands nothing.

Syllables are counted by rule (groups of vowels, silent endings), which is off by one for some words; over a letter that
evens out. A grade says how long sentences and words are, not whether a text is clear.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from foam.values import Value
from foam_quotes.text.segment import split_sentences
from foam_quotes.text.words import split_words

_VOWELS = re.compile(r"[aeiouy]+")
_SILENT = re.compile(r"(?:(?:[^laeiouy]|[aeiouy]l)e|[^aeiouydt]ed|[^aeiouylsxzcg]es)$")
"""Endings that are written and not said: `made`, `called`, `names`; but not `table`, `wanted`, `notices`."""
_SPLIT = re.compile(r"[aeiouy]ing$|i[ao](?!u|n)|(?<![cgqst])io(?!n|u)|[iu]um$|ua(?!r)")
"""Vowels side by side that are said apart: `being`, `radio`, `medium`."""


class Reading(Value):
    """The grade of a text and what it was counted from."""

    grade: float
    words: int
    sentences: int
    syllables: int


def measure_reading(texts: Iterable[str]) -> Reading:
    """The grade over texts of which each ends a sentence: paragraphs, headings, items of a list."""
    counted = [_counted(text) for text in texts]
    spoken, ended, sounded = (sum(row[n] for row in counted) for n in range(3))
    return Reading(grade=_grade(spoken, ended, sounded), words=spoken, sentences=ended, syllables=sounded)


def count_syllables(word: str) -> int:
    """How many syllables an English word has, about."""
    lower = word.lower()
    groups = len(_VOWELS.findall(lower)) + len(_SPLIT.findall(lower))
    return max(1, groups - bool(_SILENT.search(lower)))


def _counted(text: str) -> tuple[int, int, int]:
    found = split_words(text)
    return len(found), len(split_sentences(text)) if found else 0, sum(map(count_syllables, found))


def _grade(spoken: int, ended: int, sounded: int) -> float:
    if not spoken or not ended:
        return 0.0
    return round(0.39 * spoken / ended + 11.8 * sounded / spoken - 15.59, 1)
