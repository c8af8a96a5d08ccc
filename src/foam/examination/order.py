"""The order of things: nobody answers a letter before it is written, nor tells what has not happened yet; and what is
said to have come after a thing cannot bear an earlier day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from foam.examination.days import find_own_day, read_days, show_day
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.parts import find_decision
from foam.examination.wording import Wording, list_topics

_PAPERS = (
    r"(?:letter|e-?mail|notice|report|application|request|complaint|statement|objection|appeal|invoice|message|"
    r"decision|"
    r"minutes|certificate|note|reply|warning|petition|claim|form)"
)
_CITED = re.compile(
    rf"\b(?P<noun>{_PAPERS})s?(?: \w+){{0,3}}? (?:of|dated|sent on|written on|signed on|from) (?:the )?\{{(\d+)\}}",
    re.IGNORECASE,
)
"""A paper that is named by its day."""
_RECORD = re.compile(
    r"(?:minutes|record|report|protocol|note)s?\b[^{}]{0,60}\b(?:of|on) (?:the )?\{(\d+)\}\W*$", re.IGNORECASE
)
_TOLD = re.compile(r"(?:\b[Oo]n|^|[(,]) ?(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?(?:the )?\{(\d+)\}")
_PAST = re.compile(
    r"\b(?:was|were|had|did|wrote|sent|held|took|came|told|met|heard|found|saw|paid|spoke|gave|went|left|began|rang|"
    r"brought|"
    r"[a-z]{3,}ed)\b"
)
_FUTURE = re.compile(
    r"\b(?:will|shall|must|may|can|should|would|could|by|until|till|before|within|due|scheduled|planned|plans?|"
    r"expected|"
    r"expires?|deadline|valid|from|starting|starts?|begins?|next|upcoming|unless|if|no later|postponed|moved|fixed|"
    r"invited|"
    r"arranged|set (?:for|down)|booked|agreed|intends?|is|are|to be|going to|effective|as of|ends?|ending|listed|"
    r"adjourned|"
    r"summoned|cancell?ed|called (?:for|off)|needed|required|asked|requested|supposed|meant|latest)\b",
    re.IGNORECASE,
)
_RECEIVED = re.compile(
    rf"\b(?P<noun>{_PAPERS})\b[^{{}};]{{0,60}}?,? (?:was |were |which (?:we|I) )?(?P<verb>received|reached us|arrived|"
    rf"lodged|filed|handed in|answered|refused|decided) "
    r"(?:by (?:us|me|the \w+) )?on (?:the )?\{(\d+)\}",
    re.IGNORECASE,
)
_EVENTS = re.compile(r"\b(hearing|inspection|meeting|interview|visit|assessment|examination)\b", re.IGNORECASE)
_RESTS_ON = re.compile(
    r"\b(?:at|after|following|during|based on|according to|relied on|rel(?:y|ies) on|considered|heard at|held|since|"
    r"from)\b"
    r"[^.;]{0,30}\b(?P<event>hearing|inspection|meeting|interview|visit|assessment|examination)\b",
    re.IGNORECASE,
)
_KEPT_ON = re.compile(
    r"\b(?:log|log ?book|diary|journal|day ?book|rota|roster|time ?sheet|register|calendar|chronology|timeline)s?\b|"
    r"\b(?:week|fortnight|month|term|quarter|period) (?:of|beginning|commencing|starting|from)\b",
    re.IGNORECASE,
)
"""What a paper is called that is kept over some days: the day in its heading is the first of them."""
_KEPT_DAYS = 31
_ABOUT_PAPER = re.compile(
    r"\b(?:late|missing|no|about|re|your|their|her|his|on|concerning|regarding|for|to|before|after):? (?:the )?$",
    re.IGNORECASE,
)
"""What makes of the name of a paper a matter that another paper is about: `late reply, my view`."""
_AFTER_FIRST = re.compile(r"(?:^|, |; )(?:after|once)\b(?P<event>[^{};.]*)\{(\d+)\}[^{};.]*, [^{};.]*\{(\d+)\}", re.I)
_AFTER_LAST = re.compile(r"\{(\d+)\}[^{};.]*?\bafter\b(?P<event>[^{};.]*\bhad\b[^{};.]*)\{(\d+)\}", re.IGNORECASE)
_BEFORE_FIRST = re.compile(r"(?:^|, |; )before\b(?P<event>[^{};.]*)\{(\d+)\}[^{};.]*, [^{};.]*\{(\d+)\}", re.IGNORECASE)
_AFTER_EVENT = re.compile(r"\{(\d+)\},? after (?P<event>[^{};.]*?\bhad\b[^{};.]*)", re.IGNORECASE)
"""A day on which something was done after something else, of which this sentence gives no day."""
_LEAST_TOPICS = 3
_SAME_EVENT = 0.6
"""Share of the words for an event that must stand with the day that another document gives it."""
_GOES_ON = 3
"""Sentences from the one with a day in which its event is told."""


class Reversed(NamedTuple):
    """A document that speaks of a later day as of a past one."""

    filed: FiledDocument
    sentence: int
    text: str
    other: FiledDocument | None = None
    """The document that bears the later day."""
    at: int = 0
    """The sentence of that document."""


def find_reversed(file: CaseFile) -> tuple[Reversed, ...]:
    """Everything in the file that stands in the wrong order."""
    found: dict[tuple[str, int], Reversed] = {}
    for find in (_find_told_too_early, _find_received_too_early, _find_decided_too_early):
        for one in find(file):
            found.setdefault((one.filed.id, one.sentence), one)
    return tuple(found.values())


def _find_told_too_early(file: CaseFile) -> Iterator[Reversed]:
    """A document that cites a paper, or tells of an event, of a day after its own."""
    for filed in file.documents:
        own = find_own_day(filed)
        if own is None:
            continue
        for number, sentence in enumerate(filed.sentences):
            outline = read_days(sentence, own)
            least = _KEPT_DAYS if _is_kept_on(filed) else 0
            late = {n for n, day in enumerate(outline.days) if least < (day - own).days < 3660}
            for match in _CITED.finditer(outline.text):
                if int(match[2]) in late and not re.search(r"\b(?:will|shall|next|due)\b", outline.text):
                    yield _tell(filed, number, own, outline.days[int(match[2])], f"the {match['noun'].lower()}")
            if (record := _RECORD.match(outline.text)) and int(record[1]) in late:
                yield _tell(filed, number, own, outline.days[int(record[1])], "what it records")
            if _PAST.search(outline.text) and not _FUTURE.search(outline.text):
                for match in _TOLD.finditer(outline.text):
                    if int(match[1]) in late:
                        yield _tell(filed, number, own, outline.days[int(match[1])], "what happened")


def _is_kept_on(filed: FiledDocument) -> bool:
    """Whether a paper goes on after the day in its heading, as a diary does."""
    return bool(_KEPT_ON.search(filed.name) or _KEPT_ON.search(filed.sentences[0] if filed.sentences else ""))


def _tell(filed: FiledDocument, number: int, own: date, later: date, what: str) -> Reversed:
    text = f"{filed.shown_first} is of {show_day(own)} and speaks of {what} on {show_day(later)}, which was later."
    return Reversed(filed, number, text)


def _find_received_too_early(file: CaseFile) -> Iterator[Reversed]:
    """A paper that came, or was answered, before the day it bears itself."""
    for filed, number, sentence in file.list_sentences():
        outline = read_days(sentence, find_own_day(filed))
        for match in _RECEIVED.finditer(outline.text):
            other = _find_paper(file, match["noun"], filed)
            if other is not None and _is_by_the_same(other, filed):
                continue  # what came in was not written by who received it
            written = find_own_day(other) if other else None
            came = outline.days[int(match[3])]
            if other is not None and written is not None and came < written:
                said = (
                    f"{filed.shown_first} has the {match['noun'].lower()} {match['verb'].lower()} on {show_day(came)}"
                )
                yield Reversed(filed, number, f"{said}, but it bears a later day, {show_day(written)}.", other)


def _find_paper(file: CaseFile, noun: str, citing: FiledDocument) -> FiledDocument | None:
    """The one other document that is called so."""
    wanted = re.compile(rf"\b{re.escape(noun)}\b", re.IGNORECASE)
    fitting = [
        one
        for one in file.documents
        if one.id != citing.id
        and (found := wanted.search(one.name.replace("-", " ")))
        and not _ABOUT_PAPER.search(one.name.replace("-", " ")[: found.start()])
    ]
    return fitting[0] if len(fitting) == 1 else None


def _is_by_the_same(one: FiledDocument, other: FiledDocument) -> bool:
    """Whether two papers have one author."""
    return bool(one.author.name) and one.author.name == other.author.name


def _find_decided_too_early(file: CaseFile) -> Iterator[Reversed]:
    """A decision that rests on a hearing or a visit of which the record bears a later day."""
    decision = find_decision(file)
    own = find_own_day(decision) if decision else None
    if decision is None or own is None:
        return
    for number, sentence in enumerate(decision.sentences):
        match = _RESTS_ON.search(sentence)
        if (
            match is None
            or not _PAST.search(sentence)
            or re.search(r"\b(?:may|can|will|ask for|right to|without|no|not)\b", sentence)
        ):
            continue
        other = _find_paper(file, match["event"], decision)
        day = find_own_day(other) if other else None
        if other is not None and day is not None and day > own and _EVENTS.search(other.name):
            said = f"{decision.shown_first} is of {show_day(own)} and rests on the {match['event'].lower()}"
            yield Reversed(decision, number, f"{said}, which was later, on {show_day(day)}.", other)


def find_out_of_turn(file: CaseFile) -> Iterator[Reversed]:
    """Sentences that put things in an order which their days, or another document's, do not have."""
    wording = Wording(file)
    for filed, number, sentence in file.list_sentences():
        outline = read_days(sentence, find_own_day(filed))
        for pattern, is_first_earlier in ((_AFTER_FIRST, True), (_AFTER_LAST, False), (_BEFORE_FIRST, False)):
            if found := pattern.search(outline.text):
                days = [outline.days[int(found[2])], outline.days[int(found[3])]] if pattern is not _AFTER_LAST else [
                    outline.days[int(found[1])], outline.days[int(found[3])]]  # fmt: skip
                early, late = days if is_first_earlier else days[::-1]
                if early > late:
                    yield Reversed(filed, number, _tell_turn(filed, late, early))
        for found in _AFTER_EVENT.finditer(outline.text):
            day = outline.days[int(found[1])]
            if other := _find_later(file, wording, filed, found["event"], day):
                place, at, later = other
                yield Reversed(filed, number, _tell_turn(filed, day, later, place), place, at)


def _tell_turn(filed: FiledDocument, done: date, first: date, source: FiledDocument | None = None) -> str:
    came = f"{source.shown} puts that" if source else "that came"
    return (
        f"{filed.shown_first} says that something was done on {show_day(done)} after something else, but {came} later, "
        f"on {show_day(first)}."
    )


def _find_later(
    file: CaseFile, wording: Wording, filed: FiledDocument, event: str, day: date
) -> tuple[FiledDocument, int, date] | None:
    """Where the other documents tell of an event, if each puts it on a later day."""
    topics = list_topics(event)
    if len(topics) < _LEAST_TOPICS:
        return None
    told: list[tuple[FiledDocument, int, date]] = []
    for other in file.list_others(filed):
        for number, sentence in enumerate(other.sentences):
            days = set(read_days(sentence, find_own_day(other)).days)
            near = frozenset(word for text in other.sentences[number : number + _GOES_ON] for word in list_topics(text))
            if len(days) == 1 and wording.share(topics, near) >= _SAME_EVENT and len(topics & near) >= _LEAST_TOPICS:
                told.append((other, number, days.pop()))
    return told[0] if told and all(later > day for _, _, later in told) else None
