"""Days as the law counts them: calendar days, business days, months.

Public holidays come from the `holidays` library, by country and subdivision; without a country only Saturdays and
Sundays are no business days. A day is a date in the matter's own time zone, so a deadline never depends on the hour
at which a clock was moved.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from foam.errors import InputError, SettingError
from foam.values import Value

if TYPE_CHECKING:
    from holidays import HolidayBase

_SATURDAY = 5


class Calendar(Value):
    """Where days are counted."""

    zone: str = "UTC"
    country: str = ""
    subdivision: str = ""

    def day(self, at: datetime) -> date:
        """The local date of an instant."""
        if at.tzinfo is None:
            raise InputError("a time without a zone cannot be counted from", hint="write 2026-11-15T09:00:00+00:00")
        return at.astimezone(_zone(self.zone)).date()

    def is_business_day(self, day: date) -> bool:
        if day.weekday() >= _SATURDAY:
            return False
        return not self.country or day not in _holidays(self.country, self.subdivision)

    def next_business_day(self, day: date) -> date:
        """The day itself when it is one, else the next."""
        while not self.is_business_day(day):
            day += timedelta(days=1)
        return day

    def after_business_days(self, day: date, count: int) -> date:
        """The last of `count` business days that follow the day; the day itself does not count."""
        for _ in range(count):
            day = self.next_business_day(day + timedelta(days=1))
        return day


def check_calendar(zone: str, country: str = "", subdivision: str = "") -> Calendar:
    """A calendar whose zone and country exist; SettingError names the one that does not."""
    _zone(zone)
    if country:
        _holidays(country, subdivision)
    return Calendar(zone=zone, country=country, subdivision=subdivision)


@cache
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise SettingError(f"no time zone {name!r}", hint="name one as Europe/Berlin or America/Chicago") from error


@cache
def _holidays(country: str, subdivision: str) -> HolidayBase:
    import holidays  # here, so that opening a home does not pay for it

    try:
        return holidays.country_holidays(country, subdiv=subdivision or None)
    except NotImplementedError as error:
        raise SettingError(str(error), hint="name a country as DE or US, a subdivision as BE or CA") from error
