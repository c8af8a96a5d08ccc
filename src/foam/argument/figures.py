"""Figures as people write them: amounts, numbers and dates, read out of text and shown in it.

| written | read as |
|---|---|
| `1,215`, `1.215,00`, `1 215`, `1'215.00` | the amount 1215 |
| `310.00`, `310,5` | the amounts 310 and 310.5 |
| `4.333`, `4,3`, `two` | the numbers 4.333, 4.3 and 2 |
| `7 February 2025`, `February 7, 2025`, `2025-02-07`, `07.02.2025` | a date |

What can be read in two ways is not read: `02/07/2025` is no date.
"""

from __future__ import annotations

import re
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Literal, TypeAlias, assert_never

from pydantic import Field

FigureKind: TypeAlias = Literal["amount", "number", "date"]
Figure: TypeAlias = Annotated[Decimal | date, Field(union_mode="left_to_right")]
"""What can be read in a sentence. Decimal comes first: it refuses a written date, and a date takes some numbers."""

MOST_DIGITS = 15
"""A longer figure is none: sums over it would no longer be exact."""
_CENT = Decimal("0.01")
_FINE = Decimal("0.0001")
"""How finely numbers that are no money are shown."""
_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip

_DIGITS = r"-?(?:\d{1,3}(?:[ ,.']\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)"
_CURRENCY = r"(?:[A-Za-z]{0,2}\p{Sc}|(?-i:[A-MO-Z][A-Z]{2}|N[A-NP-Z][A-Z]|NOK|Kč|zł|[Kk]r|Ft|Fr|Rs)\.?)? ?"
"""A sign, a code or a short name. `NOT` is no code: it would turn a denial into a figure."""
_MONTH = r"[A-Za-z]{3,9}\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
FRAGMENTS: dict[FigureKind, tuple[str, str]] = {
    "amount": (_CURRENCY, _DIGITS),
    "number": ("", rf"(?:{_DIGITS}|(?i:{'|'.join(reversed(_WORDS))})\b)"),
    "date": (
        "",
        rf"(?:\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}[./] ?\d{{1,2}}[./] ?\d{{4}}|{_DAY}\.? (?:of )?{_MONTH},? \d{{4}}|"
        rf"{_MONTH} {_DAY},? \d{{4}})",
    ),
}
"""For RE2, by kind: what may stand before the figure, and the figure."""

_GROUPED = re.compile(r"-?(?:\d+|\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3})", re.ASCII)
"""The whole part of a number; groups of two digits are usual in India."""
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_NUMERIC = re.compile(r"(\d{1,2})([./]) ?(\d{1,2})\2 ?(\d{4})")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.? (?:of )?([a-z]{3,9})\.?,? (\d{4})", re.IGNORECASE)
_MONTH_FIRST = re.compile(r"([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})", re.IGNORECASE)


def parse_figure(kind: FigureKind, text: str) -> Figure | None:
    """The figure that a piece of text writes; None when it writes none, or may mean two."""
    match kind:
        case "amount":
            return _parse_decimal(text, lone_three="grouping")
        case "number":
            word = text.strip().lower()
            return Decimal(_WORDS.index(word)) if word in _WORDS else _parse_decimal(text, lone_three="decimal point")
        case "date":
            return parse_date(text)
        case _:
            assert_never(kind)


def is_figure(kind: FigureKind, value: object) -> bool:
    """Whether a value is a figure of this kind that could have been read."""
    if kind == "date":
        return isinstance(value, date)
    return isinstance(value, Decimal) and value.is_finite() and abs(value) < 10**MOST_DIGITS


def _parse_decimal(text: str, *, lone_three: Literal["grouping", "decimal point"]) -> Decimal | None:
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
        return _make_date(int(found[3]), _find_month(found[2]), int(found[1]))
    if found := _MONTH_FIRST.fullmatch(said):
        return _make_date(int(found[3]), _find_month(found[1]), int(found[2]))
    return None


def _find_month(name: str) -> int:
    """The number of a month by its name or the first letters of it; 0 when there is no such month."""
    low = name.lower()
    return next(
        (n for n, month in enumerate(_MONTHS, start=1) if month.startswith(low) or low == "sept" == month[:4]), 0
    )


def _make_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def show_figure(value: Decimal | date | bool, kind: FigureKind = "amount") -> str:
    """A figure as it is printed: an amount to the cent, a number as short as it is, a date in words, yes or no."""
    match value:
        case bool():
            return "yes" if value else "no"
        case date():
            return f"{value.day} {_MONTHS[value.month - 1].capitalize()} {value.year}"
        case _ if kind == "number":
            return f"{value.quantize(_FINE, rounding=ROUND_HALF_UP).normalize():,f}"
        case _:
            return f"{value.quantize(_CENT, rounding=ROUND_HALF_UP):,}"
