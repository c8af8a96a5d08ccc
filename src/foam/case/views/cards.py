"""The cards of a case as documents, marked as they are read: what caselists and other files of cards are made of."""

from __future__ import annotations

from collections.abc import Iterator

from foam.case.values import Case, CutCard, Slot
from foam.case.views.places import Place, place_groups
from foam.case.views.verbatim import split_body
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
from foam_quotes.text.normalise import normalise

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
