"""A result of a run as a document inside a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from foam.paper import Paper, compose, inset
from foam.web.sections import list_sections


@dataclass(frozen=True)
class Inset:
    """A document as it stands on a page."""

    html: str
    sections: tuple[tuple[str, str], ...]
    """Ids and titles."""


def inset_document(found: Any) -> Inset:
    """A document, or whatever says of itself how it is read, rendered for a page that has its own title."""
    paper = found if isinstance(found, Paper) else compose(found)
    return Inset(html=inset(paper, hrefs={}, actions={}), sections=tuple(list_sections(paper)))
