"""A document inside a page: its sections, which the page lists, links to, and shows before the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from foam.paper import Heading, Paper, compose, inset


def name_sections(paper: Paper) -> Paper:
    """The document with an id for each section of the first level, so that it can be linked to."""
    blocks = (
        one.model_copy(update={"id": one.id or f"section-{place}"})
        if isinstance(one, Heading) and one.level == 1
        else one
        for place, one in enumerate(paper.blocks)
    )
    return paper.model_copy(update={"blocks": tuple(blocks)})


def list_sections(paper: Paper) -> list[tuple[str, str]]:
    """The sections that can be linked to, by id and title."""
    return [(one.id, one.text) for one in paper.blocks if isinstance(one, Heading) and one.id]


def split_opening(paper: Paper) -> tuple[Paper, Paper]:
    """What stands before the first section, and the rest."""
    place = next((place for place, one in enumerate(paper.blocks) if isinstance(one, Heading) and one.id), 0)
    parts = paper.blocks[:place], paper.blocks[place:]
    opening, rest = (paper.model_copy(update={"blocks": part}) for part in parts)
    return opening, rest


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
