"""Postings: where each shingle stands in a set of texts, as sorted rows of numbers in memory or in files.

Postings are ordered by key, then by document, then by offset; a run of words is found by bisection.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from foam_quotes.verdicts.shingles import Runs, shingles

Numbers: TypeAlias = "array[int] | memoryview[int]"


@dataclass(frozen=True)
class Postings:
    """The places of every shingle in some texts; `docs` holds positions in `ids`."""

    keys: Numbers
    docs: Numbers
    offsets: Numbers
    ids: tuple[str, ...]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Document id to its position in `ids`."""
        return {id: number for number, id in enumerate(self.ids)}

    def ranges(self, wanted: Runs) -> list[tuple[int, int, int]]:
        """Size, start and place in the quotation of each run's postings; the rarest first, those that occur."""
        found = []
        for offset, low, high in zip(*wanted, strict=True):
            start = bisect_left(self.keys, low)
            if start < len(self.keys) and self.keys[start] <= high:
                found.append((bisect_right(self.keys, high, start) - start, start, offset))
        return sorted(found)

    def offsets_in(self, document: str, key: int) -> list[int]:
        """Every offset of one key in one document."""
        number = self.numbers.get(document)
        if number is None:
            return []
        start, end = self.range(key)
        start = bisect_left(self.docs, number, start, end)
        return self.offsets[start : bisect_right(self.docs, number, start, end)].tolist()

    def range(self, key: int) -> tuple[int, int]:
        """Where the postings of one key start and end."""
        start = bisect_left(self.keys, key)
        return start, bisect_right(self.keys, key, start)

    def listed(self, start: int, end: int) -> list[tuple[str, int]]:
        """Document and offset of the postings in a range, which is a small one."""
        return [(self.ids[self.docs[n]], self.offsets[n]) for n in range(start, end)]

    def places(self, start: int, end: int, document: int) -> list[int]:
        """Offsets of the postings in a range that lie in one document."""
        docs = self.docs[start:end].tolist()
        return [self.offsets[start + n] for n, number in enumerate(docs) if number == document]


def gather_postings(texts: Iterable[tuple[str, str]]) -> Postings:
    """The postings of a few `(id, text)` pairs."""
    ids: list[str] = []
    keys: list[int] = []
    docs, offsets = array("I"), array("I")
    for id, text in texts:
        made = shingles(text)
        docs.extend([len(ids)] * len(made.keys))
        ids.append(id)
        keys += made.keys
        offsets.extend(made.offsets)
    order = sorted(range(len(keys)), key=keys.__getitem__)
    return Postings(
        array("Q", [keys[n] for n in order]),
        array("I", [docs[n] for n in order]),
        array("I", [offsets[n] for n in order]),
        tuple(ids),
    )
