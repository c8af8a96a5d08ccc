"""What can bear on a claim, however far off, and on which side.

Sets of arguments are integers, one bit per argument, so that asking for every claim of a debate stays cheap.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from foam.semantics.framework import Framework
from foam.semantics.hitting import split_bits


@dataclass(frozen=True, slots=True)
class Sides:
    """Those behind a claim (support it, or attack what is against it) and those against it; a cycle makes both."""

    behind: frozenset[str]
    against: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reach:
    """Who directly attacks and supports whom, among the arguments that stand."""

    names: tuple[str, ...]
    places: Mapping[str, int]
    attackers: tuple[int, ...]
    supporters: tuple[int, ...]

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

    def sides(self, claim: str) -> Sides:
        """Follow attacks and supports back from the claim; every attack changes sides. The claim is left out."""
        origin = 1 << self.places[claim]
        behind, against, fresh_behind, fresh_against = origin, 0, origin, 0
        while fresh_behind or fresh_against:
            before = behind, against
            behind |= _union(self.supporters, fresh_behind) | _union(self.attackers, fresh_against)
            against |= _union(self.supporters, fresh_against) | _union(self.attackers, fresh_behind)
            fresh_behind, fresh_against = behind & ~before[0], against & ~before[1]
        return Sides(behind=self.named(behind & ~origin), against=self.named(against & ~origin))


def compute_reach(framework: Framework) -> Reach:
    """The reach of the live attacks, and of the supports between arguments that stand."""
    names = tuple(argument.id for argument in framework.arguments)
    places = {name: place for place, name in enumerate(names)}
    standing = {argument.id for argument in framework.arguments if argument.stands}
    attacks = (attack.ends for attack in framework.live_attacks)
    supports = (support.ends for support in framework.supports if standing.issuperset(support.ends))
    return Reach(names, places, _sources(places, attacks), _sources(places, supports))


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
