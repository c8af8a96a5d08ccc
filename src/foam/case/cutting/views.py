"""A card that was cut, as people read it, and as a Word file in the manner of Verbatim."""

from __future__ import annotations

from collections.abc import Iterator

from foam.case.cut import format_citation
from foam.case.cutting.values import Cutting
from foam.case.views.verbatim import render_document, split_document
from foam.paper import Block, Bullets, Heading, Paper, Paragraph, Quote, Text, compose, strong
from foam.paper.readable import add_formats
from foam.text.words import count_words


@compose.register
def compose_cutting(cutting: Cutting) -> Paper:
    """Tag, citation, passage with what is read pointed out, and what a reader should know."""
    return Paper(title=cutting.tag, blocks=tuple(_blocks(cutting)), footer=f"cut for: {cutting.claim}")


def _blocks(cutting: Cutting) -> Iterator[Block]:
    citation = cutting.document.citation
    accessed = f", accessed {citation.accessed}" if citation.accessed else ""
    yield Paragraph(
        content=(strong(citation.brief or "no author, no date"), f", {format_citation(cutting.document)}{accessed}")
    )
    if cutting.missing:
        yield Paragraph(content=f"Missing of the citation: {', '.join(cutting.missing)}.", style="meta")
    looks = {"read": "mark", "kept": "plain", "": "small"}
    for paragraph in split_document(cutting.document):
        yield Quote(content=tuple(Text(text=text, look=looks[kind]) for text, kind in paragraph))
    yield Heading(text="What is read")
    yield Paragraph(content=cutting.read)
    told = [f"{cutting.words} words are read of {count_words(cutting.document.text)}"]
    if cutting.put_back:
        told.append("put back, because they may not be lost: " + "; ".join(cutting.put_back))
    yield Bullets(items=(*told, *cutting.notes))


add_formats(Cutting, {".docx": lambda cutting: render_document(cutting.document)})
