"""Terms of the rules as a decision tells them to its reader: another length, or a last day that is too early."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from foam.examination.days import find_own_day, read_days, show_day
from foam.examination.deadlines import LENGTH, Misreckoned, Term, list_terms
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.parts import find_decision
from foam.examination.sources import find_rule_references
from foam.examination.spans import read_count
from foam.examination.wording import list_topics

_WITHIN = re.compile(rf"\b(?:within|not later than|no later than) (?:a period of )?{LENGTH}\b", re.IGNORECASE)
_BY = re.compile(
    r"\b(?:by|no later than|not later than|until|on or before|before) (?:[A-Z][a-z]+day,? )?\{(\d+)\}", re.IGNORECASE
)
_ACT = re.compile(r"\b(?:may|can|must|shall|has to|have to|is to|are to) (?:not )?(?P<verb>[a-z]+)", re.IGNORECASE)
_TO_READER = re.compile(r"\b(?:you|your)\b|\bmay be (?:made|lodged|brought|filed)\b", re.IGNORECASE)
_PAPER = re.compile(r"\b(?:letter|notice|decision|refusal|demand|date)\b", re.IGNORECASE)
_ROOT = 5


def find_restated(file: CaseFile) -> Iterator[Misreckoned]:
    """Terms that the decision gives its reader otherwise than the rule that sets them."""
    decision = find_decision(file)
    if decision is None:
        return
    terms, own = list_terms(file), find_own_day(decision)
    for number, text in enumerate(decision.sentences):
        if not _TO_READER.search(text) or find_rule_references(text):  # a rule that is cited is held against its words
            continue
        term = _find_term(text, terms)
        if term is None:
            continue
        if told := _WITHIN.search(text):
            yield from _compare_lengths(decision, number, told, term)
        elif own is not None:
            yield from _compare_days(decision, number, own, term)


def _find_term(text: str, terms: tuple[Term, ...]) -> Term | None:
    """The one term of the rules for the act that a sentence is about: the same verb, or its noun."""
    roots = {word[:_ROOT] for word in list_topics(text)}
    fitting = [
        term
        for term in terms
        if (act := _ACT.search(term.action)) and {word[:_ROOT] for word in list_topics(act["verb"])} & roots
    ]
    return fitting[0] if len({(one.size, one.unit, one.kind) for one in fitting}) == 1 else None


def _compare_lengths(decision: FiledDocument, number: int, told: re.Match[str], term: Term) -> Iterator[Misreckoned]:
    size, unit = read_count(told["count"]), told["unit"].lower()
    kind = (told["kind"] or "").strip().lower()
    if _count_days(size, unit) == _count_days(term.size, term.unit) and kind == term.kind:
        return
    shown = f"{size} {f'{kind} ' if kind else ''}{unit}{'s' if size != 1 else ''}"
    text = f"The decision gives {shown} for this, {term.filed.shown} gives {term.shown}."
    yield Misreckoned(decision, number, text, f"{shown} are not {term.shown}", term, ((term.filed, term.sentence),))


def _compare_days(decision: FiledDocument, number: int, own: date, term: Term) -> Iterator[Misreckoned]:
    """A last day that lies before the end of the term, even if it began on the very day of the letter."""
    outline = read_days(decision.sentences[number], own)
    by = _BY.search(outline.text)
    last = term.find_last_day(own)
    if by is None or not _PAPER.search(term.event) or outline.days[int(by[1])] >= last:
        return
    said = show_day(outline.days[int(by[1])])
    text = f"The decision gives {said} as the last day; by {term.filed.shown} it is not before {show_day(last)}."
    working = f"{show_day(own)} and {term.shown}: {show_day(last)}"
    yield Misreckoned(decision, number, text, working, term, ((term.filed, term.sentence),))


def _count_days(size: int, unit: str) -> int:
    """A length in days, months being of thirty: enough to tell two lengths apart."""
    return size * {"day": 1, "week": 7, "month": 30, "year": 365}[unit]
