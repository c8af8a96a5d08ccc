"""Where a paragraph of a document ends."""

from __future__ import annotations

from foam.evidence.document import Document


def ends_paragraph(document: Document, number: int) -> bool:
    """Whether a sentence is the last of its paragraph."""
    return "\n" in document.sentences[number].of(document.text).lstrip()


def find_paragraph_end(document: Document, number: int) -> int:
    """The last sentence of the paragraph in which a sentence stands."""
    last = len(document.sentences) - 1
    return next((n for n in range(number, last) if ends_paragraph(document, n)), last)
