"""On which priorities an outcome turns, prepared once for a framework and its seats. Does not judge the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from foam.semantics.audience import Audience, Ranks, make_ranks
from foam.semantics.framework import Framework
from foam.semantics.priorities import (
    Condition,
    Electorate,
    Pair,
    Split,
    find_weighed_priorities,
    make_electorate,
    separate,
)
from foam.semantics.reach import Reach
from foam.semantics.robustness import MOST_VALUES, find_values_in_play, rank_all_orderings
from foam.semantics.worlds import Settled, settle_for


@dataclass(frozen=True, slots=True)
class AllOrderings:
    """The framework under every ordering of the values in play."""

    ranks: Ranks
    settled: Settled
    electorate: Electorate


@dataclass(frozen=True, slots=True)
class Turning:
    """A framework and its seats, ready to be asked on what an outcome turns."""

    names: Sequence[str]
    reach: Reach
    weighed: Mapping[str, frozenset[Pair]]
    seats: Electorate
    orderings: AllOrderings | None
    """None when there are too many orderings to try."""
    known: dict[tuple[frozenset[Pair], int, int], Condition] = field(default_factory=dict)
    """Conditions already found: many claims turn on the same."""

    def condition(self, bearing_on: Iterable[str], accepted: int, accepted_orderings: int) -> Condition:
        """What separates the seats that accept from the others, among the priorities that bear on these arguments."""
        ancestors = self.reach.ancestors(bearing_on)
        pairs = frozenset().union(*(self.weighed[name] for name in ancestors))
        key = (pairs, accepted, accepted_orderings)
        if key not in self.known:
            orderings = self.orderings.electorate if self.orderings else None
            self.known[key] = separate(pairs, Split(self.names, self.seats, accepted, orderings, accepted_orderings))
        return self.known[key]


def prepare_turning(framework: Framework, audiences: Sequence[Audience], reach: Reach) -> Turning:
    """Prepare a framework and its seats."""
    values = find_values_in_play(framework)
    return Turning(
        names=tuple(audience.id for audience in audiences),
        reach=reach,
        weighed=find_weighed_priorities(framework),
        seats=make_electorate(make_ranks(audiences, framework.values), values),
        orderings=_all_orderings(framework, values) if len(values) <= MOST_VALUES else None,
    )


def _all_orderings(framework: Framework, values: Sequence[str]) -> AllOrderings:
    ranks = rank_all_orderings(framework)
    return AllOrderings(ranks, settle_for(framework, ranks), make_electorate(ranks, values))
