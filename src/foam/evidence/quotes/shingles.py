"""Word shingles as sortable keys.

Each word of a text gets one 64-bit key made of itself and the two words after it, the first word in the highest
bits. In a sorted array of keys three words are one value, and two words or one word are one range: the same array
finds long quotations and short ones. Case is ignored. Keys may collide; whoever reads a text found by them checks it.

The keys are stored (`SHINGLES` names them), so what follows must give the same numbers always, on every machine.
All of it is arithmetic on arrays, about ten times faster than a loop over words.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foam.text.remembered import Remembered
from foam.text.words import split_letters

SHINGLES = "foam-shingles-1"

Keys = NDArray[np.uint64]
Offsets = NDArray[np.uint32]

WIDTH = 3
"""Words in a key."""

_BITS = (22, 21, 21)
_FREE = {1: 42, 2: 21, 3: 0}
"""Low bits that the first n words leave open."""
_OPEN = {words: np.uint64((1 << free) - 1) for words, free in _FREE.items()}
"""The same as a key in which all of them are set."""
_FIRST, _SECOND, _THIRD = (64 - bits for bits in _BITS)
"""Bits of each word's hash that its key drops."""
WORD_BITS = np.uint64(_FREE[1])
"""The bits below a key's first word."""

_FULL = (1 << 64) - 1
_SPREADER = 0x9E3779B97F4A7C15
_POWER_LIST = [pow(0xD6E8FEB86659FD93, n, 1 << 64) for n in range(64)]
_SPREAD, _POWERS = np.uint64(_SPREADER), np.array(_POWER_LIST, dtype=np.uint64)
_PLANE = 0x10000
_LONG = 2000
"""Code points from which arithmetic on arrays is faster than a loop over words."""
_WORD = re.compile(r"[^\W_]+")
_WORD_RUNS = {n: re.compile(r"(?<![^\W_])" + r"[\W_]+".join([r"([^\W_]+)"] * n)) for n in (1, 2, 3)}
"""Runs of so many words, from the start of a word on."""


RUNS = 3
"""Runs of a quotation that can be asked for one by one."""
_INNER = (1 / 3, 2 / 3, 0.0)
"""Where in the quotation they are looked for."""


class Shingles(NamedTuple):
    """The keys of a text and the code point at which each one's first word starts."""

    keys: Keys
    offsets: Offsets


def shingles(text: str) -> Shingles:
    """One key for each word; the last two words are followed by nothing."""
    letters = _letters(text)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], letters != 0, [False]))))
    starts, ends = edges[::2], edges[1::2]
    hashes = _word_hashes(letters[letters != 0], ends - starts)
    return Shingles(_combined(hashes), starts.astype(np.uint32))


class Runs(NamedTuple):
    """Runs of a quotation's words: where each starts, and the lowest and highest key that begin with its words."""

    offsets: list[int]
    lows: Keys
    highs: Keys


def all_runs(text: str, words: int) -> Runs:
    """Every run of that many words, 1 to 3."""
    keys, offsets = quoted_shingles(text)
    count = max(0, len(keys) - words + 1)
    return Runs(offsets[:count].tolist(), keys[:count] & ~_OPEN[words], keys[:count] | _OPEN[words])


@lru_cache(maxsize=16)
def quoted_shingles(text: str) -> Shingles:
    """The same for a quotation, which is short and asked for several times over: word by word, from known hashes."""
    if len(text) > _LONG:
        return shingles(text)
    found = list(_WORD.finditer(text))
    hashes = np.array([_HASHES[match[0]] for match in found], dtype=np.uint64)
    return Shingles(_combined(hashes), np.array([match.start() for match in found], dtype=np.uint32))


def word_keys(text: str) -> Keys:
    """The words of a quotation one by one, each as the highest bits of its shingle: `keys >> WORD_BITS`."""
    alone: Keys = np.array([_HASHES[word] for word in split_letters(text)], dtype=np.uint64) >> WORD_BITS
    return alone


def spread_runs(text: str, words: int, count: int) -> Runs:
    """At most `count` of the runs, at about equal distances, without looking at the words between them."""
    step = max(1, len(text) // count)
    search = _WORD_RUNS[words].search
    found = [match for at in range(0, len(text), step) if (match := search(text, at))]
    keys = {match.start(): _lowest_key(*match.groups()) for match in found}
    lows = np.array(list(keys.values()), dtype=np.uint64)
    return Runs(list(keys), lows, lows | _OPEN[words])


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


def _word_hash(word: str) -> int:
    """The hash of one word, by the arithmetic of `_word_hashes` in plain integers."""
    total = 0
    for place, char in enumerate(word):
        mixed = _folded(char) * _SPREADER & _FULL
        total += (mixed ^ mixed >> 31) * _POWER_LIST[min(place, len(_POWER_LIST) - 1)]
    total &= _FULL
    return (total ^ total >> 32) * _SPREADER & _FULL


_HASHES = Remembered(_word_hash)


def _letters(text: str) -> NDArray[np.uint64]:
    """Each code point in lower case, 0 for what is no letter or digit."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    letters = _table()[np.minimum(points, _PLANE - 1)]
    for rare in np.unique(points[points >= _PLANE]):
        letters[points == rare] = _folded(chr(rare))
    wide: NDArray[np.uint64] = letters.astype(np.uint64)
    return wide


@lru_cache(maxsize=1)
def _table() -> NDArray[np.uint32]:
    return np.fromiter(map(_folded, map(chr, range(_PLANE))), dtype=np.uint32, count=_PLANE)


def _folded(char: str) -> int:
    if not char.isalnum():
        return 0
    lower = char.lower()
    return ord(lower) if len(lower) == 1 else ord(char)


def _word_hashes(letters: NDArray[np.uint64], lengths: NDArray[np.intp]) -> Keys:
    """A polynomial hash of each word, from the letters of all words in a row."""
    if not len(lengths):
        return np.empty(0, np.uint64)
    first = np.cumsum(lengths) - lengths
    place = np.arange(len(letters)) - np.repeat(first, lengths)
    mixed = letters * _SPREAD
    mixed ^= mixed >> np.uint64(31)
    hashes = np.add.reduceat(mixed * _POWERS[np.minimum(place, len(_POWERS) - 1)], first)
    hashes ^= hashes >> np.uint64(32)
    spread: Keys = hashes * _SPREAD
    return spread


def _combined(hashes: Keys) -> Keys:
    count = len(hashes)
    padded = np.concatenate([hashes, np.zeros(WIDTH - 1, dtype=np.uint64)])
    keys = np.zeros(count, dtype=np.uint64)
    for place, bits in enumerate(_BITS):
        keys = (keys << np.uint64(bits)) | (padded[place : place + count] >> np.uint64(64 - bits))
    return keys
