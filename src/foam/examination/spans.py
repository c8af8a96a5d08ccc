"""Days of the week, lengths of time and ages that do not fit the days beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from foam.examination.days import DayOutline, show_day
from foam.text.mentions.numbers import find_numbers

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_NAMES = "|".join(_WEEKDAYS)
_WEEKDAY_BEFORE = re.compile(rf"\b({_NAMES}),? (?:the )?\{{(\d+)\}}")
_WEEKDAY_AFTER = re.compile(rf"\{{(\d+)\}}(?:,? (?:on )?a | ?\(a? ?|, )({_NAMES})\b")
_FIRST_YEAR = 1800
"""Before this, days of the week were counted by other calendars."""

NUMBER_WORDS = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    "eighteen|"
    "nineteen|twenty-one|twenty-eight|twenty|thirty|forty|sixty|ninety"
)
_COUNT = rf"(?P<count>\d{{1,4}}|(?:{NUMBER_WORDS}))"
_UNIT = r"(?P<kind>(?:working|business|school|calendar|full|whole|clear)[ -])?(?P<unit>day|week|month|year)s?"
_LENGTH = rf"(?<![\w.,-]){_COUNT}[ -]{_UNIT}\b"
_DAY_NAME = rf"(?:(?:{_NAMES}),? )?(?:the )?"
_BOTH = rf"(?:between|from) {_DAY_NAME}\{{(?P<first>\d+)\}} (?:and|to|until|till|up to) {_DAY_NAME}\{{(?P<last>\d+)\}}"
_PATTERNS = (
    re.compile(rf"{_LENGTH}(?: \w+){{0,4}}? {_BOTH}", re.IGNORECASE),
    re.compile(
        rf"{_BOTH}(?:[,(–-]|:| is| are| was| were| lasted| makes?| that is)[^.;{{}}]{{0,25}}?{_LENGTH}", re.IGNORECASE
    ),
    re.compile(
        rf"\{{(?P<first>\d+)\}}[^.;{{}}]{{0,60}}? {_LENGTH} later,?(?: on| namely on)? (?:the )?\{{(?P<last>\d+)\}}",
        re.IGNORECASE,
    ),
)
_VAGUE = re.compile(
    r"\b(?:about|around|some|nearly|almost|over|under|roughly|approximately|more than|less than|at least|up to|within|"
    r"every|each|per|last|first)\W+$",
    re.IGNORECASE,
)
_OTHERWISE = re.compile(r"\b(?:not|except|of which|out of|times|closed|free)\b|n['’]t\b", re.IGNORECASE)


_WHOLE = re.compile(
    r"(?:\b(?:the|these|those|all|period of|total of|that is|i\.e\.|lasted|is|was|makes?) |\()"
    r"(?:an? |only |of |full |whole )*$",
    re.IGNORECASE,
)


class Misfit(NamedTuple):
    """Something that does not fit the days beside it: what is said, and what is so."""

    said: str
    right: str
    working: str


def find_wrong_weekdays(outline: DayOutline) -> Iterator[Misfit]:
    """Days of the week on which a day did not fall."""
    pairs = [(found[1], int(found[2])) for found in _WEEKDAY_BEFORE.finditer(outline.text)]
    pairs += [(found[2], int(found[1])) for found in _WEEKDAY_AFTER.finditer(outline.text)]
    for name, number in pairs:
        day = outline.days[number]
        right = _WEEKDAYS[day.weekday()]
        if name != right and day.year >= _FIRST_YEAR:
            yield Misfit(f"{name}, {show_day(day)}", f"a {right}", f"{show_day(day)} was a {right}")


def find_wrong_lengths(outline: DayOutline) -> Iterator[Misfit]:
    """Lengths of time between two days that are not so long."""
    for pattern in _PATTERNS:
        for found in pattern.finditer(outline.text):
            before = outline.text[max(0, found.start("count") - 16) : found.start("count")]
            if _VAGUE.search(before) or _OTHERWISE.search(found[0]):
                continue
            first, last = outline.days[int(found["first"])], outline.days[int(found["last"])]
            count = read_count(found["count"])
            if count_roughly(count, found["unit"]) < (last - first).days and not _is_whole(pattern, before):
                continue
            if first < last and not _fits_length(count, found["unit"], (found["kind"] or "").strip(" -"), first, last):
                days = (last - first).days
                said = f"{found['count']} {(found['kind'] or '')}{found['unit']}s"
                working = f"From {show_day(first)} to {show_day(last)} are {days} days"
                yield Misfit(said, f"{days} days ({days + 1} with the first day)", working)


def count_roughly(count: int, unit: str) -> int:
    """So many days, weeks, months or years in days."""
    return count * {"day": 1, "week": 7, "month": 30, "year": 365}[unit.lower()]


def _is_whole(pattern: re.Pattern[str], before: str) -> bool:
    """Whether a length is that of the whole stretch: `five days between 1 and 20 March` may be any five."""
    return pattern in _PATTERNS[2:] or bool(_WHOLE.search(before))


def read_count(written: str) -> int:
    """A number in digits or in words."""
    return int(find_numbers(written)[0].value)


def count_business_days(first: date, last: date) -> int:
    """Days from Monday to Friday after the first, up to and with the last."""
    span = (first + timedelta(days=n) for n in range(1, (last - first).days + 1))
    return sum(day.weekday() < 5 for day in span)


def _fits_length(count: int, unit: str, kind: str, first: date, last: date) -> bool:
    """Whether so many days, weeks, months or years lie between the two; either end may be counted in."""
    days = (last - first).days
    if kind in ("working", "business", "school"):
        return count_business_days(first, last) - 5 <= count <= count_business_days(first, last) + 1
    match unit:
        case "day":
            return abs(days - count) <= 1
        case "week":
            return abs(days - 7 * count) <= 4
        case "month":
            return abs(days / 30.44 - count) <= 0.75
        case _:
            return abs(days / 365.25 - count) <= 1
