"""What one sentence says otherwise than another that it repeats: a number, a day, a must, a not, a condition.

No model is asked. Each check needs a counterpart in the other sentence: what is only left unsaid is no difference,
but for a condition without which the rest would be false.
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
from foam.examination.limits import find_untold_limits
from foam.examination.wording import list_topics
from foam.text.faithful import find_unfaithful
from foam.text.mentions.dates import Date, find_dates
from foam.text.mentions.numbers import Figure, find_numbers
from foam.text.mentions.references import find_references
from foam.text.names import is_institution
from foam.text.normalise import normalise
from foam.text.ordinary import is_ordinary
from foam.text.stem import stem
from foam.text.words import is_negation

DifferenceKind: TypeAlias = Literal["number", "date", "name", "modality", "amount", "condition"]

_FORBIDS = re.compile(
    r"\b(?:must|shall|may|can|should)(?: never| not)\b|\b(?:cannot|forbidden|prohibit\w*|not (?:allowed|permitted))\b",
    re.I,
)
_OBLIGES = re.compile(
    r"\b(?:must|shall|requires?|required|obliges?|obliged|(?:has|have|had|needs?) to|is to|are to)\b", re.I
)
_ALLOWS = re.compile(
    r"\b(?:may|can|allow(?:s|ed)?|(?<!the )(?<!a )(?<!this )permit(?:s|ted)?|entitle(?:s|d)?|"
    r"free to|optional|at its discretion)\b",
    re.I,
)
_ADVISES = re.compile(r"\b(?:should|ought to|recommend(?:s|ed)?|advised?)\b", re.I)
_SHARES = {
    "all": 1.0, "every": 1.0, "entire": 1.0, "whole": 1.0, "most": 0.75, "majority": 0.75, "mostly": 0.75,
    "half": 0.5, "few": 0.1, "little": 0.1, "minority": 0.25, "none": 0.0,
}  # fmt: skip
_AMOUNT = re.compile(rf"\b({'|'.join(_SHARES)})\b(?= (?:one )?(?:of|the)\b)", re.IGNORECASE)
_EACH_ONE = re.compile(r"\b(?:every|each|any) $", re.IGNORECASE)
"""What makes of `one of the five` all five."""
_AT_MOST = re.compile(r"\b(?:up to|at most|no more than|not more than) $", re.IGNORECASE)
_FAR_APART = 0.2
_CONDITION = re.compile(
    r"\b(?P<word>unless|except(?: that| where| when| if| in| for)?|provided(?: that)?|only (?:if|when|where|after)|if|"
    r"as long as|so long as|on condition that|subject to|until)\b (?P<what>[^.;:]+?)(?=[,.;:]|$)",
    re.IGNORECASE,
)
_SCOPE = re.compile(r"\b(?:in|within|of|on) the same (?:\w+ )?\w+$|\b(?:in|within|of|on) the same \w+", re.IGNORECASE)
"""What narrows a condition: `twice in the same season`."""
_HEARD_OF = 1 / 3
"""Share of a condition's words that must stand near a report for the condition to count as told."""
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
_TITLE = re.compile(r"(?:Mr|Mrs|Ms|Mx|Dr|Prof|Officer|Inspector|Sergeant|Nurse|Captain)\b")
_PERSON = re.compile(
    rf"\b(?:{_TITLE.pattern}\.? (?:[A-Z][\w'-]+ )?[A-Z][\w'-]+|[A-Z][a-z'-]+ (?:[A-Z]\. )?[A-Z][a-z'-]+)"
)
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
    """What is said, and what the other has in its place; what is left out has no words of its own."""

    kind: DifferenceKind
    said: str
    held: str


def find_differences(
    said: str,
    held: str,
    *,
    whole: Sequence[str] = (),
    around: str = "",
    conditions: bool = True,
    limits: bool = False,
) -> tuple[Difference, ...]:
    """What `said` says otherwise than `held`, which it repeats.

    A figure or day that stands anywhere in `whole` is borne out. `around` is what stands about `said`: a condition
    that is told there is not left out. With `limits`, whatever narrows the source must be told.
    """
    said, held = normalise(said), normalise(held)
    whole = [_NUMBERING.sub("", normalise(text)) for text in (held, *whole)]
    held = whole[0]
    found = [
        *_differ_in_numbers(said, held, whole),
        *_differ_in_days(said, held, whole),
        *_differ_in_people(said, held, whole),
        *_differ_in_force(said, held),
        *_differ_in_share(said, held),
    ]
    if conditions:
        found += _leave_out_condition(said, held, f"{said} {around}")
    if conditions and limits and not any(one.kind == "condition" for one in found):
        found += [Difference("condition", "", limit) for limit in find_untold_limits(said, held, around)]
    return tuple(found)


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


def find_conditions(text: str) -> tuple[str, ...]:
    """The conditions that a sentence names, each with the word that begins it."""
    return tuple(found[0] for found in _CONDITION.finditer(text))


def _differ_in_numbers(said: str, held: str, whole: Sequence[str]) -> Iterator[Difference]:
    """Another figure for what both count, where no sentence of the source has the figure that is said."""
    borne = [one for text in whole for one in read_amounts(text)]
    theirs = read_amounts(held)
    for mine in read_amounts(said):
        alike = [one for one in theirs if mine.counts_the_same(one)]
        fixed = alike[0] if len(alike) == 1 and alike[0].low == mine.low and not alike[0].bound else None
        if fixed is not None and _makes_most(said, mine) and not _makes_most(held, fixed):
            yield Difference("number", f"up to {mine.written}", fixed.written)
        if any(mine.is_borne_by(one) for one in borne):
            continue
        if len(alike) == 1:
            yield Difference("number", mine.written, alike[0].written)


def _makes_most(text: str, amount: Amount) -> bool:
    """Whether a figure is only the most that may be: `up to 10 per cent`."""
    return _AT_MOST.search(text, 0, text.find(amount.written)) is not None


def _differ_in_days(said: str, held: str, whole: Sequence[str]) -> Iterator[Difference]:
    unborne = {one.found for one in find_unfaithful(said, cited=whole) if one.kind == "date"}
    for mine in _list_days(said):
        theirs = [day for day in _list_days(held) if _says_as_much(mine, day)]
        if len(theirs) == 1 and any(mine.span.of(said) in found for found in unborne):
            yield Difference("date", mine.span.of(said), theirs[0].span.of(held))


def _differ_in_people(said: str, held: str, whole: Sequence[str]) -> Iterator[Difference]:
    """Another person in the same place: each sentence names one, and the source never names the one that is said."""
    ours, theirs = find_people(said), find_people(held)
    if len(ours) == len(theirs) == 1 and ours.keys() != theirs.keys():
        (mine,), (other,) = ours.items(), theirs.items()
        if not any(mine[0] in text for text in whole) and other[0] not in said:
            yield Difference("name", mine[1], other[1])


def find_people(text: str) -> dict[str, str]:
    """The people whom a text names by title, or by two names of which neither is a word: surname to name."""
    found = [match[0] for match in _PERSON.finditer(text)]
    return {name.split()[-1]: name for name in found if is_person(name)}


def is_person(name: str) -> bool:
    """Whether capitalised words are a person: with a title, or without any ordinary word or that of an institution."""
    words = name.split()
    return _TITLE.match(name) is not None or not (is_institution(words) or any(is_ordinary(w.lower()) for w in words))


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
        slack = _TENTH if self.bound in ("about", "nearly") or held.bound in ("about", "nearly") else _HAIR
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
    """The figures of a text, without those of dates and references, and without the shares that two others make."""
    return tuple(one for one in _read_all_figures(text) if not one.is_ratio)


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


def _differ_in_force(said: str, held: str) -> Iterator[Difference]:
    """Whether the one makes a duty of what the other leaves free."""
    ours, theirs = _find_force(said), _find_force(held)
    if ours and theirs and ours[0] != theirs[0]:
        yield Difference("modality", ours[1], theirs[1])


def _find_force(text: str) -> tuple[str, str] | None:
    """What kind of rule a sentence states, and by which word; None where it states none or several."""
    rest, found = text, {}
    for force, pattern in (("forbids", _FORBIDS), ("obliges", _OBLIGES), ("allows", _ALLOWS), ("advises", _ADVISES)):
        if match := pattern.search(rest):
            found[force] = match[0]
        rest = pattern.sub(" ", rest)
    return next(iter(found.items())) if len(found) == 1 else None


def _differ_in_share(said: str, held: str) -> Iterator[Difference]:
    """Whether the one speaks of most and the other of a third."""
    ours, theirs = _find_share(said), _find_share(held)
    if ours and theirs and abs(ours[0] - theirs[0]) > _FAR_APART:
        yield Difference("amount", ours[1], theirs[1])


def _find_share(text: str) -> tuple[float, str] | None:
    shares = [
        (float(one.value), one.span.of(text))
        for one in _read_all_figures(text)
        if one.unit == "share" and not _EACH_ONE.search(text, 0, one.span.start)
    ]
    spoken = [(_SHARES[match[1].lower()], match[1]) for match in _AMOUNT.finditer(text)]
    both = {value: words for value, words in (*spoken, *shares) if Fraction(0) <= value <= 1}
    return next(iter(both.items())) if len(both) == 1 else None


def _leave_out_condition(said: str, held: str, around: str) -> Iterator[Difference]:
    """A condition of the source of which neither the report nor what stands about it says anything."""
    if find_conditions(said):
        return
    told = list_topics(around)
    for condition in find_conditions(held):
        whole = list_topics(condition)
        words = whole - list_topics(said)
        if len(words) * 2 <= len(whole) and not _SCOPE.search(condition):
            continue  # most of it is told, only not as a condition
        scope = _SCOPE.search(condition)
        if words and len(words & told) < _HEARD_OF * len(words):
            yield Difference("condition", "", condition)
        elif scope and not re.search(r"\bsame\b", around):
            yield Difference("condition", "", scope[0])


def describe_differences(differences: Iterable[Difference]) -> str:
    """Some differences in words: what is said, and what the source says; nothing where there are none."""
    told = [
        f"it leaves out “{one.held}”" if one.kind == "condition" else f"it says “{one.said}”, the source “{one.held}”"
        for one in differences
    ]
    return " and ".join(told[:2])
