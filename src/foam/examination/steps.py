"""Steps that the rules ask for: taken or not, so long before the decision, in time, on papers that are not too old."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import PurePath
from typing import NamedTuple

from foam.examination.days import find_own_day, read_days, show_day
from foam.examination.deadlines import MARGIN, Term, list_terms
from foam.examination.decisive import Decisive, Matter, Place, list_lines
from foam.examination.extensions import find_extended
from foam.examination.file import FiledDocument
from foam.examination.finding import Bearing
from foam.examination.spans import NUMBER_WORDS, read_count
from foam.examination.wording import list_topics
from foam.pack.calendar import Calendar, add_months

_LENGTH = (
    rf"(?P<size>\d{{1,3}}|{NUMBER_WORDS}) (?P<kind>(?:working|business|school|calendar|clear) )?"
    r"(?P<unit>day|week|month|year)s?"
)
_AHEAD = re.compile(
    rf"\b(?:at least|not less than|no later than|not later than|no less than) {_LENGTH} "
    r"(?:before|prior to|in advance of) (?P<event>[^.;,]{2,60})",
    re.IGNORECASE,
)
_OLDER = re.compile(
    rf"\b(?P<noun>[a-z]+) (?:must|may|shall|should) not be (?:more|older) than {_LENGTH}(?: old)?"
    r"(?: (?:on|at) the (?:day|date|time) of (?:the |an? )?(?P<event>[a-z]+))?",
    re.IGNORECASE,
)
_DUTY = re.compile(r"\bmust (?:be )?(?P<verb>[a-z]+)\b(?P<object>[^.;,]{0,60})", re.IGNORECASE)
_BEFORE = re.compile(r"\b(?:before|first)\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:it|decision|notice|measure|this)\b", re.IGNORECASE)
_NOT_DONE = re.compile(r"\b(?:must|shall|(?-i:may)|should|would|if|unless|whether|not|never)\b", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not|never|nobody|no one|nothing|neither|without)\b|n't\b", re.IGNORECASE)
_UNTOLD = re.compile(rf"{_NOT_DONE.pattern}|{_DENIED.pattern}", re.IGNORECASE)
_CALLED_OLD = re.compile(r"\b(?:older than|too old|out of date|expired)\b", re.IGNORECASE)
_CALLED_LATE = re.compile(
    r"\b(?:too late|out of time|late)\b|\bnot\b[^.]{0,60}\b(?:within|in (?:due )?time)\b", re.IGNORECASE
)
_ARRIVALS = re.compile(
    r"\b(?:deliver(?:ed|y|s)?|hand(?:ed|s)|received|served|reach(?:ed|es)|submitted|lodged|filed|gave in)\b",
    re.IGNORECASE,
)
"""Words by which a paper says that something came to somebody."""
_BY_DAY = re.compile(
    r"\b(?:must|shall|has to|have to|is to|are to) [^.;{}]{3,60}? "
    r"(?:by|no later than|not later than|before|on or before) (?:the )?\{(\d+)\}",
    re.IGNORECASE,
)
_ROOT = 5


class _Dated(NamedTuple):
    day: date
    place: Place


class Lateness(NamedTuple):
    """Something that the decision calls late, and whether that bears the decision out."""

    bearing: Bearing | None
    """None where the rules have a sentence beside it by which it may be in time, and code cannot apply it."""
    text: str
    places: tuple[Place, ...]
    working: tuple[str, ...] = ()


def find_steps(matter: Matter) -> Iterator[Decisive]:
    """What had to be done, and whether it was."""
    yield from _find_ahead(matter)
    yield from _find_old(matter)
    yield from _find_duties(matter)


def find_called_late(matter: Matter) -> Iterator[Lateness]:
    """What the decision calls late, held against the last day that the rules set."""
    yield from _find_late(matter)
    yield from _find_past_day(matter)


def _find_ahead(matter: Matter) -> Iterator[Decisive]:
    """`Delivered at least five days before the hearing`."""
    for rule, number, text in list_lines(matter.rules):
        for ahead in _AHEAD.finditer(text):
            event = _find_event(matter, ahead["event"])
            act = _find_act(matter, text[: ahead.start()], before=event.day) if event else None
            if event is None or act is None:
                continue
            last = _go_back(event.day, ahead)
            done = act.day <= last
            length = _show_length(ahead)
            verb = "in time" if done else "too late"
            asked = f"{rule.shown_first} asks for this at least {length} before"
            said = f"{asked}; it was done on {show_day(act.day)}, {verb}."
            working = (f"{show_day(event.day)} less {length}: {show_day(last)}",)
            places = (act.place, event.place, (rule, number))
            yield Decisive("for" if done else "against", "date", said, places, working, sure=0.85)


def _find_old(matter: Matter) -> Iterator[Decisive]:
    """`The certificate must not be older than six months on the day of the application`."""
    for rule, number, text in list_lines(matter.rules):
        for older in _OLDER.finditer(text):
            papers = [one for one in matter.records if older["noun"].lower() in _name(one).lower()]
            held = _find_named_day(matter, older["event"]) if older["event"] else matter.day
            day = _find_day(papers[0]) if len(papers) == 1 else None
            if held is None or day is None:
                continue
            is_old = day.day < _go_back(held, older)
            called = next((n for n, one in enumerate(matter.decision.sentences) if _CALLED_OLD.search(one)), None)
            if called is None and not is_old:
                continue
            holds = is_old == (called is not None)
            verb = "was older than" if is_old else "was not older than"
            said = f"{papers[0].shown_first} of {show_day(day.day)} {verb} {_show_length(older)} on {show_day(held)}"
            end = ", as the decision says." if holds and called is not None else ", and the decision says otherwise."
            places = (((matter.decision, called),) if called is not None else ()) + (day.place, (rule, number))
            working = (f"{show_day(held)} less {_show_length(older)}: {show_day(_go_back(held, older))}",)
            yield Decisive("for" if holds else "against", "date", f"{said}{end}", places, working, sure=0.9)


def _find_late(matter: Matter) -> Iterator[Lateness]:
    """The decision calls an act late: the term of the rule, the day from which it ran, and the day of the act."""
    for number, text in enumerate(matter.decision.sentences):
        if not _CALLED_LATE.search(text):
            continue
        said_next = matter.decision.sentences[number + 1 : number + 2]
        for term in _list_fitting(matter, " ".join([text, *said_next])):
            event = _find_start(matter, term)
            act = _find_arrival(matter, term, event.day) if event else None
            if event is None or act is None:
                continue
            last = term.find_last_day(event.day)
            working = (f"{show_day(event.day)} and {term.shown}: {show_day(last)}",)
            places = ((matter.decision, number), act.place, event.place, (term.filed, term.sentence))
            yield _tell_late(matter, places, last=last, done=act.day, working=working, is_business=term.is_business)
            return


def _find_past_day(matter: Matter) -> Iterator[Lateness]:
    """The decision calls something late that a rule wants by a day of the year: `must reach us by 31 October`."""
    called = next((n for n, one in enumerate(matter.decision.sentences) if _CALLED_LATE.search(one)), None)
    for rule, number, text in list_lines(matter.rules) if called is not None else ():
        outline = read_days(text, matter.day)
        by = _BY_DAY.search(outline.text)
        act = _find_own_arrival(matter, text) if by else None
        if by is None or act is None or called is None:
            continue
        places = ((matter.decision, called), act.place, (rule, number))
        yield _tell_late(matter, places, last=outline.days[int(by[1])], done=act.day)
        return


def _tell_late(
    matter: Matter,
    places: tuple[Place, ...],
    *,
    last: date,
    done: date,
    working: tuple[str, ...] = (),
    is_business: bool = False,
) -> Lateness:
    """Whether what is called late was; the rule that sets the last day stands last among the places."""
    rule, number = places[-1]
    found = find_extended(matter.rules, rule, number, last=last, done=done)
    begins = f"The decision calls this late; it came on {show_day(done)}, and the last day was {show_day(last)}"
    if found.why:
        hedged = f"“{rule.name}” has a sentence that may make it in time yet: {found.why}" if found.open_by else ""
        said = f"{begins}. {hedged or found.why[0].upper() + found.why[1:]}."
        return Lateness(None, said, (*places, *([found.open_by] if found.open_by else ())), working)
    if is_business and 0 < (done - found.day).days <= MARGIN:
        said = f"{begins} if no holiday lay between, and which days were holidays is not known here."
        return Lateness(None, said, places, working)
    if found.moved_by:
        begins = f"{begins}, a {last:%A}, which “{rule.name}” moves to {show_day(found.day)}"
        places = (*places, found.moved_by)
    late = done > found.day
    said = f"{begins}: it was {'late' if late else 'in time'}."
    return Lateness("for" if late else "against", said, places, working)


def _find_own_arrival(matter: Matter, rule: str) -> _Dated | None:
    """The dated line of the records that says most of what the rule and the decision speak of."""
    wanted, decided = _list_roots(rule), _list_roots(matter.decision.document.text)
    rated = []
    for filed, number, text in list_lines(matter.records):
        days, roots = read_days(text, find_own_day(filed)).days, _list_roots(text)
        if len(days) == 1 and roots & wanted:
            rated.append((len(roots & decided), _Dated(days[0], (filed, number))))
    most = max((shared for shared, _ in rated), default=0)
    best = [one for shared, one in rated if shared == most]
    return best[0] if len({one.day for one in best}) == 1 else None


def _find_duties(matter: Matter) -> Iterator[Decisive]:
    """What must be done before a decision: a paper that tells of it, or one that says that it was not done."""
    for rule, number, text in list_lines(matter.rules):
        duty = _DUTY.search(text)
        if duty is None or not _BEFORE.search(text) or _AHEAD.search(text):
            continue
        verb, about = _list_roots(duty["verb"]), _list_roots(duty["object"] or text[: duty.start()])
        told = [(filed, line, said) for filed, line, said in list_lines(matter.records) if _has(said, about)]
        done = [one for one in told if _has(one[2], verb) and not _UNTOLD.search(one[2]) and _is_before(one[0], matter)]
        denied = [one for one in told if _DENIED.search(one[2]) and not _has(one[2], verb)]
        what = f"{duty['verb']}{duty['object']}".strip()
        if done:
            said = (
                f"{rule.shown_first} asks for a step before the decision ({what}), and {done[0][0].shown} tells of it."
            )
            yield Decisive("for", "condition", said, (done[0][:2], (rule, number)), sure=0.75)
        elif denied:
            asked = f"{rule.shown_first} asks for a step before the decision ({what})"
            said = f"{asked}; {denied[0][0].shown} says that it was not taken."
            yield Decisive("against", "condition", said, (denied[0][:2], (rule, number)), sure=0.75)


def _list_roots(text: str) -> frozenset[str]:
    return frozenset(word[:_ROOT] for word in list_topics(text) if len(word) >= _ROOT - 1)


def _has(text: str, roots: frozenset[str]) -> bool:
    return bool(roots & {word[:_ROOT] for word in list_topics(text)})


def _is_before(filed: FiledDocument, matter: Matter) -> bool:
    own = find_own_day(filed)
    return own is None or matter.day is None or own <= matter.day


def _find_event(matter: Matter, phrase: str) -> _Dated | None:
    """The day of what a rule counts back from: a hearing of a day that the decision names; else the decision's own."""
    wanted = list_topics(phrase)
    for number, text in enumerate(matter.decision.sentences):
        outline = read_days(text, matter.day)
        for one in re.finditer(r"([a-z]+) (?:of|on) (?:[A-Z][a-z]+ )?\{(\d+)\}", outline.text):
            if wanted & list_topics(one[1]):
                return _Dated(outline.days[int(one[2])], (matter.decision, number))
    if matter.day and (not wanted or _OWN.search(phrase)):
        lines = enumerate(matter.decision.sentences)
        return _Dated(
            matter.day, (matter.decision, next((n for n, one in lines if matter.day in read_days(one).days), 0))
        )
    return None


def _find_named_day(matter: Matter, event: str) -> date | None:
    """The day of `your application of 14 April`, as the decision names it."""
    found = _find_event(matter, event)
    return found.day if found else None


def _find_act(matter: Matter, action: str, *, before: date) -> _Dated | None:
    """The day on which what a rule asks for was done; none where the file has several."""
    wanted = _list_roots(action)
    arrives = bool(_ARRIVALS.search(action))
    found: list[_Dated] = []
    for filed, number, text in list_lines(matter.papers):
        days = read_days(text, find_own_day(filed)).days
        if len(days) != 1 or days[0] > before or _NOT_DONE.search(text):
            continue
        if (arrives and _ARRIVALS.search(text)) or (
            not arrives and len(wanted & _list_roots(text)) >= min(2, len(wanted))
        ):
            found.append(_Dated(days[0], (filed, number)))
    return found[0] if len({one.day for one in found}) == 1 else None


def _find_day(filed: FiledDocument) -> _Dated | None:
    own = filed.author.dated or find_own_day(filed)
    for number, text in enumerate(filed.sentences):
        days = read_days(text).days
        if days and (own is None or own in days):
            return _Dated(own or days[0], (filed, number))
    return _Dated(own, (filed, 0)) if own else None


def _list_fitting(matter: Matter, text: str) -> list[Term]:
    """The terms of the rules that a sentence of the decision is about: as long, or of the same thing."""
    roots = _list_roots(text)
    rated = [(len(roots & _list_roots(f"{term.action} {term.event}")), term) for term in list_terms(matter.file)]
    return [term for shared, term in sorted(rated, key=lambda one: -one[0]) if shared]


def _find_start(matter: Matter, term: Term) -> _Dated | None:
    """The day from which a term ran: the decision's first dated sentence about it."""
    roots = _list_roots(f"{term.action} {term.event}")
    for number, text in enumerate(matter.decision.sentences):
        days = [day for day in read_days(text, matter.day).days if day != matter.day]
        if len(days) == 1 and roots & _list_roots(text):
            return _Dated(days[0], (matter.decision, number))
    return None


def _find_arrival(matter: Matter, term: Term, start: date) -> _Dated | None:
    """The first day after it on which a paper says that something came in."""
    found: list[_Dated] = []
    for filed, number, text in list_lines(matter.records):
        days = read_days(text, find_own_day(filed)).days
        if len(days) == 1 and days[0] >= start and _ARRIVALS.search(text) and not _NOT_DONE.search(text):
            found.append(_Dated(days[0], (filed, number)))
    return min(found, default=None, key=lambda one: one.day)


def _name(filed: FiledDocument) -> str:
    return f"{filed.name} {PurePath(filed.document.origin.file).stem}"


def _show_length(found: re.Match[str]) -> str:
    size = read_count(found["size"])
    return f"{size} {found['kind'] or ''}{found['unit'].lower()}{'s' if size != 1 else ''}"


def _go_back(day: date, length: re.Match[str]) -> date:
    size, unit, kind = read_count(length["size"]), length["unit"].lower(), (length["kind"] or "").strip().lower()
    if unit in ("month", "year"):
        return add_months(day, -size * (12 if unit == "year" else 1))
    if kind in ("working", "business", "school"):
        left, at = size, day
        while left:
            at = date.fromordinal(at.toordinal() - 1)
            left -= Calendar().is_business_day(at)
        return at
    return date.fromordinal(day.toordinal() - size * (7 if unit == "week" else 1))
