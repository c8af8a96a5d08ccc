"""Calculations as data: where each figure is read, how figures combine, and what a decision said they come to.

A template states formulas and where their inputs stand; this module reads the figures out of sentences, works the steps
out in decimals, and names the first step at which a contested decision went wrong, or the input that is missing.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal, DivisionByZero, InvalidOperation
from functools import lru_cache
from typing import Any, TypeAlias

import re2  # type: ignore[import-untyped]
from pydantic import Field, field_validator

from foam.text.pointer import Pointer
from foam.values import Value

Number: TypeAlias = Decimal | bool
Figures: TypeAlias = tuple[Decimal, ...]

_CENT = Decimal("0.01")
_OPERATIONS: dict[type, Callable[[Decimal, Decimal], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_FUNCTIONS: dict[str, Callable[[Figures], Decimal]] = {
    "mean": lambda figures: sum(figures, Decimal(0)) / len(figures),
    "sum": lambda figures: sum(figures, Decimal(0)),
    "min": min,
    "max": max,
}


class Input(Value):
    """A figure, or several, and the words it stands in."""

    name: str
    title: str
    seek: str
    """What to look for."""
    pattern: str = Field(max_length=1000)
    """A regular expression over one sentence; its group `value` is the figure.

    RE2 runs it: its time grows with the sentence alone, whatever a pack says. It has no look-around and no references.
    """
    count: int = Field(default=1, ge=1)
    """How many sentences must give it, each of another document: the latest are taken."""

    @field_validator("pattern")
    @classmethod
    def _has_value(cls, pattern: str) -> str:
        try:
            groups = _compile(pattern).groupindex
        except re2.error as error:
            said = error.args[0].decode("utf-8", "replace")[:100]
            raise ValueError(f"the pattern is no regular expression of RE2: {said}") from error
        if "value" not in groups:
            raise ValueError("the pattern has no group named value")
        return pattern

    def read(self, sentence: str) -> Decimal | None:
        """The figure that a sentence gives; None when it gives none."""
        found = _compile(self.pattern).search(sentence)
        try:
            return Decimal((found["value"] or "").replace(",", "").rstrip(".")) if found else None
        except InvalidOperation:
            return None


@lru_cache(maxsize=256)
def _compile(pattern: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    return re2.compile(pattern, options=options)


class CalculationStep(Value):
    """One step: what it is called, how it is worked out, and under which input the decision stated it."""

    name: str
    title: str
    formula: str
    rule: str = ""
    stated: str = ""


class Calculation(Value):
    """A calculation as a template states it."""

    title: str
    inputs: tuple[Input, ...]
    steps: tuple[CalculationStep, ...]
    holds: str = ""
    """What must come out true for the speech to stand: `countable <= limit`."""
    as_stated: bool = False
    """Whether the speech rests on the decision's own figures: a wrong one then brings it down."""


class Reading(Value):
    """One figure, and the sentence it was read in."""

    name: str
    value: Decimal
    pointer: Pointer


class Worked(Value):
    """A step with its figure, and with the one that the decision stated."""

    name: str
    title: str
    rule: str
    value: str
    stated: str = ""

    @property
    def wrong(self) -> bool:
        return bool(self.stated) and self.stated != self.value


class Calculated(Value):
    """A calculation worked out, or what it lacks."""

    title: str
    readings: tuple[Reading, ...]
    steps: tuple[Worked, ...] = ()
    holds: bool = True
    """Whether what the speech rests on comes out true."""
    missing: tuple[str, ...] = ()

    @property
    def factor(self) -> str:
        """The first step at which the decision went wrong; empty when it did not."""
        return next((step.title for step in self.steps if step.wrong), "")

    @property
    def text(self) -> str:
        """The finding in words; empty when something is missing."""
        return "" if self.missing else " ".join(_said(step) for step in self.steps)


def calculate(calculation: Calculation, readings: Sequence[Reading]) -> Calculated:
    """Work the steps out, in order; an input that was read too seldom is named instead."""
    found: dict[str, Figures] = {}
    for reading in readings:
        found[reading.name] = (*found.get(reading.name, ()), reading.value)
    missing = tuple(
        f"{one.title}: {len(found.get(one.name, ()))} of {one.count} found"
        for one in calculation.inputs
        if len(found.get(one.name, ())) < one.count
    )
    if missing:
        return Calculated(title=calculation.title, readings=tuple(readings), missing=missing)
    steps = tuple(_worked(calculation, found))
    holds = not calculation.holds or bool(evaluate(calculation.holds, found))
    return Calculated(title=calculation.title, readings=tuple(readings), steps=steps, holds=holds)


def _worked(calculation: Calculation, known: dict[str, Figures]) -> Iterable[Worked]:
    """The steps, worked out in order; each figure joins those that are known."""
    for step in calculation.steps:
        value = evaluate(step.formula, known)
        if isinstance(value, Decimal):
            known[step.name] = (value,)
        yield Worked(
            name=step.name,
            title=step.title,
            rule=step.rule,
            value=shown(value),
            stated=shown(known[step.stated][0]) if step.stated else "",
        )


def evaluate(formula: str, figures: Mapping[str, Figures]) -> Number:
    """A formula over named figures: numbers, + - * /, comparisons, and mean, sum, min, max of an input's figures."""
    try:
        return _value(ast.parse(formula, mode="eval").body, figures)
    except (SyntaxError, KeyError, TypeError, IndexError, DivisionByZero, InvalidOperation) as error:
        raise ValueError(f"cannot work out {formula!r}: {error}") from error


def _value(node: ast.expr, figures: Mapping[str, Figures]) -> Number:
    match node:
        case ast.Constant(value=int() | float() as number):
            return Decimal(str(number))
        case ast.Name(id=name):
            (figure,) = figures[name][:1]
            return figure
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATIONS[type(op)](Decimal(_value(left, figures)), Decimal(_value(right, figures)))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _OPERATIONS[type(op)](Decimal(_value(left, figures)), Decimal(_value(right, figures)))
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=given)], keywords=[]):
            return _FUNCTIONS[name](figures[given])
        case _:
            raise TypeError(f"{ast.dump(node)[:60]} is no part of a formula")


def shown(value: Number) -> str:
    """A figure to the cent, or yes or no."""
    return f"{value.quantize(_CENT):,}" if isinstance(value, Decimal) else "yes" if value else "no"


def _said(step: Worked) -> str:
    rule = f" ({step.rule})" if step.rule else ""
    stated = f", and not {step.stated} as the decision says" if step.wrong else ""
    return f"{step.title}{rule}: {step.value}{stated}."
