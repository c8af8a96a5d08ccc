"""Postings: where each shingle stands in a set of texts, as sorted arrays.

Postings are ordered by key, then by document, then by offset; a run of words is found by bisection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from foam.evidence.quotes.shingles import Keys, Offsets, Runs, shingles

_NARROWED = 64
"""A key with up to so many postings is read whole sooner than bisected."""

_SINGLE = 4
"""Up to so many postings are read one by one sooner than as arrays."""

Numbers = NDArray[np.uint32]


@dataclass(frozen=True)
class Postings:
    """The places of every shingle in some texts; `docs` holds positions in `ids`."""

    keys: Keys
    docs: Numbers
    offsets: Offsets
    ids: tuple[str, ...]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Document id to its position in `ids`."""
        return {id: number for number, id in enumerate(self.ids)}

    def ranges(self, wanted: Runs) -> list[tuple[int, int, int]]:
        """Size, start and place in the quotation of each run's postings; the rarest first, those that occur."""
        starts = self.keys.searchsorted(wanted.lows)
        there = np.flatnonzero(self.keys.take(starts, mode="clip") <= wanted.highs) if len(self.keys) else starts[:0]
        if not len(there):
            return []
        ends = self.keys.searchsorted(wanted.highs[there], side="right")
        starts = starts[there]
        offsets = (wanted.offsets[n] for n in there.tolist())
        return sorted(run for run in zip((ends - starts).tolist(), starts.tolist(), offsets, strict=True) if run[0] > 0)

    def offsets_in(self, document: str, key: int) -> list[int]:
        """Every offset of one key in one document."""
        number = self.numbers.get(document)
        if number is None:
            return []
        start, end = self.range(key)
        if start == end:
            return []
        if end - start > _NARROWED:
            low, high = self.docs[start:end].searchsorted(np.array([number, number + 1], np.uint32)).tolist()
            start, end = start + low, start + high
        return self.places(start, end, number)

    @cached_property
    def range(self) -> Callable[[int], tuple[int, int]]:
        """Where the postings of one key start and end. The last few are kept: a quotation asks for its own again."""
        return lru_cache(maxsize=16)(self._range)

    def _range(self, key: int) -> tuple[int, int]:
        keys, wanted = self.keys, np.uint64(key)
        start = end = int(keys.searchsorted(wanted))
        few = min(start + _SINGLE, len(keys))
        while end < few and keys.item(end) == key:
            end += 1
        return start, end if end < few else int(keys.searchsorted(wanted, side="right"))

    def listed(self, start: int, end: int) -> list[tuple[str, int]]:
        """Document and offset of the postings in a range, which is a small one."""
        return [(self.ids[self.docs.item(n)], self.offsets.item(n)) for n in range(start, end)]

    def places(self, start: int, end: int, document: int) -> list[int]:
        """Offsets of the postings in a range that lie in one document."""
        if end - start <= _SINGLE:
            return [self.offsets.item(n) for n in range(start, end) if self.docs.item(n) == document]
        offsets: list[int] = self.offsets[start:end][self.docs[start:end] == document].tolist()
        return offsets


EMPTY = Postings(np.empty(0, np.uint64), np.empty(0, np.uint32), np.empty(0, np.uint32), ())


def gather_postings(texts: Iterable[tuple[str, str]]) -> Postings:
    """The postings of `(id, text)` pairs."""
    ids: list[str] = []
    keys: list[Keys] = []
    offsets: list[Offsets] = []
    for id, text in texts:
        made = shingles(text)
        ids.append(id)
        keys.append(made.keys)
        offsets.append(made.offsets)
    if not ids:
        return EMPTY
    docs = np.repeat(np.arange(len(ids), dtype=np.uint32), [len(k) for k in keys])
    return _ordered(np.concatenate(keys), docs, np.concatenate(offsets), tuple(ids))


def merge_postings(parts: Sequence[Postings]) -> Postings:
    """One set of postings out of several; the documents keep their order."""
    starts = np.cumsum([0, *(len(part.ids) for part in parts)])
    docs = [part.docs + np.uint32(start) for part, start in zip(parts, starts, strict=False)]
    return _ordered(
        np.concatenate([part.keys for part in parts]),
        np.concatenate(docs),
        np.concatenate([part.offsets for part in parts]),
        tuple(id for part in parts for id in part.ids),
    )


def _ordered(keys: Keys, docs: Numbers, offsets: Offsets, ids: tuple[str, ...]) -> Postings:
    order = np.argsort(keys, kind="stable")
    return Postings(keys[order], docs[order], offsets[order], ids)
