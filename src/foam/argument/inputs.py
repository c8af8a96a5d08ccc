"""Inputs: the figures, days and rules that a calculation reads, the words they stand in, and which readings count.

Nothing is guessed: two figures for one day, one without a day, those of two people or too few are named as a lack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import lru_cache
from itertools import combinations
from typing import Any, Literal, NamedTuple, Self, TypeAlias

import re2  # type: ignore[import-untyped]
from pydantic import Field, field_validator, model_validator

from foam.argument import working
from foam.argument.figures import FRAGMENTS, Figure, FigureKind, is_figure, parse_figure, show_figure
from foam.values import Value
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.words import is_negation, split_words

Figures: TypeAlias = tuple[Figure, ...]
PLACE = re.compile(r"\{([a-z_][a-z0-9_]*)\}")
"""A figure's place: `{value}` or `{limit}`. RE2 would read it as plain text, so that it takes nothing from patterns."""
UNSEEN = "…"
"""What stands in its place where the figure is not known."""
_DENIED_WITHIN = 40
"""How many characters before a figure a denial reaches it."""
_MOST_COUNTED = 100


class Match(NamedTuple):
    """What a pattern found in a sentence."""

    start: int
    value: Figure | None
    given: tuple[tuple[str, Decimal], ...]
    """Other figures that stand in the same words, with the input they must agree with."""


class Rule(Value):
    """A sentence that must stand in the file, and the documents it may stand in."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    title: str
    seek: str
    """What to look for."""
    pattern: str = Field(max_length=1000)
    """A regular expression over one sentence. `{size}` stands for a number that must be that of the input `size`.

    RE2 runs it: its time grows with the sentence alone, whatever a pack says. It has no look-around and no references.
    """
    kinds: tuple[str, ...] = ()
    """Kinds of document it is read in; empty reads all."""
    titled: str = ""
    """A pattern for documents that say no kind: how their title, source, file name or heading reads."""

    @field_validator("pattern", "titled")
    @classmethod
    def _can_run(cls, pattern: str) -> str:
        compile_pattern(pattern, "amount")
        return pattern

    @property
    def figure(self) -> FigureKind | None:
        """What kind of figure it gives, if any."""
        return None

    def find(self, sentence: str) -> Iterator[Match]:
        """Each place of a sentence that says it. What a denial leads up to is not said."""
        for found in compile_pattern(self.pattern, self.figure or "amount").finditer(sentence):
            before = sentence[max(0, found.start() - _DENIED_WITHIN) : found.start()]
            if any(map(is_negation, split_words(before))):
                continue
            groups = found.groupdict()
            written = groups.pop("value", None)
            value = parse_figure(self.figure, written) if self.figure and written else None
            numbers = [(name, parse_figure("number", said)) for name, said in sorted(groups.items()) if said]
            given = tuple((name, figure) for name, figure in numbers if isinstance(figure, Decimal))
            if (value is not None or not written) and len(given) == len(numbers):
                yield Match(found.start(), value, given)


class Input(Rule):
    """A figure, or several, and the words it stands in.

    `{value}` in its pattern is the place of the figure; a pattern may name a group `value` of its own instead. A date
    whose pattern has no such place is the date of the document.
    """

    kind: FigureKind = "amount"
    count: int | str = 1
    """How many are wanted, each of another date; or the input that says how many."""
    take: Literal["latest", "earliest"] = "latest"
    """Which are taken where there are more."""
    until: str = ""
    """The input whose date ends the time in which they count."""
    dated: str = ""
    """How the day is written to which a figure belongs: `week ending {value}`. Else the document's date counts."""
    owner: str = ""
    """How the document names the person whose figure it is: `Employee: {value}`."""
    optional: bool = False
    """Whether the calculation goes on without it."""

    @field_validator("dated", "owner")
    @classmethod
    def _has_a_place(cls, pattern: str) -> str:
        if pattern and "value" not in compile_pattern(pattern, "date").groupindex:
            raise ValueError("the pattern has no place for {value}")
        return pattern

    @model_validator(mode="after")
    def _has_value(self) -> Self:
        if self.kind != "date" and "value" not in compile_pattern(self.pattern, self.kind).groupindex:
            raise ValueError("the pattern has no group named value")
        if isinstance(self.count, int) and not 1 <= self.count <= _MOST_COUNTED:
            raise ValueError(f"count lies between 1 and {_MOST_COUNTED}")
        return self

    @property
    def figure(self) -> FigureKind:
        return self.kind

    def read(self, sentence: str) -> Figure | None:
        """The first figure that a sentence gives; None when it gives none."""
        return next((match.value for match in self.find(sentence) if match.value is not None), None)


@lru_cache(maxsize=512)
def compile_pattern(pattern: str, kind: FigureKind) -> Any:
    """The pattern with its places written out, for RE2; ValueError when it is none."""

    def write_place(place: re.Match[str]) -> str:
        before, figure = FRAGMENTS[kind if place[1] == "value" else "number"]
        return f"{before}(?P<{place[1]}>{figure})"

    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(PLACE.sub(write_place, pattern), options=options)
    except re2.error as error:
        said = error.args[0].decode("utf-8", "replace")[:100]
        raise ValueError(f"the pattern is no regular expression of RE2: {said}") from error


class Reading(Value):
    """One figure, or a rule, and the sentence it was read in."""

    name: str
    value: Figure | None = None
    pointer: Pointer
    text: str = ""
    cite: str = ""
    dated: date | None = None
    """The day it belongs to."""
    owner: str = ""
    """Whose figure it is, as the document says."""
    given: tuple[tuple[str, Decimal], ...] = ()
    """Figures of the same sentence that must agree with other inputs."""

    def make_working(self, at: working.SentenceId = "") -> working.Working:
        """The figure or the day as it stands in its sentence."""
        made = working.Day if isinstance(self.value, date) else working.Figure
        return made.model_validate({"value": self.value, "at": (at or str(self.pointer),)})


def group_figures(readings: Iterable[Reading]) -> dict[str, Figures]:
    """The figures by the input they were read for."""
    found: dict[str, Figures] = {}
    for reading in readings:
        if reading.value is not None:
            found[reading.name] = (*found.get(reading.name, ()), reading.value)
    return found


class Choice(NamedTuple):
    """What counts of the readings of one input or rule, or what keeps it from being told."""

    sought: Rule
    taken: tuple[Reading, ...] = ()
    lack: str = ""


def choose_each(every: Iterable[Rule], readings: Sequence[Reading]) -> Iterator[Choice]:
    """What counts for each, in order: what was chosen earlier says how many are wanted and which agree."""
    known: dict[str, Figures] = {}
    for sought in every:
        offered = [one for one in readings if one.name == sought.name and _agrees(one, known)]
        if isinstance(sought, Input):
            offered = [one for one in offered if is_figure(sought.kind, one.value)]
            taken, lack = _choose_figures(sought, offered, known)
        else:
            taken = sorted(offered, key=_sort_by_date)[-1:]
            lack = "" if taken else f"{sought.title}: not found"
        known.update(group_figures(taken))
        yield Choice(sought, tuple(taken), lack)


def find_strangers(readings: Sequence[Reading]) -> Iterator[str]:
    """Two people whose figures are in the file and who share no name: whose count, nobody can tell."""
    owners = sorted({reading.owner for reading in readings if reading.owner})
    for one, other in combinations(owners, 2):
        if not _split_name(one) & _split_name(other):
            yield f"whose figures count: there are those of {one} and of {other}"
            return


def _split_name(name: str) -> set[str]:
    return {word for word in re.findall(r"\w+", name.casefold()) if len(word) > 2}


def _agrees(reading: Reading, known: Mapping[str, Figures]) -> bool:
    return all(known.get(name) == (figure,) for name, figure in reading.given)


def _choose_figures(
    wanted: Input, offered: Sequence[Reading], known: Mapping[str, Figures]
) -> tuple[list[Reading], str]:
    """The figures of the wanted dates, or what keeps them from being told."""
    count = wanted.count if isinstance(wanted.count, int) else _read_count(known.get(wanted.count, ()))
    if not count:
        return [], f"{wanted.title}: how many are wanted is not known"
    last = next(iter(known.get(wanted.until, ())), None)
    if isinstance(last, date):
        offered = [one for one in offered if one.dated is None or one.dated <= last]
    if count == 1 and len({one.value for one in offered}) == 1:
        return sorted(offered, key=_sort_by_date)[-1:], ""
    undated = [one for one in offered if one.dated is None]
    by_day: dict[date, list[Reading]] = {}
    for one in sorted(offered, key=_sort_by_date):
        if one.dated is not None:
            by_day.setdefault(one.dated, []).append(one)
    days = sorted(by_day)[-count:] if wanted.take == "latest" else sorted(by_day)[:count]
    if len(days) + len(undated) < count:
        return [], f"{wanted.title}: {len(days)} of {count} found"
    if undated:
        return [], f"{wanted.title}: the date of {', '.join(sorted({_show(wanted, one) for one in undated}))}"
    for day in days:
        said = dict.fromkeys(_show(wanted, one) for one in by_day[day])
        if len(said) > 1:
            return [], f"{wanted.title}: {' and '.join(said)} are both stated for {show_figure(day)}"
    return [by_day[day][0] for day in days], ""


def _read_count(figures: Figures) -> int:
    """How many are wanted, as the file says; 0 when it says nothing that can be counted."""
    count = figures[0] if figures else None
    is_whole = isinstance(count, Decimal) and count == count.to_integral_value() and 1 <= count <= _MOST_COUNTED
    return int(count) if is_whole and isinstance(count, Decimal) else 0


def _sort_by_date(reading: Reading) -> tuple[date, str]:
    """What readings are put in order by."""
    return reading.dated or date.min, str(reading.pointer)


def _show(wanted: Input, reading: Reading) -> str:
    return show_figure(reading.value, wanted.kind) if reading.value is not None else ""


def vary_readings(chosen: Iterable[Reading], others: Sequence[Reading]) -> tuple[Reading, ...]:
    """The readings with those of another reading of the file in their places, date by date, where it has them."""
    varied: list[Reading] = []
    for reading in chosen:
        instead = [one for one in others if one.name == reading.name and one.dated == reading.dated]
        varied += instead or [reading]
    return tuple(dict.fromkeys(varied))
