"""A layout: which of a debater's cards a speech reads, in which order, under which tags, and for which part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from foam.evidence.casebook.sections import PlacedCard
from foam.values import CleanLine, Value

OWN = "own-cards"
"""The way through an outline that a layout is."""
ChosenBy = Literal["block", "search", "pin"]
"""Why a card stands where it does: its debater put it there, a search found it, or the speaker asked for it."""


class LaidCard(Value):
    """A place for one card of the speech."""

    id: str
    """The slot."""
    component: str
    """The part it plays: uniqueness, link, internal_link, impact, mechanism, …"""
    title: str
    seek: str
    """What it has to establish, worded by its part."""
    candidates: tuple[PlacedCard, ...]
    """The card; where a search found it, others that would serve after it; none where nothing was found."""
    by: ChosenBy = "block"
    tag: CleanLine = ""
    """A tag that the speaker gave in place of the card's own."""
    uncounted: bool = Field(default=False, exclude_if=lambda uncounted: not uncounted)
    """Whether its tag is read without the number that counts it: what it was counted after is not in the speech."""
    answers: str = Field(default="", exclude_if=lambda answers: not answers)
    """Id of the argument that it answers, in a speech that answers."""
    says: str = Field(default="", exclude_if=lambda says: not says)
    """Words that carry a card of this side on, in place of a card."""

    @property
    def words(self) -> int:
        return self.candidates[0].words if self.candidates else len(self.says.split())

    @property
    def own_tag(self) -> str:
        """The debater's tag of its card; what it has to establish where it has none."""
        return self.candidates[0].tag if self.candidates else self.seek


class LaidPart(Value):
    """An advantage, inherency or solvency: its cards in their order."""

    id: str
    title: str
    syllogism: str
    cards: tuple[LaidCard, ...]
    chain: tuple[str, ...] = ()
    """The steps that the speaker named for it."""
    facts: dict[str, str] = Field(default_factory=dict, exclude_if=lambda facts: not facts)
    """What holds for it: whom it answers, in a speech that answers."""


class Layout(Value):
    """A whole speech of a debater's own cards."""

    plan: CleanLine
    """Empty in a speech that speaks against the other side's and has none."""
    plan_from: str = ""
    """The file whose plan text it is; empty where the speaker gave it or it is the resolution."""
    parts: tuple[LaidPart, ...]
    dropped: tuple[str, ...] = ()
    """What the speaker had left out."""

    @property
    def words(self) -> int:
        return sum(one.words for one in self.list_cards())

    @property
    def answers(self) -> bool:
        """Whether it answers what was said, and so has no plan of its own."""
        return not self.plan or any(one.answers for one in self.list_cards())

    @property
    def reads_cards(self) -> bool:
        """Whether it reads anything of the library: what only carries the first speech on does not."""
        return any(one.candidates for one in self.list_cards())

    def list_cards(self) -> Iterator[LaidCard]:
        return (card for part in self.parts for card in part.cards)
