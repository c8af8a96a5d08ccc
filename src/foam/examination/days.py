"""Days in a sentence: `from 1 March to 20 March 2025` becomes `from {0} to {1}`; and the day a document bears.

A day without its year takes that of its neighbour, else the year that lies nearest to the document's own day. What can
be read in two ways is not read.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from foam.evidence.document import Document
from foam.evidence.heads import read_day_line
from foam_quotes.text.figures import parse_date
from foam_quotes.text.mentions.dates import Date, find_dates
from foam_quotes.text.span import Span

_HEAD, _FOOT = 10, 6
"""Lines at the top, and at the bottom, in which a document's own day stands."""
_DIGIT = re.compile(r"\d")
_LEAP_YEAR = 2024
_REMEMBERED = 20_000
"""Sentences of which it is remembered what they say: several checks read the same ones."""


class DayOutline(NamedTuple):
    """A sentence with its days taken out, and the days."""

    text: str
    days: tuple[date, ...]


@lru_cache(maxsize=_REMEMBERED)
def read_days(sentence: str, near: date | None = None) -> DayOutline:
    """The sentence's outline. Days of which the year cannot be told stay in the text."""
    text = sentence.replace("{", "(").replace("}", ")")
    if not _DIGIT.search(text):
        return DayOutline(text, ())
    found = [one for one in _list_single(find_dates(text)) if one.day and one.month]
    years = _fill_years(found, near)
    pieces: list[str] = []
    days: list[date] = []
    at = 0
    for one, year in zip(found, years, strict=True):
        day = _make(year, one.month, one.day)
        if day is None:
            continue
        pieces += [text[at : one.span.start], f"{{{len(days)}}}"]
        days.append(day)
        at = one.span.end
    return DayOutline("".join([*pieces, text[at:]]), tuple(days))


def find_own_day(document: Document) -> date | None:
    """The day that a document bears: its citation says it, or one line at its head or foot is nothing but a day."""
    if day := parse_date(document.citation.published):
        return day
    lines = [line.strip() for line in document.text.split("\n") if line.strip()]
    for part in (lines[:_HEAD], lines[-_FOOT:]):
        found = dict.fromkeys(day for line in part if (one := read_day_line(line)) and (day := one.whole))
        if len(found) == 1:
            return next(iter(found))
    return None


def find_impossible(sentence: str) -> Iterator[tuple[str, int]]:
    """Days that no calendar has, as they are written, each with how many days its month has."""
    by_span: dict[Span, list[Date]] = {}
    for one in find_dates(sentence) if _DIGIT.search(sentence) else ():
        if one.day and one.month:
            by_span.setdefault(one.span, []).append(one)
    for span, readings in by_span.items():
        lengths = [count_days(one.month, one.year) for one in readings]
        if all(one.day > length for one, length in zip(readings, lengths, strict=True)):
            yield sentence[span.start : span.end], lengths[0]


def count_days(month: int, year: int = 0) -> int:
    """How many days a month has; a February of no year may have 29."""
    return calendar.monthrange(year or _LEAP_YEAR, month)[1]


def show_day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _list_single(found: Sequence[Date]) -> Iterator[Date]:
    """The dates that can be read in one way only."""
    spans = [one.span for one in found]
    yield from (one for one in found if spans.count(one.span) == 1)


def _fill_years(found: Sequence[Date], near: date | None) -> list[int]:
    """The year of each date: its own, that of the next one that has one, that of the one before, or the nearest."""
    years = [one.year for one in found]
    for place, one in enumerate(found):
        if one.year:
            continue
        after = next((other.year for other in found[place + 1 :] if other.year), 0)
        before = next((year for year in reversed(years[:place]) if year), 0)
        years[place] = after or before or _find_nearest_year(one, near)
    return years


def _find_nearest_year(one: Date, near: date | None) -> int:
    if near is None:
        return 0
    tried = [day for year in (near.year - 1, near.year, near.year + 1) if (day := _make(year, one.month, one.day))]
    return min(tried, key=lambda day: abs(day - near)).year if tried else 0


def _make(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
