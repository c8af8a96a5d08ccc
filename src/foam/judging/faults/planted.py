"""Planted faults as data: what is wrong, the challenge that says so, and one that attacks something true. Pure.

Each fault stands in `data/planted.toml` under its type. Sentences are named by how they begin, so that the data can be
read; a beginning that no sentence of the pack has is refused.
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


class WrongSentence(_Fault):
    """The claim is true, and what is cited for it is about something else."""

    type: Literal["wrong_sentence"] = "wrong_sentence"
    claim: str
    wrong: str
    right: str


class _PassedOver(_Fault):
    claim: str
    ground: str
    against: str
    sound: str
    sound_ground: str
    because: str = "The source goes on to say otherwise."


class OutOfContextFault(_PassedOver):
    """The source goes on to say otherwise."""

    type: Literal["out_of_context"] = "out_of_context"


class IgnoredCounterEvidence(_PassedOver):
    """Another document contradicts the claim, and nobody looked at it."""

    type: Literal["ignored_counter_evidence"] = "ignored_counter_evidence"


class Stale(_Fault):
    """A later edition says otherwise."""

    type: Literal["stale_source"] = "stale_source"
    claim: str
    ground: str
    newer: str


class Miscalculated(_Fault):
    """A step of a case's calculation was changed."""

    type: Literal["miscalculated"] = "miscalculated"
    speech: str
    slot: str
    step: str
    value: str


class MissingPart(_Fault):
    """A claim lacks one of its parts."""

    type: Literal["missing_part"] = "missing_part"
    component: Literal["warrant", "grounds"]


class MissingSlot(_Fault):
    """A syllogism of a case lacks a component."""

    type: Literal["missing_slot"] = "missing_slot"
    speech: str
    component: str


class DecidedByWeight(_Fault):
    """For one seat an unanswered objection is outweighed only by how it ranks two values."""

    type: Literal["decided_by_weight"] = "decided_by_weight"
    claim_value: str
    objection_value: str
    right: str
    wrong: str


class Misquoted(_Fault):
    """Words of a quotation were changed."""

    type: Literal["misquoted"] = "misquoted"
    ground: str
    find: str
    put: str


Fault: TypeAlias = Annotated[
    WrongSentence
    | OutOfContextFault
    | IgnoredCounterEvidence
    | Stale
    | Miscalculated
    | MissingPart
    | MissingSlot
    | DecidedByWeight
    | Misquoted,
    Field(discriminator="type"),
]
TYPES: tuple[str, ...] = tuple(one.model_fields["type"].default for one in get_args(get_args(Fault)[0]))


@cache
def planted_faults() -> tuple[Fault, ...]:
    """Every planted fault, in the order of the file."""
    data = tomllib.loads(files("foam.judging.faults").joinpath("planted.toml").read_text(encoding="utf-8"))
    adapter: TypeAdapter[Fault] = TypeAdapter(Fault)
    return tuple(adapter.validate_python({"type": kind, **row}) for kind, rows in data.items() for row in rows)
