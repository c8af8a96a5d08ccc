"""Ages held against days of birth."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from foam.examination.days import find_own_day, read_days, show_day
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.spans import NUMBER_WORDS, read_count
from foam.text.ordinary import is_ordinary

_BORN = re.compile(r"\b(?:born(?: on)?|date of birth|birth date|d\.?o\.?b\.?)\b[^{}.;]{0,20}\{(\d+)\}", re.IGNORECASE)
_NUMBER = rf"(\d{{1,3}}|(?:{NUMBER_WORDS}))"
_AGED = re.compile(
    rf"\baged?:? {_NUMBER}\b(?! (?:to|or|and|-)\b)|(?<![\w-]){_NUMBER}[- ]years?[- ]old\b", re.IGNORECASE
)
_GENERAL = re.compile(
    r"\b(?:under|over|below|above|at least|until|children|pupils|persons|people|anyone|between|from|was then)\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"(?:He|She)\b")
"""Whom the sentence before named."""
_CAPITAL = re.compile(r"[A-Z][a-z]+")


class Birth(NamedTuple):
    """A day of birth and whose it is."""

    day: date
    names: frozenset[str]
    filed: FiledDocument
    sentence: int


class WrongAge(NamedTuple):
    """An age that the day of birth does not give."""

    filed: FiledDocument
    sentence: int
    said: int
    right: int
    on: date
    birth: Birth


def find_wrong_ages(file: CaseFile) -> tuple[WrongAge, ...]:
    """Ages of people whose day of birth the file gives. Whose an age is must be plain from a name they share."""
    births = [*_list_births(file)]
    found: list[WrongAge] = []
    for filed, number, sentence in file.list_sentences():
        if not (ages := [int(read_count(one[1] or one[2])) for one in _AGED.finditer(sentence)]):
            continue
        born = _choose(births, filed, number, sentence)
        if born is None or len(ages) > 1 or _GENERAL.search(sentence):
            continue
        own = find_own_day(filed)
        days = [day for day in read_days(sentence, own).days if day != born.day] or ([own] if own else [])
        known = [day for day in days if day > born.day]
        rights = [_count_years(born.day, day) for day in known]
        if known and ages[0] not in rights and (own is None or ages[0] != _count_years(born.day, own)):
            found.append(WrongAge(filed, number, ages[0], rights[-1], known[-1], born))
    return tuple(found)


def _list_births(file: CaseFile) -> Iterator[Birth]:
    for filed, number, sentence in file.list_sentences():
        outline = read_days(sentence)
        for match in _BORN.finditer(outline.text):
            names = _list_names(sentence) or _list_names(" ".join(filed.sentences[max(0, number - 2) : number]))
            yield Birth(outline.days[int(match[1])], names, filed, number)


def _list_names(text: str) -> frozenset[str]:
    return frozenset(word for word in _CAPITAL.findall(text) if not is_ordinary(word))


def _choose(births: Sequence[Birth], filed: FiledDocument, number: int, sentence: str) -> Birth | None:
    """The one birth that an age can belong to: of the same sentence or of a name it shares, and of one person only."""
    names = _list_names(sentence)
    own = [one for one in births if (one.filed.id, one.sentence) == (filed.id, number)]
    if not own and _PRONOUN.match(sentence):
        own = [one for one in births if (one.filed.id, one.sentence) == (filed.id, number - 1)]
    fitting = own or [one for one in births if one.names & names]
    return fitting[0] if fitting and len({one.day for one in fitting}) == 1 else None


def _count_years(born: date, on: date) -> int:
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def explain(one: WrongAge) -> str:
    """The working in words."""
    return f"Born on {show_day(one.birth.day)}; {one.right} years old on {show_day(one.on)}"
