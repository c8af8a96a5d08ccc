"""On which priorities an outcome turns, prepared once for a framework and its seats. Does not judge the outcome.

What can bear on a claim, however far off, is asked of sets of arguments, which are integers with a bit per argument, so
that asking for every claim of a debate stays cheap.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from foam.semantics.audience import Audience, Ranks, make_ranks
from foam.semantics.framework import Framework
from foam.semantics.hitting import split_bits
from foam.semantics.priorities import (
    Condition,
    Electorate,
    Pair,
    Split,
    find_weighed_priorities,
    make_electorate,
    separate,
)
from foam.semantics.robustness import MOST_VALUES, find_values_in_play, rank_all_orderings
from foam.semantics.worlds import Settled, settle_for


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


@dataclass(frozen=True, slots=True)
class AllOrderings:
    """The framework under every ordering of the values in play."""

    ranks: Ranks
    settled: Settled
    electorate: Electorate


@dataclass(frozen=True)
class Turning:
    """A framework and its seats, to be asked on what an outcome turns. Its parts are worked out when they are used."""

    framework: Framework
    audiences: Sequence[Audience]
    known: dict[tuple[frozenset[Pair], int, int], Condition] = field(default_factory=dict)
    """Conditions already found: many claims turn on the same."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(audience.id for audience in self.audiences)

    @cached_property
    def reach(self) -> Reach:
        return _compute_reach(self.framework)

    @cached_property
    def weighed(self) -> Mapping[str, frozenset[Pair]]:
        return find_weighed_priorities(self.framework)

    @cached_property
    def values(self) -> tuple[str, ...]:
        return find_values_in_play(self.framework)

    @cached_property
    def seats(self) -> Electorate:
        return make_electorate(make_ranks(self.audiences, self.framework.values), self.values)

    @cached_property
    def orderings(self) -> AllOrderings | None:
        """None when there are too many orderings to try."""
        return _all_orderings(self.framework, self.values) if len(self.values) <= MOST_VALUES else None

    def condition(self, bearing_on: Iterable[str], accepted: int, accepted_orderings: int) -> Condition:
        """What separates the seats that accept from the others, among the priorities that bear on these arguments."""
        ancestors = self.reach.ancestors(bearing_on)
        pairs = frozenset().union(*(self.weighed[name] for name in ancestors))
        key = (pairs, accepted, accepted_orderings)
        if key not in self.known:
            orderings = self.orderings.electorate if self.orderings else None
            self.known[key] = separate(pairs, Split(self.names, self.seats, accepted, orderings, accepted_orderings))
        return self.known[key]


def _all_orderings(framework: Framework, values: Sequence[str]) -> AllOrderings:
    ranks = rank_all_orderings(framework)
    return AllOrderings(ranks, settle_for(framework, ranks), make_electorate(ranks, values))


def _compute_reach(framework: Framework) -> Reach:
    """The reach of the live attacks."""
    names = tuple(argument.id for argument in framework.arguments)
    places = {name: place for place, name in enumerate(names)}
    attacks = (attack.ends for attack in framework.attacks)
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
