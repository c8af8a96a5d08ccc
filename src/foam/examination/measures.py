"""Shares and ranges that decide: how many of how many were there, and into which range a measured value falls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from foam.examination.conditions import read_conditions
from foam.examination.decisive import Decisive, Matter, Place, list_lines, share_root_words
from foam.examination.sources import find_rule_references
from foam.examination.spans import NUMBER_WORDS, read_count
from foam.examination.wording import list_topics

_NUMBER = rf"\d{{1,4}}|{NUMBER_WORDS}"
_PARTS = {
    "half": Fraction(1, 2),
    "two thirds": Fraction(2, 3),
    "two-thirds": Fraction(2, 3),
    "one third": Fraction(1, 3),
    "a third": Fraction(1, 3),
    "three quarters": Fraction(3, 4),
    "a quarter": Fraction(1, 4),
}
_SHARE = re.compile(
    rf"\b(?P<how>at least|more than) (?:(?P<part>{'|'.join(_PARTS)})|(?P<percent>\d{{1,3}}) (?:per cent|percent|%)|"
    rf"(?P<count>{_NUMBER})) of (?:its|the|all|all the) (?:(?P<whole>{_NUMBER}) )?(?P<noun>[a-z]+)",
    re.IGNORECASE,
)
_OF = re.compile(rf"\b(?P<count>{_NUMBER}) of (?:the |its |all )?(?P<whole>{_NUMBER}) (?P<noun>[a-z]+)", re.IGNORECASE)
_VOTES = re.compile(
    rf"\b(?P<count>{_NUMBER}) (?:(?P<noun>[a-z]+) )?(?:voted )?(?:in favour|for it|for|yes)\b[^.;]{{0,30}}?"
    rf"\b(?P<others>{_NUMBER}) (?:[a-z]+ )?(?:voted )?against\b(?:[^.;]{{0,30}}?\b(?P<abstained>{_NUMBER}) abst)?",
    re.IGNORECASE,
)
"""A vote: how many were for it, and how many were not."""
_RANGE = re.compile(
    r"\b(?:between (?P<low>\d[\d,.]*) and (?P<high>\d[\d,.]*)|(?P<over>more than|over|above) (?P<least>\d[\d,.]*)|"
    r"(?P<under>less than|under|below|up to) (?P<most>\d[\d,.]*)) (?P<unit>[a-z]+)",
    re.IGNORECASE,
)
_MEASURED = re.compile(r"(?P<value>\d[\d,.]*) (?P<unit>[a-z]+)", re.IGNORECASE)
_LABEL_END = re.compile(r"[:|,]")


class _Range(NamedTuple):
    low: Fraction
    high: Fraction | None
    is_open: bool
    """Whether the ends themselves lie outside."""

    def has(self, value: Fraction) -> bool:
        if self.is_open:
            return value > self.low and (self.high is None or value < self.high)
        return value >= self.low and (self.high is None or value <= self.high)


def find_measures(matter: Matter) -> Iterator[Decisive]:
    """Every share and range that decides."""
    yield from _count_shares(matter)
    yield from _place_values(matter)


def _count_shares(matter: Matter) -> Iterator[Decisive]:
    """`At least two thirds of its members`: the largest `16 of 27 members` that the file has."""
    for rule, number, text in list_lines(matter.rules):
        asked = _SHARE.search(text)
        asks_votes = bool(re.search(r"\b(?:vot\w+|majority|resol\w+)\b", text, re.IGNORECASE))
        counted = list(_list_of(matter, asked["noun"], asks_votes=asks_votes)) if asked else []
        found = max(counted, default=None, key=lambda one: one[1])
        if asked is None or found is None:
            continue
        count, whole, place = found
        least = _find_least(asked, whole)
        met = count >= least if asked["how"].lower() == "at least" else count > least
        if any(one.entitles for one in read_conditions(rule, number, text)):
            continue
        enough = "enough" if met else "not enough"
        said = f"{rule.shown_first} asks for {asked[0]}; the file has {count} of {whole}, which is {enough}."
        working = (f"{asked['how'].lower()} {float(least):g} of {whole} are asked for",)
        yield Decisive("for" if met else "against", "condition", said, (place, (rule, number)), working, sure=0.85)


def _find_least(asked: re.Match[str], whole: int) -> Fraction:
    if asked["part"]:
        return _PARTS[asked["part"].lower()] * whole
    if asked["percent"]:
        return Fraction(int(asked["percent"]), 100) * whole
    return Fraction(read_count(asked["count"]))


def _list_of(matter: Matter, noun: str, *, asks_votes: bool) -> Iterator[tuple[int, int, Place]]:
    for filed, number, text in list_lines(matter.records):
        for one in _OF.finditer(text):
            if one["noun"].lower()[:5] == noun.lower()[:5]:
                yield read_count(one["count"]), read_count(one["whole"]), (filed, number)
        for one in _VOTES.finditer(text) if asks_votes else ():
            counts = [read_count(one[name]) for name in ("count", "others", "abstained") if one[name]]
            yield counts[0], sum(counts), (filed, number)


def _place_values(matter: Matter) -> Iterator[Decisive]:
    """A range that the decision puts something into (`walking: between 50 and 200 metres`), and what was measured."""
    for number, text in enumerate(matter.decision.sentences):
        said = _RANGE.search(text)
        label = list_topics(_LABEL_END.split(text[: said.start()])[0]) if said else frozenset()
        cited = find_rule_references(text)
        if said is None or not label or (cited and cited[0].span.start < said.start()):  # the rule's own range
            continue
        span = _read_range(said)
        for filed, line, told in list_lines(matter.records):
            values = [one for one in _MEASURED.finditer(told) if one["unit"].lower() == said["unit"].lower()]
            if len(values) != 1 or not share_root_words(label, list_topics(told)):
                continue
            value = _read_number(values[0]["value"])
            fits = span.has(value)
            end = "and that fits" if fits else "and that does not fit"
            sentence = f"The decision puts this at {said[0]}; {filed.shown} says {values[0][0]}, {end}."
            places = ((matter.decision, number), (filed, line), *_find_rows(matter, said["unit"], label, value))
            yield Decisive("for" if fits else "against", "reason", sentence, places, sure=0.85)


def _find_rows(matter: Matter, unit: str, label: frozenset[str], value: Fraction) -> Iterator[Place]:
    """The line of the rules whose range has the value."""
    for rule, number, text in list_lines(matter.rules):
        said = _RANGE.search(text)
        if said and said["unit"].lower() == unit.lower() and _read_range(said).has(value):
            yield rule, number


def _read_range(said: re.Match[str]) -> _Range:
    if said["low"]:
        return _Range(_read_number(said["low"]), _read_number(said["high"]), is_open=False)
    if said["over"]:
        return _Range(_read_number(said["least"]), None, is_open=True)
    return _Range(Fraction(-1), _read_number(said["most"]), is_open=said["under"].lower() != "up to")


def _read_number(written: str) -> Fraction:
    return Fraction(written.replace(",", "").rstrip("."))
