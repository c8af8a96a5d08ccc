"""Time that must have passed or must be left: how long a paper is still valid, how long somebody has been something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from foam.examination.conditions import read_conditions
from foam.examination.days import find_own_day, read_days, show_day
from foam.examination.deadlines import LENGTH, Term
from foam.examination.decisive import Decisive, Matter, Place, list_lines, share_root_words
from foam.examination.file import FiledDocument
from foam.examination.finding import Bearing
from foam.examination.spans import read_count
from foam.examination.wording import list_topics

_BEYOND = re.compile(
    rf"\b(?P<paper>[a-z]+)(?: (?:that|which|is|are|remains?|must|shall|should|be|still))+ valid "
    rf"(?:for )?(?:at least |not less than |a minimum of )?{LENGTH} "
    r"(?:beyond|after|from|past|following) (?P<event>[^.;,]{3,60})",
    re.IGNORECASE,
)
_RUNS_OUT = re.compile(
    r"\b(?:expir(?:y|es?|ed|ing|ation)|valid (?:until|till|to|up to|through)|runs? out|lapses?)\b", re.IGNORECASE
)
_SPAN = re.compile(r"\bfrom (?:[A-Z][a-z]+day,? )?\{(\d+)\} (?:to|until|till) (?:[A-Z][a-z]+day,? )?\{(\d+)\}")
_HAS_BEEN = re.compile(
    rf"\b(?:has|have|had) (?:been )?(?:an? )?(?P<state>(?!been\b)[a-z]+)\b[^.;,]{{0,50}}? "
    rf"(?:for )?(?:at least|not less than|a minimum of) {LENGTH}"
    r"(?: (?P<event>(?:when|before|by the time|on the day|at the time|at the date|on the date)\b[^.;,]{0,60}))?",
    re.IGNORECASE,
)
"""`has been employed for at least one year when the leave begins`."""
_BEGAN = re.compile(
    r"\b(?:begins?|began|starts?|started|since|commence[sd]?|join(?:s|ed)|with effect from|as from|entered)\b",
    re.IGNORECASE,
)
_FROM = re.compile(r"\bfrom (?:[A-Z][a-z]+day,? )?\{(\d+)\}")
_GIVES = re.compile(r"\b(?:entitled|eligible|qualif(?:y|ies)|may (?:apply|vote|take|receive|ask))\b", re.IGNORECASE)
_START = re.compile(r"\b(?:start|beginning|begins?|first day|starts|arrival|entry)\b", re.IGNORECASE)


def find_validity(matter: Matter) -> Iterator[Decisive]:
    """`A permit that is valid for at least six months beyond the end of the stay`."""
    yield from _find_tenure(matter)
    for rule, number, text in list_lines(matter.rules):
        for asked in _BEYOND.finditer(text):
            end = _find_end(matter, asked["paper"])
            event = _find_event(matter, asked["event"])
            if end is None or event is None:
                continue
            term = _read_term(asked, rule, number)
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


def _find_tenure(matter: Matter) -> Iterator[Decisive]:
    """`Has been a member for at least two years when the vote is held`: the day it began and the day that counts."""
    for rule, number, text in list_lines(matter.rules):
        for asked in _HAS_BEEN.finditer(text):
            start = _find_beginning(matter, asked["state"])
            event = _find_event(matter, asked["event"]) if asked["event"] else _find_decided(matter)
            if start is None or event is None or start[0] >= event[0]:
                continue
            term = _read_term(asked, rule, number)
            reached = term.find_last_day(start[0])
            met = event[0] >= reached
            entitles = any(one.entitles for one in read_conditions(rule, number, text)) or bool(_GIVES.search(text))
            if not entitles and matter.denies:
                continue
            since = f"it began on {show_day(start[0])} and counts on {show_day(event[0])}"
            said = f"{rule.shown_first} asks for at least {term.shown}; {since}, {'enough' if met else 'too short'}."
            bearing: Bearing = "against" if met == matter.denies else "for"
            working = (f"{show_day(start[0])} and {term.shown}: {show_day(reached)}",)
            yield Decisive(bearing, "date", said, (start[1], event[1], (rule, number)), working, sure=0.85)


def _read_term(asked: re.Match[str], rule: FiledDocument, number: int) -> Term:
    kind = (asked["kind"] or "").strip().lower()
    return Term(read_count(asked["count"]), asked["unit"].lower(), kind, asked["event"] or "", "", rule, number)


def _find_beginning(matter: Matter, state: str) -> tuple[date, Place] | None:
    """The one day on which a state of this name began, by the papers that count."""
    root = list_topics(state)
    found: dict[date, Place] = {}
    for filed, number, text in list_lines(matter.papers):
        days = read_days(text, find_own_day(filed)).days
        if len(days) == 1 and _BEGAN.search(text) and share_root_words(root, list_topics(text)):
            found.setdefault(days[0], (filed, number))
    return next(iter(found.items())) if len(found) == 1 else None


def _find_decided(matter: Matter) -> tuple[date, Place] | None:
    if matter.day is None:
        return None
    lines = enumerate(matter.decision.sentences)
    return matter.day, (matter.decision, next((n for n, one in lines if matter.day in read_days(one).days), 0))


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
