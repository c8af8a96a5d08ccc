"""Cards and analytics as a Verbatim Word file; read again by the importer it gives the same cards, mark by mark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from foam.evidence.document import Card, Document
from foam.evidence.exports.cites import set_cite
from foam.evidence.imports.docx.cites import may_cite
from foam.evidence.imports.docx.paragraphs import Paragraph, Run
from foam.paper.verbatim import PLACES, Piece, VerbatimFile, list_headings

_LONGEST_UNDERTAG = 600
"""Characters of one paragraph of the debater's own words; the importer takes longer ones for text."""
_UNTAGGED = "Untagged"


def render_cards(title: str, documents: Sequence[Document], *, send: bool = False) -> bytes:
    """The documents as a .docx file, under their pockets, hats and blocks; to send it, without the debater's own
    words."""
    file = VerbatimFile(title)
    place = ("", "", "")
    for document in order_cards(documents):
        card = document.card or Card(tag=document.citation.title)
        if send and card.analytic:
            continue
        wanted = (card.pocket, card.hat, card.block)
        for level, text in list_headings(place, wanted):
            file.add_heading(text, level)
        place = wanted
        _add_card(file, document, card, send=send)
    return file.render()


def order_cards(documents: Sequence[Document]) -> list[Document]:
    """As they were; but what stands under fewer headings comes first, since a heading once opened cannot be closed."""
    return sorted(documents, key=_depth)


def _depth(document: Document) -> int:
    """The highest heading that a card stands under, counted from none."""
    card = document.card
    return 0 if card is None else 3 if card.pocket else 2 if card.hat else 1 if card.block else 0


def _add_card(file: VerbatimFile, document: Document, card: Card, *, send: bool) -> None:
    if card.analytic and not document.citation.raw:
        _add_analytic(file, document, card)
        return
    file.add_heading(card.tag or document.citation.title or _UNTAGGED, "tag")
    if card.undertag and not send:
        for words in _split_words(card.undertag):
            file.add_paragraph([Piece(words)], style="Undertag")
    file.add_paragraph(set_cite(document))
    if not card.analytic:
        file.add_paragraph(split_marked(document))


def _add_analytic(file: VerbatimFile, document: Document, card: Card) -> None:
    """The debater's own words: under their tag, or as a paragraph that no reader takes for part of what is before it.

    Under a tag they are set as text, so that own words without a tag, which have a style, can follow. Of several such
    in a row every second is set as text; after a tag that stands alone the heading is said again.
    """
    pieces = tuple(split_marked(document))
    if card.tag:
        file.add_heading(card.tag, "tag")
        if document.text != card.tag:
            file.add_paragraph(pieces, style="Analytic" if may_cite(_as_paragraph(pieces)) else "")
        return
    place = [(level, text) for level, text in zip(PLACES, (card.pocket, card.hat, card.block), strict=True) if text]
    if file.last in ("tag", "Analytic under tag") and place:
        file.add_heading(place[-1][1], place[-1][0])
    file.add_paragraph(pieces, style="" if file.last == "Analytic" else "Analytic")


def _as_paragraph(pieces: Sequence[Piece]) -> Paragraph:
    """As the importer reads it."""
    return Paragraph(
        tuple(
            Run(
                one.text,
                bold=one.emphasis,
                underline=one.underline or one.emphasis,
                emphasis=one.emphasis,
                highlight=one.highlight,
            )
            for one in pieces
        )
    )


def split_marked(document: Document) -> Iterator[Piece]:
    """A document's text in pieces that are marked alike; what is not marked is small where anything is."""
    marks: dict[str, list[str]] = {kind: [""] * len(document.text) for kind in ("underline", "emphasis", "highlight")}
    for mark in document.markup:
        said = mark.colour if mark.type == "highlight" else "on"
        marks[mark.type][mark.start : mark.end] = [said] * (mark.end - mark.start)
    looks = zip(marks["underline"], marks["emphasis"], marks["highlight"], strict=True)
    at = 0
    for (underline, emphasis, highlight), run in groupby(looks):
        end = at + sum(1 for _ in run)
        yield Piece(
            document.text[at:end],
            underline=bool(underline),
            emphasis=bool(emphasis),
            highlight=highlight,
            small=bool(document.markup) and not (underline or emphasis or highlight),
        )
        at = end


def _split_words(text: str) -> Iterator[str]:
    """A text in stretches of whole words that are short enough for one paragraph each."""
    words: list[str] = []
    for word in text.split():
        if words and len(" ".join([*words, word])) > _LONGEST_UNDERTAG:
            yield " ".join(words)
            words = []
        words.append(word)
    if words:
        yield " ".join(words)
