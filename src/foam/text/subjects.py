"""Whether two sentences speak of two things: what is told of two names, sides or kinds is no contradiction."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from foam.text.figures import MONTHS
from foam.text.leaning import leans_back
from foam.text.mentions.names import find_unborne_names
from foam.text.normalise import normalise
from foam.text.words import split_letters

_SOURCE = re.compile(r"\b[Aa]ccording to [^,;.]{2,80}|\[[^\[\]]{0,40}\]|\((?:see|cf\.?|source)\b[^()]*\)")
"""Who says so, and marks of notes: names there are not what a sentence is about."""
_YEAR = re.compile(r"(?<![\d.,$£€])(?:1[5-9]|20)\d\d(?![\d,%]|\.\d)")
_NUMBERED = re.compile(
    r"\b([A-Z][a-z]{2,}|[Nn]o\.|article|section|chapter|clause|rule|table|class|grade|phase|stage|type|part|level|group|"
    r"plot|room|unit|day|week|round) (\d{1,4}[a-z]?)\b(?!\s*(?:%|per\b)|[.,]\d)"
)
_WITHIN = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}(?:['’]s)?(?![\w’'])")
"""A word with a capital within a sentence: a name, though the language may have the word, too."""
_OPENS = re.compile(r"\W*(?:[Ii]n|[Aa]t|[Ff]or|[Aa]mong|[Aa]cross|[Tt]hroughout) (?:the )?[A-Z][^,;.]{2,40},")
_NAME = re.compile(r"[A-Z][\w.'’-]+")
_LABEL = re.compile(r"\W*([^:.;?!]{2,60}): ")
_BRACKETS = re.compile(r"\([^()]*\)")
_HEAD = 6
"""Words within which a sentence names what it is about."""
_LEAST_KIND = 3
_TIMES = frozenset(
    {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", *(one.rstrip("s") for one in MONTHS)}
)
_CONTRAST_WORDS = (
    (
        "support supports supported supporting supporters favour favor yes approve approved approves",
        "oppose opposes opposed opposing opponents against disapprove disapproved disapproves",
    ),
    ("men man male males boys husbands fathers", "women woman female females girls wives mothers"),
    ("urban city cities", "rural countryside village villages"),
    ("birth births", "death deaths"),
    ("rich wealthy", "poor"),
    ("public", "private"),
    ("children young younger youth", "adults old older elderly"),
    ("lowest least minimum", "highest most maximum"),
    ("imports imported", "exports exported"),
    ("before", "after since"),
    ("won", "lost"),
)
_CONTRASTS = tuple(tuple(frozenset(words.split()) for words in pair) for pair in _CONTRAST_WORDS)
"""Words of two sides or kinds: what is told of the one is not told of the other."""


class _Subject(NamedTuple):
    names: frozenset[str]
    numbered: dict[str, str]
    words: frozenset[str]
    label: str
    place: frozenset[str]
    """The names with which it opens (`In Peru, …`): where, or of whom, all of it is told."""
    head: dict[str, str]
    """The first words, each with the one before it."""


def are_apart(one: str, other: str) -> bool:
    """Whether two sentences plainly speak of two things: each has a name that the other lacks, or they number, label or
    side with different ones, or one begins with a word for something said before it."""
    ours, theirs = _read(one), _read(other)
    if ours.names - theirs.names and theirs.names - ours.names:
        return True
    if ours.place - theirs.names or theirs.place - ours.names:
        return True
    if any(ours.numbered[word] != theirs.numbered[word] for word in ours.numbered.keys() & theirs.numbered.keys()):
        return True
    if (ours.label and theirs.label and ours.label != theirs.label) or _are_kinds(ours, theirs):
        return True
    return take_sides(ours.words, theirs.words) or leans_back(one) or leans_back(other)


def _are_kinds(one: _Subject, other: _Subject) -> bool:
    """Whether both begin with one noun, and each says by a word of its own of which kind: `red deer`, `roe deer`."""
    return any(
        one.head[noun] not in other.words
        and other.head[noun] not in one.words
        and min(len(one.head[noun]), len(other.head[noun])) >= _LEAST_KIND
        for noun in one.head.keys() & other.head.keys()
    )


def take_sides(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether the words of the one name but one side, or kind, and those of the other but the other one."""
    return any(
        bool(one & mine) and not one & yours and bool(other & yours) and not other & mine
        for first, second in _CONTRASTS
        for mine, yours in ((first, second), (second, first))
    )


def leave_out_source(text: str) -> str:
    """The text without who says so and without marks of notes."""
    return _SOURCE.sub(" ", text)


def find_years(text: str) -> frozenset[str]:
    """The years that a text names."""
    return frozenset(_YEAR.findall(text))


@lru_cache(maxsize=4096)
def _read(text: str) -> _Subject:
    plain = normalise(leave_out_source(text))
    names = frozenset(_make_keys([*_find_names(plain), *_WITHIN.findall(plain)])) - _TIMES
    place = _OPENS.match(plain)
    label = _LABEL.match(plain)
    words = (word.lower() for word in split_letters(plain))
    return _Subject(
        names=names,
        numbered={
            word.lower(): number
            for word, number in _NUMBERED.findall(plain)
            if word.lower() not in MONTHS and not _YEAR.fullmatch(number)
        },
        words=frozenset(words),
        place=frozenset(_make_keys(_NAME.findall(place[0]) if place else ())) & names,
        label=label[1].lower() if label else "",
        head={noun: before for before, noun in pairwise(split_letters(_BRACKETS.sub("", plain).lower())[:_HEAD])},
    )


def _find_names(plain: str) -> Iterator[str]:
    return (one.span.of(plain) for one in find_unborne_names(plain, ()))


def list_names(text: str) -> frozenset[str]:
    """The words of the names in a text, in small letters."""
    return _read(text).names


def _make_keys(names: Iterable[str]) -> Iterator[str]:
    return (re.sub(r"['’]s$|\W", "", name).lower().rstrip("s") for name in names)
