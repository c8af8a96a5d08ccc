"""Rubrics: weighted dimensions, each of several components, read from a file.

A component is judged by a model or measured by code; a dimension's score is the mean of its components and the
overall score the weighted mean of the dimensions, from 0 to 100.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from foam.model.question import Aim
from foam.pack.files import read_toml, validate
from foam.values import Value

FULL = 100.0


class Component(Value):
    """One thing that is scored."""

    id: str
    text: str
    """What a high score means, as one statement about the case."""
    by: Literal["judge", "audit"] = "judge"
    """`audit`: the share of citations that hold, measured by code."""
    aim: Aim = "meets"
    """What speaks for a high score, for models that measure instead of reading: see `foam.model.question.Aim`. With
    `meets` they decline it."""


class Dimension(Value):
    """One weighted dimension."""

    id: str
    title: str
    weight: float = Field(gt=0, le=1)
    components: tuple[Component, ...] = Field(min_length=1)


class Rubric(Value):
    """What cases are scored on."""

    name: str
    title: str
    low: float = 0.0
    high: float = 10.0
    """The scale on which judges score a component."""
    evidence: str = ""
    """The dimension that tables of evidence quality show."""
    dimensions: tuple[Dimension, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _sound(self) -> Self:
        total = math.fsum(dimension.weight for dimension in self.dimensions)
        if abs(total - 1) > 1e-9:
            raise ValueError(f"the weights sum to {total:g}, not to 1")
        if not self.low < self.high:
            raise ValueError("a scale needs low < high")
        _distinct("dimension", [dimension.id for dimension in self.dimensions])
        _distinct("component", [component.id for component in self.components])
        if self.evidence and self.evidence not in {dimension.id for dimension in self.dimensions}:
            raise ValueError(f"evidence: there is no dimension {self.evidence!r}")
        return self

    @property
    def components(self) -> tuple[Component, ...]:
        return tuple(component for dimension in self.dimensions for component in dimension.components)

    def by_dimension(self, scores: Mapping[str, float]) -> dict[str, float]:
        """Dimension to its score from 0 to 100, from scores of components on the rubric's scale.

        A component without a score is left out, and so is a dimension without any.
        """
        given = {d.id: [scores[one.id] for one in d.components if one.id in scores] for d in self.dimensions}
        return {name: self._share(known) for name, known in given.items() if known}

    def overall(self, dimensions: Mapping[str, float]) -> float | None:
        """The weighted mean of the dimensions that have a score, from 0 to 100; None where none has."""
        known = [one for one in self.dimensions if one.id in dimensions]
        if not known:
            return None
        weight = math.fsum(one.weight for one in known)
        return math.fsum(one.weight * dimensions[one.id] for one in known) / weight

    def _share(self, scores: list[float]) -> float:
        return FULL * (math.fsum(scores) / len(scores) - self.low) / (self.high - self.low)


def read_rubric(path: Path) -> Rubric:
    """A rubric from a file, or an error that names the file and the rule."""
    return validate(path, Rubric, read_toml(path))


def _distinct(noun: str, ids: list[str]) -> None:
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        raise ValueError(f"{noun} ids must differ: {', '.join(twice)}")
