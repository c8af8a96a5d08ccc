"""Papers that must still be valid so long after something: the day they run out against the day from which it counts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from foam.examination.days import find_own_day, read_days, show_day
from foam.examination.deadlines import LENGTH, Term
from foam.examination.decisive import Decisive, Matter, Place, list_lines
from foam.examination.spans import read_count
from foam.examination.wording import list_topics

_BEYOND = re.compile(
    rf"\b(?P<paper>[a-z]+)(?: (?:that|which|is|are|remains?|must|shall|should|be|still))+ valid (?:for )?(?:at least |not less than |a minimum of )?{LENGTH} "
    r"(?:beyond|after|from|past|following) (?P<event>[^.;,]{3,60})",
    re.IGNORECASE,
)
_RUNS_OUT = re.compile(
    r"\b(?:expir(?:y|es?|ed|ing|ation)|valid (?:until|till|to|up to|through)|runs? out|lapses?)\b", re.IGNORECASE
)
_SPAN = re.compile(r"\bfrom (?:[A-Z][a-z]+day,? )?\{(\d+)\} (?:to|until|till) (?:[A-Z][a-z]+day,? )?\{(\d+)\}")
_START = re.compile(r"\b(?:start|beginning|begins?|first day|arrival|entry)\b", re.IGNORECASE)


def find_validity(matter: Matter) -> Iterator[Decisive]:
    """`A permit that is valid for at least six months beyond the end of the stay`."""
    for rule, number, text in list_lines(matter.rules):
        for asked in _BEYOND.finditer(text):
            end = _find_end(matter, asked["paper"])
            event = _find_event(matter, asked["event"])
            if end is None or event is None:
                continue
            kind = (asked["kind"] or "").strip().lower()
            term = Term(read_count(asked["count"]), asked["unit"].lower(), kind, asked["event"], "", rule, number)
            least = term.find_last_day(event[0])
            met = end[0] >= least
            verb = "and that is enough" if met else "and that is too short"
            said = f"{rule.shown_first} asks that this be valid until {show_day(least)}; it runs out on "
            working = (f"{show_day(event[0])} and {term.shown}: {show_day(least)}",)
            yield Decisive(
                "against" if met == matter.denies else "for",
                "date",
                f"{said}{show_day(end[0])}, {verb}.",
                (end[1], event[1], (rule, number)),
                working,
                sure=0.85,
            )


def _find_end(matter: Matter, paper: str) -> tuple[date, Place] | None:
    """The one day on which a paper of this name runs out."""
    found: dict[date, Place] = {}
    for filed, number, text in list_lines(matter.papers):
        days = read_days(text, find_own_day(filed)).days
        named = paper.lower() in f"{filed.name} {text}".lower()
        if named and len(days) == 1 and _RUNS_OUT.search(text):
            found.setdefault(days[0], (filed, number))
    return next(iter(found.items())) if len(found) == 1 else None


def _find_event(matter: Matter, phrase: str) -> tuple[date, Place] | None:
    """The day of an event that has a beginning and an end: its end, unless the rule counts from the beginning."""
    wanted = list_topics(phrase)
    for filed, number, text in list_lines((matter.decision, *matter.papers)):
        outline = read_days(text, find_own_day(filed))
        span = _SPAN.search(outline.text)
        if span and wanted & list_topics(text):
            return outline.days[int(span[1 if _START.search(phrase) else 2])], (filed, number)
    return None
