"""Dates of a file in the form of dates: days that no calendar has, and days of the week."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from datetime import date
from itertools import groupby

from foam.examination.days import read_days, show_day
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding, make_finding
from foam_quotes.text.mentions.dates import find_dates

_BEFORE = re.compile(r",? (?:the )?")
_BEHIND = re.compile(r",? (?:on )?a | ?\((?:a )?|, ")
"""What stands between a day of the week and the day behind it, and between a day and the day of the week behind it."""
_FIRST_YEAR = 1800
"""Before this, days of the week were counted by other calendars."""
_LEAP_YEAR = 2024


def find_date_faults(file: CaseFile) -> tuple[Finding, ...]:
    """Every date of the file that cannot be right; the same words in a copy are named once."""
    found: dict[tuple[str, str], Finding] = {}
    for filed in file.documents:
        for one in _find_in(filed):
            found.setdefault((one.passages[0].text, one.text.split("“")[0]), one)
    return tuple(found.values())


def _find_in(filed: FiledDocument) -> Iterator[Finding]:
    for number, sentence in enumerate(filed.sentences):
        for written, length in _find_impossible(sentence):
            yield make_finding(
                "date",
                f"There is no {written}: {filed.shown} gives a day that no calendar has.",
                advice="Ask for the right day before anything is counted from it.",
                passages=[filed.say(number)],
                working=(f"The month has {length} days",),
            )
        for name, day in _find_wrong_weekdays(sentence, filed.author.dated):
            yield make_finding(
                "date",
                f"{filed.shown_first} says {name}, {show_day(day)}, but that day is a {day:%A}.",
                advice="Ask whether the day of the week or the date is wrong.",
                passages=[filed.say(number)],
                working=(f"{show_day(day)} was a {day:%A}",),
            )


def _find_impossible(sentence: str) -> Iterator[tuple[str, int]]:
    """Days that no calendar has, as they are written, each with how many days its month has. A February of no year
    may have 29."""
    days = (one for one in find_dates(sentence) if one.day and one.month)
    for span, readings in groupby(days, key=lambda one: one.span):
        lengths = [(one.day, calendar.monthrange(one.year or _LEAP_YEAR, one.month)[1]) for one in readings]
        if all(day > length for day, length in lengths):
            yield span.of(sentence), lengths[0][1]


def _find_wrong_weekdays(sentence: str, near: date | None) -> Iterator[tuple[str, date]]:
    """Days of the week on which the day beside them did not fall, and that day."""
    days = list(read_days(sentence, near))
    for named in (one for one in find_dates(sentence) if one.weekday):
        for written, day in days:
            is_beside = _BEFORE.fullmatch(sentence, named.span.end, written.span.start) or _BEHIND.fullmatch(
                sentence, written.span.end, named.span.start
            )
            if is_beside and day.isoweekday() != named.weekday and day.year >= _FIRST_YEAR:
                yield named.span.of(sentence), day
