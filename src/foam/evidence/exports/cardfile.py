"""A file of cards: what a search found, what answers a position, or a whole library, to be saved in any format."""

from __future__ import annotations

from collections.abc import Iterator

from foam.evidence.document import Card, Document
from foam.evidence.exports import CITES, OPEN_SOURCE
from foam.evidence.exports.caselist import render_cites, render_open_source
from foam.evidence.exports.verbatim import order_cards, render_cards, split_marked
from foam.paper import Article, Block, Heading, Paper, Paragraph, Quote, Readable, Text, add_formats, compose, strong
from foam.paper.verbatim import Piece, list_headings
from foam.values import Value


class CardFile(Value, Readable):
    """Cards under a title, each under its pocket, hat and block."""

    title: str
    cards: tuple[Document, ...]

    @property
    def pieces(self) -> tuple[tuple[Piece, ...], ...]:
        """The text of each card, in pieces that are marked alike."""
        return tuple(tuple(split_marked(one)) for one in self.cards)

    def for_sending(self) -> CardFile:
        """The same without the debater's own words."""
        return self.model_copy(
            update={"cards": tuple(one for one in self.cards if not (one.card and one.card.analytic))}
        )


@compose.register
def _compose_cards(file: CardFile, *, send: bool = False) -> Paper:
    """The file as a document."""
    blocks = tuple(_list_blocks(file.for_sending() if send else file))
    return Paper(title=file.title, blocks=blocks, spelt=True)


def _list_blocks(file: CardFile) -> Iterator[Block]:
    place = ("", "", "")
    for document in order_cards(file.cards):
        card = document.card or Card(tag=document.citation.title)
        wanted = (card.pocket, card.hat, card.block)
        yield from (Heading(text=text) for _, text in list_headings(place, wanted))
        place = wanted
        yield _show_card(document, card)


def _show_card(document: Document, card: Card) -> Block:
    cite = document.citation.raw or document.citation.in_full
    said = (strong(card.cite), f" {cite}") if card.cite else (cite,)
    looks = (
        Text(text=piece.text, look="mark" if piece.highlight or piece.underline else "context")
        for piece in split_marked(document)
    )
    body = Quote(content=tuple(looks)) if document.markup else Paragraph(content=document.text)
    return Article(
        blocks=(
            *((Heading(text=card.tag, level=2),) if card.tag else ()),
            *((Paragraph(content=card.undertag),) if card.undertag else ()),
            *((Paragraph(content=said),) if any(said) else ()),
            *((body,) if document.text != card.tag else ()),
        )
    )


add_formats(
    CardFile,
    {
        ".docx": lambda file, *, send=False: render_cards(file.title, file.cards, send=send),
        CITES: lambda file, **_: render_cites(file.cards),
        OPEN_SOURCE: lambda file, *, send=False: render_open_source(file.cards, send=send),
    },
)
