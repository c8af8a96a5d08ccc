"""Where a quotation may stand: a small port, and the search over postings behind both of its implementations.

The cost grows with the quotation (its words, and a bounded number of places per word) and with the logarithm of the
library, never with its size. Knows nothing of verdicts: candidates are to be read and judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import nlargest
from typing import NamedTuple, Protocol, TypeAlias

from foam.evidence.document import Document
from foam.evidence.quotes.postings import Postings, gathered
from foam.evidence.quotes.shingles import all_runs, inner_key, spread_runs

SEEDS = {1: 6, 2: 12, 3: 12}
"""How many of a quotation's runs of so many words are followed, the rarest first."""
QUICK = 4
"""How many are looked up in a hurry, spread over the quotation."""
PLACES = 512
"""How many places are read for one quotation in one set of postings."""
LISTED = 4_096
"""How many postings are looked through for those of one document."""
DOCUMENTS = 8
"""Documents in which windows are made out, those with most shared runs first."""


class Window(NamedTuple):
    """A stretch of a document in which a quotation may stand: where it would start and end there."""

    document: str
    start: int
    end: int
    votes: int
    """How many of the quotation's shingles point there."""


Found: TypeAlias = list[tuple[int, int, int]]
"""Runs of a quotation that occur in some postings: how often, from where on, and their offset in the quotation."""


class Passages(Protocol):
    """What finds the places a quotation may come from."""

    def starts(self, quote: str, *, document: str) -> list[int] | None:
        """Where the quotation starts in a document if it is verbatim there: every such place, and perhaps others.

        Nothing when it is too short to tell: it has no three words that are surely whole.
        """
        ...

    def windows(self, quote: str, *, words: int, document: str | None = None, quick: bool = False) -> list[Window]:
        """Stretches that share runs of `words` words (1 to 3) with the quotation, the likeliest first.

        With `document`, only those of that document. `quick` looks up a few runs spread over the quotation.
        """
        ...


class PostingsPassages:
    """Passages over sets of postings. Subclasses say which."""

    def __init__(self) -> None:
        self._looked_up = lru_cache(maxsize=16)(self._look_up)

    def parts(self) -> Sequence[Postings]:
        raise NotImplementedError

    def starts(self, quote: str, *, document: str) -> list[int] | None:
        run = inner_key(quote)
        if run is None:
            return None
        offset, key = run
        return [at - offset for part in self.parts() for at in part.offsets_in(document, key) if at >= offset]

    def windows(self, quote: str, *, words: int, document: str | None = None, quick: bool = False) -> list[Window]:
        looked_up = zip(self.parts(), self._looked_up(quote, words, quick), strict=True)
        windows = [w for part, runs in looked_up for w in _windows_in(part, runs, len(quote), document)]
        windows.sort(key=lambda window: -window.votes)
        return windows

    def _look_up(self, quote: str, words: int, quick: bool) -> list[Found]:
        """The postings of the quotation's rarest runs in every part."""
        runs = spread_runs(quote, words, QUICK) if quick else all_runs(quote, words)
        return [part.ranges(runs)[: SEEDS[words]] for part in self.parts()]


class MemoryPassages(PostingsPassages):
    """Passages of a handful of documents, kept in memory."""

    def __init__(self, documents: Iterable[Document]) -> None:
        super().__init__()
        self._parts = (gathered((document.id, document.text) for document in documents),)

    def parts(self) -> Sequence[Postings]:
        return self._parts


def _windows_in(part: Postings, runs: Found, length: int, document: str | None) -> Iterator[Window]:
    number = part.numbers.get(document) if document is not None else None
    if document is not None and number is None:
        return
    starts: dict[int, list[tuple[int, int]]] = {}
    for offset, start, end in _rarest(runs, LISTED if document else PLACES):
        for doc, at in part.places(start, end, number):
            starts.setdefault(doc, []).append((at - offset, offset))
    for doc, found in nlargest(DOCUMENTS, starts.items(), key=lambda item: len(item[1])):
        yield from _clustered(part.ids[doc], found, length)


def _rarest(runs: Found, limit: int) -> Iterator[tuple[int, int, int]]:
    """The rarest runs and their postings, as many as stay within the limit; the first one is cut to it."""
    left = limit
    for size, start, offset in runs:
        if size > left < limit:
            return
        yield offset, start, start + min(size, left)
        left -= size


def _clustered(document: str, found: list[tuple[int, int]], length: int) -> Iterator[Window]:
    """Neighbouring starts are one window: words left out or put in shift the ones after them.

    `found` says where the quotation would start, and by the run at which place in it.
    """
    found.sort()
    slack = 24 + length // 4
    first = 0
    for n in range(1, len(found) + 1):
        if n == len(found) or found[n][0] - found[n - 1][0] > slack:
            yield _window(document, found[first:n], length)
            first = n


def _window(document: str, found: list[tuple[int, int]], length: int) -> Window:
    """From where the first of the runs says the quotation starts to where the last one says it ends.

    A run that stands in several places there speaks for the one nearest to where the others are.
    """
    middle = found[len(found) // 2][0]
    votes: dict[int, int] = {}
    for at, place in found:
        if place not in votes or abs(at - middle) < abs(votes[place] - middle):
            votes[place] = at
    start, end = votes[min(votes)], votes[max(votes)] + length
    return Window(document, max(0, start), max(start + 1, end), len(votes))
