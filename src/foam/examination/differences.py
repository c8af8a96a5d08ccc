"""What one sentence says otherwise than another that it repeats: another number or day, or a “not”.

No model is asked. Each check needs a counterpart in the other sentence: what is only left unsaid is no difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import zip_longest
from typing import Literal, NamedTuple, TypeAlias

from foam.evidence.search.opposites import OPPOSITES
from foam.evidence.search.words import list_plain_words
from foam.examination.wording import list_topics
from foam.text.faithful import find_unfaithful
from foam.text.mentions.dates import Date, find_dates
from foam.text.mentions.numbers import Figure, find_numbers
from foam.text.mentions.references import find_references
from foam.text.normalise import normalise
from foam.text.stem import stem
from foam.text.words import is_negation

DifferenceKind: TypeAlias = Literal["number", "date"]

_NO_DENIAL = re.compile(
    r"\b(?:no (?:more|less|fewer|later|earlier|doubt)|not (?:only|just|later|more|less|fewer))\b", re.I
)
_DENYING = re.compile(
    r"\bfail(?:s|ed)? to\b|\b(?:advis|recommend|warn|decid|argu|sp[eo]ak|spoke|vot)\w* against\b|"
    r"\brefus(?:e|es|ed) to\b",
    re.IGNORECASE,
)
_LEAST_STEM = 4
_NUMBERING = re.compile(r"^\s*(?:[A-Z][a-z]+ )?\d+(?:\.\d+)*(?:\([a-z0-9]+\))*[.:)]?\s+(?=[A-Z])")
"""The number of a rule before its words: it counts nothing."""
_RANGE = re.compile(r" ?(?:to|-|or|and) ?")
_TIME = re.compile(
    r"[ -](?:(?:working|school|business|calendar|clear|full|whole) )?(minute|hour|day|week|month|year)s?\b", re.I
)
_DAYS = {
    "minute": Fraction(1, 1440), "hour": Fraction(1, 24), "day": Fraction(1), "week": Fraction(7),
    "month": Fraction(30), "year": Fraction(365),
}  # fmt: skip
_TENTH, _HAIR = Fraction(1, 10), Fraction(1, 50)
_KEPT = 2048
"""Sentences whose figures are read once: each is held against many others."""
_REACH = 28
"""Characters after a figure in which the word stands that it counts."""


class Difference(NamedTuple):
    """What is said, and what the other has in its place."""

    kind: DifferenceKind
    said: str
    held: str


def find_differences(said: str, held: str, *, whole: Sequence[str] = ()) -> tuple[Difference, ...]:
    """What `said` says otherwise than `held`, which it repeats. What stands anywhere in `whole` is borne out."""
    said, held = normalise(said), normalise(held)
    whole = [_NUMBERING.sub("", normalise(text)) for text in (held, *whole)]
    held = whole[0]
    return (*_differ_in_numbers(said, held, whole), *_differ_in_days(said, held, whole))


def is_turned(said: str, held: str) -> bool:
    """Whether one of two sentences denies and the other does not, or one has the opposite of a word of the other."""
    if count_denials(said) % 2 != count_denials(held) % 2:
        return True
    ours, theirs = ({stem(word) for word in list_plain_words(text)} for text in (said, held))
    return any(
        not (theirs - ours).isdisjoint(OPPOSITES.get(one, ())) or is_undone(one, theirs - ours) for one in ours - theirs
    )


def is_undone(word: str, others: Iterable[str]) -> bool:
    """Whether a syllable before it makes a word of one of the others, or the reverse: `willing`, `unwilling`."""
    return any(
        f"{syllable}{min(word, one, key=len)}" == max(word, one, key=len)
        for one in others
        for syllable in ("un", "in", "im", "dis")
        if min(len(word), len(one)) >= _LEAST_STEM
    )


def count_denials(text: str) -> int:
    """How often a sentence denies."""
    return sum(map(is_negation, _NO_DENIAL.sub("", text).split())) + len(_DENYING.findall(text))


def _differ_in_numbers(said: str, held: str, whole: Sequence[str]) -> Iterator[Difference]:
    """Another figure for what both count, where no sentence of the source has the figure that is said."""
    borne = [one for text in whole for one in read_amounts(text)]
    theirs = read_amounts(held)
    for mine in read_amounts(said):
        alike = [one for one in theirs if mine.counts_the_same(one)]
        if any(mine.is_borne_by(one) for one in borne):
            continue
        if len(alike) == 1:
            yield Difference("number", mine.written, alike[0].written)


def _differ_in_days(said: str, held: str, whole: Sequence[str]) -> Iterator[Difference]:
    unborne = {one.found for one in find_unfaithful(said, cited=whole) if one.kind == "date"}
    for mine in _list_days(said):
        theirs = [day for day in _list_days(held) if _says_as_much(mine, day)]
        if len(theirs) == 1 and any(mine.span.of(said) in found for found in unborne):
            yield Difference("date", mine.span.of(said), theirs[0].span.of(held))


class Amount(NamedTuple):
    """A figure, or a range of figures, with what it counts."""

    written: str
    low: Fraction
    high: Fraction
    dimension: str
    """`time` in days, `clock`, a currency, `share`, or nothing for a plain number."""
    counted: frozenset[str]
    """What a plain number counts: the stems of the words after it."""
    bound: str

    def is_borne_by(self, held: Amount) -> bool:
        """Whether a figure of the source bears this one out: the same, in the range, or rounded where that is said."""
        if self.dimension != held.dimension and (
            {"time", "clock"} & {self.dimension, held.dimension} or all((self.dimension, held.dimension))
        ):
            return False
        slack = _TENTH if self.bound in ("about",) or held.bound in ("about",) else _HAIR
        if self.low * (1 - slack) <= held.high and held.low <= self.high * (1 + slack):
            return True
        is_plain = not held.bound
        return (self.bound == "over" and is_plain and held.low >= self.low) or (
            self.bound == "under" and is_plain and held.high <= self.high
        )

    def counts_the_same(self, other: Amount) -> bool:
        """Whether two figures are of one dimension or count things of one name."""
        return self.dimension == other.dimension and bool(self.dimension or self.counted & other.counted)


@lru_cache(maxsize=_KEPT)
def read_amounts(text: str) -> tuple[Amount, ...]:
    """The figures of a text with what they count; a range is one amount. A bare `one` is a way of speaking."""
    found: list[Amount] = []
    done = 0
    figures = [
        one
        for one in read_figures(text)
        if one.unit in ("", "share") and (not one.spelt or one.value != 1 or _TIME.match(text, one.span.end))
    ]
    for figure, following in zip_longest(figures, figures[1:]):
        if figure.span.start < done:
            continue
        low = high = figure.value
        end = figure.span.end
        if following and _RANGE.fullmatch(text[end : following.span.start]) and following.value > low:
            high, end = following.value, following.span.end
        done = end
        unit = _TIME.match(text, end)
        scale = _DAYS[unit[1].lower()] if unit else Fraction(1)
        is_clock = ":" in figure.span.of(text)
        dimension = (
            "time"
            if unit
            else "clock"
            if is_clock
            else figure.currency or (figure.unit if figure.unit == "share" else "")
        )
        counted = frozenset() if dimension else find_counted(text, end)
        after = re.match(r"[ -]?[^\W\d_]+|[ ]?[%€£$]", text[end:]) if dimension != "share" else None
        written = text[figure.span.start : unit.end() if unit else end + (after.end() if after else 0)]
        found.append(Amount(written, low * scale, high * scale, dimension, counted, figure.bound))
    return tuple(found)


def read_figures(text: str) -> tuple[Figure, ...]:
    """The figures of a text, without those of dates and references."""
    return _read_all_figures(text)


@lru_cache(maxsize=_KEPT)
def _read_all_figures(text: str) -> tuple[Figure, ...]:
    taken = [*(one.span for one in find_dates(text)), *(one.span for one in find_references(text))]
    return find_numbers(text, without=taken)


def find_counted(text: str, end: int) -> frozenset[str]:
    """What a figure that ends here counts: the words that follow it."""
    after = re.split(r"[,.;:]", text[end : end + _REACH])[0]
    return list_topics(" ".join(after.split()[:3]))


def _list_days(text: str) -> list[Date]:
    return [one for one in find_dates(text) if one.month or one.year]


def _says_as_much(one: Date, other: Date) -> bool:
    """Whether two dates are of one grain and differ."""
    if bool(one.day) != bool(other.day) or bool(one.month) != bool(other.month):
        return False
    return any(a != b for a, b in zip(one[1:4], other[1:4], strict=True) if a and b)
