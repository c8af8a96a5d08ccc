"""Profiles: what a body of law asks of a contest, as data (`data/profiles/*.toml`). No legal advice; decides nothing.

Each profile names its sources, the figures that were written from memory and want checking (`from_memory`), and those
that no law gives but the profile itself (`house_rules`).
"""

from __future__ import annotations

import tomllib
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import Field, ValidationError, model_validator

from foam.appeal.calendar import Calendar, after_months
from foam.appeal.grounds import GROUND_KINDS, GroundKind
from foam.appeal.parties import Side
from foam.errors import InputError, NotFound
from foam.values import Value

Moment = Literal["notice", "receipt", "filing", "acceptance", "decision", "notification"]
ClockName = Literal[
    "file_by", "benefits_continue_if_filed_by", "acknowledge_by", "record_by", "decide_by", "implement_by"
]
NoticeField = Literal[
    "action", "reasons", "rules", "ai_role", "main_elements", "how_to_contest", "evidence", "continuation"
]
OWED_BY: dict[ClockName, Side] = {
    "file_by": "affected",
    "benefits_continue_if_filed_by": "affected",
    "acknowledge_by": "agency",
    "record_by": "agency",
    "decide_by": "agency",
    "implement_by": "agency",
}


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

    def end(self, day: date, calendar: Calendar) -> date:
        """The last day of the length that starts on the day after this one."""
        if self.months:
            return after_months(day, self.months)
        if self.business_days:
            return calendar.after_business_days(day, self.business_days)
        return day + timedelta(days=self.days)


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

    def rolls(self, clock: ClockName) -> bool:
        """A person's deadline always rolls to a business day; the agency's only where the profile says so."""
        stated = self.term[clock].rolls
        return OWED_BY[clock] == "affected" if stated is None else stated


def profile(id: str) -> Profile:
    """The profile of this name, or NotFound."""
    found = profiles().get(id)
    if found is None:
        raise NotFound(f"no profile {id!r}", hint=f"there are {', '.join(profiles())}")
    return found


@cache
def profiles() -> dict[str, Profile]:
    """Every shipped profile by its name."""
    folder = files(__package__).joinpath("data", "profiles")
    found = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    return {id: read_profile(id, f.read_text("utf-8")) for f in found if (id := f.name.removesuffix(".toml"))}


def read_profile(id: str, text: str) -> Profile:
    """A profile from its TOML; InputError names what is wrong with it."""
    try:
        return Profile.model_validate({"id": id, **tomllib.loads(text)})
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InputError(f"profile {id}: {place}: {first['msg']}", hint="see: foam contest profiles --json") from None
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"profile {id}: {error}", hint="mend the file") from error
