"""Days as a model writes them: a day, and lengths of time after it or before it, one after the other.

    3 March 2025 + 5 business days + 14 days
    20 June 2025 - 2 weeks
    3 March 2025 + 10 working days without 10 March 2025, 14 March 2025 to 18 March 2025

Business days are Monday to Friday. Holidays are not known here, so that a last day may lie later than by this count,
unless the days that do not count are named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from foam.examination.days import DayOutline, read_days, show_day
from foam.examination.spans import NUMBER_WORDS, read_count
from foam.text.days import add_months
from foam.text.mentions.numbers import find_numbers

LENGTH = (
    rf"(?P<count>\d{{1,4}}|{NUMBER_WORDS})[ -](?P<kind>(?:working|business|school|calendar|clear|week)[ -]?)?"
    r"(?P<unit>day|week|month|year)s?\b"
)
_BUSINESS = ("working", "business", "school", "week")
_DAYS = r"\{\d+\}(?: ?(?:to|until|-|–) ?\{\d+\})?"
_STEP = re.compile(
    rf" ?(?P<sign>[+−–-]|plus|minus|and) ?{LENGTH}"
    rf"(?:,? (?:without|leaving out|not counting|except) (?P<without>{_DAYS}(?:(?:,| and|, and) {_DAYS})*))?",
    re.IGNORECASE,
)
_WHOLE_LENGTH = re.compile(LENGTH, re.IGNORECASE)
_START = re.compile(r"(?:the )?\{(\d+)\}")
_LEFT_OUT = re.compile(r"\{(\d+)\}(?: ?(?:to|until|-|–) ?\{(\d+)\})?")
_SAID_LENGTH = re.compile(
    rf"(?<![\w-])(?P<count>\d{{1,4}}(?:st|nd|rd|th)?|an?|next|following|{NUMBER_WORDS}|\w+(?:th|ird|ond|irst))"
    r"[ -](?P<kind>(?:(?:consecutive|further|more|full|whole|clear|calendar|working|business|school|week)[ -]?)*)"
    r"(?P<unit>day|week|month|year|fortnight)s?\b",
    re.IGNORECASE,
)
_BUSINESS_DAYS = re.compile(r"\b(?:business|working|school|week)[ -]?days?\b", re.IGNORECASE)
_OUT = timedelta(days=3)
"""Days by which holidays may move the end of a count of business days."""


class Stretch(NamedTuple):
    """Days that do not count, from the first to the last."""

    first: date
    last: date

    @property
    def shown(self) -> str:
        return show_day(self.first) if self.first == self.last else f"{show_day(self.first)} to {show_day(self.last)}"


class Length(NamedTuple):
    """A length of time: `5 business days`."""

    size: int
    unit: str
    is_business: bool
    written: str

    def add(self, start: date, left_out: Sequence[Stretch] = (), *, sign: int = 1) -> date:
        """The day so much later, or earlier; the first day does not count."""
        if self.unit in ("month", "year"):
            return add_months(start, sign * self.size * (12 if self.unit == "year" else 1))
        if not self.is_business:
            return start + timedelta(days=sign * self.size * (7 if self.unit == "week" else 1))
        day, left = start, self.size
        while left:
            day += timedelta(days=sign)
            left -= day.weekday() < 5 and not any(one.first <= day <= one.last for one in left_out)
        return day


class Point(NamedTuple):
    """A day that was reckoned: the first and the last that it can be."""

    first: date
    last: date
    reckoned: date
    """What it is if no holiday lies between."""
    days: tuple[date, ...]
    """The days that it was reckoned from."""
    lengths: tuple[Length, ...] = ()
    steps: tuple[str, ...] = ()
    """How it was reckoned, a clause each."""

    def step(self, length: Length, left_out: Sequence[Stretch] = (), *, sign: int = 1) -> Point:
        """The day so much later or earlier."""
        first, last = (length.add(day, left_out, sign=sign) for day in (self.first, self.last))
        reckoned = length.add(self.reckoned, left_out, sign=sign)
        if length.is_business and not left_out:
            first, last = (first, last + _OUT) if sign > 0 else (first - _OUT, last)
        told = f" without {', '.join(one.shown for one in left_out)}" if left_out else ""
        sum_up = f"{show_day(self.reckoned)} {'+' if sign > 0 else '-'} {length.written}{told} = {show_day(reckoned)}"
        named = (day for one in left_out for day in one)
        return Point(first, last, reckoned, (*self.days, *named), (*self.lengths, length), (*self.steps, sum_up))


def make_point(day: date) -> Point:
    """A day as it is."""
    return Point(day, day, day, (day,))


def read_length(text: str) -> Length | None:
    """A length of time that is the whole of a text."""
    found = _WHOLE_LENGTH.fullmatch(text.strip())
    return _make_length(found) if found else None


def read_point(text: str) -> Point | None:
    """A day with what is added to it or taken off; None where it is something else."""
    outline = read_days(" ".join(text.split()).rstrip("."))
    found = _START.match(outline.text)
    if found is None:
        return None
    at, point = found.end(), make_point(outline.days[int(found[1])])
    while at < len(outline.text):
        step = _STEP.match(outline.text, at)
        if step is None:
            return None
        sign = -1 if step["sign"].lower() in ("-", "–", "−", "minus") else 1
        left_out = [*_list_left_out(step["without"] or "", outline)]
        point, at = point.step(_make_length(step), left_out, sign=sign), step.end()
    return point


def find_unborne_lengths(lengths: Iterable[Length], texts: Sequence[str]) -> Iterator[str]:
    """Lengths that none of these sentences gives, a clause each; business days are not days of the calendar."""
    said = [(_read_said(found), found[0]) for text in texts for found in _SAID_LENGTH.finditer(text)]
    has_business = any(map(_BUSINESS_DAYS.search, texts))
    for one in lengths:
        wanted = (one.size * 7, "day") if one.unit == "week" else (one.size, one.unit)
        same = {is_business: words for (count, unit, is_business), words in said if (count, unit) == wanted}
        if one.is_business in same or (same and one.is_business and has_business):
            continue
        words = same.get(not one.is_business, "")
        fault = (
            f"the cited sentence counts otherwise, “{words}”"
            if words
            else "no cited sentence gives this length of time"
        )
        yield f"“{one.written}”: {fault}"


def _read_said(found: re.Match[str]) -> tuple[int, str, bool]:
    """A length in a sentence: how many, of what, and whether only business days count."""
    unit = found["unit"].lower()
    numbers = find_numbers(found["count"])
    value = numbers[0].value if numbers else 1
    count = round(1 / value if 0 < value < 1 else value)  # `the fifth day` is read as a fifth
    scale = {"week": 7, "fortnight": 14}.get(unit, 1)
    return count * scale, "day" if scale > 1 else unit, bool(_BUSINESS_DAYS.search(found[0]))


def _make_length(found: re.Match[str]) -> Length:
    kind = (found["kind"] or "").strip(" -").lower()
    unit = found["unit"].lower()
    count = read_count(found["count"])
    written = " ".join(part for part in (found["count"], kind, unit if count == 1 else f"{unit}s") if part)
    return Length(count, unit, kind in _BUSINESS and unit == "day", written)


def _list_left_out(text: str, outline: DayOutline) -> Iterator[Stretch]:
    for found in _LEFT_OUT.finditer(text):
        first = outline.days[int(found[1])]
        yield Stretch(first, outline.days[int(found[2])] if found[2] else first)
