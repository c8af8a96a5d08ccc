"""Clocks, which are always arguments, and how the record writes an instant."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from foam.errors import InputError

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The wall clock."""
    return datetime.now(UTC)


def stamp(clock: Clock) -> str:
    """The instant as entries carry it: ISO 8601 in UTC, to the millisecond."""
    now = clock()
    if now.tzinfo is None:
        raise InputError("the clock gave a time without a zone", hint="use a clock that returns aware datetimes")
    return now.astimezone(UTC).isoformat(timespec="milliseconds")
