"""A stretch of days with its first day, and the day on which it is said to end: `for 20 school days, beginning on …`.

School days are the weekdays of the terms that the file lists; where it lists none, Monday to Friday. Public holidays
are not known, so that an end which is a little later is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from foam.examination.days import find_own_day, read_days, show_day
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.spans import NUMBER_WORDS, read_count
from foam.pack.calendar import Calendar, add_months

_LENGTH = (
    rf"(?<![\w.,-])(?P<count>\d{{1,3}}|{NUMBER_WORDS})[ -]"
    r"(?P<kind>(?:working|business|school|calendar|full|whole|teaching)[ -])?"
    r"(?P<unit>day|week|month)s?"
)
_NAMED = r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?(?:the )?"
_BEGINS = re.compile(
    rf"{_LENGTH}\b[^{{}}.;]{{0,40}}?\b(?:beginning|starting|commencing|from|with effect from|as from|as of|"
    rf"counted from|"
    rf"to (?:begin|start|run from))(?: on| with)? {_NAMED}\{{(?P<first>\d+)\}}"
    r"(?P<whether>,? (?:\()?(?:inclusive|included))?",
    re.IGNORECASE,
)
_BEGINS_FIRST = re.compile(
    rf"\b(?:from|beginning|starting|commencing|as of|begins?|starts?|runs? from)(?: on)? {_NAMED}\{{(?P<first>\d+)\}}"
    rf"(?P<whether>,? (?:inclusive|included))?[^{{}}.;]{{0,30}}?\b(?:for|lasts?|and lasts?|runs? for) {_LENGTH}\b",
    re.IGNORECASE,
)
_ENDS = re.compile(
    rf"\b(?:until|till|to|through|up to|ends?(?: on)?|ending(?: on)?|expires?(?: on)?|last day (?:is|will be|being))"
    rf"(?: and including| the end of)? {_NAMED}\{{(\d+)\}}",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"\b(?:back|returns?|returning|resumes?|resuming|re-?admitted|re-?opens?|re-?open|re-?start\w*|re-?join\w*|"
    rf"(?:come|comes|go|goes|start|starts) again)\b[^{{}}.;]{{0,30}}? (?:on|from|by)? ?{_NAMED}\{{(\d+)\}}",
    re.IGNORECASE,
)
_EXCLUDED = re.compile(r"\b(?:excluding|not counting|not including|after|following)\b", re.IGNORECASE)
_TERM = re.compile(r"\b(?:term|semester|session|half[- ]term|trimester)s?\b", re.IGNORECASE)
_LEAST_TERM = 14
_HOLIDAYS = 3
"""Days by which holidays may push an end back."""


class WrongEnd(NamedTuple):
    """A stated end that the length does not give."""

    filed: FiledDocument
    sentence: int
    begins_in: int
    said: date
    right: date
    working: str
    terms: tuple[tuple[FiledDocument, int], ...] = ()


class _Term(NamedTuple):
    first: date
    last: date
    filed: FiledDocument
    sentence: int


def find_wrong_ends(file: CaseFile) -> Iterator[WrongEnd]:
    """Ends of a stretch that stand in its sentence or in the next one and do not fit its first day and length."""
    terms = _list_terms(file)
    for filed, number, sentence in file.list_sentences():
        own = find_own_day(filed)
        outline = read_days(sentence, own)
        begins = _BEGINS.search(outline.text) or _BEGINS_FIRST.search(outline.text)
        if begins is None:
            continue
        first = outline.days[int(begins["first"])]
        for place in (number, number + 1):
            if place >= len(filed.sentences):
                break
            told = read_days(filed.sentences[place], own)
            later = told.text[begins.end() :] if place == number else told.text
            back, ends = _BACK.search(later), _ENDS.search(later)
            match = back or ends
            if match is None:
                continue
            said = told.days[int(match[1])]
            found = _check(begins, outline.text, first, said, terms, is_back=back is not None)
            if found is not None and said > first:
                right, working, used = found
                yield WrongEnd(filed, place, number, said, right, working, used)
            break


def _check(
    begins: re.Match[str], text: str, first: date, said: date, terms: Sequence[_Term], *, is_back: bool
) -> tuple[date, str, tuple[tuple[FiledDocument, int], ...]] | None:
    """The right day with its working, where the stated one cannot be it."""
    count, unit = read_count(begins["count"]), begins["unit"].lower()
    kind = (begins["kind"] or "").strip(" -").lower()
    is_after = _EXCLUDED.search(begins[0]) is not None
    in_terms = terms if kind in ("school", "teaching") else ()
    is_business = kind in ("school", "teaching", "working", "business")
    if unit == "day" and is_business:
        counted = _count_on(first, count, in_terms, from_next=is_after)
        if counted is None:
            return None
        last = counted
        earliest = (_next_day(last, in_terms) or last) if is_back else last
        latest = earliest + timedelta(days=_HOLIDAYS + count // 5)
    else:
        whole = _add(first, count, unit)
        last = whole if is_after else whole - timedelta(days=1)
        earliest = last + timedelta(days=1) if is_back else last
        is_open = not is_after and not begins["whether"]
        latest = earliest + timedelta(days=(1 if is_open else 0) + (3 if is_back else 0))
    if earliest <= said <= latest:
        return None
    named = f"{kind} " if kind else ""
    working = f"{count} {named}{unit}s from {show_day(first)} end on {show_day(last)}"
    used = tuple((one.filed, one.sentence) for one in in_terms if one.first <= last and one.last >= first)
    return earliest, working, used


def _add(first: date, count: int, unit: str) -> date:
    if unit == "month":
        return add_months(first, count)
    return first + timedelta(days=count * (7 if unit == "week" else 1))


def _count_on(first: date, count: int, terms: Sequence[_Term], *, from_next: bool) -> date | None:
    """The last of so many weekdays that lie in a term; None where the terms end before."""
    day, left = first - timedelta(days=0 if from_next else 1), count
    while left:
        following = _next_day(day, terms)
        if following is None:
            return None
        day, left = following, left - 1
    return day


def _next_day(day: date, terms: Sequence[_Term]) -> date | None:
    """The next weekday, of a term where terms are known."""
    last = max((one.last for one in terms), default=date.max)
    calendar = Calendar()
    while day < last:
        day = calendar.next_business_day(day + timedelta(days=1))
        if not terms or any(one.first <= day <= one.last for one in terms):
            return day
    return None


def _list_terms(file: CaseFile) -> tuple[_Term, ...]:
    """The terms that a list or a table of the file gives, each by its first and its last day."""
    found: list[_Term] = []
    for filed in file.documents:
        own = find_own_day(filed)
        for number, sentence in enumerate(filed.sentences):
            days = read_days(sentence, own).days
            near = " ".join(filed.sentences[max(0, number - 6) : number + 1])
            is_listed = "|" in sentence or _TERM.search(sentence)
            if len(days) == 2 and is_listed and _TERM.search(near) and (days[1] - days[0]).days > _LEAST_TERM:
                found.append(_Term(days[0], days[1], filed, number))
    return tuple(found) if len(found) > 1 else ()
