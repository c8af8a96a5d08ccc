"""How one text stands to another: supports, contradicts, neither. Ports for trained judges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable


class Relation(Protocol):
    """Probabilities that sum to one."""

    @property
    def supports(self) -> float: ...
    @property
    def contradicts(self) -> float: ...
    @property
    def neither(self) -> float: ...


class StanceJudge(Protocol):
    """Says how texts stand to statements."""

    @property
    def name(self) -> str:
        """Which judge, with its version: part of who decided."""
        ...

    def relation(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Relation]:
        """For each (text, statement): does the text support the statement, contradict it, or neither?"""
        ...


@runtime_checkable
class ConvictionJudge(Protocol):
    """A judge that can also say which of two texts convinces people more."""

    def convinces(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """The chance that the first of each pair does."""
        ...


@runtime_checkable
class BearingJudge(Protocol):
    """A judge that can also say whether a text speaks of the matter, and whether it takes a side."""

    def bears_on(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Chance]:
        """For each (text, statement): the chance that the text speaks of what the statement is about."""
        ...

    def takes_a_side(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Leaning]:
        """For each (text, statement): the chances that the text takes a side, reports one, or neither."""
        ...


@runtime_checkable
class WeighingJudge(StanceJudge, Protocol):
    """A judge that weighs a text by stance, entailment and bearing together, and tells when two make one point."""

    def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Relation]:
        """For each (text, statement): does it speak for the statement, against it, or neither?"""
        ...

    def same_point(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """For each pair: the chance that both make one point."""
        ...


class Chance(Protocol):
    @property
    def probability(self) -> float: ...


class Leaning(Protocol):
    @property
    def neither(self) -> float: ...


class EmbeddedJudge(ConvictionJudge, BearingJudge, WeighingJudge, Protocol):
    """What the embedded model stands on: the judge that ships can do all of it."""
