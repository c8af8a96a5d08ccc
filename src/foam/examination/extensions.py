"""What a last day is moved by: a sentence of the rules about weekends, holidays, extensions or good cause.

A Saturday or a Sunday can be told by code, so a rule that moves it is applied. Which days are holidays, and whether
there was good cause, cannot: then an act after the last day is neither late nor in time, and somebody must be asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from foam.examination.file import FiledDocument
from foam.examination.wording import list_topics
from foam.pack.calendar import Calendar

_LABELLED = re.compile(
    r"^\W*(?:(?:section|article|rule|clause|paragraph|regulation|condition|by-law|§+)\.? ?\w{1,4}\b|"
    r"\d{1,3}(?:\.\d+)*[.:)])",
    re.IGNORECASE,
)
"""Where a numbered rule begins; its number may stand alone in a sentence."""
_REST = re.compile(
    r"\b(?:Saturdays?|Sundays?|weekends?|holidays?)\b|\bnot an? (?:working|business) day\b|\bnon-(?:working|business)\b"
)
_HOLIDAYS = re.compile(r"\bholidays?\b|\b(?:working|business)[ -]days?\b", re.IGNORECASE)
_ENDS = re.compile(
    r"\b(?:falls?|ends?|ending|expires?|runs? out|last day|deadlines?|time limits?|terms?|periods?|due|in time|day)\b",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"\b(?:next|following|first|subsequent)\b[^.;]{0,40}\bday\b|\b(?:next|following) Monday\b|"
    r"\b(?:day|Monday) (?:after|that follows)\b",
    re.IGNORECASE,
)
_ANY_TERM = re.compile(
    r"\b(?:these (?:rules|regulations|by-laws|terms)|any (?:last day|time limit|deadline|term|period|day)|"
    r"an? (?:last day|time limit|deadline|term|period)|the last day|(?:time limits|deadlines|terms|periods))\b",
    re.IGNORECASE,
)
_EXCUSES = re.compile(
    r"\b(?:good|sufficient|just|compelling|valid) (?:causes?|reasons?|grounds?)\b|"
    r"\breasonable (?:cause|excuse|grounds?)\b|"
    r"\bexten(?:d|ds|ded|sions?)\b|\bno fault of\b|\bwithout (?:\w+ )?(?:own )?fault\b|\bforce majeure\b|\bexcus\w+|"
    r"\bwaive[sd]?\b|\b(?:was|were|is|been) prevented\b|\bout of time\b|\blater? (?:\w+ )?(?:may|can|is|are|will)\b|"
    r"\bhardship\b|\bgrace\b",
    re.IGNORECASE,
)
_NEVER = re.compile(
    r"\b(?:not|cannot|never|no|nor)\b[^.;]{0,20}\b(?:exten\w+|waive\w*|excus\w+|grace)\b", re.IGNORECASE
)
_NEAR = 2
"""Sentences before and after a rule that belong to it where nothing is numbered."""
_HOLIDAYS_LAST = 5
"""Days by which a run of holidays and a weekend may move a last day."""
_ROOT = 5


class LastDay(NamedTuple):
    """A last day after what moves it, and the sentence by which something that came later may be in time yet."""

    day: date
    moved_by: tuple[FiledDocument, int] | None = None
    open_by: tuple[FiledDocument, int] | None = None
    why: str = ""
    """What is not known, in a clause, where an act after it may be in time yet."""


def find_extended(
    rules: Sequence[FiledDocument], rule: FiledDocument, number: int, *, last: date, done: date
) -> LastDay:
    """The last day that a sentence of the rules sets, for an act of the day `done`."""
    day, moved_by = last, None
    beside = [*_list_beside(rule, number)]
    for filed, place, text in _list_rest(rules, rule, beside):
        if last.weekday() >= 5 and _MOVES.search(text):
            day, moved_by = Calendar().next_business_day(last), (filed, place)
        if day < done and (done - day).days <= _HOLIDAYS_LAST and _HOLIDAYS.search(text):
            return LastDay(day, moved_by, (filed, place), "which days are holidays is not known here")
        if day < done <= _after_weekend(last) and moved_by is None:
            return LastDay(day, None, (filed, place), "how it applies to this day is not plain")
        if moved_by:
            break
    if done <= day:
        return LastDay(day, moved_by)
    for place in _list_excusing(rule, number, beside):
        why = "whether the reasons that it asks for are there is for a person to say"
        return LastDay(day, moved_by, (rule, place), why)
    if moved_by is None and done <= _after_weekend(last):
        return LastDay(day, why=f"it was a {last:%A}, and whether the next working day counts then is not said here")
    return LastDay(day, moved_by)


def find_moved(sentences: Sequence[str], last: date) -> tuple[date, str] | None:
    """The working day to which one of these sentences moves a last day on a weekend, and that sentence."""
    moving = (text for text in sentences if _is_of_rest(text) and _MOVES.search(text))
    text = next(moving, "") if last.weekday() >= 5 else ""
    return (Calendar().next_business_day(last), text) if text else None


def _after_weekend(last: date) -> date:
    """The working day after a weekend on which a last day falls; the day itself on other days."""
    return last + timedelta(days=max(0, 7 - last.weekday())) if last.weekday() >= 5 else last


def _list_beside(rule: FiledDocument, number: int) -> Iterator[int]:
    """The sentences of the numbered rule that a sentence stands in, or those about it where nothing is numbered."""
    labels = [n for n, text in enumerate(rule.sentences) if _LABELLED.search(text)]
    if not any(n <= number for n in labels):
        yield from range(max(0, number - _NEAR), min(len(rule.sentences), number + _NEAR + 1))
        return
    first = max(n for n in labels if n <= number)
    yield from range(first, min((n for n in labels if n > number), default=len(rule.sentences)))


def _list_rest(
    rules: Sequence[FiledDocument], rule: FiledDocument, beside: Sequence[int]
) -> Iterator[tuple[FiledDocument, int, str]]:
    """What the rules say of days on which nobody works: beside the sentence first, then of any last day."""
    for place in beside:
        if _is_of_rest(rule.sentences[place]):
            yield rule, place, rule.sentences[place]
    for filed in rules:
        for place, text in enumerate(filed.sentences):
            if (filed.id != rule.id or place not in beside) and _is_of_rest(text) and _ANY_TERM.search(text):
                yield filed, place, text


def _is_of_rest(text: str) -> bool:
    return bool(_REST.search(text) and _ENDS.search(text))


def _list_excusing(rule: FiledDocument, number: int, beside: Sequence[int]) -> Iterator[int]:
    """Sentences by which something late may be let in: beside the rule, or elsewhere about the same thing."""
    about = {word[:_ROOT] for word in list_topics(rule.sentences[number])}
    for place, text in enumerate(rule.sentences):
        if not _EXCUSES.search(text) or _NEVER.search(text):
            continue
        if place in beside or len(about & {word[:_ROOT] for word in list_topics(text)}) >= 2:
            yield place
