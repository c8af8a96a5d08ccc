"""Procedure profiles: what a body of law asks of an appeal, with its clocks, as data. No legal advice.

Each profile names its sources, the figures that were written from memory and must be checked (`from_memory`), and those
that no law gives but the profile itself (`house_rules`).
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Literal, get_args

from pydantic import Field, model_validator

from foam.pack.files import read_toml, validate
from foam.values import Value

Moment = Literal["notice", "receipt", "filing", "acceptance", "decision", "notification", "ending"]
ClockName = Literal[
    "file_by", "benefits_continue_if_filed_by", "acknowledge_by", "record_by", "decide_by", "implement_by", "appeal_by"
]
NoticeField = Literal[
    "action", "reasons", "rules", "ai_role", "main_elements", "how_to_contest", "evidence", "continuation"
]
GroundKind = Literal[
    "factual_error",
    "missing_evidence",
    "wrong_rule",
    "rule_misapplied",
    "disproportionate",
    "discrimination",
    "procedure",
    "model_error",
    "identity_error",
    "changed_circumstances",
    "other",
]
GROUND_KINDS: tuple[GroundKind, ...] = get_args(GroundKind)


class Length(Value):
    """How long: days, business days or months, exactly one of them."""

    days: int = Field(default=0, ge=0)
    business_days: int = Field(default=0, ge=0)
    months: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _one(self) -> Length:
        if sum(bool(n) for n in (self.days, self.business_days, self.months)) != 1:
            raise ValueError("a length is days, business_days or months, one of them")
        return self


class Term(Length):
    """A deadline: how long after what. `rolls`: one that ends on no business day ends on the next."""

    after: Moment
    rolls: bool | None = None


class Profile(Value):
    """What one body of law asks."""

    id: str
    title: str
    law: tuple[str, ...]
    right: Literal["review", "explanation"]
    hearing: Literal["none", "on_request"]
    zone: str = "UTC"
    country: str = ""
    hearing_notice_days: int = Field(default=10, ge=0)
    disclosure_days: int = Field(default=0, ge=0)
    """Days that both sides must have had an item before the record closes."""
    postponement_days: int = Field(default=30, ge=0)
    objection_days: int = Field(default=14, ge=0)
    """Days in which the person can object after the contest ended by an agreement or a withdrawal."""
    presumed_receipt_days: int = Field(default=0, ge=0)
    notice: tuple[NoticeField, ...]
    next_level: str
    grounds: tuple[GroundKind, ...] = GROUND_KINDS
    most_reasons: int | None = None
    applies_from: date | None = None
    term: dict[ClockName, Term] = Field(default_factory=dict)
    expedited: dict[str, Length] = Field(default_factory=dict)
    extension: Length | None = None
    from_memory: tuple[str, ...] = ()
    house_rules: tuple[str, ...] = ()


def load_profiles(folder: Path) -> tuple[Profile, ...]:
    """The profiles that a folder brings, by their names."""
    paths = sorted((folder / "profiles").glob("*.toml"))
    return tuple(validate(path, Profile, {"id": path.stem, **read_toml(path)}) for path in paths)
