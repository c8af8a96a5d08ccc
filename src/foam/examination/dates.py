"""Dates of a file in the form of dates: days that no calendar has, and days of the week."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from foam.examination.days import DayOutline, find_impossible, read_days, show_day
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding, make_finding
from foam_quotes.text.mentions.dates import find_dates

_AFTER = re.compile(r",? (?:the )?\{(\d+)\}")
_BEFORE = re.compile(r"\{(\d+)\}(?:,? (?:on )?a | ?\((?:a )?|, )$")
"""A day right after a day of the week, and right before one."""
_FIRST_YEAR = 1800
"""Before this, days of the week were counted by other calendars."""


def find_date_faults(file: CaseFile) -> tuple[Finding, ...]:
    """Every date of the file that cannot be right; the same words in a copy are named once."""
    found: dict[tuple[str, str], Finding] = {}
    for filed in file.documents:
        for one in _find_in(filed):
            found.setdefault((one.passages[0].text, one.text.split("“")[0]), one)
    return tuple(found.values())


def _find_in(filed: FiledDocument) -> Iterator[Finding]:
    for number, sentence in enumerate(filed.sentences):
        for written, length in find_impossible(sentence):
            yield make_finding(
                "date",
                f"There is no {written}: {filed.shown} gives a day that no calendar has.",
                advice="Ask for the right day before anything is counted from it.",
                passages=[filed.say(number)],
                working=(f"The month has {length} days",),
            )
        for name, day, right in _find_wrong_weekdays(read_days(sentence, filed.author.dated)):
            yield make_finding(
                "date",
                f"{filed.shown_first} says {name}, {show_day(day)}, but that day is a {right}.",
                advice="Ask whether the day of the week or the date is wrong.",
                passages=[filed.say(number)],
                working=(f"{show_day(day)} was a {right}",),
            )


def _find_wrong_weekdays(outline: DayOutline) -> Iterator[tuple[str, date, str]]:
    """Days of the week on which a day did not fall, the day, and the one on which it did."""
    for named in find_dates(outline.text):
        found = _AFTER.match(outline.text, named.span.end) or _BEFORE.search(outline.text[: named.span.start])
        if not named.weekday or found is None:
            continue
        day = outline.days[int(found[1])]
        if day.isoweekday() != named.weekday and day.year >= _FIRST_YEAR:
            yield named.span.of(outline.text), day, f"{day:%A}"
