"""Perspective nodes: who speaks, what they value, what they accept as support."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from pydantic import Field, ValidationError, field_validator

from foam.errors import NotFound, SettingError
from foam.perspective.catalogue import find_meaning
from foam.perspective.near import suggest_near
from foam.perspective.policy import EpistemicPolicy, find_policy
from foam.perspective.weighting import check_weight, check_weights, rank_values
from foam.values import CleanLine, CleanText, Value, digest


class Perspective(Value):
    """One seat at the table. Dimensions and options are checked against the catalogue when it is made."""

    id: CleanLine = Field(min_length=1)
    role: CleanLine = Field(min_length=1)
    """Who speaks: `regulator`, `clinician`, `applicant`, …"""
    description: CleanText = ""
    weighting: dict[str, float]
    """How much each value counts; a value left out counts nothing."""
    policy: EpistemicPolicy = EpistemicPolicy()
    """What counts as support; plain data may name a ready policy instead."""
    dimensions: dict[str, str] = Field(default_factory=dict)
    """The option taken on each declared dimension."""
    speaks_for: tuple[CleanLine, ...] = ()
    """Stakeholders of the pack whose interests this seat carries, beside the one its role names."""

    @field_validator("weighting", mode="before")
    @classmethod
    def _weights(cls, raw: Any) -> dict[str, float]:
        return check_weights(raw)

    @field_validator("policy", mode="before")
    @classmethod
    def _by_name(cls, raw: Any) -> Any:
        return find_policy(raw) if isinstance(raw, str) else raw

    @field_validator("dimensions")
    @classmethod
    def _known(cls, chosen: dict[str, str]) -> dict[str, str]:
        for name, option in chosen.items():
            find_meaning(name, option)
        return chosen

    @property
    def ranking(self) -> tuple[tuple[str, ...], ...]:
        """Its values from the highest down, ties sharing a tier: the audience it makes."""
        return rank_values(self.weighting)

    @cached_property
    def declaration(self) -> str:
        """Digest of all it declares but its name: two seats that declare the same are one voice."""
        return digest(self.model_dump(mode="json", exclude={"id"}))

    def commitments(self) -> dict[str, str]:
        """What each declared option commits it to, in words."""
        return {name: find_meaning(name, option) for name, option in self.dimensions.items()}


def parse_perspective(data: Mapping[str, Any]) -> Perspective:
    """A perspective from plain data, or an error that names the field."""
    try:
        return Perspective.model_validate(data)
    except ValidationError as error:
        # A misspelt field is named before the one that it leaves missing.
        first = min(error.errors(include_url=False), key=lambda one: one["type"] != "extra_forbidden")
        field = ".".join(str(part) for part in first["loc"]) or "perspective"
        if first["type"] == "extra_forbidden":
            known = EpistemicPolicy.model_fields if first["loc"][0] == "policy" else Perspective.model_fields
            hint = suggest_near(str(first["loc"][-1]), known)
            raise SettingError(f"{_name(data)}: there is no field {field!r}", hint=hint) from error
        what = "is missing" if first["type"] == "missing" else first["msg"]
        raise SettingError(f"{_name(data)}: {field}: {what}", hint="see docs/perspective.md") from error


def require_values(perspective: Perspective, known: Collection[str]) -> None:
    """Refuse a seat that weighs a value which nobody names: no reason could ever count for it."""
    for value in perspective.weighting:
        if value not in known:
            what = f"perspective {perspective.id!r}: no pack names a value {value!r}"
            raise SettingError(what, hint=suggest_near(value, known))


def find_empty_lists(data: Mapping[str, Any]) -> Iterator[str]:
    """The lists of a perspective that are written out and hold nothing, or an empty name: what is meant is unclear."""
    policy = data.get("policy")
    fields = {**data, **({f"policy.{name}": held for name, held in policy.items()} if isinstance(policy, dict) else {})}
    for name, held in fields.items():
        if isinstance(held, list) and not all(isinstance(one, str) and one.strip() for one in held or [""]):
            yield name


def require_seat(known: Sequence[Perspective], name: str) -> Perspective:
    """The seat of this id, or the first whose role is this, with or without its article."""
    said = name.casefold().removeprefix("the ").replace("_", " ")
    roles = (seat for seat in known if seat.role.casefold().removeprefix("the ").replace("_", " ") == said)
    found = next((seat for seat in known if seat.id == name), None) or next(roles, None)
    if found is None:
        listed = ", ".join(dict.fromkeys(seat.id for seat in known))
        raise NotFound(f"no perspective {name!r}", hint=f"there are {listed}")
    return found


def reweight(perspective: Perspective, weights: Mapping[str, float]) -> Perspective:
    """The perspective with some weights replaced; the others stay as they are."""
    changed = {value: check_weight(value, weight) for value, weight in weights.items()}
    return perspective.model_copy(update={"weighting": check_weights({**perspective.weighting, **changed})})


def _name(data: Mapping[str, Any]) -> str:
    return f"perspective {data['id']!r}" if isinstance(data, Mapping) and data.get("id") else "a perspective"
