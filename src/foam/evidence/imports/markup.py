"""Markings given as HTML (`<u>`, `<strong>`, `<mark>`) or as an extract, found again in a text. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from foam.evidence.document import Emphasis, Highlight, Markup, Underline

_MARKS = {"u": "underline", "strong": "emphasis", "b": "emphasis", "em": "emphasis", "mark": "highlight"}
_BLOCKS = frozenset({"p", "div", "br", "li", "tr"})
_HEADS = frozenset({"h1", "h2", "h3", "h4", "title", "script", "style"})
"""What these hold is no part of the body: headings are fields of their own."""
_TAG = re.compile(r"""<(?P<end>/?)(?P<tag>[A-Za-z][A-Za-z0-9]*+)(?:[^<>"']|"[^"<]{0,2000}"|'[^'<]{0,2000}')*+>""")
_MOST_SEARCHED = 50_000_000
"""Characters searched in vain, after which the rest is left unmarked."""


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
    return Marked(tuple(_read_pieces(_drop_comments(source))))


def _drop_comments(source: str) -> str:
    first, *rest = source.split("<!--")
    return first + "".join(part.partition("-->")[2] for part in rest)


def _read_pieces(source: str) -> Iterator[Piece]:
    """Text between tags. Which elements are open is counted, so that neither depth nor order costs anything."""
    open_tags: Counter[str] = Counter()
    at, begun = 0, False
    for match in _TAG.finditer(source):
        if match.start() > at and not any(open_tags[tag] for tag in _HEADS):
            yield _make_piece(source[at : match.start()], open_tags)
            begun = True
        at, tag = match.end(), match["tag"].lower()
        if match["end"]:
            open_tags[tag] -= bool(open_tags[tag])
        elif tag in _MARKS or tag in _HEADS:
            open_tags[tag] += 1
        if not match["end"] and tag in _BLOCKS and begun:
            yield Piece("\n\n", frozenset())
    if at < len(source) and not any(open_tags[tag] for tag in _HEADS):
        yield _make_piece(source[at:], open_tags)


def _make_piece(text: str, open_tags: Counter[str]) -> Piece:
    return Piece(unescape(text), frozenset(mark for tag, mark in _MARKS.items() if open_tags[tag]))


def locate_marks(marked: Marked, text: str) -> tuple[Markup, ...]:
    """The markings in a text's own offsets. A piece that is not found in order is left unmarked, not guessed."""
    return tuple(_located(marked, text))


def _located(marked: Marked, text: str) -> Iterator[Markup]:
    after = searched = 0
    for piece in marked.pieces:
        words = piece.text.strip()
        start = text.find(words, after) if words and searched < _MOST_SEARCHED else -1
        if start < 0:
            searched += len(text) - after if words else 0
            continue
        after = start + len(words)
        if "underline" in piece.marks:
            yield Underline(start=start, end=after)
        if "emphasis" in piece.marks:
            yield Emphasis(start=start, end=after)
        if "highlight" in piece.marks:
            yield Highlight(start=start, end=after)
