"""W3C Web Annotation selectors: where a sentence stands, in a form other tools understand.

Positions are code points of the normalised text, from 0, end exclusive.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Literal

from foam.text.span import Span
from foam.values import Value

CONTEXT = 32
"""Code points of text kept before and after a quotation."""


class TextQuoteSelector(Value):
    """The words themselves, and enough around them to find the right occurrence."""

    type: Literal["TextQuoteSelector"] = "TextQuoteSelector"
    exact: str
    prefix: str = ""
    suffix: str = ""


class TextPositionSelector(Value):
    """Where the words stand."""

    type: Literal["TextPositionSelector"] = "TextPositionSelector"
    start: int
    end: int


def make_selectors(text: str, span: Span, *, context: int = CONTEXT) -> tuple[TextQuoteSelector, TextPositionSelector]:
    """Both selectors for a span of a normalised text."""
    quote = TextQuoteSelector(
        exact=span.of(text),
        prefix=text[max(0, span.start - context) : span.start],
        suffix=text[span.end : span.end + context],
    )
    return quote, TextPositionSelector(start=span.start, end=span.end)


def resolve(text: str, quote: TextQuoteSelector, position: TextPositionSelector | None = None) -> Span | None:
    """The span a selector means: the place named, else the occurrence whose surroundings fit best, else nothing."""
    if position is not None and text[position.start : position.end] == quote.exact:
        return Span(position.start, position.end)
    places = _find_occurrences(text, quote.exact)
    return max(places, key=lambda place: (_measure_fit(text, place, quote), -place.start), default=None)


def _find_occurrences(text: str, exact: str) -> list[Span]:
    found: list[Span] = []
    at = text.find(exact) if exact else -1
    while at >= 0:
        found.append(Span(at, at + len(exact)))
        at = text.find(exact, at + 1)
    return found


def _measure_fit(text: str, place: Span, quote: TextQuoteSelector) -> int:
    """How many code points of the surroundings agree, counted outwards."""
    before = text[max(0, place.start - len(quote.prefix)) : place.start]
    after = text[place.end : place.end + len(quote.suffix)]
    return _count_agreeing(before[::-1], quote.prefix[::-1]) + _count_agreeing(after, quote.suffix)


def _count_agreeing(a: str, b: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))
