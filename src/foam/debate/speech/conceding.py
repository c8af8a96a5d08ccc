"""What an evaluator of a person's speech is asked about what the speech gives up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from foam.debate.values import Point


class AskedConcessions(NamedTuple):
    """What an evaluator of a person's speech is asked about concessions."""

    read: Mapping[str, tuple[str, ...]]
    """The parts of which no mark says what they do, each with what code read it as giving up."""
    theirs: tuple[str, ...]
    """Points of the other side that they answer."""
    own: tuple[Point, ...]
    """Points of its own side on which it stands."""

    @property
    def ids(self) -> tuple[str, ...]:
        """All that can be given up."""
        given = (name for names in self.read.values() for name in names)
        return tuple(dict.fromkeys([*self.theirs, *(one.id for one in self.own), *given]))
