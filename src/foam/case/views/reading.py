"""A card's source in pieces: what is read aloud, and what stands around it."""

from __future__ import annotations

from collections.abc import Iterator

from foam.case.around import find_read
from foam.case.values import CutCard
from foam_quotes.text.segment import split_sentences
from foam_quotes.text.span import Span

_OMITTED = "[…]"
"""Stands where a view leaves out what is not read."""
_SHOWN_WHOLE = 300
"""Words up to which a source is shown whole."""
_SHORT_PARAGRAPH = 150
"""Words up to which the paragraph of what is read is shown whole."""
_BESIDE = 3
"""Sentences that are shown before and after what is read."""
_BREAK = "\n\n"


def split_source(card: CutCard) -> Iterator[tuple[str, bool]]:
    """The source in order, each piece with whether it is read; of a long one what stands around what is read.

    A debater's card is shown whole, with the marks it has.

    Words that do not stand in the source are never shown inside it: they come first, unread text after them.
    """
    spans = tuple(Span(*one) for one in card.work.spans) if card.work else find_read(card.body, card.text)
    if not spans:
        yield from ((f"{card.text} ", True), (card.body, False))
        return
    shown = [Span(0, len(card.body))] if card.work else _choose_shown(card.body, spans)
    at = 0
    for start, end in shown:
        if start > at:
            yield f"{_OMITTED}{_BREAK}" if not at else f"{_BREAK}{_OMITTED}{_BREAK}", False
        yield from _split_stretch(card.body, Span(start, end), spans)
        at = end
    if at < len(card.body):
        yield f"{_BREAK}{_OMITTED}", False


def _split_stretch(body: str, shown: Span, spans: tuple[Span, ...]) -> Iterator[tuple[str, bool]]:
    """A stretch of the source in pieces; what is read stands wholly inside or outside of it."""
    at = shown.start
    for start, end in (one for one in spans if shown.start <= one.start < shown.end):
        if start > at:
            yield body[at:start], False
        yield body[start:end], True
        at = end
    if at < shown.end:
        yield body[at : shown.end], False


def _choose_shown(body: str, spans: tuple[Span, ...]) -> list[Span]:
    """The stretches that are shown: all of a short source; of a long one a few sentences around what is read, or its
    paragraph where that is short."""
    if len(body.split()) <= _SHOWN_WHOLE:
        return [Span(0, len(body))]
    sentences = split_sentences(body)
    merged: list[Span] = []
    for span in spans:
        held = [n for n, one in enumerate(sentences) if one.start < span.end and span.start < one.end]
        near = sentences[max(0, held[0] - _BESIDE) : held[-1] + _BESIDE + 1] if held else (span,)
        start, end = min(span.start, near[0].start), max(span.end, near[-1].end)
        first = body.rfind(_BREAK, 0, span.start)
        opens = first + len(_BREAK) if first >= 0 else 0
        closes = body.find(_BREAK, span.end)
        closes = closes if closes >= 0 else len(body)
        if len(body[opens:closes].split()) <= _SHORT_PARAGRAPH:
            start, end = min(start, opens), max(end, closes)
        if merged and start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(end, merged[-1].end))
        else:
            merged.append(Span(start, end))
    return merged
