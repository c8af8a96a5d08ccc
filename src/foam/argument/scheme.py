"""Argumentation schemes and their critical questions, read from data."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import Field

from foam.errors import NotFound
from foam.values import Value

SchemeId = Literal[
    "example",
    "expert_opinion",
    "positive_consequence",
    "negative_consequence",
    "causal",
    "analogy",
    "value_based",
]
Part = Literal["premise", "warrant", "conclusion"]


class CriticalQuestion(Value):
    """A question that tests an argument of one scheme, and the part that falls with it."""

    id: str
    attacks: Part
    text: str


class Scheme(Value):
    """A stereotypical form of argument."""

    id: SchemeId
    name: str
    described: str
    warrant: str
    """Why grounds of this form bear on a claim, with a place for the value it serves: `{value}`."""
    questions: tuple[CriticalQuestion, ...] = Field(alias="question")


@cache
def load_schemes() -> tuple[Scheme, ...]:
    """The seven schemes."""
    data = tomllib.loads(files("foam.argument").joinpath("data/schemes.toml").read_text(encoding="utf-8"))
    return tuple(Scheme.model_validate(row) for row in data["scheme"])


def require_scheme(name: str) -> Scheme:
    """The scheme of this id."""
    for known in load_schemes():
        if known.id == name:
            return known
    raise NotFound(f"no scheme {name!r}", hint="schemes: " + ", ".join(known.id for known in load_schemes()))


def require_critical_question(name: str) -> CriticalQuestion:
    """The critical question of this id."""
    for known in load_schemes():
        for question in known.questions:
            if question.id == name:
                return question
    raise NotFound(f"no critical question {name!r}", hint="ids look like CA4")
