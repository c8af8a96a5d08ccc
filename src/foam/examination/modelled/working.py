"""What a model reckons, worked out again: sums by the arithmetic of the checks, days by the calendar.

    40 + 10 = 60                                         a sum
    3 March 2025 + 14 days = 20 March 2025               a day, and lengths after it or before it (`points`)
    20 March 2025 is later than 3 March 2025 + 5 business days + 14 days
    from 1 March 2025 to 20 March 2025 = 25 days         a length
    from 1 March 2025 to 20 March 2025 is more than 14 days
    3 March 2025 is a Tuesday                            a day of the week
    27 + 2 is at least 30                                figures beside each other

Several steps stand one after the other, with `;` between them: each must come out, and what it gives may be used in the
next; only the last is what is claimed. Anything else is not read, and it is said why.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from foam.examination.amounts import Amount, fits, read_outline
from foam.examination.days import DayOutline, find_own_day, read_days, show_day
from foam.examination.expressions import find_equations, read_expression
from foam.examination.modelled.points import (
    LENGTH,
    Length,
    Point,
    find_unborne_lengths,
    make_point,
    read_length,
    read_point,
)
from foam.examination.modelled.shown import Line
from foam.examination.spans import find_wrong_lengths, find_wrong_weekdays

_BETWEEN = r"(?:from|between) \{0\} (?:to|and|until) \{1\}"
_SPAN = re.compile(rf"{_BETWEEN} ?= ?(?P<length>{LENGTH})", re.IGNORECASE)
_SPAN_COMPARED = re.compile(rf"{_BETWEEN}(?P<rest> .+)", re.IGNORECASE)
_WEEKDAY = re.compile(
    r"\{0\} (?:is|was|falls on|fell on) an? (?P<name>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)", re.IGNORECASE
)
_MONTH = re.compile(r"\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\d{1,2}[/.]\d{1,2}[/.]")
_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "at least|≥|>=|on or after": operator.ge,
    "at most|≤|<=|on or before|up to|within": operator.le,
    "more than|greater than|higher than|larger than|longer than|over|above|exceeds?|>|after|later than": operator.gt,
    "less than|fewer than|lower than|smaller than|shorter than|under|below|<|before|earlier than": operator.lt,
    "equal to|equals?|the same as|the same day as": operator.eq,
}
_DENIED: dict[Callable[[Any, Any], bool], Callable[[Any, Any], bool]] = {
    operator.ge: operator.lt,
    operator.le: operator.gt,
    operator.gt: operator.le,
    operator.lt: operator.ge,
    operator.eq: operator.ne,
}
_WORDS: dict[Callable[[Any, Any], bool], str] = {
    operator.ge: "at least",
    operator.le: "at most",
    operator.gt: "more than",
    operator.lt: "less than",
    operator.eq: "equal to",
    operator.ne: "other than",
}
_COMPARED = re.compile(
    r"(?P<left>.+?) (?:(?:is|are|was|were|lies|falls|comes) )?(?P<not>(?:not|no) )?"
    rf"(?P<how>{'|'.join(sorted('|'.join(_OPERATORS).split('|'), key=len, reverse=True))}) (?P<right>.+)",
    re.IGNORECASE,
)
_NAMED = 3
"""Sentences that are named where they have what no cited one has."""
_LATER = 1
"""Days by which a last day may lie later: the first day may not have been counted."""
_PER = frozenset(map(Fraction, (100, 52, 12, 7)))
"""Figures that nobody has to state: of a hundred, weeks and months of a year, days of a week."""
_TIMES = {"minute": ("time", 1), "hour": ("time", 60), "day": ("time", 1440), "week": ("time", 10080),
          "month": ("months", 1), "year": ("months", 12)}  # fmt: skip
_TIME = re.compile(
    r">(?P<kind> (?:working|business|school) ?)? ?(?P<unit>minute|hour|day|week|month|year)s?\b", re.IGNORECASE
)


class Worked(NamedTuple):
    """What was reckoned, worked out again."""

    holds: bool
    """Whether it comes out as it is written."""
    shown: str
    """What comes out."""
    figures: tuple[Amount, ...] = ()
    days: tuple[date, ...] = ()
    lengths: tuple[Length, ...] = ()
    compares: bool = False
    """Whether it sets figures beside each other, so that a bound (`at least five`) may be one of them."""


class Unread(NamedTuple):
    """What was reckoned and cannot be read, with why."""

    why: str


Reading: TypeAlias = Worked | Unread


class _Figure(NamedTuple):
    """One side of a comparison of figures."""

    value: Fraction
    written: str
    used: tuple[Amount, ...]
    unit: str
    scale: int


def read_working(text: str) -> Reading:
    """What was reckoned, step by step; only the last step may not come out."""
    *before, last = [part.strip(" .") for part in text.split(";") if part.strip(" .")] or [""]
    worked = [read_step(step) for step in before]
    for step, one in zip(before, worked, strict=True):
        if isinstance(one, Unread):
            return Unread(f"“{step}”: {one.why}")
        if not one.holds:
            return Unread(f"“{step}” does not come out ({one.shown}); only the last step may be what the file has")
    final = read_step(last)
    return final if isinstance(final, Unread) else _join([one for one in worked if isinstance(one, Worked)], final)


def read_step(text: str) -> Reading:
    """One equation or comparison."""
    line = " ".join(text.split()).strip(" .")
    outline = read_days(line)
    if not line:
        return Unread("it is empty")
    if not all(outline.said_whole) or (not outline.days and _MONTH.search(line)):
        return Unread("each day needs its year: 3 March 2025")
    if outline.days:
        return _read_span(outline) or _read_weekday(outline) or _read_equal(line) or _read_compared(line, outline)
    return _read_sum(line) if "=" in re.sub("[<>]=", "", line) else _read_compared(line, outline)


def find_unborne(worked: Worked, lines: Iterable[Line], among: Iterable[Line] = ()) -> Iterator[str]:
    """Figures, days and lengths of the working that no cited sentence has, a clause each.

    A figure that is a bound (`at least five`) counts only where it is compared with: nobody adds it up. Sentences
    `among` those that may be cited are named where they have what is missing.
    """
    cited, others = [*lines], [*among]
    for figure in worked.figures:
        if not any(_has_figure(line, figure, bounds=worked.compares) for line in cited):
            where = _name_holders(line for line in others if _has_figure(line, figure, bounds=worked.compares))
            yield f"“{figure.written}”: no cited sentence gives this figure exactly{where}"
    known = set(_list_days(cited))
    for day in dict.fromkeys(worked.days):
        if day not in known:
            where = _name_holders(line for line in others if day in read_days(line.text, find_own_day(line.filed)).days)
            yield f"“{show_day(day)}”: no cited sentence gives this day{where}"
    yield from find_unborne_lengths(dict.fromkeys(worked.lengths), [line.text for line in cited])


def _has_figure(line: Line, figure: Amount, *, bounds: bool) -> bool:
    return any(
        (one.value, one.is_share) == (figure.value, figure.is_share) and (bounds or not one.bound)
        for one in read_outline(line.text).amounts
    )


def _name_holders(lines: Iterable[Line]) -> str:
    """The sentences that have what is missing, as far as a writer needs them."""
    names = [line.id for line in islice(lines, _NAMED)]
    return f"; it stands in {', '.join(names)}" if names else ""


def _list_days(lines: Iterable[Line]) -> Iterator[date]:
    """The days of the sentences, and those that their documents bear."""
    for line in lines:
        own = find_own_day(line.filed)
        yield from read_days(line.text, own).days
        if own:
            yield own


def _join(before: Iterable[Worked], last: Worked) -> Worked:
    """All steps as one; what an earlier step gave need not stand in the file."""
    for one in reversed([*before]):
        last = Worked(
            holds=last.holds,
            shown=f"{one.shown}; {last.shown}",
            figures=(*one.figures[:-1], *(figure for figure in last.figures if figure.value != one.figures[-1].value))
            if one.figures
            else last.figures,
            days=(*one.days[:-1], *(day for day in last.days if day != one.days[-1])) if one.days else last.days,
            lengths=(*one.lengths, *last.lengths),
            compares=last.compares,
        )
    return last


def _read_sum(line: str) -> Reading:
    """An equation of figures."""
    outline = read_outline(line)
    found = [*find_equations(outline.text, outline.amounts)]
    if len(found) != 1:
        return Unread("it is no equation of figures, such as 40 + 10 = 60")
    if clash := _find_clash(line):
        return Unread(clash)
    (one,) = found
    free = {Fraction(len(one.used) - 1), *_PER}
    stated = tuple(amount for amount in one.used if amount.value not in free or amount.currency)
    return Worked(fits(one.stated, one.value), one.working, (*stated, one.stated))


def _find_clash(line: str) -> str:
    """Units that cannot be added up or set equal; where something is multiplied they may differ."""
    if re.search(r"[×*/÷·]|\b(?:x|times|by)\b", line):
        return ""
    outline = read_outline(line)
    times = {
        f"{(found['kind'] or '').strip()} {found['unit']}s".lower().strip() for found in _TIME.finditer(outline.text)
    }
    units = sorted({*times, *(f"{one.currency}s" for one in outline.amounts if one.currency)})
    return f"{' and '.join(units)} are not one measure; write them in one" if len(units) > 1 else ""


def _read_span(outline: DayOutline) -> Reading | None:
    found = _SPAN.fullmatch(outline.text)
    if found is None:
        return None
    first, last = outline.days
    length = read_length(found["length"])
    assert length is not None
    wrong = [*find_wrong_lengths(DayOutline(f"from {{0}} to {{1}} is {found['length']}", (first, last)))]
    shown = f"From {show_day(first)} to {show_day(last)} are {(last - first).days} days"
    return Worked(not wrong, shown, days=(first, last), lengths=(length,))


def _read_weekday(outline: DayOutline) -> Reading | None:
    found = _WEEKDAY.fullmatch(outline.text)
    if found is None:
        return None
    wrong = [*find_wrong_weekdays(DayOutline(f"{{0}}, a {found['name'].capitalize()}", outline.days))]
    return Worked(not wrong, f"{show_day(outline.days[0])} was a {outline.days[0]:%A}", days=outline.days)


def _read_equal(line: str) -> Reading | None:
    """A day that is reckoned and the one that is stated, in either order."""
    parts = re.split(r"(?<![<>])=", line)
    if len(parts) == 1:
        return None
    points = [read_point(part) for part in parts]
    reckoned = [one for one in points if one and one.lengths]
    stated = [one for one in points if one and not one.lengths]
    if len(parts) != 2 or len(reckoned) != 1 or len(stated) != 1:
        return Unread("on one side of = stands a day, on the other a day and a length: 3 March 2025 + 14 days")
    (left,), (right,) = reckoned, stated
    early = 1 if any(one.is_business for one in left.lengths) else 0  # the first day may have been counted
    holds = (right.first - left.first).days >= -early and (right.first - left.last).days <= (
        _LATER if left.first == left.last else 0
    )
    return Worked(holds, "; ".join(left.steps), days=(*left.days, right.first), lengths=left.lengths)


def _read_compared(line: str, outline: DayOutline) -> Reading:
    """Two days, two figures, or a span and a length beside each other."""
    spanned = _SPAN_COMPARED.fullmatch(outline.text)
    found = _COMPARED.fullmatch(f"it{spanned['rest']}" if spanned else line)
    if found is None:
        return Unread("it has neither = nor a comparison (is at least, is more than, is before, is later than, …)")
    compare = next(one for words, one in _OPERATORS.items() if re.fullmatch(words, found["how"], re.IGNORECASE))
    compare = _DENIED[compare] if found["not"] else compare
    if spanned:
        first, last = outline.days
        length = read_length(found["right"])
        if length is None:
            return Unread(f"“{found['right']}” is no length of time, such as 14 days or 5 business days")
        return _compare_points(make_point(last), make_point(first).step(length), compare)
    left, right = read_point(found["left"]), read_point(found["right"])
    if left and right:
        return _compare_points(left, right, compare)
    if outline.days:
        wrong = found["right"] if left else found["left"]
        return Unread(f"“{wrong}” is not a day, or a day and lengths of time, such as 3 March 2025 + 5 business days")
    return _compare_figures(found, compare)


def _compare_points(left: Point, right: Point, compare: Callable[[Any, Any], bool]) -> Reading:
    ends = {compare(one, other) for one in (left.first, left.last) for other in (right.first, right.last)}
    off = (left.reckoned - right.reckoned).days
    stands = "is after" if off > 0 else "is before" if off < 0 else "is the same day as"
    told = "; ".join((*left.steps, *right.steps, f"{show_day(left.reckoned)} {stands} {show_day(right.reckoned)}"))
    if len(ends) > 1:
        return Unread(
            f"holidays may decide it ({told}, by weekdays alone); name the days that do not count, as the file lists "
            "them: + 5 business days without 3 March 2025"
        )
    return Worked(ends.pop(), told, days=(*left.days, *right.days), lengths=(*left.lengths, *right.lengths))


def _compare_figures(found: re.Match[str], compare: Callable[[Any, Any], bool]) -> Reading:
    left, right = (_read_figure(found[side]) for side in ("left", "right"))
    for side, one in (("left", left), ("right", right)):
        if one is None:
            return Unread(f"“{found[side]}” is neither a day nor a figure or sum of figures")
    assert left is not None
    assert right is not None
    if left.unit and right.unit and left.unit != right.unit:
        return Unread(f"“{left.written}” and “{right.written}” are not of one measure")
    is_share = [one.unit == "share" for one in (left, right)]
    if is_share[0] != is_share[1] and not any("/" in one.written or "÷" in one.written for one in (left, right)):
        return Unread(f"“{left.written}” and “{right.written}”: one is a share and the other is not")
    scales = (left.scale, right.scale) if left.unit == right.unit else (1, 1)
    holds = compare(left.value * scales[0], right.value * scales[1])
    told = f"{left.written} {'is' if holds else 'is not'} {_WORDS[compare]} {right.written}"
    return Worked(holds, told, (*left.used, *right.used), compares=True)


def _read_figure(text: str) -> _Figure | None:
    """A figure, or a sum of figures, with what it is measured in where that is known."""
    outline = read_outline(text)
    found = read_expression(outline.text, outline.amounts)
    if found is None or _find_clash(text):
        return None
    units = {(f"{(one['kind'] or '').strip()} {_TIMES[one['unit'].lower()][0]}".strip(), _TIMES[one["unit"].lower()][1])
             for one in _TIME.finditer(outline.text)}  # fmt: skip
    units |= {(one.currency, 1) for one in outline.amounts if one.currency}
    units |= {("share", 1) for one in outline.amounts if one.is_share and found.is_share}
    unit, scale = units.pop() if len(units) == 1 else ("", 1)
    return _Figure(found.value, text.strip(), found.used, unit, scale)
