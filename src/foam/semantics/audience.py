"""An audience: how someone ranks the values (Bench-Capon).

Reasons for different options attack each other, and an attack fails where the audience ranks what the attacked reason
serves strictly above what the attacker serves; a tie lets it through. A value that the audience does not weigh ranks
below all those it weighs, tied with the others it does not weigh; so does a reason that names no value.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

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

    @cached_property
    def tiers(self) -> tuple[tuple[str, ...], ...]:
        """Its values from the highest down; ties share a tier."""
        return rank_values(self.weights)

    @cached_property
    def _places(self) -> dict[str, int]:
        return index_tiers(self.tiers)

    def rank(self, value: str) -> int:
        """The place of a value from the highest down, counted from 0."""
        return self._places.get(value, len(self._places))

    def outranks(self, higher: str, lower: str) -> bool:
        """Whether it ranks the one strictly above the other."""
        return self.rank(higher) < self.rank(lower)
