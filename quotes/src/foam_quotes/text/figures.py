"""How decimal numbers and days are written: read out of a piece of text that holds one and nothing else."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Literal

MOST_DIGITS = 15
"""A longer figure is none: sums over it would no longer be exact."""
MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_GROUPED = re.compile(r"-?(?:\d+|\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3})", re.ASCII)
"""The whole part of a number; groups of two digits are usual in India."""
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_NUMERIC = re.compile(r"(\d{1,2})([./]) ?(\d{1,2})\2 ?(\d{4})")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.? (?:of )?([a-z]{3,9})\.?,? (\d{4})", re.IGNORECASE)
_MONTH_FIRST = re.compile(r"([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})", re.IGNORECASE)


def parse_decimal(text: str, *, lone_three: Literal["grouping", "decimal point"]) -> Decimal | None:
    """A decimal number in any of the usual ways to group and point it.

    Of two kinds of mark the last is the point. One mark that stands several times groups. One mark before three digits
    groups amounts, as money has no thousandths; in other numbers a comma groups and a full stop is the point.
    """
    bare = re.sub(r"[ ']", "", text.strip()).rstrip(".,")
    marks = [char for char in bare if char in ".,"]
    if sum(map(str.isdigit, bare)) > MOST_DIGITS or not re.fullmatch(r"-?[\d.,]+", bare, re.ASCII):
        return None
    point = marks[-1] if len(set(marks)) > 1 else ""
    if len(marks) == 1:
        first, _, rest = bare.lstrip("-").partition(marks[0])
        groups = len(rest) == 3 and first not in ("", "0") and len(first) <= 3
        point = "" if groups and (lone_three == "grouping" or marks[0] == ",") else marks[0]
    whole, _, part = bare.rpartition(point) if point else (bare, "", "")
    if not _GROUPED.fullmatch(whole) or (point and not (part.isdigit() and point not in whole)):
        return None
    return Decimal(re.sub(r"[.,]", "", whole) + (f".{part}" if part else ""))


def parse_date(text: str) -> date | None:
    """The day that a piece of text names. Of `a/b/year` it must be clear which is the month."""
    said = text.strip()
    if found := _ISO.fullmatch(said):
        return _make_date(int(found[1]), int(found[2]), int(found[3]))
    if found := _NUMERIC.fullmatch(said):
        first, second, year = int(found[1]), int(found[3]), int(found[4])
        if found[2] == "." or first == second or first > 12:
            return _make_date(year, second, first)
        return _make_date(year, first, second) if second > 12 else None
    if found := _DAY_FIRST.fullmatch(said):
        return _make_date(int(found[3]), find_month(found[2]), int(found[1]))
    if found := _MONTH_FIRST.fullmatch(said):
        return _make_date(int(found[3]), find_month(found[1]), int(found[2]))
    return None


def find_month(name: str) -> int:
    """The number of a month by its name or the first letters of it; 0 when there is no such month."""
    low = name.lower()
    return next(
        (n for n, month in enumerate(MONTHS, start=1) if month.startswith(low) or low == "sept" == month[:4]), 0
    )


def _make_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
