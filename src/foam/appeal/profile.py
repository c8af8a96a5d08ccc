"""The profiles an appeal can name, and how long their deadlines are."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from pathlib import Path

from foam.appeal.parties import Side
from foam.errors import NotFound
from foam.pack.calendar import Calendar
from foam.pack.files import SHARED, SHIPPED, read_toml, shipped_packs, validate
from foam.pack.profile import ClockName, Length, Profile, load_profiles
from foam.text.days import add_months

_OF_THE_PERSON: frozenset[ClockName] = frozenset({"file_by", "benefits_continue_if_filed_by", "appeal_by"})


@cache
def shipped_profiles() -> dict[str, Profile]:
    """Every profile that is shipped, shared or with a pack, by its name."""
    folders = (SHARED, *(SHIPPED / name for name in shipped_packs()))
    found = (profile for folder in folders for profile in load_profiles(folder))
    return {profile.id: profile for profile in sorted(found, key=lambda profile: profile.id)}


def find_profile(name: str) -> Profile:
    """The profile of this name, or NotFound."""
    found = shipped_profiles().get(name)
    if found is None:
        raise NotFound(f"no profile {name!r}", hint=f"there are {', '.join(shipped_profiles())}")
    return found


def read_profile(path: Path) -> Profile:
    """A profile of one's own, named after its file."""
    return validate(path, Profile, {"id": path.stem, **read_toml(path)})


def find_owing(clock: ClockName) -> Side:
    """Who has to keep a deadline."""
    return "affected" if clock in _OF_THE_PERSON else "agency"


def does_roll(profile: Profile, clock: ClockName) -> bool:
    """A person's deadline always rolls to a business day; the agency's only where the profile says so."""
    stated = profile.term[clock].rolls
    return find_owing(clock) == "affected" if stated is None else stated


def add_length(length: Length, day: date, calendar: Calendar) -> date:
    """The last day of a length that begins on the day after this one."""
    if length.months:
        return add_months(day, length.months)
    if length.business_days:
        return calendar.after_business_days(day, length.business_days)
    return day + timedelta(days=length.days)
