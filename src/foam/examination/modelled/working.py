"""What a model reckons, worked out again: sums by the arithmetic of the checks, days by the calendar.

    40 + 10 = 60                                     a sum
    3 March 2025 + 14 days = 20 March 2025           a day
    20 March 2025 is not after 3 March 2025 + 14 days
    from 1 March 2025 to 20 March 2025 = 25 days     a length
    3 March 2025 is a Tuesday                        a day of the week
    27 is at least 30                                figures beside each other

Anything else is not read.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from foam.examination.amounts import Amount, fits, read_outline
from foam.examination.days import DayOutline, find_own_day, read_days, show_day
from foam.examination.deadlines import Term
from foam.examination.expressions import find_equations
from foam.examination.modelled.shown import Line
from foam.examination.spans import find_wrong_lengths, find_wrong_weekdays
from foam.text.faithful import find_unfaithful

_LENGTH = r"(?P<count>\d{1,4}) (?P<kind>working|business|school|calendar)?[ ]?(?P<unit>day|week|month|year)s?"
_POINT = re.compile(rf"\{{0\}}(?: ?\+ ?(?P<length>{_LENGTH}))?", re.IGNORECASE)
_SPAN = re.compile(rf"from \{{0\}} to \{{1\}} ?= ?(?P<length>{_LENGTH})\.?", re.IGNORECASE)
_WEEKDAY = re.compile(r"\{0\} is an? (?P<name>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\.?", re.IGNORECASE)
_COMPARED = re.compile(
    r"(?P<left>.+?) (?:is )?(?P<how>at least|at most|more than|less than|not before|not after|before|after) "
    r"(?P<right>.+?)\.?",
    re.IGNORECASE,
)
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "at least": operator.ge,
    "at most": operator.le,
    "more than": operator.gt,
    "less than": operator.lt,
    "not before": operator.ge,
    "not after": operator.le,
    "before": operator.lt,
    "after": operator.gt,
}
_OUT = 3
"""Days by which a count of working days may be out: holidays."""
_LATER = 1
"""Days by which a last day may lie later: the first day may not have been counted."""
_PER = frozenset(map(Fraction, (100, 52, 12, 7)))
"""Figures that nobody has to state: of a hundred, weeks and months of a year, days of a week."""


class Worked(NamedTuple):
    """What was reckoned, worked out again."""

    holds: bool
    """Whether it comes out as it is written."""
    shown: str
    """What comes out."""
    figures: tuple[Amount, ...] = ()
    days: tuple[date, ...] = ()
    lengths: tuple[str, ...] = ()


class _Point(NamedTuple):
    day: date
    from_day: date
    length: str = ""
    margin: int = 0


def read_sum(text: str) -> Worked | None:
    """An equation of figures; None where it cannot be read as one."""
    outline = read_outline(text)
    found = [*find_equations(outline.text, outline.amounts)]
    if len(found) != 1:
        return None
    (one,) = found
    free = {Fraction(len(one.used) - 1), *_PER}
    stated = tuple(amount for amount in one.used if amount.value not in free or amount.currency)
    return Worked(fits(one.stated, one.value), one.working, (*stated, one.stated))


def read_calendar(text: str, line: Line) -> Worked | None:
    """What is said of days; None where it cannot be read. `line` is a sentence that it is said of."""
    outline = read_days(" ".join(text.split()))
    if not outline.days or not all(outline.said_whole):
        return None
    return _read_span(outline) or _read_weekday(outline) or _read_equal(text, line) or read_comparison(text, line)


def read_comparison(text: str, line: Line) -> Worked | None:
    """Two figures or two days beside each other; None where it cannot be read so."""
    found = _COMPARED.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    compare = _COMPARE[found["how"].lower()]
    left, right = _read_point(found["left"], line), _read_point(found["right"], line)
    if left and right:
        shown = f"{_show_point(left)}; {_show_point(right)}"
        if abs((left.day - right.day).days) <= max(left.margin, right.margin) > 0:
            return None
        holds = compare(left.day, right.day)
        return Worked(holds, shown, days=(left.from_day, right.from_day), lengths=_list_lengths(left, right))
    figures = [read_outline(part).amounts for part in (found["left"], found["right"])]
    if any(len(some) != 1 for some in figures):
        return None
    (one,), (other,) = figures
    if one.is_share != other.is_share:
        return None
    holds = compare(one.value, other.value)
    return Worked(
        holds, f"{one.written} {'is' if holds else 'is not'} {found['how'].lower()} {other.written}", (one, other)
    )


def find_unborne(worked: Worked, lines: Iterable[Line], *, bounds: bool = False) -> Iterator[str]:
    """Figures and days of the working that no cited sentence has, a clause each.

    A figure that is a bound (`at least five`) counts only where `bounds` are compared with: nobody adds it up.
    """
    cited = [*lines]
    texts = [line.text for line in cited]
    held = {
        (one.value, one.is_share) for text in texts for one in read_outline(text).amounts if bounds or not one.bound
    }
    for figure in worked.figures:
        if (figure.value, figure.is_share) not in held:
            yield f"“{figure.written}”: no cited sentence gives this figure exactly"
    known = set(_list_days(cited))
    for day in worked.days:
        if day not in known:
            yield f"“{show_day(day)}”: no cited sentence gives this day"
    for length in worked.lengths:
        if find_unfaithful(length, cited=texts):
            yield f"“{length}”: no cited sentence gives this length of time"


def _list_days(lines: Iterable[Line]) -> Iterator[date]:
    """The days of the sentences, and those that their documents bear."""
    for line in lines:
        own = find_own_day(line.filed)
        yield from read_days(line.text, own).days
        if own:
            yield own


def _read_span(outline: DayOutline) -> Worked | None:
    found = _SPAN.fullmatch(outline.text)
    if found is None:
        return None
    first, last = outline.days
    wrong = [*find_wrong_lengths(DayOutline(f"from {{0}} to {{1}} is {found['length']}", (first, last)))]
    shown = f"From {show_day(first)} to {show_day(last)} are {(last - first).days} days"
    return Worked(not wrong, shown, days=(first, last), lengths=(found["length"],))


def _read_weekday(outline: DayOutline) -> Worked | None:
    found = _WEEKDAY.fullmatch(outline.text)
    if found is None:
        return None
    wrong = [*find_wrong_weekdays(DayOutline(f"{{0}}, a {found['name'].capitalize()}", outline.days))]
    return Worked(not wrong, f"{show_day(outline.days[0])} was a {outline.days[0]:%A}", days=outline.days)


def _read_equal(text: str, line: Line) -> Worked | None:
    parts = text.split("=")
    if len(parts) != 2:
        return None
    left, right = (_read_point(part, line) for part in parts)
    if left is None or right is None or not left.length or right.length:
        return None
    off = (right.day - left.day).days
    holds = -left.margin <= off <= max(left.margin, _LATER)
    return Worked(holds, _show_point(left), days=(left.from_day, right.day), lengths=(left.length,))


def _read_point(text: str, line: Line) -> _Point | None:
    """A day, or a day and a length of time after it."""
    outline = read_days(" ".join(text.split()).rstrip("."))
    found = _POINT.fullmatch(outline.text)
    if found is None or len(outline.days) != 1 or not all(outline.said_whole):
        return None
    (day,) = outline.days
    if not found["length"]:
        return _Point(day, day)
    kind = (found["kind"] or "").lower()
    term = Term(int(found["count"]), found["unit"].lower(), kind, "", "", line.filed, line.number)
    return _Point(term.find_last_day(day), day, found["length"], _OUT if term.is_business else 0)


def _show_point(point: _Point) -> str:
    if not point.length:
        return show_day(point.day)
    return f"{show_day(point.from_day)} + {point.length} = {show_day(point.day)}"


def _list_lengths(*points: _Point) -> tuple[str, ...]:
    return tuple(point.length for point in points if point.length)
