"""A sentence with its figures taken out: `20 % of 1,200 is 240` becomes `<0%> of <1> is <2>`.

What is no quantity (dates, times, references, ordinals, house numbers) becomes `¤`, so that a pattern over the outline
sees only figures that can be reckoned with.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from foam_quotes.text.figures import MOST_DIGITS
from foam_quotes.text.mentions.dates import Date, find_dates
from foam_quotes.text.mentions.numbers import Bound, find_numbers
from foam_quotes.text.mentions.references import find_references
from foam_quotes.text.span import Span

_LABELS = re.compile(
    r"\b(?:flat|room|house|apartment|apt|no|nr|number|unit|page|pages|line|item|class|grade|case|form|step|"
    r"phase|stage|level|route|bus|door|floor|question|annex|part|version|zone|category|reference|ref|file|"
    r"invoice|account|phone|tel|band|group|key|list|part|box)s?\.?:? ?#?$|\b(?:year|day|week|month)s? ?#?$",
    re.IGNORECASE,
)
"""Words after which a number is a name."""
_YEAR_BEFORE = re.compile(
    r"(?:\b(?:in|since|year|by|until|till|from|to|during|of|before|after|and|between|for|the|summer|winter|spring|"
    r"autumn|school|mid|early|late|circa|than)[ -]|[(/,–-] ?|^)$",
    re.IGNORECASE,
)
_CURRENCY_NEXT = re.compile(r"\s*(?:%|per ?cent|[€£$¥₹]|[a-z]+s\b)", re.IGNORECASE)
_COMPOUND = re.compile(r"-[a-z]")
"""What makes a figure a part of a word: `one-time`, `14-day`."""
_ADDS_UP = re.compile(r"\badd(?:s|ed|ing)? up to (?:a total of )?$", re.IGNORECASE)
_DIGITS = re.compile(r"\d[\d.,' ]*")
_MAY_COUNT = re.compile(
    r"\d|[¼½¾⅓⅔⅕⅛]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hal[fv]|third|quarter|"
    r"\w+fth|\w+nth|sixth|dozen|hundred|thousand|\w*illion)",
    re.IGNORECASE,
)
"""What every sentence with a figure has: most have none, and reading them takes time."""
_REMEMBERED = 20_000
"""Sentences of which it is remembered what they say: several checks read the same ones."""


class Amount(NamedTuple):
    """A figure of a sentence, as exact as it was written."""

    value: Fraction
    is_share: bool
    currency: str
    bound: Bound
    unit: Fraction
    """One in the last place that was written: 0.01 for `3.40`, 1 for `340`."""
    written: str


class Outline(NamedTuple):
    """A sentence with its figures taken out, and the figures."""

    text: str
    amounts: tuple[Amount, ...]


@lru_cache(maxsize=_REMEMBERED)
def read_outline(sentence: str) -> Outline:
    """The sentence's outline."""
    text = sentence.replace("<", "(").replace(">", ")").replace("¤", " ")
    if not _MAY_COUNT.search(text):
        return Outline(text, ())
    hidden = [*_list_hidden(text)]
    figures = find_numbers(text, without=hidden)
    pieces: list[str] = []
    amounts: list[Amount] = []
    at = 0
    marks: list[tuple[Span, str]] = [(span, "¤") for span in hidden]
    for figure in figures:
        written = text[figure.span.start : figure.span.end]
        named = not figure.currency and _LABELS.search(text[max(0, figure.span.start - 20) : figure.span.start])
        is_word = _COMPOUND.match(text, figure.span.end) is not None
        if figure.unit == "ordinal" or ":" in written or named or "/" in written or is_word:
            marks.append((figure.span, "¤"))
            continue
        is_share = figure.unit == "share"
        marks.append((figure.span, f"<{len(amounts)}%>" if is_share else f"<{len(amounts)}>"))
        unit = _find_unit(written, figure.value, percent=is_share and not figure.spelt)
        bound = "" if _ADDS_UP.search(text, 0, figure.span.start) else figure.bound
        amounts.append(Amount(figure.value, is_share, figure.currency, bound, unit, written))
    for span, mark in sorted(marks):
        if span.start < at:
            continue
        pieces += [text[at : span.start], mark]
        at = span.end
    return Outline("".join([*pieces, text[at:]]), tuple(amounts))


def show(value: Fraction, unit: Fraction = Fraction(1)) -> str:
    """A number as people write it: as fine as the unit says, and finer where it must be, to the cent at the most."""
    places = next((n for n in (0, 1, 2) if unit * 10**n >= 1), 2)
    if (value * 10**places).denominator != 1:
        places = 2
    shown = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{shown.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP):,}"


def show_share(value: Fraction) -> str:
    """A share in per cent, to one place at the most."""
    percent = Decimal(value.numerator * 100) / Decimal(value.denominator)
    return f"{percent.quantize(Decimal('0.1'), rounding=ROUND_HALF_UP).normalize():f} %"


def fits(stated: Amount, computed: Fraction) -> bool:
    """Whether a figure is what was computed, as exactly as it was written."""
    if stated.value == computed:
        return True
    off = abs(stated.value - computed)
    is_rounding = computed % stated.unit != 0
    if off < stated.unit and is_rounding:
        return True
    return _is_round(stated.value, computed)


def is_near(stated: Fraction, computed: Fraction) -> bool:
    """Whether one can be the other got wrong: a figure of quite another size belongs to something else."""
    return computed > 0 and Fraction(3, 5) <= stated / computed <= Fraction(8, 5)


def _is_round(stated: Fraction, computed: Fraction) -> bool:
    """Whether the figure is the other in round hundreds or thousands, as prose gives it."""
    step = 10**15
    while step >= 100:
        if stated % step == 0:
            return computed >= 10 * step and abs(stated - computed) * 2 <= step
        step //= 10
    return False


def _find_unit(written: str, value: Fraction, *, percent: bool) -> Fraction:
    found = _DIGITS.search(written)
    if found is None or len(found[0]) > MOST_DIGITS:
        return Fraction(1, 100) if percent else Fraction(1)
    digits = found[0].rstrip(" .,'")
    mark = max(digits.rfind("."), digits.rfind(","))
    places = len(digits) - mark - 1 if mark >= 0 else 0
    bare = Fraction(int(re.sub(r"\D", "", digits)))
    if places == 3 and value in (bare, bare / 100):
        places = 0
    scale = value * 10**places / bare if bare else Fraction(1)
    return scale / Fraction(10**places)


def _list_hidden(text: str) -> list[Span]:
    dates = [one.span for one in find_dates(text) if _is_date(one, text)]
    return [*dates, *(one.span for one in find_references(text))]


def _is_date(found: Date, text: str) -> bool:
    """Whether this is a date: a number of four digits that money or a noun follows is none."""
    bare_year = found.year and not found.month
    if not bare_year:
        return True
    after, before = text[found.span.end : found.span.end + 15], text[max(0, found.span.start - 12) : found.span.start]
    return not _CURRENCY_NEXT.match(after) and 1900 <= found.year <= 2100 and bool(_YEAR_BEFORE.search(before))
