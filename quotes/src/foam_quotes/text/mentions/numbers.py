"""Figures in running text: digits and number words, with their unit and how exactly they are meant.

| written | read as |
|---|---|
| `1,215.00`, `1215`, `1.2 million`, `twelve`, `a dozen`, `two hundred and five` | that number |
| `20 %`, `20 per cent`, `a fifth of`, `two thirds`, `nine in ten`, `3/4`, `½` | that share |
| `21st`, `third` | a place in a row |
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from foam_quotes.text.figures import parse_decimal
from foam_quotes.text.span import Span

Unit: TypeAlias = Literal["", "share", "ordinal"]
Bound: TypeAlias = Literal["", "about", "over", "under"]

ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_SMALL = {**{word: value for value, word in enumerate(ONES)}, **_TENS}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12, "dozen": 12}
_TAILS = {**_SCALES, "k": 1000, "m": 10**6, "mn": 10**6, "mln": 10**6, "bn": 10**9, "b": 10**9, "tn": 10**12}
ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15, "sixteenth": 16,
    "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30, "hundredth": 100,
}  # fmt: skip
_PARTS = {"half": 2, "halve": 2, "quarter": 4, **{word: n for word, n in ORDINALS.items() if n > 2}}
_SIGNS = {"¼": (1, 4), "½": (1, 2), "¾": (3, 4), "⅓": (1, 3), "⅔": (2, 3), "⅕": (1, 5), "⅛": (1, 8)}
_CURRENCIES = {
    "$": "dollar", "us$": "dollar", "usd": "dollar", "dollar": "dollar", "€": "euro", "eur": "euro", "euro": "euro",
    "£": "pound", "gbp": "pound", "pound": "pound", "¥": "yen", "yen": "yen", "jpy": "yen", "₹": "rupee",
    "rupee": "rupee", "crown": "crown", "kr": "crown", "krona": "crown", "kronor": "crown", "krone": "crown",
    "franc": "franc", "chf": "franc", "yuan": "yuan", "rouble": "rouble", "ruble": "rouble",
}  # fmt: skip

_WORD = rf"(?:{'|'.join(sorted((*_SMALL, *_SCALES), key=len, reverse=True))})"
_AND = r"(?:(?<=hundred)|(?<=thousand)|(?<=million))[ ]and[ ]"
_WORDS = rf"(?:(?:a|an)[ ](?={'|'.join(_SCALES)}))?{_WORD}(?:(?:[ -]|{_AND}){_WORD})*"
_DIGITS = r"\d{1,3}(?:[ ,']\d{3})+(?![\d,])(?:\.\d+)?|\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?|\d+(?:[.,]\d+)*"
_NUMERATOR = rf"(?:a|an|\d{{1,2}}|{'|'.join(ONES[1:11])})"
_PART = "|".join(_PARTS)
_PATTERN = re.compile(
    rf"""
      (?P<time>(?<![\w:])(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?![\w:]))
    | (?P<slashed>(?<![\w./])(?P<upper>\d{{1,3}})/(?P<lower>\d{{1,3}})(?![\w/]))
    | (?i:\b(?P<some>{_NUMERATOR})[ ](?:in|out[ ]of)[ ](?P<every>{"|".join(ONES[2:])}|hundred)\b)
    | (?i:\b(?P<mixed>{_WORD}|\d+)[ ]and[ ]a[ ]half\b)
    | (?i:\bhalf[ -](?:an?[ -])?(?P<half_scale>{"|".join(_SCALES)})\b)
    | (?i:\b(?:(?P<numerator>{_NUMERATOR})[ -](?P<part>(?:{_PART})s|(?:{_PART})(?=[ ]of\b|$))
        |(?P<half>half)(?=[ ]of\b|$)))
    | (?P<money>(?:[A-Za-z]{{0,2}}[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|JPY|SEK|NOK|DKK)[ ])[ ]?)?
      (?P<digits>(?<![\w$€£¥₹])(?<![A-Za-z][-.])(?<!\d[.,])(?:{_DIGITS})|(?<=[$€£¥₹])(?:{_DIGITS}))
      (?:(?P<ordinal>st|nd|rd|th)\b|[ -]?(?P<scale>{"|".join(_SCALES)}|bn|mn|mln|tn|[kmb](?!\w))\b)?
    | (?i:\b(?P<words>{_WORDS})\b)(?![ -](?:{"|".join(ORDINALS)})\b)
    | (?i:\b(?P<spelt>(?:(?:{"|".join(_TENS)})[ -])?(?:{"|".join(ORDINALS)}))\b)
    | (?P<sign>[{"".join(_SIGNS)}])
    """,
    re.VERBOSE,
)
_PERCENT = re.compile(r"[ -]?(?:%|per ?cent\b|percent\w*|pct\b|percentage points?)", re.IGNORECASE)
_CURRENCY_AFTER = re.compile(rf" ?({'|'.join(re.escape(one) for one in _CURRENCIES)})s?\b|[ ]?([€£$])", re.IGNORECASE)
_RANGE = re.compile(r"\s?(?:-|to|and|or|,|through)\s?(?:and )?")
_SCALE_LAST = re.compile(rf"(?<=[\d -])({'|'.join(_TAILS)})$", re.IGNORECASE)
_BOUNDS: tuple[tuple[Bound, re.Pattern[str]], ...] = (
    (
        "about",
        re.compile(r"(?:\b(?:about|around|roughly|approximately|approx\.|some|nearly|almost)(?: an?)? ?|~ ?)\0", re.I),
    ),
    (
        "under",
        re.compile(
            r"\b(?:under|less than|below|fewer than|at most|up to|no more than)(?: an?)? ?\0|\0 or (?:fewer|less)\b",
            re.I,
        ),
    ),
    (
        "over",
        re.compile(
            r"\b(?:over|more than|above|at least|no fewer than|no less than)(?: an?)? ?\0|\0 or (?:more|over)\b", re.I
        ),
    ),
)
"""What stands before or after a figure, `\\0`, that is rounded, or is an end."""
_NEAR = 40
"""Characters around a figure in which its unit and its bound stand."""


class Figure(NamedTuple):
    """A figure where it stands. `values` has two readings where a mark may group or point: `1.215`."""

    span: Span
    values: tuple[Fraction, ...]
    unit: Unit = ""
    currency: str = ""
    bound: Bound = ""
    spelt: bool = False
    cells: tuple[Fraction, ...] = ()
    """The numbers on each side of a blank, which groups digits or stands between the cells of a row: `3 680`."""

    @property
    def value(self) -> Fraction:
        return self.values[0]


def find_numbers(text: str, *, without: Sequence[Span] = ()) -> tuple[Figure, ...]:
    """Every figure of a normalised text outside the given spans."""
    for span in without:  # overwritten, so that every offset stays
        text = text[: span.start] + "_" * (span.end - span.start) + text[span.end :]
    found = [_qualify(figure, text) for match in _PATTERN.finditer(text) if (figure := _read(match))]
    return tuple(_share_scales(_share_units(found, text), text))


def _read(match: re.Match[str]) -> Figure | None:
    span, found = Span(*match.span()), match.groupdict()
    if found["time"]:
        return Figure(span, (Fraction(int(found["hour"]) % 12) + Fraction(int(found["minute"]), 60),))
    if found["slashed"]:
        return _make_share(span, int(found["upper"]), int(found["lower"]))
    if found["digits"]:
        return _read_digits(span, found)
    if found["some"]:
        return _make_share(span, int(_evaluate_words(found["some"])), int(_evaluate_words(found["every"])))
    if found["mixed"]:
        return Figure(span, (_evaluate_words(found["mixed"]) + Fraction(1, 2),), spelt=True)
    if found["half_scale"]:
        return Figure(span, (Fraction(_SCALES[found["half_scale"].lower()], 2),), spelt=True)
    if found["half"]:
        return _make_share(span, 1, 2)
    if found["part"]:
        upper, lower = found["numerator"].lower(), found["part"].lower()
        lower = lower if lower in _PARTS else lower[:-1]
        return _make_share(span, 1 if upper in ("a", "an") else int(_evaluate_words(upper)), _PARTS[lower])
    if found["words"]:
        return Figure(span, (_evaluate_words(found["words"]),), spelt=True)
    if found["sign"]:
        return _make_share(span, *_SIGNS[found["sign"]])
    tens, _, last = found["spelt"].lower().replace(" ", "-").rpartition("-")
    return Figure(span, (Fraction(_TENS.get(tens, 0) + ORDINALS[last]),), "ordinal", spelt=True)


def _read_digits(span: Span, found: dict[str, str | None]) -> Figure | None:
    digits = found["digits"] or ""
    readings = (parse_decimal(digits, lone_three="decimal point"), parse_decimal(digits, lone_three="grouping"))
    scale = _TAILS.get((found["scale"] or "").lower(), 1)
    sign = (found["money"] or "").strip().lower()
    scales = (scale, 1) if found["scale"] == "m" and not sign else (scale,)  # 1,200m is as far, or as many millions
    values = tuple(dict.fromkeys(Fraction(one) * by for by in scales for one in readings if one is not None))
    if not values:
        return None
    currency = _CURRENCIES.get(sign, _CURRENCIES.get(sign[-1:], ""))
    return Figure(span, values, "ordinal" if found["ordinal"] else "", currency, cells=_list_cells(digits))


def _list_cells(digits: str) -> tuple[Fraction, ...]:
    parts = digits.split(" ")
    if len(parts) == 1 or any(part.startswith("0") for part in parts):
        return ()
    return tuple(Fraction(one) for part in parts if (one := parse_decimal(part, lone_three="grouping")) is not None)


def _evaluate_words(words: str) -> Fraction:
    """The number that number words say: `two hundred and five`, `a dozen`, `twenty-one`."""
    total, current = 0, 0
    for word in re.split(r"[ -]", words.lower()):
        if word.isdigit():
            current += int(word)
        elif word in _SMALL:
            current += _SMALL[word]
        elif word in ("hundred", "dozen"):
            current = max(current, 1) * _SCALES[word]
        elif word in _SCALES:
            total, current = total + max(current, 1) * _SCALES[word], 0
    return Fraction(total + current)


def _make_share(span: Span, upper: int, lower: int) -> Figure | None:
    return Figure(span, (Fraction(upper, lower),), "share", spelt=True) if lower else None


def _qualify(figure: Figure, text: str) -> Figure:
    """The figure with the unit that follows it, and how exactly it is meant."""
    before = text[max(0, figure.span.start - _NEAR) : figure.span.start]
    after = text[figure.span.end : figure.span.end + _NEAR]
    if figure.unit == "" and (percent := _PERCENT.match(after)):
        span = Span(figure.span.start, figure.span.end + percent.end())
        figure = figure._replace(span=span, values=tuple(one / 100 for one in figure.values), unit="share", spelt=False)
    elif figure.unit == "" and not figure.currency and (money := _CURRENCY_AFTER.match(after)):
        figure = figure._replace(currency=_CURRENCIES[(money[1] or money[2]).lower()])
    around = f"{before}\0{text[figure.span.end : figure.span.end + _NEAR]}"
    return figure._replace(bound=next((name for name, pattern in _BOUNDS if pattern.search(around)), ""))


def _share_units(figures: list[Figure], text: str) -> list[Figure]:
    """`20 to 30 percent`: the first figure of a range has the unit of the second."""
    shared = list(figures)
    for n in range(len(shared) - 2, -1, -1):
        here, following = shared[n], shared[n + 1]
        between = text[here.span.end : following.span.start]
        is_other = here.spelt and between.strip() == ","  # `in a later one, 65 %`: the word is no figure of a list
        if here.unit or here.currency or is_other or not _RANGE.fullmatch(between):
            continue
        if following.unit == "share" and not following.spelt:
            values = tuple(one / 100 for one in here.values)
            shared[n] = here._replace(unit="share", values=values, spelt=False)
        elif following.currency and between.strip() in ("-", "to"):
            shared[n] = here._replace(currency=following.currency)
    return shared


def _share_scales(figures: list[Figure], text: str) -> list[Figure]:
    """`between £134 and 184 million`: the scale after a range holds for both of its ends, and so does the currency."""
    shared = list(figures)
    for n, (here, following) in enumerate(pairwise(figures)):
        scale = _SCALE_LAST.search(following.span.of(text))
        between = text[here.span.end : following.span.start].strip()
        is_range = between in ("-", "to") or (between == "and" and text[: here.span.start].endswith("between "))
        if not scale or not is_range or here.unit or here.spelt or _SCALE_LAST.search(here.span.of(text)):
            continue
        if any(one < following.value / _TAILS[scale[1].lower()] for one in here.values):
            values = tuple(one * _TAILS[scale[1].lower()] for one in here.values)
            shared[n] = here._replace(values=(*values, *here.values))
            if here.currency and not following.currency:
                shared[n + 1] = following._replace(currency=here.currency)
    return shared
