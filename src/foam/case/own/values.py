"""A layout: which of a debater's cards a speech reads, in which order, under which tags, and for which part."""

from __future__ import annotations

import re
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
    extends: str = Field(default="", exclude_if=lambda extends: not extends)
    """Id of the argument of this side that it carries on."""
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
        return not self.plan or any(one.answers or one.extends for one in self.list_cards())

    @property
    def reads_cards(self) -> bool:
        """Whether it reads anything of the library: what only carries the first speech on does not."""
        return any(one.candidates for one in self.list_cards())

    def list_cards(self) -> Iterator[LaidCard]:
        return (card for part in self.parts for card in part.cards)


_TITLES = {
    "uniqueness": "Uniqueness",
    "link": "Link",
    "internal_link": "Internal link",
    "impact": "Impact",
    "barrier": "Barrier",
    "status_quo_will_not": "Status quo",
    "mechanism": "Mechanism",
    "solvency_advocate": "Solvency advocate",
}
_SEEKS = {
    "uniqueness": "How things stand today in the matter of “{title}”, without the plan.",
    "link": "The plan makes a difference in the matter of “{title}”.",
    "internal_link": "One step leads to the next in the matter of “{title}”.",
    "impact": "What is at stake in the end in the matter of “{title}”.",
    "barrier": "Something keeps the plan from being done today.",
    "status_quo_will_not": "What is done today does not lead to what the plan does.",
    "mechanism": "The plan does what it is meant to do.",
    "solvency_advocate": "Somebody who knows the matter recommends what the plan does.",
}
_ARROW = re.compile(r"\s*(?:→|->|=>|⇒)\s*")


def name_component(component: str) -> str:
    """A part of an argument as readers know it."""
    return _TITLES.get(component, component.replace("_", " ").capitalize())


def word_seek(component: str, title: str) -> str:
    """What a card has to establish in its part of the case."""
    return _SEEKS[component].format(title=title.replace("$", "$$"))


def word_step(component: str, before: str, step: str) -> str:
    """What a card has to establish in a chain whose steps the speaker named."""
    first, second = before.replace("$", "$$"), step.replace("$", "$$")
    if component == "uniqueness":
        return f"How things stand today with {second}, without the plan."
    if component == "link":
        return f"The plan makes a difference to {second}."
    asked = "This is at stake in the end" if component == "impact" else "One step leads to the next"
    return f"{asked}: {first} → {second}."


def split_chain(advantage: str) -> tuple[str, tuple[str, ...]]:
    """Title and steps of an advantage as a speaker writes it: `Food security: trade → yields → famine`."""
    title, colon, rest = advantage.partition(":")
    if not colon and _ARROW.search(advantage):
        rest = advantage
        title = _ARROW.split(advantage)[-1]
    steps = tuple(step.strip() for step in _ARROW.split(rest) if step.strip())
    return " ".join(title.split()), steps if len(steps) > 1 else ()


def make_id(title: str, taken: set[str]) -> str:
    """A short id for a part, that no other part has."""
    words = re.findall(r"[a-z0-9]+", title.lower())[:3]
    base = "-".join(words) or "part"
    found = next(name for name in (base, *(f"{base}-{n}" for n in range(2, 1000))) if name not in taken)
    taken.add(found)
    return found
