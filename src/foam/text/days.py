"""Days of the calendar, counted on."""

from __future__ import annotations

import calendar
from datetime import date


def add_months(day: date, count: int) -> date:
    """The same day of a later month, or that month's last day when it has no such day."""
    year, month = divmod(day.year * 12 + day.month - 1 + count, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))
