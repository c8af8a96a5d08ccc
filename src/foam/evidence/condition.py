"""What is wrong with a debater's card, told from what the library keeps about it. Pure.

A card has a tag, a cite and a text. A tag alone is an analytic. Marked text without a cite is *uncited*; a cite
without a text is *broken*. A whole card may still have a cite that names nobody or no year.
"""

from __future__ import annotations

import json
from typing import Any, Literal

from foam.evidence.document import Card, Citation
from foam.values import Value

Kind = Literal["card", "analytic", "uncited", "broken"]


class Condition(Value):
    """What a document of a debater's file is, and what its owner could mend."""

    kind: Kind
    faults: tuple[str, ...] = ()


class FileCount(Value):
    """How many of each kind a file gave."""

    file: str
    cards: int = 0
    analytics: int = 0
    uncited: int = 0
    """Marked text under a tag that names no source."""
    broken: int = 0
    """A tag and a cite, and no text."""

    def plus(self, kind: Kind) -> FileCount:
        """With one more of a kind."""
        name = {"card": "cards", "analytic": "analytics"}.get(kind, kind)
        return self.model_copy(update={name: getattr(self, name) + 1})


class Ailment(Value):
    """A card that could be mended: where it stands and what is wrong with it."""

    document: str
    file: str
    block: str
    tag: str
    faults: tuple[str, ...]


class Diagnosis(Value):
    """What the debaters' files in a library have, and what could be mended in them."""

    files: tuple[FileCount, ...]
    ailments: tuple[Ailment, ...]
    total: int
    """Cards that could be mended, those that are not listed included."""


def read_condition(about: str) -> Condition | None:
    """The condition of a document by what is kept about it, as JSON; nothing for what is no debater's."""
    if '"card":null' in about:
        return None
    return judge_condition(json.loads(about))


def judge_condition(about: dict[str, Any]) -> Condition | None:
    """The condition of a document by what is kept about it."""
    if not about.get("card"):
        return None
    card, citation = Card.model_construct(**about["card"]), Citation.model_construct(**about["citation"])
    if card.analytic:
        if citation.raw:
            return Condition(kind="broken", faults=("there is a cite and no text",))
        marked = bool(about["markup"])
        return Condition(kind="uncited", faults=("marked text has no cite",)) if marked else Condition(kind="analytic")
    faults = (
        "" if card.tag else "there is no tag",
        "" if citation.author else "the cite names nobody",
        "" if citation.year else "the cite has no year",
    )
    return Condition(kind="card", faults=tuple(fault for fault in faults if fault))
