"""Terms that rules and letters set: the last day reckoned, and what was said or done by it held against it.

Working days are Monday to Friday: public holidays are not known here, so a day or two over is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from foam.examination.days import DayOutline, find_own_day, read_days, show_day
from foam.examination.extensions import find_extended
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.parts import find_decision, list_rules
from foam.examination.spans import NUMBER_WORDS, read_count
from foam.examination.wording import list_topics
from foam.pack.calendar import Calendar, add_months

LENGTH = (
    rf"(?P<count>\d{{1,3}}|{NUMBER_WORDS}) (?P<kind>(?:working|business|school|calendar|clear) )?"
    r"(?P<unit>day|week|month|year)s?"
)
TERM = re.compile(
    rf"\b(?:within|not later than|no later than|in) (?:a period of )?{LENGTH} "
    r"(?:of|after|from|following|since) (?P<event>[^.;,]{3,80})",
    re.IGNORECASE,
)
_FROM_THIS = re.compile(
    rf"(?<![\w-]){LENGTH} (?:of|after|from) "
    r"(?P<event>(?:the date of |receipt of )?(?:this (?:letter|notice|decision)|today))\b",
    re.IGNORECASE,
)
_STATED = re.compile(
    r"(?:\bby|\buntil|\bno later than|\bnot later than|\bi\.e\.|that is|\bon or before|ends? on|expires? on|"
    r"\() ?(?:by |the )?\{(\d+)\}",
    re.IGNORECASE,
)
_THIS = re.compile(
    r"\b(?:this|the date of this|today|the date of the|its date|the date above|the above)\b", re.IGNORECASE
)
_LATE = re.compile(
    r"\b(?:too late|out of time|late|after the (?:deadline|time limit|term|last day|period)|overdue|missed the "
    r"(?:deadline|term)|not (?:\w+ ){0,3}(?:in time|within))\b",
    re.IGNORECASE,
)
_IN_TIME = re.compile(
    r"\b(?:in (?:good )?time|on time|within (?:the|this) (?:deadline|time limit|time|term|period)|before the deadline|"
    r"timely)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]")
"""What a rule says of every late act calls none late."""
_DUE = re.compile(r"\b(?:deadline|due|last day)\b[^{}.;]{0,30}\{\d+\}", re.IGNORECASE)
"""A last day that is given: no term runs from it."""
_OLDER = re.compile(
    rf"\b(?P<noun>[a-z]+(?: [a-z]+)?) (?:must|may|shall|should|can)?(?: \w+)? ?(?:not |no )(?:be )?(?:more|"
    rf"(?P<older>older)) than (?P<count>\d{{1,3}}|{NUMBER_WORDS}) "
    r"(?P<unit>day|week|month|year)s?(?(older)| old)",
    re.IGNORECASE,
)
_ROOT = 5
"""Letters that two words of one root share: `exclusion`, `excluded`."""
MARGIN = 3
"""Days by which a count of working days may be out: holidays."""


class Term(NamedTuple):
    """So much time from an event, and where it is set."""

    size: int
    unit: str
    kind: str
    event: str
    action: str
    filed: FiledDocument
    sentence: int

    @property
    def is_business(self) -> bool:
        return self.kind in ("working", "business", "school")

    @property
    def shown(self) -> str:
        return f"{self.size} {f'{self.kind} ' if self.kind else ''}{self.unit}{'s' if self.size != 1 else ''}"

    def find_last_day(self, start: date) -> date:
        """The last day of the term; the day of the event does not count."""
        if self.unit == "month":
            return add_months(start, self.size)
        if self.unit == "year":
            return add_months(start, 12 * self.size)
        if self.is_business:
            return Calendar().after_business_days(start, self.size)
        return start + timedelta(days=self.size * (7 if self.unit == "week" else 1))


class Misreckoned(NamedTuple):
    """A term and what was said or done about it."""

    filed: FiledDocument
    sentence: int
    text: str
    working: str
    term: Term
    others: tuple[tuple[FiledDocument, int], ...] = ()
    sure: float = 0.9


def list_terms(file: CaseFile) -> tuple[Term, ...]:
    """Every term that the rules set."""
    return tuple(
        term for rule in list_rules(file) for n, one in enumerate(rule.sentences) for term in read_terms(rule, n, one)
    )


def read_terms(filed: FiledDocument, number: int, sentence: str) -> Iterator[Term]:
    """The terms that a sentence sets."""
    for match in (*TERM.finditer(sentence), *_FROM_THIS.finditer(sentence)):
        kind = (match["kind"] or "").strip().lower()
        action = sentence[: match.start()]
        yield Term(read_count(match["count"]), match["unit"].lower(), kind, match["event"], action, filed, number)


def find_misreckoned(file: CaseFile) -> tuple[Misreckoned, ...]:
    """Last days given wrongly, acts called late that were in time or the other way round, acts and papers too late."""
    terms = list_terms(file)
    found: dict[tuple[str, int], Misreckoned] = {}
    for one in (
        *_find_wrong_last_days(file),
        *_find_wrong_calls(file, terms),
        *_find_late_acts(file, terms),
        *_find_old_papers(file),
    ):
        found.setdefault((one.filed.id, one.sentence), one)
    return tuple(found.values())


def _find_wrong_last_days(file: CaseFile) -> Iterator[Misreckoned]:
    """`within 14 days of this letter, by 25 March`, in a letter that bears its day."""
    for filed, number, sentence in file.list_sentences():
        own = find_own_day(filed)
        outline = read_days(sentence, own)
        stated = _STATED.search(outline.text)
        for term in read_terms(filed, number, outline.text):
            if stated is None or own is None:
                continue
            said = outline.days[int(stated[1])]
            event = re.match(r"[^{}]{0,40}\{(\d+)\}", term.event)
            if event and event[1] != stated[1]:
                start = outline.days[int(event[1])]
            elif _THIS.search(term.event):
                start = own
            else:
                continue
            last = term.find_last_day(start)
            off = (said - last).days
            if off < -1 or off > MARGIN or (off < 0 and not term.is_business):
                text = (
                    f"{filed.shown_first} gives {show_day(said)} as the last day; {term.shown} end on {show_day(last)}."
                )
                yield Misreckoned(filed, number, text, _show_term(term, start, last), term)


def _find_wrong_calls(file: CaseFile, terms: tuple[Term, ...]) -> Iterator[Misreckoned]:
    """A sentence that calls an act late, or in time, where it and the two before it give both days."""
    for filed, number, text in file.list_sentences():
        called = _QUOTED.sub("", text)
        is_late, is_timely = bool(_LATE.search(called)), bool(_IN_TIME.search(called))
        if is_late == is_timely:
            continue
        sentence, outline = _read_back(filed, number)
        if len(outline.days) != 2 or _DUE.search(outline.text):
            continue
        own_terms = [*read_terms(filed, number, outline.text)]
        term = _choose_term(own_terms or terms, sentence)
        if term is None:
            continue
        start, done = sorted(outline.days)
        last = term.find_last_day(start)
        extended = find_extended(list_rules(file), term.filed, term.sentence, last=last, done=done)
        if is_late and done <= last:
            text = f"{filed.shown_first} calls this late; {show_day(done)} is within {term.shown} of {show_day(start)}."
        elif is_timely and not extended.why and (done - extended.day).days > (MARGIN if term.is_business else 1):
            text = f"{filed.shown_first} calls this in time; the last day was {show_day(last)}, not {show_day(done)}."
        else:
            continue
        others = () if own_terms else ((term.filed, term.sentence),)
        yield Misreckoned(filed, number, text, _show_term(term, start, last), term, others)


def _read_back(filed: FiledDocument, number: int) -> tuple[str, DayOutline]:
    """A sentence with as many of the two before it as it takes to have two days."""
    for first in range(number, max(-1, number - 3), -1):
        said = " ".join(filed.sentences[first : number + 1])
        outline = read_days(said, find_own_day(filed))
        if len(outline.days) >= 2:
            break
    return said, outline


def _choose_term(terms: tuple[Term, ...] | list[Term], sentence: str) -> Term | None:
    """The one term that a sentence can be about: it shares most words with what must be done."""
    words = list_topics(sentence)
    rated = [(len(list_topics(one.action) & words), one) for one in terms]
    most = max((count for count, _ in rated), default=0)
    fitting = [one for count, one in rated if most and count == most]
    return fitting[0] if len({(one.size, one.unit, one.kind) for one in fitting}) == 1 else None


def _find_late_acts(file: CaseFile, terms: tuple[Term, ...]) -> Iterator[Misreckoned]:
    """An act that the file dates after the last day: both the event and the act stand in one sentence each."""
    for term in terms:
        events = _list_dated(file, term.event, term)
        acts = [one for one in _list_dated(file, term.action, term) if one[:2] not in [event[:2] for event in events]]
        if len({one[2] for one in events}) != 1 or len({one[2] for one in acts}) != 1:
            continue
        (event_in, event_at, start), (act_in, act_at, done) = events[0], acts[0]
        last = term.find_last_day(start)
        extended = find_extended(list_rules(file), term.filed, term.sentence, last=last, done=done)
        if not extended.why and (done - extended.day).days > (MARGIN if term.is_business else 0):
            text = f"The last day was {show_day(last)}, {term.shown} after {show_day(start)}; it was {show_day(done)}."
            others = ((event_in, event_at), (term.filed, term.sentence))
            yield Misreckoned(act_in, act_at, text, _show_term(term, start, last), term, others, 0.7)


def _list_dated(file: CaseFile, phrase: str, term: Term) -> list[tuple[FiledDocument, int, date]]:
    """The sentences with one day that say most of what a phrase of a rule says."""
    wanted = list_topics(phrase)
    found = []
    for filed, number, sentence in file.list_sentences():
        if filed.id == term.filed.id or _LATE.search(sentence) or TERM.search(sentence):
            continue
        outline = read_days(sentence, find_own_day(filed))
        roots = {word[:_ROOT] for word in list_topics(sentence)}
        shared = [word for word in wanted if word[:_ROOT] in roots]
        enough = max(min(2, len(wanted)), (len(wanted) + 1) // 2)
        if len(outline.days) == 1 and shared and len(shared) >= enough and _is_done(outline):
            found.append((filed, number, outline.days[0]))
    return found


def _is_done(outline: DayOutline) -> bool:
    return not re.search(r"\b(?:will|shall|must|may|should|would|if|unless|until|by \{|not)\b", outline.text)


def _find_old_papers(file: CaseFile) -> Iterator[Misreckoned]:
    """Papers that were older on the day of the decision than a rule allows."""
    decision = find_decision(file)
    decided = find_own_day(decision) if decision else None
    if decision is None or decided is None:
        return
    for rule in list_rules(file):
        for number, sentence in enumerate(rule.sentences):
            for match in _OLDER.finditer(sentence):
                term = Term(read_count(match["count"]), match["unit"].lower(), "", "", "", rule, number)
                noun = re.compile(rf"\b{re.escape(match['noun'].split()[-1])}", re.IGNORECASE)
                others = [one for one in file.documents if one.id not in (rule.id, decision.id)]
                for paper in (one for one in others if noun.search(one.name)):
                    yield from _check_paper(paper, term, decided)


def _check_paper(paper: FiledDocument, term: Term, decided: date) -> Iterator[Misreckoned]:
    day = find_own_day(paper)
    if day is None or term.find_last_day(day) >= decided:
        return
    old = f"older than {term.shown} on the day of the decision, {show_day(decided)}"
    text = f"{paper.shown_first} is of {show_day(day)}: {old}."
    working = _show_term(term, day, term.find_last_day(day))
    yield Misreckoned(paper, _find_day_sentence(paper, day), text, working, term, ((term.filed, term.sentence),), 0.8)


def _find_day_sentence(filed: FiledDocument, day: date) -> int:
    return next((n for n, one in enumerate(filed.sentences) if day in read_days(one).days), 0)


def _show_term(term: Term, start: date, last: date) -> str:
    if term.is_business:
        return f"{term.shown} from {show_day(start)}, Saturdays and Sundays left out: {show_day(last)}"
    return f"{show_day(start)} and {term.shown}: {show_day(last)}"
