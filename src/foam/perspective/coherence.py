"""How well the options of a perspective go together, as FOAM's appendix A.1 prints it.

    score = clamp(0.5 + sum of 0.1 x strength per affinity - sum of 0.15 x severity per conflict, 0, 1)

Which options are compatible is data with a reason per row (`data/affinities.toml`), open to challenge. Options that no
row names leave the score alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, assert_never

from pydantic import Field

from foam.perspective.catalogue import find_meaning, read_data
from foam.values import Value

START, BONUS, PENALTY = 0.5, 0.1, 0.15


class Choice(Value):
    """One option of one dimension."""

    dimension: str
    option: str

    def __str__(self) -> str:
        return f"{self.dimension}={self.option}"


class Affinity(Value):
    """Two options that go together."""

    type: Literal["affinity"] = "affinity"
    between: tuple[Choice, Choice]
    strength: float = Field(gt=0, le=1)
    reason: str = Field(min_length=1)


class Conflict(Value):
    """Two options that pull apart."""

    type: Literal["conflict"] = "conflict"
    between: tuple[Choice, Choice]
    severity: float = Field(gt=0, le=1)
    reason: str = Field(min_length=1)


Relation = Annotated[Affinity | Conflict, Field(discriminator="type")]


class Coherence(Value):
    """The score and every row of the table that made it."""

    score: float
    affinities: tuple[Affinity, ...]
    conflicts: tuple[Conflict, ...]


@cache
def load_relations() -> tuple[Relation, ...]:
    """The table: every pair of options that bears on coherence."""
    data = read_data("affinities.toml")
    affinities = [Affinity(**_row(row)) for row in data["affinity"]]
    conflicts = [Conflict(**_row(row)) for row in data["conflict"]]
    return (*affinities, *conflicts)


def measure_coherence(dimensions: Mapping[str, str], *, table: tuple[Relation, ...] | None = None) -> Coherence:
    """The coherence of the chosen options under the table (the shipped one unless another is given)."""
    held = [row for row in (load_relations() if table is None else table) if _holds(row, dimensions)]
    score = START + sum(_effect(row) for row in held)
    return Coherence(
        score=min(1.0, max(0.0, score)),
        affinities=tuple(row for row in held if isinstance(row, Affinity)),
        conflicts=tuple(row for row in held if isinstance(row, Conflict)),
    )


def _effect(row: Affinity | Conflict) -> float:
    match row:
        case Affinity():
            return BONUS * row.strength
        case Conflict():
            return -PENALTY * row.severity
    assert_never(row)


def _holds(row: Affinity | Conflict, dimensions: Mapping[str, str]) -> bool:
    return all(dimensions.get(choice.dimension) == choice.option for choice in row.between)


def _row(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the file, its `dimension.option` names read and checked."""
    return {**row, "between": tuple(_choice(name) for name in row["between"])}


def _choice(name: str) -> Choice:
    dimension, _, option = name.partition(".")
    find_meaning(dimension, option)
    return Choice(dimension=dimension, option=option)
