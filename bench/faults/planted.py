"""Planted faults as data: what is wrong with a written case. Pure.

Each fault stands in `planted.toml` under its type.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import Field, TypeAdapter

from foam.values import Value


class _Fault(Value):
    pack: str


class Miscalculated(_Fault):
    """A step of a case's calculation was changed."""

    type: Literal["miscalculated"] = "miscalculated"
    speech: str
    slot: str
    step: str
    value: str


class MissingSlot(_Fault):
    """A syllogism of a case lacks a component."""

    type: Literal["missing_slot"] = "missing_slot"
    speech: str
    component: str


Fault: TypeAlias = Annotated[Miscalculated | MissingSlot, Field(discriminator="type")]
TYPES: tuple[str, ...] = tuple(one.model_fields["type"].default for one in get_args(get_args(Fault)[0]))


@cache
def planted_faults() -> tuple[Fault, ...]:
    """Every planted fault, in the order of the file."""
    data = tomllib.loads(files("bench.faults").joinpath("planted.toml").read_text(encoding="utf-8"))
    adapter: TypeAdapter[Fault] = TypeAdapter(Fault)
    return tuple(adapter.validate_python({"type": kind, **row}) for kind, rows in data.items() for row in rows)
