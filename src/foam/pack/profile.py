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
    """What it runs from."""
    rolls: bool | None = None


class Profile(Value):
    """What one body of law asks."""

    id: str
    title: str
    law: tuple[str, ...]
    """The provisions, as they are cited."""
    right: Literal["review", "explanation"]
    """What a person may ask for."""
    hearing: Literal["none", "on_request"]
    """Whether they can be heard."""
    zone: str = "UTC"
    """The time zone in which days end."""
    country: str = ""
    """Whose holidays are no business days."""
    hearing_notice_days: int = Field(default=10, ge=0)
    """Days between the invitation and the hearing."""
    disclosure_days: int = Field(default=0, ge=0)
    """Days that both sides must have had an item before the record closes."""
    postponement_days: int = Field(default=30, ge=0)
    """By how many days a hearing can be put off."""
    objection_days: int = Field(default=14, ge=0)
    """Days in which the person can object after the contest ended by an agreement or a withdrawal."""
    presumed_receipt_days: int = Field(default=0, ge=0)
    """Days after sending on which a letter counts as received."""
    notice: tuple[NoticeField, ...]
    """What a decision must tell."""
    next_level: str
    """Who hears it after that."""
    grounds: tuple[GroundKind, ...] = GROUND_KINDS
    """On what a person may rely."""
    most_reasons: int | None = None
    """How many grounds at most."""
    applies_from: date | None = None
    """The day from which it holds."""
    term: dict[ClockName, Term] = Field(default_factory=dict)
    """By clock: the deadline."""
    expedited: dict[str, Length] = Field(default_factory=dict)
    """By track of urgent cases: how long until the decision."""
    extension: Length | None = None
    """By how much a term can be extended once."""
    from_memory: tuple[str, ...] = ()
    """Provisions that nobody has checked against the text."""
    house_rules: tuple[str, ...] = ()
    """What the office sets beside the law."""


def load_profiles(folder: Path) -> tuple[Profile, ...]:
    """The profiles that a folder brings, by their names."""
    paths = sorted((folder / "profiles").glob("*.toml"))
    return tuple(validate(path, Profile, {"id": path.stem, **read_toml(path)}) for path in paths)
