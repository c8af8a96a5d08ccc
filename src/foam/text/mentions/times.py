"""Figures that are spans of time: those between two dates, and those that a word names."""

from __future__ import annotations

import re
from fractions import Fraction

from foam.text.mentions.held import Held
from foam.text.mentions.numbers import Figure

_TIME = re.compile(r"[ -](?P<unit>day|week|month|year|season|decade)s?\b", re.IGNORECASE)
_SPANS = {
    (7, "day"): "week",
    (14, "day"): "fortnight",
    (2, "week"): "fortnight",
    (10, "year"): "decade",
    (100, "year"): "century",
}
"""Spans of time that a word names. A year is not among them: nearly every source has the word."""
_CENTURY = re.compile(r" (?:of )?an? century\b", re.IGNORECASE)
"""A share of a hundred years, which is said of about so many."""
_HALF_OF = re.compile(r" (?:an? |of an? )?(?P<unit>day|hour|year|decade|century)\b", re.IGNORECASE)
_HALVES = {
    "day": (12, "hour"),
    "hour": (30, "minute"),
    "year": (6, "month"),
    "decade": (5, "year"),
    "century": (50, "year"),
}
"""Half of a span of time in smaller ones."""
_AGE_BEFORE = re.compile(r"\b(?:aged?|age of|died at|dead at|death at) ?$", re.IGNORECASE)
_TENTH = Fraction(1, 10)
_NEAR = 45
"""Characters before a figure in which it may be said to be an age."""


def is_time_between(figure: Figure, text: str, held: Held) -> bool:
    """Whether it is the time between two held dates: `seven days later`, `aged 35`, `a quarter of a century`."""
    if figure.unit == "share" and _CENTURY.match(text, figure.span.end):
        years = 100 * figure.value
        return any(abs(years - apart) <= _TENTH * apart for apart in held.years_apart)
    unit = _TIME.match(text, figure.span.end)
    is_age = _AGE_BEFORE.search(text[max(0, figure.span.start - _NEAR) : figure.span.start]) is not None
    if figure.unit or figure.value.denominator != 1 or not (unit or is_age):
        return False
    count = int(figure.value)
    match unit["unit"].lower() if unit else "year":
        case "day":
            return count in held.days_apart
        case "week":
            return 7 * count in held.days_apart
        case "year":
            old = is_age or re.match(r"[ -]years?[ -]old\b", text[figure.span.end :])
            return count in held.years_apart or bool(old and count + 1 in held.years_apart)
        case "season":
            return count - 1 in held.years_apart
        case "decade":
            return 10 * count in held.years_apart
        case _:
            return False


def is_time_named(figure: Figure, text: str, held: Held) -> bool:
    """Whether the sources name that span of time otherwise: `seven days` for a week, `half a year` for six months."""
    halved = _HALF_OF.match(text, figure.span.end) if (figure.unit, figure.value) == ("share", Fraction(1, 2)) else None
    if halved:
        count, part = _HALVES[halved["unit"].lower()]
        return any(count in one.values for one in held.figures) and not held.words.isdisjoint((part, f"{part}s"))
    unit = _TIME.match(text, figure.span.end)
    if figure.unit or figure.bound or not unit:
        return False
    word = _SPANS.get((int(figure.value), unit["unit"].lower())) if figure.value.denominator == 1 else None
    return word is not None and not held.words.isdisjoint((word, f"{word}s", f"{word}ly"))
