"""Word shingles as sortable keys.

Each word of a text gets one 64-bit key made of itself and the two words after it, the first word in the highest
bits. In a sorted row of keys three words are one value, and two words or one word are one range: the same row
finds long quotations and short ones. Case is ignored. Keys may collide; whoever reads a text found by them checks it.

The keys are stored (`SHINGLES` names them), so what follows must give the same numbers always, on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from foam_quotes.text.remembered import Remembered

SHINGLES = "foam-shingles-1"

WIDTH = 3
"""Words in a key."""
BITS = (22, 21, 21)
"""Bits of a key that each of its words has."""
FULL = (1 << 64) - 1
SPREADER = 0x9E3779B97F4A7C15
POWERS = [pow(0xD6E8FEB86659FD93, n, 1 << 64) for n in range(64)]
"""What the letters of a word are multiplied with, by their place in it."""

_FREE = {1: 42, 2: 21, 3: 0}
"""Low bits that the first n words leave open."""
_OPEN = {words: (1 << free) - 1 for words, free in _FREE.items()}
"""The same as a key in which all of them are set."""
_FIRST, _SECOND, _THIRD = (64 - bits for bits in BITS)
"""Bits of each word's hash that its key drops."""
_WORD = re.compile(r"[^\W_]+")
_WORD_RUNS = {n: re.compile(r"(?<![^\W_])" + r"[\W_]+".join([r"([^\W_]+)"] * n)) for n in (1, 2, 3)}
"""Runs of so many words, from the start of a word on."""


RUNS = 3
"""Runs of a quotation that can be asked for one by one."""
_INNER = (1 / 3, 2 / 3, 0.0)
"""Where in the quotation they are looked for."""


class Shingles(NamedTuple):
    """The keys of a text and the code point at which each one's first word starts."""

    keys: Sequence[int]
    offsets: Sequence[int]


class Runs(NamedTuple):
    """Runs of a quotation's words: where each starts, and the lowest and highest key that begin with its words."""

    offsets: Sequence[int]
    lows: Sequence[int]
    highs: Sequence[int]


def shingles(text: str) -> Shingles:
    """One key for each word; the last two words are followed by nothing."""
    found = list(_WORD.finditer(text))
    hashes = [*(_HASHES[match[0]] for match in found), 0, 0]
    high, middle = _FREE[1], _FREE[2]
    keys = [
        one >> _FIRST << high | two >> _SECOND << middle | three >> _THIRD
        for one, two, three in zip(hashes, hashes[1:], hashes[2:], strict=False)
    ]
    return Shingles(keys, [match.start() for match in found])


_quoted = lru_cache(maxsize=16)(shingles)
"""A quotation is asked for several times over."""


def all_runs(text: str, words: int) -> Runs:
    """Every run of that many words, 1 to 3."""
    keys, offsets = _quoted(text)
    begun, opened = keys[: max(0, len(keys) - words + 1)], _OPEN[words]
    return Runs(offsets[: len(begun)], [key & ~opened for key in begun], [key | opened for key in begun])


def spread_runs(text: str, words: int, count: int) -> Runs:
    """At most `count` of the runs, at about equal distances, without looking at the words between them."""
    step = max(1, len(text) // count)
    search = _WORD_RUNS[words].search
    found = [match for at in range(0, len(text), step) if (match := search(text, at))]
    keys = {match.start(): _lowest_key(*match.groups()) for match in found}
    return Runs(list(keys), list(keys.values()), [key | _OPEN[words] for key in keys.values()])


@lru_cache(maxsize=16)
def inner_key(text: str, nth: int = 0) -> tuple[int, int] | None:
    """Offset and key of one run of three words that are surely whole: a quotation's first and last word may be cut."""
    for at in (max(1, int(len(text) * _INNER[nth])), 1):
        match = _WORD_RUNS[WIDTH].search(text, at)
        if match and match.end() < len(text):
            return match.start(), _lowest_key(*match.groups())
    return None


def _lowest_key(first: str, second: str = "", third: str = "") -> int:
    """The lowest key that begins with these words; the hash of no word is 0."""
    high, middle, low = _HASHES[first] >> _FIRST, _HASHES[second] >> _SECOND, _HASHES[third] >> _THIRD
    return high << _FREE[1] | middle << _FREE[2] | low


def _hash_word(word: str) -> int:
    """The hash of one word: a polynomial over its letters."""
    total = 0
    for place, char in enumerate(word):
        mixed = fold_letter(char) * SPREADER & FULL
        total += (mixed ^ mixed >> 31) * POWERS[min(place, len(POWERS) - 1)]
    total &= FULL
    return (total ^ total >> 32) * SPREADER & FULL


_HASHES = Remembered(_hash_word)


def fold_letter(char: str) -> int:
    """A letter or digit in lower case as a number, 0 for anything else."""
    if not char.isalnum():
        return 0
    lower = char.lower()
    return ord(lower) if len(lower) == 1 else ord(char)
