"""What the other side asks for, where a speech answers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from foam.values import Value


class Answered(Value):
    """The plan that the other side read, and what they say comes of it."""

    plan: str
    gained: tuple[str, ...] = ()
    """What they say is gained by it, an advantage each."""
    impacts: tuple[str, ...] = Field(default=(), exclude_if=lambda impacts: not impacts)
    """The ids of their impacts in the round, in the same order."""

    points: dict[str, str] = Field(default_factory=dict, exclude_if=lambda points: not points)
    """What they said for it, by the ids of the arguments."""

    @property
    def named(self) -> dict[str, str]:
        """The impact of each advantage by the short id under which a writer names it."""
        return {f"g{n}": impact for n, impact in enumerate(self.impacts, start=1)}


def describe_plan(stands_for: str, answered: Answered | None, counterplan: str = "") -> str:
    """The plan that the parts of a speech speak of: its own, or the one that it answers, beside what it would do in its
    place."""
    if answered is None:
        return stands_for
    instead = f"\nThe counterplan of this speech, in its place: {counterplan}" if counterplan else ""
    return f"{answered.plan}{instead}"


def read_solved(filled: Mapping[str, Any], named: Mapping[str, str]) -> tuple[str, ...]:
    """The impacts that a counterplan claims to reach by its form, in the order in which they were heard."""
    return tuple(impact for name, impact in named.items() if name in filled.get("solves", ()))
