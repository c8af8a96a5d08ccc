"""Which arguments survive whatever the values' order. Every strict ordering is an audience.

After Bench-Capon, over grounded extensions: an argument is objectively acceptable when it is accepted under every
ordering of the values in play, subjectively when under some, indefensible when under none. Values that no attack
weighs against another cannot change anything and are left out of the count. With n values in play there are n!
orderings, all of them tried up to `MOST_VALUES`; beyond, it is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import factorial
from typing import Literal, TypeAlias

import numpy as np

from foam.errors import SettingError
from foam.semantics.audience import Ranks
from foam.semantics.framework import Framework
from foam.semantics.worlds import settle_for
from foam.values import Value

MOST_VALUES = 8
"""Values in play up to which all orderings are tried: 40,320."""

Status: TypeAlias = Literal["objective", "subjective", "indefensible"]


class Robustness(Value):
    """How an argument fares over the orderings tried."""

    argument: str
    status: Status
    share: float
    """The share of orderings under which it is accepted."""
    attacked: bool = True
    """Whether anything attacks it. What nobody attacked stands because nobody tried, not because it withstood."""


class RobustnessReport(Value):
    """The fate of every argument over orderings of the values in play."""

    values: tuple[str, ...]
    """The values in play."""
    orderings: int
    arguments: tuple[Robustness, ...]

    def those(self, status: Status) -> tuple[str, ...]:
        """The arguments of this status."""
        return tuple(row.argument for row in self.arguments if row.status == status)


def find_values_in_play(framework: Framework) -> tuple[str, ...]:
    """The values that some attack weighs against others: only their order can matter."""
    arguments = framework.by_id()
    pairs = ((arguments[a.attacker].promotes, arguments[a.target].promotes) for a in framework.attacks)
    return tuple(sorted({value for one, other in pairs if one and other and one != other for value in one + other}))


def measure_robustness(framework: Framework) -> RobustnessReport:
    """How every argument fares over all orderings of the values in play."""
    values = find_values_in_play(framework)
    ranks = rank_all_orderings(framework)
    settled = settle_for(framework, ranks)
    attacked = {attack.target for attack in framework.attacks}
    rows = (
        _robustness(a.id, settled.accepted[a.id].bit_count(), ranks.count, attacked=a.id in attacked)
        for a in framework.arguments
    )
    return RobustnessReport(values=values, orderings=ranks.count, arguments=tuple(rows))


def rank_all_orderings(framework: Framework) -> Ranks:
    """Every strict ordering of the values in play; the others share the bottom, where they change nothing."""
    values = find_values_in_play(framework)
    if len(values) > MOST_VALUES:
        raise SettingError(
            f"{len(values)} values in play make {factorial(len(values)):,} orderings; the most is {MOST_VALUES}",
            hint="merge values",
        )
    return _ranks(framework, values, list(permutations(range(len(values)))))


def _ranks(framework: Framework, values: Sequence[str], places: Sequence[Sequence[int]]) -> Ranks:
    """Rank tables with a row per value of the framework and a column per ordering."""
    idle = [value for value in framework.values if value not in values]
    table = np.full((len(values) + len(idle), len(places)), np.iinfo(np.int16).max, dtype=np.int16)
    if values:
        table[: len(values)] = np.array(places, dtype=np.int16).T
    return Ranks(values={value: row for row, value in enumerate([*values, *idle])}, table=table)


def _robustness(argument: str, accepted: int, orderings: int, *, attacked: bool) -> Robustness:
    status: Status = "subjective"
    if accepted in (0, orderings):
        status = "objective" if accepted else "indefensible"
    return Robustness(argument=argument, status=status, share=accepted / orderings, attacked=attacked)
