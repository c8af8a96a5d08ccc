"""Postings of a whole library: the numbers of `shingles` by arithmetic on arrays, ten times faster."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foam_quotes.verdicts.postings import Postings
from foam_quotes.verdicts.shingles import BITS, POWERS, SPREADER, WIDTH, fold_letter

Keys = NDArray[np.uint64]
Numbers = NDArray[np.uint32]

_SPREAD, _POWERS = np.uint64(SPREADER), np.array(POWERS, dtype=np.uint64)
_PLANE = 0x10000


def gather_in_bulk(texts: Iterable[tuple[str, str]]) -> Postings:
    """The postings of `(id, text)` pairs."""
    ids: list[str] = []
    keys, offsets = [np.empty(0, np.uint64)], [np.empty(0, np.uint32)]
    for id, text in texts:
        found, starts = list_shingles(text)
        ids.append(id)
        keys.append(found)
        offsets.append(starts)
    docs = np.repeat(np.arange(len(ids), dtype=np.uint32), [len(one) for one in keys[1:]])
    return _order(np.concatenate(keys), docs, np.concatenate(offsets), tuple(ids))


def merge_postings(parts: Sequence[Postings]) -> Postings:
    """One set of postings out of several; the documents keep their order."""
    starts = np.cumsum([0, *(len(part.ids) for part in parts)])
    docs = [np.asarray(part.docs) + np.uint32(start) for part, start in zip(parts, starts, strict=False)]
    return _order(
        np.concatenate([np.asarray(part.keys) for part in parts]),
        np.concatenate(docs),
        np.concatenate([np.asarray(part.offsets) for part in parts]),
        tuple(id for part in parts for id in part.ids),
    )


def hold_postings(keys: Any, docs: Any, offsets: Any, ids: tuple[str, ...]) -> Postings:
    """Postings over arrays, of which nothing is copied."""
    return Postings(memoryview(keys), memoryview(docs), memoryview(offsets), ids)


def _order(keys: Keys, docs: Numbers, offsets: Numbers, ids: tuple[str, ...]) -> Postings:
    order = np.argsort(keys, kind="stable")
    return hold_postings(keys[order], docs[order], offsets[order], ids)


def list_shingles(text: str) -> tuple[Keys, Numbers]:
    """The same keys and offsets as `shingles` gives."""
    letters = _letters(text)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], letters != 0, [False]))))
    starts, ends = edges[::2], edges[1::2]
    hashes = _word_hashes(letters[letters != 0], ends - starts)
    return _combined(hashes), starts.astype(np.uint32)


def _letters(text: str) -> NDArray[np.uint64]:
    """Each code point in lower case, 0 for what is no letter or digit."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    letters = _table()[np.minimum(points, _PLANE - 1)]
    for rare in np.unique(points[points >= _PLANE]):
        letters[points == rare] = fold_letter(chr(rare))
    wide: NDArray[np.uint64] = letters.astype(np.uint64)
    return wide


@lru_cache(maxsize=1)
def _table() -> Numbers:
    return np.fromiter(map(fold_letter, map(chr, range(_PLANE))), dtype=np.uint32, count=_PLANE)


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
    for place, bits in enumerate(BITS):
        keys = (keys << np.uint64(bits)) | (padded[place : place + count] >> np.uint64(64 - bits))
    return keys
