"""The day a document bears, and days of a sentence. What can be read in two ways is not read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date

from foam.evidence.document import Document
from foam.evidence.heads import read_day_line
from foam_quotes.text.figures import parse_date
from foam_quotes.text.mentions.dates import Date, find_dates

_HEAD, _FOOT = 10, 6
"""Lines at the top, and at the bottom, in which a document's own day stands."""


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


def read_days(sentence: str, near: date | None = None) -> Iterator[tuple[Date, date]]:
    """Each day of a sentence as it is written and as it is; one without its year takes that of the document's day."""
    found = find_dates(sentence)
    readings = Counter(one.span for one in found)
    for one in found:
        year = one.year or (near.year if near else 0)
        if readings[one.span] == 1 and (day := one._replace(year=year).whole):
            yield one, day


def show_day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
