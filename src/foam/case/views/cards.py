"""The cards of a case as they are read: the source in pieces, and as documents that files of cards are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from foam.case.marks import find_read, split_marks
from foam.case.values import Case, CutCard, Slot
from foam.case.views.places import Place, place_groups
from foam.evidence.document import (
    Card,
    Citation,
    Document,
    Emphasis,
    Facets,
    Highlight,
    Markup,
    Origin,
    Underline,
    make_document,
)
from foam.paper.verbatim import Piece
from foam_quotes.text.normalise import normalise
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


_READ = "yellow"
IMPORTER = "case-1"


def list_documents(case: Case) -> Iterator[Document]:
    """Every part of the speech that says something, under its headings."""
    origin = Origin(file=f"{case.speech}: {case.resolution}", format="case", importer=IMPORTER)
    for group in place_groups(case):
        for slot, place in group.slots:
            if slot.filled and (slot.card is None or normalise(slot.card.body + slot.card.text)):
                yield _make_document(slot, origin, place)


def _make_document(slot: Slot, origin: Origin, place: Place) -> Document:
    headings = place.json_value()
    if slot.card is None:
        card = Card(tag=slot.spoken, analytic=True, **headings)
        return make_document(slot.spoken, origin=origin, card=card, facets=Facets(kind="analytic"))
    text, markup = _mark(slot.card)
    return make_document(
        text,
        origin=origin,
        citation=Citation(raw=slot.card.source),
        markup=markup,
        card=Card(tag=slot.card.tag, cite=slot.card.cite, **headings),
        facets=Facets(kind="card"),
    )


def _mark(card: CutCard) -> tuple[str, tuple[Markup, ...]]:
    """The source as it is shown, and how it is marked."""
    text, marks = "", list[Markup]()
    for piece in split_body(card):
        end = len(text) + len(piece.text)
        where = {"start": len(text), "end": end}
        marks += [Underline(**where)] if piece.underline else []
        marks += [Emphasis(**where)] if piece.emphasis else []
        marks += [Highlight(**where, colour=piece.highlight)] if piece.highlight else []
        text += piece.text
    return text, tuple(marks)


def split_body(card: CutCard) -> Iterator[Piece]:
    """The source: what is read underlined and highlighted, the rest small; of a debater's card what was underlined or
    set in emphasis stays so. Its paragraphs stay."""
    at = 0
    for piece in _split_read(card):
        yield from _stress(card, at, piece)
        at += len(piece.text)


def _stress(card: CutCard, start: int, piece: Piece) -> Iterator[Piece]:
    """A piece that begins here in the source, in emphasis where its debater set it so."""
    at, end = 0, len(piece.text)
    for first, last in card.work.stressed if card.work and piece.underline else ():
        first, last = max(first - start, at), min(last - start, end)
        if first < last:
            yield replace(piece, text=piece.text[at:first])
            yield replace(piece, text=piece.text[first:last], emphasis=True)
            at = last
    yield replace(piece, text=piece.text[at:])


def _split_read(card: CutCard) -> Iterator[Piece]:
    """The source in pieces that are read, underlined, or neither."""
    at = 0
    for text, read in split_source(card):
        at += len(text)
        if card.work and not read:
            yield from _split_unread(card, at - len(text), at)
            continue
        for words, spoken in split_marks(text) if read else ((text, False),):
            yield Piece(words, underline=spoken, highlight=_READ if spoken else "", small=not spoken)


def _split_unread(card: CutCard, start: int, end: int) -> Iterator[Piece]:
    """What is not read of a debater's card, which is shown whole: underlined as it is, or small."""
    at = start
    for first, last in card.work.kept if card.work else ():
        first, last = max(first, at), min(last, end)
        if first < last:
            yield Piece(card.body[at:first], small=True)
            yield Piece(card.body[first:last], underline=True)
            at = last
    yield Piece(card.body[at:end], small=True)
