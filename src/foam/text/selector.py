"""W3C Web Annotation selectors: where a sentence stands, in a form other tools understand.

Positions are code points of the normalised text, from 0, end exclusive.
"""

from __future__ import annotations

from typing import Literal

from foam.values import Value
from foam_quotes.text.span import Span

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
