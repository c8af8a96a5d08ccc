"""Cards as openCaselist takes them: cites (tag, cite, first and last words) and the open-source text.

Headings are those of its wiki: `#` pocket, `##` hat, `###` block, `####` tag.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foam.evidence.document import Card, Document
from foam.evidence.exports.verbatim import order_cards
from foam.paper.verbatim import list_headings

_SIGNS = {"pocket": "#", "hat": "##", "block": "###"}
_ENDS = 12
"""Words of a card's text that a cite gives from its beginning, and from its end."""
_LEFT_OUT = "AND"
"""Stands, as caselists write it, for the words between them."""


def render_cites(documents: Sequence[Document]) -> str:
    """Tag, cite, first and last words of each card, for a caselist; analytics are not disclosed."""
    return _render([one for one in documents if not (one.card and one.card.analytic)], whole=False)


def render_open_source(documents: Sequence[Document], *, send: bool = False) -> str:
    """Every card with its whole text, and what the debater says without one."""
    return _render([one for one in documents if not (send and one.card and one.card.analytic)], whole=True)


def _render(documents: Sequence[Document], *, whole: bool) -> str:
    parts: list[str] = []
    place = ("", "", "")
    for document in order_cards(documents):
        card = document.card or Card(tag=document.citation.title)
        wanted = (card.pocket, card.hat, card.block)
        parts += [f"{_SIGNS[level]} {text}" for level, text in list_headings(place, wanted)]
        place = wanted
        parts += _list_parts(document, card, whole=whole)
    return "\n\n".join(parts) + "\n" if parts else ""


def _list_parts(document: Document, card: Card, *, whole: bool) -> Iterator[str]:
    if card.tag:
        yield f"#### {card.tag}"
    cite = document.citation.raw or document.citation.in_full or card.cite
    if cite:
        yield cite
    if not card.analytic or document.text != card.tag:
        yield document.text if whole else _shorten_text(document.text)


def _shorten_text(text: str) -> str:
    """The first and the last words of a text; all of a short one."""
    words = text.split()
    if len(words) <= 2 * _ENDS:
        return " ".join(words)
    return "\n".join((" ".join(words[:_ENDS]), _LEFT_OUT, " ".join(words[-_ENDS:])))
