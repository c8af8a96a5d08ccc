"""A pointer as a W3C Web Annotation target, so that other tools find the sentence.

The source is the document's address when it has one, else its id as a URN; either way the selectors count code points
of the normalised text, and a tool that reads another rendering finds the sentence by its words and what is around them.
"""

from __future__ import annotations

from typing import Any

from foam.evidence.document import Document
from foam.evidence.excerpt import Excerpt
from foam.text.selector import TextPositionSelector, TextQuoteSelector, make_selectors
from foam_quotes.text.span import trim

CONTEXT = "http://www.w3.org/ns/anno.jsonld"


def make_target(document: Document | Excerpt, sentence: int) -> dict[str, Any]:
    """The specific resource a sentence is: its source and two selectors, the quotation and the position."""
    document.sentence(sentence)  # a pointer that does not resolve is refused here
    quote, position = document.select(sentence) if isinstance(document, Excerpt) else _select(document, sentence)
    return {
        "type": "SpecificResource",
        "source": document.citation.url or f"urn:foam:document:{document.id}",
        "selector": [quote.json_value(), position.json_value()],
    }


def _select(document: Document, sentence: int) -> tuple[TextQuoteSelector, TextPositionSelector]:
    return make_selectors(document.text, trim(document.sentences[sentence], document.text))


def make_annotation(document: Document | Excerpt, sentence: int, *, body: str = "") -> dict[str, Any]:
    """An annotation of one sentence; `body` is a remark on it, as plain text."""
    made: dict[str, Any] = {
        "@context": CONTEXT,
        "id": f"urn:foam:sentence:{document.id}:{sentence}",
        "type": "Annotation",
        "target": make_target(document, sentence),
    }
    if body:
        made["body"] = {"type": "TextualBody", "value": body, "format": "text/plain"}
    return made
