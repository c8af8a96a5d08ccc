"""Spans: half-open ranges of code points."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple


class Span(NamedTuple):
    """From `start` up to and without `end`, in code points of the normalised text."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """What the span covers."""
        return text[self.start : self.end]

    def shifted(self, by: int) -> Span:
        return Span(self.start + by, self.end + by)


def spans_from_ends(ends: Iterable[int]) -> tuple[Span, ...]:
    """Neighbouring spans that cover a text, from where each of them ends."""
    return tuple(Span(a, b) for a, b in pairwise((0, *ends)))


def trim(span: Span, text: str) -> Span:
    """The span without the white space at its edges; empty at its end when it holds nothing else."""
    inner = span.of(text)
    start = span.start + len(inner) - len(inner.lstrip())
    return Span(start, max(start, span.start + len(inner.rstrip())))
