"""Markings given as HTML (`<u>`, `<strong>`, `<mark>`) or as an extract, found again in a text. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

from foam.evidence.document import Emphasis, Highlight, Markup, Underline

_MARKS = {"u": "underline", "strong": "emphasis", "b": "emphasis", "em": "emphasis", "mark": "highlight"}
_BLOCKS = frozenset({"p", "div", "br", "li", "tr"})
_HEADS = frozenset({"h1", "h2", "h3", "h4", "title", "script", "style"})
"""What these hold is no part of the body: headings are fields of their own."""


class Piece(NamedTuple):
    """A stretch of text and how it is marked."""

    text: str
    marks: frozenset[str]


class Marked(NamedTuple):
    """Marked text in order."""

    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)


def read_marked_html(source: str) -> Marked:
    """The body of a card's HTML: its words and their markings."""
    reader = _Reader()
    reader.feed(source)
    reader.close()
    return Marked(tuple(reader.pieces))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[Piece] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _MARKS or tag in _HEADS:
            self._open.append(tag)
        if tag in _BLOCKS and self.pieces:
            self.pieces.append(Piece("\n\n", frozenset()))

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            self._open.reverse()
            self._open.remove(tag)
            self._open.reverse()

    def handle_data(self, data: str) -> None:
        if not _HEADS.intersection(self._open):
            self.pieces.append(Piece(data, frozenset(_MARKS[tag] for tag in self._open)))


def locate_marks(marked: Marked, text: str) -> tuple[Markup, ...]:
    """The markings in a text's own offsets. A piece that is not found in order is left unmarked, not guessed."""
    return tuple(_located(marked, text))


def _located(marked: Marked, text: str) -> Iterator[Markup]:
    after = 0
    for piece in marked.pieces:
        words = piece.text.strip()
        start = text.find(words, after) if words else -1
        if start < 0:
            continue
        after = start + len(words)
        if "underline" in piece.marks:
            yield Underline(start=start, end=after)
        if "emphasis" in piece.marks:
            yield Emphasis(start=start, end=after)
        if "highlight" in piece.marks:
            yield Highlight(start=start, end=after)
