"""What can bear on a claim, however far off.

Sets of arguments are integers, one bit per argument, so that asking for every claim of a debate stays cheap.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from foam.semantics.framework import Framework
from foam.semantics.hitting import split_bits


@dataclass(frozen=True, slots=True)
class Reach:
    """Who directly attacks whom, among the arguments that stand."""

    names: tuple[str, ...]
    places: Mapping[str, int]
    attackers: tuple[int, ...]

    def named(self, members: int) -> frozenset[str]:
        """The names of a set of arguments."""
        return frozenset(self.names[element.bit_length() - 1] for element in split_bits(members))

    def ancestors(self, claims: Iterable[str]) -> frozenset[str]:
        """The claims and every argument from which a path of attacks leads to one of them."""
        seen = fresh = sum(1 << self.places[claim] for claim in set(claims))
        while fresh:
            fresh = _union(self.attackers, fresh) & ~seen
            seen |= fresh
        return self.named(seen)


def compute_reach(framework: Framework) -> Reach:
    """The reach of the live attacks."""
    names = tuple(argument.id for argument in framework.arguments)
    places = {name: place for place, name in enumerate(names)}
    attacks = (attack.ends for attack in framework.live_attacks)
    return Reach(names, places, _sources(places, attacks))


def _sources(places: Mapping[str, int], edges: Iterable[tuple[str, str]]) -> tuple[int, ...]:
    sources = [0] * len(places)
    for source, target in edges:
        sources[places[target]] |= 1 << places[source]
    return tuple(sources)


def _union(sources: tuple[int, ...], members: int) -> int:
    union = 0
    for element in split_bits(members):
        union |= sources[element.bit_length() - 1]
    return union
