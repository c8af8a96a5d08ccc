"""Steps that a rule asks for before a decision, so long before it: were they taken, and in time?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from foam.examination.days import find_own_day, read_days, show_day
from foam.examination.decisive import Decisive, Matter, Place, list_lines
from foam.examination.spans import NUMBER_WORDS, read_count
from foam.examination.wording import list_topics
from foam.pack.calendar import Calendar, add_months

_AHEAD = re.compile(
    rf"\b(?:at least|not less than|no later than|not later than|no less than) (?P<size>\d{{1,3}}|{NUMBER_WORDS}) "
    r"(?P<kind>(?:working|business|school|calendar|clear) )?(?P<unit>day|week|month)s? (?:before|prior to|in advance of) "
    r"(?P<event>[^.;,]{2,60})",
    re.IGNORECASE,
)
_OWN = re.compile(r"\b(?:it|decision|notice|the measure|this)\b", re.IGNORECASE)
_NOT_DONE = re.compile(r"\b(?:must|shall|may|should|would|if|unless|whether|not|never)\b", re.IGNORECASE)
_ROOT = 5


class _Dated(NamedTuple):
    day: date
    place: Place


def find_steps(matter: Matter) -> Iterator[Decisive]:
    """What had to come so long before something else, and whether it did."""
    for rule, number, text in list_lines(matter.rules):
        for ahead in _AHEAD.finditer(text):
            action = text[: ahead.start()]
            event = _find_event(matter, ahead["event"])
            act = _find_latest(matter, action, before=event.day if event else None)
            if event is None or act is None:
                continue
            size, unit = read_count(ahead["size"]), ahead["unit"].lower()
            last = _go_back(event.day, size, unit, (ahead["kind"] or "").strip().lower())
            done = act.day <= last
            length = f"{size} {(ahead['kind'] or '')}{unit}{'s' if size != 1 else ''}"
            verb = "in time" if done else "too late"
            said = f"{rule.shown_first} asks for this at least {length} before; it was done on {show_day(act.day)}, {verb}."
            working = (f"{show_day(event.day)} less {length}: {show_day(last)}",)
            places = (act.place, event.place, (rule, number))
            yield Decisive("for" if done else "against", "date", said, places, working, sure=0.85)


def _find_event(matter: Matter, phrase: str) -> _Dated | None:
    wanted = list_topics(phrase)
    if matter.day and (not wanted or _OWN.search(phrase)):
        return _Dated(matter.day, (matter.decision, _find_day_line(matter)))
    found = _list_dated(matter, wanted)
    return found[0] if len({one.day for one in found}) == 1 else None


def _find_day_line(matter: Matter) -> int:
    lines = enumerate(matter.decision.sentences)
    return next((n for n, text in lines if matter.day in read_days(text).days), 0)


def _find_latest(matter: Matter, action: str, *, before: date | None) -> _Dated | None:
    """The day on which what a rule asks for was done; none where the file has several."""
    found = [one for one in _list_dated(matter, list_topics(action)) if before is None or one.day <= before]
    return found[0] if len({one.day for one in found}) == 1 else None


def _list_dated(matter: Matter, wanted: frozenset[str]) -> list[_Dated]:
    """The sentences with one day that speak of something, those with most of its words."""
    rated: list[tuple[int, _Dated]] = []
    for filed, number, text in list_lines(matter.records):
        days = read_days(text, find_own_day(filed)).days
        roots = {word[:_ROOT] for word in list_topics(f"{filed.name} {text}")}
        shared = sum(word[:_ROOT] in roots for word in wanted)
        if len(days) == 1 and shared and not _NOT_DONE.search(text):
            rated.append((shared, _Dated(days[0], (filed, number))))
    most = max((count for count, _ in rated), default=0)
    return [one for count, one in rated if count == most and most >= min(2, len(wanted))]


def _go_back(day: date, size: int, unit: str, kind: str) -> date:
    if unit == "month":
        return add_months(day, -size)
    if kind in ("working", "business", "school"):
        left, at = size, day
        while left:
            at = date.fromordinal(at.toordinal() - 1)
            left -= Calendar().is_business_day(at)
        return at
    return date.fromordinal(day.toordinal() - size * (7 if unit == "week" else 1))
