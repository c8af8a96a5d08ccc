"""A card that was cut, as people read it, and as a Word file in the manner of Verbatim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from foam.case.cut import format_citation
from foam.case.cutting.values import Cutting
from foam.evidence.document import Document
from foam.evidence.exports.verbatim import render_cards
from foam.paper import Block, Bullets, Heading, Paper, Paragraph, Quote, Text, compose, strong
from foam.paper.readable import add_formats
from foam_quotes.text.words import count_words


@compose.register
def compose_cutting(cutting: Cutting) -> Paper:
    """Tag, citation, passage with what is read pointed out, and what a reader should know."""
    return Paper(title=cutting.tag, blocks=tuple(_blocks(cutting)), footer=f"cut for: {cutting.claim}")


def _blocks(cutting: Cutting) -> Iterator[Block]:
    citation = cutting.document.citation
    accessed = f"accessed {citation.accessed}" if citation.accessed else ""
    cited = ", ".join(filter(None, ("", format_citation(cutting.document), accessed)))
    yield Paragraph(content=(strong(citation.brief or "no author, no date"), f", {cited}" if cited else ""))
    if cutting.missing:
        yield Paragraph(content=f"Missing of the citation: {', '.join(cutting.missing)}.", style="meta")
    looks = {"read": "mark", "kept": "plain", "": "small"}
    for paragraph in _split_paragraphs(cutting.document):
        yield Quote(content=tuple(Text(text=text, look=looks[kind]) for text, kind in paragraph))
    yield Heading(text="What is read")
    yield Paragraph(content=cutting.read)
    told = [f"{cutting.words} words are read of {count_words(cutting.document.text)}"]
    if cutting.put_back:
        told.append("put back, because they may not be lost: " + "; ".join(cutting.put_back))
    yield Bullets(items=(*told, cutting.wording, *cutting.notes))
    if cutting.others:
        yield Heading(text="Near it in the article, to be cut with --sentences")
        yield Bullets(items=cutting.others)


def _split_paragraphs(document: Document) -> list[list[tuple[str, str]]]:
    """The text by paragraphs, each in pieces that are `read` (highlighted), `kept` (underlined) or neither."""
    kinds = [""] * len(document.text)
    for name, types in (("kept", ("underline", "emphasis")), ("read", ("highlight",))):
        for mark in document.markup:
            if mark.type in types:
                kinds[mark.start : mark.end] = [name] * (mark.end - mark.start)
    paragraphs = []
    for line in re.finditer(r"[^\n]+", document.text):
        letters = zip(line[0], kinds[line.start() : line.end()], strict=True)
        runs = [(kind, "".join(letter for letter, _ in run)) for kind, run in groupby(letters, key=itemgetter(1))]
        paragraphs.append([(text, kind) for kind, text in runs])
    return paragraphs


add_formats(Cutting, {".docx": lambda cutting: render_cards(cutting.tag, [cutting.document])})
