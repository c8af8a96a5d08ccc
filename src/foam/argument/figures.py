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

from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Literal, TypeAlias, assert_never

from pydantic import Field

from foam_quotes.text.figures import MONTHS, MOST_DIGITS, parse_date, parse_decimal
from foam_quotes.text.mentions.numbers import ONES

FigureKind: TypeAlias = Literal["amount", "number", "date"]
Figure: TypeAlias = Annotated[Decimal | date, Field(union_mode="left_to_right")]
"""What can be read in a sentence. Decimal comes first: it refuses a written date, and a date takes some numbers."""

_CENT = Decimal("0.01")
_FINE = Decimal("0.0001")
"""How finely numbers that are no money are shown."""
_WORDS = (*ONES, "twenty")

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


def parse_figure(kind: FigureKind, text: str) -> Figure | None:
    """The figure that a piece of text writes; None when it writes none, or may mean two."""
    match kind:
        case "amount":
            return parse_decimal(text, lone_three="grouping")
        case "number":
            word = text.strip().lower()
            return Decimal(_WORDS.index(word)) if word in _WORDS else parse_decimal(text, lone_three="decimal point")
        case "date":
            return parse_date(text)
        case _:
            assert_never(kind)


def is_figure(kind: FigureKind, value: object) -> bool:
    """Whether a value is a figure of this kind that could have been read."""
    if kind == "date":
        return isinstance(value, date)
    return isinstance(value, Decimal) and value.is_finite() and abs(value) < 10**MOST_DIGITS


def show_figure(value: Decimal | date | bool, kind: FigureKind = "amount") -> str:
    """A figure as it is printed: an amount to the cent, a number as short as it is, a date in words, yes or no."""
    match value:
        case bool():
            return "yes" if value else "no"
        case date():
            return f"{value.day} {MONTHS[value.month - 1].capitalize()} {value.year}"
        case _ if kind == "number":
            return f"{value.quantize(_FINE, rounding=ROUND_HALF_UP).normalize():,f}"
        case _:
            return f"{value.quantize(_CENT, rounding=ROUND_HALF_UP):,}"
