"""The cite of a card as a paragraph: which of its words are spoken, so that it is read again as the same citation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from foam.evidence.document import Document
from foam.evidence.imports.cite import parse_citation, shorten_cite
from foam.evidence.imports.docx.cites import cites, find_spoken, may_cite
from foam.evidence.imports.docx.paragraphs import Paragraph, Run
from foam.paper.verbatim import Piece
from foam_quotes.text.normalise import normalise

_MOST_TRIED = 60
"""Words from the beginning of a citation that may all be set in the cite's style."""


def set_cite(document: Document) -> tuple[Piece, ...]:
    """The citation in pieces; name and year in the cite's style, as they stood in the file where it says so.

    Of the ways to set them the first is taken that the importer reads back as the same card; a citation that was not
    read from a Word file is written in full.
    """
    tried: list[tuple[Piece, ...]] = []
    for pieces in _list_ways(document):
        if _reads_back(pieces, document):
            return pieces
        tried.append(pieces)
    return next((pieces for pieces in tried if cites(_as_paragraph(pieces))), tried[0])


def _list_ways(document: Document) -> Iterator[tuple[Piece, ...]]:
    """Ways to set a citation, the likeliest first."""
    raw = document.citation.raw or document.citation.in_full
    spoken = document.card.cite if document.card else ""
    spoken = spoken or document.citation.brief
    if not raw:
        yield (Piece(spoken, cite=True),)
        return
    for words in dict.fromkeys((spoken, document.citation.brief, document.citation.last_name)):
        if found := _find_words(raw, words):
            yield tuple(_cut(raw, found))
    if spoken and not document.citation.raw:
        yield (Piece(spoken, cite=True), Piece(f", {raw}"))
    yield (Piece(raw),)
    for end in [one.end() for one in re.finditer(r"\S+", raw)][:_MOST_TRIED]:
        yield (Piece(raw[:end], cite=True), Piece(raw[end:]))


def _find_words(raw: str, spoken: str) -> list[tuple[int, int, str]]:
    """Where the spoken words stand in a citation, as they were written: together, else one after another.

    Debaters also mark the last digits of a year, or the first letters of a long name.
    """
    words = spoken.split()
    if not words:
        return []
    if together := re.search(r"[\s—]*".join(_list_patterns(word)[0] for word in words), raw):
        return [(*together.span(), spoken)]
    found: list[tuple[int, int, str]] = []
    at = 0
    for word in words:
        matches = (re.compile(pattern).search(raw, at) for pattern in _list_patterns(word))
        match = next((one for one in matches if one), None)
        if match is None:
            return []
        found.append((*match.span(), word))
        at = match.end() + 1  # what stands right behind a spoken word would have been one with it
    return found


def _list_patterns(word: str) -> tuple[str, ...]:
    """A word as the normaliser leaves it: whole, at the end of a longer one, at its beginning."""
    text = normalise(word)
    middle = "[-—]" if text in ("-", "—") else re.escape(text)
    before = r"(?<!\w)" if text[:1].isalnum() else ""
    after = r"(?!\w)" if text[-1:].isalnum() else ""
    return tuple(dict.fromkeys((f"{before}{middle}{after}", f"{middle}{after}", f"{before}{middle}")))


def _cut(raw: str, found: list[tuple[int, int, str]]) -> Iterator[Piece]:
    at = 0
    for start, end, word in found:
        between = raw[at:start]
        if between:
            yield Piece(between, cite=bool(at) and not between.strip())
        yield Piece(word, cite=True)
        at = end
    if at < len(raw):
        yield Piece(raw[at:])


def _reads_back(pieces: tuple[Piece, ...], document: Document) -> bool:
    """Whether the importer makes the same citation and short cite of it."""
    paragraph = _as_paragraph(pieces)
    undertag = bool(document.card and document.card.undertag)
    if not (cites(paragraph) if undertag else may_cite(paragraph)):
        return False
    spoken = find_spoken(paragraph)
    citation = parse_citation(paragraph.text, spoken=spoken)
    wanted = document.card.cite if document.card else ""
    short = shorten_cite(spoken) or citation.brief
    return short == wanted and (not document.citation.raw or citation == document.citation)


def _as_paragraph(pieces: tuple[Piece, ...]) -> Paragraph:
    return Paragraph(tuple(Run(piece.text, bold=piece.cite, cite=piece.cite) for piece in pieces))
