"""A dry run: what a challenge would have checked, what it could ask, and what it could change. No model is asked."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from foam.contest.challenge import Challenge
from foam.contest.part import Part
from foam.evidence.corpus import Passage
from foam.paper import Readable
from foam.values import Value

_MOST = 100
"""Letters of a part that are printed."""


class WouldAsk(Value):
    """Questions that could be put to a model: of what sort, about which part, and how many at the most."""

    what: str
    about: str
    at_most: int


class Moves(Value):
    """A part that could come to read otherwise."""

    part: str
    before: str
    after: str


class Preview(Readable, Value):
    """What a challenge could bring about, before anybody is asked."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.contest.views.document",)
    challenge: Challenge
    part: Part
    asks: str
    settled_by: Literal["code", "judge"]
    would_ask: tuple[WouldAsk, ...]
    could_change: tuple[Moves, ...]
    counter_evidence: tuple[Passage, ...] = ()
    beside: tuple[str, ...] = ()
    """What code can tell already."""
    names: dict[str, str] = Field(default_factory=dict)
    """The first words of each part that would be asked about or could change, by its id."""

    @property
    def questions_at_most(self) -> int:
        return sum(one.at_most for one in self.would_ask)


def shorten(text: str) -> str:
    """A part by its first words."""
    line = " ".join(text.split())
    return line if len(line) <= _MOST else f"{line[:_MOST].rsplit(' ', 1)[0]} …"
