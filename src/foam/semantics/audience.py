"""Audiences: how someone ranks the values, and which attacks succeed for them.

An attack succeeds for an audience unless the attacked argument promotes a value that the audience ranks strictly higher
than every value its attacker promotes. So with several values the highest of each side is compared, and a tie lets the
attack through. An argument that promotes no value has nothing to be preferred for: attacks on it always succeed. And no
preference answers it: attacks from it always succeed. Values answer values; they never answer facts or logic.

A value the audience does not weigh ranks below all those it weighs, tied with the others it does not weigh.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, field_validator

from foam.perspective.weighting import check_weights, index_tiers, rank_values
from foam.values import Value


class Audience(Value):
    """A normative weighting with a name. Only the order of the weights decides which attacks succeed."""

    id: str = Field(min_length=1)
    weights: dict[str, float]

    @field_validator("weights", mode="before")
    @classmethod
    def _numbers(cls, raw: Any) -> dict[str, float]:
        return check_weights(raw)

    @property
    def tiers(self) -> tuple[tuple[str, ...], ...]:
        """Its values from the highest down; ties share a tier."""
        return rank_values(self.weights)

    def outranks(self, higher: str, lower: str) -> bool:
        """Whether it ranks the one strictly above the other."""
        tiers = index_tiers(self.tiers)
        return tiers.get(higher, len(tiers)) < tiers.get(lower, len(tiers))


def make_strict_audience(name: str, *values: str) -> Audience:
    """An audience that ranks the values in the order given, the highest first."""
    return Audience(id=name, weights={value: len(values) - place for place, value in enumerate(values)})


@dataclass(frozen=True, slots=True)
class Ranks:
    """How many audiences rank the values, as numbers: one row per value, one column per audience, 0 the highest."""

    values: Mapping[str, int]
    table: NDArray[np.int16]

    @property
    def count(self) -> int:
        return int(self.table.shape[1])

    def best(self, promoted: Sequence[str]) -> NDArray[np.int16]:
        """The rank of the highest of these values for each audience."""
        best: NDArray[np.int16] = self.table[[self.values[value] for value in promoted]].min(axis=0)
        return best

    def outranks(self, higher: str, lower: str) -> NDArray[np.bool_]:
        """For each audience, whether it ranks the one strictly above the other."""
        above: NDArray[np.bool_] = self.best([higher]) < self.best([lower])
        return above

    def resisted(self, target: Sequence[str], attacker: Sequence[str]) -> NDArray[np.bool_]:
        """For each audience, whether preference saves what promotes the one from what promotes the other."""
        if not target or not attacker:
            return np.zeros(self.count, dtype=np.bool_)
        saved: NDArray[np.bool_] = self.best(target) < self.best(attacker)
        return saved


def make_ranks(audiences: Sequence[Audience], values: Sequence[str]) -> Ranks:
    """The ranks these audiences give these values."""
    table = np.empty((len(values), len(audiences)), dtype=np.int16)
    for column, audience in enumerate(audiences):
        tiers = index_tiers(audience.tiers)
        table[:, column] = [tiers.get(value, len(tiers)) for value in values]
    return Ranks(values={value: row for row, value in enumerate(values)}, table=table)
