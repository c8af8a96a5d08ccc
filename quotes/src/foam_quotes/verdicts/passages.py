"""Where a quotation may stand: a small port, and the search over postings behind both of its implementations.

The cost grows with the quotation (its words, and a bounded number of places per word) and with the logarithm of the
library, never with its size. Candidates are to be read and judged.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import nlargest
from typing import NamedTuple, Protocol, TypeAlias

from foam_quotes.text.span import Span
from foam_quotes.verdicts.postings import Postings, gather_postings
from foam_quotes.verdicts.shingles import RUNS, all_runs, inner_key, spread_runs
from foam_quotes.verdicts.sources import SourceText

_SEEDS = {1: 6, 2: 12, 3: 12}
"""How many of a quotation's runs of so many words are followed, the rarest first."""
QUICK = 6
"""How many are looked up in a hurry, spread over the quotation."""
PLACES = 128
"""How many places are read for one quotation in the whole library."""
LISTED = 4_096
"""How many postings are looked through for those of one document."""
_SHIFT = 400
"""How far words left out or put in may shift what follows them, at most, for it to count as one place."""
FEW = 16
"""Places of a single run that are looked at one by one."""
DOCUMENTS = 8
"""Documents in which windows are made out, those with most shared runs first."""


__all__ = ["RUNS", "MemoryPassages", "Passages", "PostingsPassages", "Window"]


class Window(NamedTuple):
    """A stretch of a document in which a quotation may stand: where it would start and end there."""

    document: str
    start: int
    end: int
    votes: int
    """How many of the quotation's shingles point there."""

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


Asked: TypeAlias = tuple[str, int, bool]
"""A quotation, the length of the runs to look it up by, and whether only a few of them are."""
Found: TypeAlias = tuple[int, int, int]
"""A run of a quotation in some postings: how often it occurs, from where on, and its offset in the quotation."""
_Numbered: TypeAlias = tuple[int, int]
"""A part, and the number of a document in it."""
Ids: TypeAlias = Collection[str]
"""Documents."""
Start: TypeAlias = tuple[int, int]
"""Where the quotation would start, and the offset in it of the run that says so."""


class Passages(Protocol):
    """What finds the places a quotation may come from."""

    def starts(self, quote: str, *, document: str, nth: int = 0) -> list[int] | None:
        """Where the quotation starts in a document if it is verbatim there: every such place, and perhaps others.

        It goes by one run of three words; there are `RUNS` to choose from. Nothing when the quotation is too short to
        tell: it has no three words that are surely whole.
        """
        ...

    def anywhere(self, quote: str) -> list[tuple[str, int]] | None:
        """Document and offset of every place where it starts if it is verbatim there, and perhaps others.

        Nothing when it is too short to tell, or when its rarest single run stands in more than `FEW` places.
        """
        ...

    def windows(
        self, quote: str, *, words: int, document: str | None = None, but: Ids = (), quick: bool = False, least: int = 1
    ) -> list[Window]:
        """Stretches that share at least so many runs of `words` words (1 to 3) with the quotation, the likeliest first.

        With `document`, only those of that document; else of all documents but those named. `quick` looks up a few
        runs spread over the quotation.
        """
        ...


class PostingsPassages:
    """Passages over sets of postings. Subclasses say which."""

    def __init__(self) -> None:
        self._looked_up = lru_cache(maxsize=64)(self._look_up)

    def parts(self) -> Sequence[Postings]:
        raise NotImplementedError

    def starts(self, quote: str, *, document: str, nth: int = 0) -> list[int] | None:
        run = inner_key(quote, nth)
        if run is None:
            return None
        offset, key = run
        return [at - offset for part in self.parts() for at in part.offsets_in(document, key) if at >= offset]

    def anywhere(self, quote: str) -> list[tuple[str, int]] | None:
        parts = self.parts()
        found: list[tuple[int, int, list[tuple[int, int]]]] = []
        for offset, key in sorted({run for nth in range(RUNS) if (run := inner_key(quote, nth))}):
            ranges = [part.range(key) for part in parts]
            found.append((sum(end - start for start, end in ranges), offset, ranges))
            if not found[-1][0]:
                return []
        size, offset, ranges = min(found, default=(FEW + 1, 0, []))
        if size > FEW:
            return None
        places = [place for part, range in zip(parts, ranges, strict=True) for place in part.listed(*range)]
        return [(document, at - offset) for document, at in places if at >= offset]

    def windows(
        self, quote: str, *, words: int, document: str | None = None, but: Ids = (), quick: bool = False, least: int = 1
    ) -> list[Window]:
        asked = (quote, words, quick)
        found = self._everywhere(asked, least, but) if document is None else self._here(asked, least, document)
        windows = [w for id, starts in found for w in _clustered(id, starts, len(quote)) if w.votes >= least]
        windows.sort(key=lambda window: -window.votes)
        return windows

    def _here(self, asked: Asked, least: int, document: str) -> Iterator[tuple[str, list[Start]]]:
        """Where the quotation would start in one document, by its rarest runs."""
        for n, part in enumerate(self.parts()):
            number = part.numbers.get(document)
            if number is not None and len(looked_up := self._looked_up(*asked, n)) >= least:
                starts = [
                    (at - taken.offset, taken.offset)
                    for taken in take_rarest([looked_up], _SEEDS[asked[1]], LISTED)
                    for at in part.places(taken.start, taken.end, number)
                ]
                yield document, starts

    def _everywhere(self, asked: Asked, least: int, but: Ids) -> Iterator[tuple[str, list[Start]]]:
        """The same in the documents that share most of the rarest runs."""
        parts = self.parts()
        looked_up = [self._looked_up(*asked, n) for n in range(len(parts))]
        if sum(map(len, looked_up)) < least:
            return
        chosen = take_rarest(looked_up, _SEEDS[asked[1]], PLACES)
        for (n, number), starts in _most_shared(parts, chosen, but):
            yield parts[n].ids[number], starts

    def _look_up(self, quote: str, words: int, quick: bool, part: int) -> list[Found]:
        """The postings of the quotation's runs in one part, the rarest first."""
        runs = spread_runs(quote, words, QUICK) if quick else all_runs(quote, words)
        return self.parts()[part].ranges(runs)


class MemoryPassages(PostingsPassages):
    """Passages of a handful of documents, kept in memory."""

    def __init__(self, documents: Iterable[SourceText]) -> None:
        super().__init__()
        self._parts = (gather_postings((document.id, document.text) for document in documents),)

    def parts(self) -> Sequence[Postings]:
        return self._parts


class Taken(NamedTuple):
    """Postings of one run in one part, as far as they are read."""

    part: int
    start: int
    end: int
    offset: int


def take_rarest(looked_up: Sequence[Sequence[Found]], count: int, limit: int) -> list[Taken]:
    """The rarest runs over all parts, as many as keep their places within the limit; the first one is cut to it."""
    totals: dict[int, int] = {}
    for found in looked_up:
        for size, _, offset in found:
            totals[offset] = totals.get(offset, 0) + size
    chosen: set[int] = set()
    left = limit
    for offset in sorted(totals, key=totals.__getitem__)[:count]:
        if totals[offset] > left and chosen:
            break
        chosen.add(offset)
        left -= totals[offset]
    most = limit if len(chosen) == 1 else max(totals.values(), default=0)
    return [
        Taken(n, start, start + min(size, most), offset)
        for n, found in enumerate(looked_up)
        for size, start, offset in found
        if offset in chosen
    ]


def _most_shared(
    parts: Sequence[Postings], chosen: Sequence[Taken], but: Ids = ()
) -> list[tuple[_Numbered, list[Start]]]:
    """Starts by part and document, of the documents that share most runs; none with less than half as many."""
    grouped: dict[_Numbered, list[Start]] = {}
    for taken in chosen:
        part = parts[taken.part]
        docs, offsets = part.docs[taken.start : taken.end].tolist(), part.offsets[taken.start : taken.end].tolist()
        for doc, at in zip(docs, offsets, strict=True):
            if part.ids[doc] not in but:
                grouped.setdefault((taken.part, doc), []).append((at - taken.offset, taken.offset))
    votes = {number: len({place for _, place in starts}) for number, starts in grouped.items()}
    most = nlargest(DOCUMENTS, votes, key=votes.__getitem__)
    return [(number, grouped[number]) for number in most if 2 * votes[number] >= votes[most[0]]]


def _clustered(document: str, found: list[Start], length: int) -> Iterator[Window]:
    """Neighbouring starts are one window: words left out or put in shift the ones after them."""
    found.sort()
    slack = min(24 + length // 4, _SHIFT)
    first = 0
    for n in range(1, len(found) + 1):
        if n == len(found) or found[n][0] - found[n - 1][0] > slack:
            yield _window(document, found[first:n], length)
            first = n


def _window(document: str, found: list[Start], length: int) -> Window:
    """From where the first of the runs says the quotation starts to where the last one says it ends.

    A run that stands in several places there speaks for the one nearest to where the others are.
    """
    if len(found) == 1:
        start = found[0][0]
        return Window(document, max(0, start), max(start + 1, start + length), 1)
    middle = found[len(found) // 2][0]
    votes: dict[int, int] = {}
    for at, place in found:
        if place not in votes or abs(at - middle) < abs(votes[place] - middle):
            votes[place] = at
    start, end = votes[min(votes)], votes[max(votes)] + length
    return Window(document, max(0, start), max(start + 1, end), len(votes))
