"""Documents with their sentences: what a citation names, and what a card is cut of."""

from __future__ import annotations

from typing import Any

from foam import Document, Home, NotFound
from foam.web.catalogue import say
from foam.web.recorded import trace_versions
from foam.web.site import View

AROUND = 150
"""Sentences before and after the marked one that a page of a long document shows."""


def find_source(home: Home, run: str, document: str) -> Document:
    """The document of a citation: from the pack, from what a challenge brought, or from the library."""
    *_, first = trace_versions(home, run)
    pack = home.record.spec(first).get("pack")
    for one in (*home.dossier.brought(run), *(home.pack.load(pack).documents() if pack else ())):
        if one.id.startswith(document):
            return one
    return home.library.show(document).document


def show_document(document: Document, marked: int | None, *, back: dict[str, str]) -> View:
    """A document with its sentences, one of them marked; of a long one, what stands around the mark."""
    count = len(document.ends)
    if marked is not None and not 0 <= marked < count:
        raise NotFound(say("source.no_sentence"), hint=say("source.no_sentence_hint", count=count))
    shown, sentences = list_sentences(document, marked or 0)
    title = name_document(document)
    data = {
        "document": document.id, "title": title, "cite": document.citation.in_full,
        "file": document.origin.file.rpartition("/")[2], "marked": marked, "sentences": sentences, "total": count,
    }  # fmt: skip
    return View("document.html", title, data, {"back": back, "before": shown.start, "after": count - shown.stop})


def list_sentences(document: Document, centre: int) -> tuple[range, list[dict[str, Any]]]:
    """The sentences around one, by their numbers, and where paragraphs end."""
    shown = range(max(0, centre - AROUND), min(len(document.ends), centre + AROUND + 1))
    return shown, [
        {
            "number": number,
            "text": document.sentence(number),
            "ends_paragraph": "\n" in document.sentences[number].of(document.text),
        }
        for number in shown
    ]


def name_document(document: Document) -> str:
    """What a document goes by: a card's tag, a title, or nothing of its own."""
    return (document.card.tag if document.card else "") or document.citation.title or say("source.untitled")
