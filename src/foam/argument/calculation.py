"""Calculations as data: where each figure is read, how figures combine, and what the result means.

A pack states formulas, where their inputs and rules stand, and the sentence that follows when the result holds and when
it does not. `foam.argument.worked` works them out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Self

import re2  # type: ignore[import-untyped]
from pydantic import Field, field_validator, model_validator

from foam.argument.figures import FRAGMENTS, Figure, FigureKind, parse_figure
from foam.argument.formula import find_names
from foam.text.pointer import Pointer
from foam.values import Value

PLACE = re.compile(r"\{([a-z_][a-z0-9_]*)\}")
"""A figure's place: `{value}` or `{limit}`. RE2 would read it as plain text, so that it takes nothing from patterns."""
_DENIAL = re.compile(r"\b(?:not|never|no longer|false|untrue|wrong|incorrect)\b|n't\b", re.IGNORECASE)
_DENIED_WITHIN = 40
"""How many characters before a figure a denial reaches it."""
MOST_COUNTED = 100


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
            if _DENIAL.search(sentence[max(0, found.start() - _DENIED_WITHIN) : found.start()]):
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
        if isinstance(self.count, int) and not 1 <= self.count <= MOST_COUNTED:
            raise ValueError(f"count lies between 1 and {MOST_COUNTED}")
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


class CalculationStep(Value):
    """One step: what it is called, how it is worked out, and under which input the decision stated it."""

    name: str
    title: str
    formula: str
    rule: str = ""
    stated: str = ""
    kind: FigureKind = "amount"


class Conclusion(Value):
    """What a result means, in the words of the pack's author; `{limit}` stands for a figure."""

    holds: str
    fails: str
    then_holds: str = ""
    """What follows for the decision, in one short sentence that needs no figure."""
    then_fails: str = ""


class Variant(Value):
    """Another reading of the same file: other inputs of the same names, or fewer rules."""

    id: str
    title: str
    inputs: tuple[Input, ...] = ()
    """Each stands in for the input of its name, date by date, where the file gives it."""
    leaves: tuple[str, ...] = ()
    """Rules that this reading does without."""
    concludes: Conclusion
    settles: bool = False


class Calculation(Value):
    """A calculation as a pack states it."""

    id: str = ""
    title: str
    inputs: tuple[Input, ...]
    rules: tuple[Rule, ...] = ()
    """Sentences that must be there for the steps to be right, beside those that give figures."""
    steps: tuple[CalculationStep, ...]
    holds: str = ""
    """What must come out true: `countable <= limit`."""
    as_stated: bool = False
    """Whether a speech rests on the decision's own figures: a wrong one then brings it down."""
    concludes: Conclusion | None = None
    """What a deliberation is told; without it the calculation serves speeches alone."""
    settles: bool = False
    """Whether the result settles a question that it bears on."""
    value: str = ""
    """The pack's value that it serves; empty leaves that to be judged."""
    variants: tuple[Variant, ...] = ()

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        known: list[str] = []
        for sought in (*self.inputs, *self.rules):
            earlier = PLACE.findall(sought.pattern)
            if isinstance(sought, Input):
                earlier += [name for name in (sought.count, sought.until) if isinstance(name, str) and name]
            _require_known(sought.name, (name for name in earlier if name != "value"), known)
            known.append(sought.name)
        for step in self.steps:
            _require_known(step.name, (*find_names(step.formula), *filter(None, [step.stated])), known)
            known.append(step.name)
        if len(set(known)) != len(known):
            raise ValueError("two inputs, rules or steps have the same name")
        _require_known("holds", find_names(self.holds) if self.holds else (), known)
        for said in filter(None, [self.concludes, *(variant.concludes for variant in self.variants)]):
            _require_known("concludes", PLACE.findall(f"{said.holds} {said.fails}"), known)
        for variant in self.variants:
            _require_known(variant.id, (*variant.leaves, *(one.name for one in variant.inputs)), known)
        return self

    @property
    def sought(self) -> tuple[Rule, ...]:
        """Everything that is read in the file."""
        return (*self.inputs, *self.rules)

    @property
    def kinds(self) -> dict[str, FigureKind]:
        """What kind of figure each name stands for."""
        return {one.name: one.kind for one in self.inputs} | {one.name: one.kind for one in self.steps}

    def vary(self, variant: Variant) -> Calculation:
        """The calculation under another reading."""
        titles = {one.name: one.title for one in variant.inputs}
        return self.model_copy(
            update={
                "inputs": tuple(
                    one.model_copy(update={"title": titles.get(one.name, one.title)}) for one in self.inputs
                ),
                "id": f"{self.id}.{variant.id}",
                "title": variant.title,
                "rules": tuple(rule for rule in self.rules if rule.name not in variant.leaves),
                "concludes": variant.concludes,
                "settles": variant.settles,
                "variants": (),
            }
        )


def _require_known(where: str, names: Iterable[str], known: Iterable[str]) -> None:
    for name in names:
        if name not in known:
            raise ValueError(f"{where}: no {name!r} stands before it")


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
