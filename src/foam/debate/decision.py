"""Who won a debate, and on what. Frozen values."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam.debate.transcript import Side
from foam.values import Value


class DecidingIssue(Value):
    """One issue on which a debate was decided: the points in which it was fought, and who has the better of it."""

    issue: str
    points: tuple[str, ...]
    side: Side | Literal["even"]
    """Who has the better of it; nobody where it is even."""
    reason: str


class DecisionReading(Value):
    """What a judge decided on one reading: the winner, on which issues, and why."""

    first: Side
    """Whose position it read first."""
    winner: Side
    issues: tuple[DecidingIssue, ...]
    reason: str


class Decision(Value):
    """Who won a debate, and on what: one judge's view, asked in both orders of the sides."""

    winner: Side | None
    """Who won; nobody where the order of the sides decides: it is too close to call."""
    readings: tuple[DecisionReading, ...] = Field(min_length=1)
    """Those that hold."""
    judge: str
    """The model that judged."""
    also_spoke: bool = False
    """Whether the same model spoke in the debate."""

    @property
    def told(self) -> tuple[DecisionReading, ...]:
        """The readings that are told: one where they agree."""
        return self.readings if self.winner is None else self.readings[:1]
