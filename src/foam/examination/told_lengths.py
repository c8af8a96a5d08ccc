"""Lengths told in words, `close to six years`, `a fortnight ago`, held against the day from which they run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from foam.examination.days import DayOutline, show_day
from foam.examination.spans import NUMBER_WORDS, Misfit, read_count

_WORDED = {
    "a fortnight": (2, "week"),
    "half a year": (6, "month"),
    "a year and a half": (18, "month"),
    "one and a half years": (18, "month"),
    "a decade": (10, "year"),
    "a couple of weeks": (2, "week"),
    "a couple of months": (2, "month"),
    "a couple of years": (2, "year"),
    "a week": (1, "week"),
    "a month": (1, "month"),
    "a year": (1, "year"),
}
_NEARLY = r"close to|nearly|almost|not quite|just under|just short of|getting on for|coming up to|going on|approaching"
_OVER = r"over|more than|well over|upwards of|at least|not less than|no less than"
_UNDER = r"less than|under|not even|barely|hardly|no more than|not more than|at most|only just"
_ABOUT = r"about|around|some|roughly|approximately|or so"
_LENGTH = (
    rf"(?:(?P<how>{_NEARLY}|{_OVER}|{_UNDER}|{_ABOUT}|exactly|full|a full|just|only|now) )?"
    rf"(?P<length>(?P<count>\d{{1,3}}|{NUMBER_WORDS})(?: full| whole)? (?P<unit>day|week|month|year)s?|"
    rf"{'|'.join(sorted(_WORDED, key=len, reverse=True))})\b(?! (?:old|later|before|earlier|after)\b)"
)
_DAY = r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?(?:the )?\{0\}"
_UNTIL_NOW = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bsince {_DAY}[^{{}};.]{{0,60}}?\b(?:for|that is|which is|i\.e\.|makes?|now) {_LENGTH}",
        rf"\bsince {_DAY} ?[,(] ?(?:that is |i\.e\. |so |now )*{_LENGTH}",
        rf"\b(?:for|been|now) {_LENGTH}(?: now)?,?(?: \w+){{0,3}}? since {_DAY}",
        rf"{_DAY}[^{{}};.]{{0,40}}?[,;] ?(?:and )?"
        rf"(?:so|which means|that means|that is|i\.e\.|which makes it|that makes it)\b"
        rf"[^{{}};.]{{0,60}}?\b(?:for|been|is|makes|it|now) {_LENGTH}",
        rf"{_DAY},? (?:that is |i\.e\. |so )?{_LENGTH} ago\b",
        rf"\b{_LENGTH} ago,? (?:that is |namely )?on {_DAY}",
        rf"{_DAY}[^{{}};.]{{0,60}}? (?:has|have) now been [^{{}};.]{{0,40}}?\bfor {_LENGTH}",
    )
)
_DENIED = re.compile(r"\b(?:not|never|had been|would|will|if)\b|n['’]t\b", re.IGNORECASE)
_DAYS_IN = {"day": 1.0, "week": 7.0, "month": 30.44, "year": 365.25}


def find_wrong_told_lengths(outline: DayOutline, now: date | None) -> Iterator[Misfit]:
    """Lengths from the one day of a sentence to the day of its document that are not so long, whatever slack the words
    leave."""
    if now is None or len(outline.days) != 1 or outline.days[0] >= now:
        return
    start = outline.days[0]
    for pattern in _UNTIL_NOW:
        found = pattern.search(outline.text)
        if found is None or _DENIED.search(found[0].replace(found["how"] or " ", " ", 1)):
            continue
        written = found["length"].lower()
        count, unit = _WORDED.get(written) or (read_count(found["count"]), found["unit"].lower())
        days = (now - start).days
        low, high = _allow(count, unit, (found["how"] or "").lower())
        if not low <= days / _DAYS_IN[unit] <= high:
            said = f"{found['how']} {found['length']}" if found["how"] else found["length"]
            working = f"From {show_day(start)} to {show_day(now)} are {_show_length(days)}"
            yield Misfit(said, _show_length(days), working)
        return


def _allow(count: int, unit: str, how: str) -> tuple[float, float]:
    """The least and the most that the words can mean, in the unit they name."""
    slack = 1.5 if unit == "day" else 0.75
    if re.fullmatch(_NEARLY, how):
        return count - max(slack, 0.12 * count), count + 0.25
    if re.fullmatch(_OVER, how):
        return count - 0.1, float("inf")
    if re.fullmatch(_UNDER, how):
        return 0.0, count + 0.1
    if re.fullmatch(_ABOUT, how):
        return count - max(slack, 0.25 * count), count + max(slack, 0.25 * count)
    return count - max(slack, 0.1 * count), count + 1 + 0.1 * count


def _show_length(days: int) -> str:
    """A length as people say it, and in days."""
    years, months = days / _DAYS_IN["year"], days / _DAYS_IN["month"]
    rough = f"{years:.1f} years" if years >= 1 else f"{months:.1f} months" if months >= 2 else ""
    return f"{days} days ({rough})" if rough else f"{days} days"
