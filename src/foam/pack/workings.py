"""Findings of stated rules worked out: steps are workings over the readings that count, or what is missing is said."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from foam.argument.figures import FigureKind, show_figure
from foam.argument.inputs import (
    Input,
    Reading,
    choose_each,
    find_strangers,
    group_figures,
)
from foam.argument.working import Context, Ref, Result, Working, compute
from foam.pack.formulas import build_formula
from foam.pack.rules import Calculation
from foam.values import Value


class Worked(Value):
    """A step with its figure, and with the one that the decision stated."""

    name: str
    title: str
    rule: str
    working: Working
    """Over figures and days in their sentences, and over earlier steps by their names."""
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
    def text(self) -> str:
        """The finding in words; empty when something is missing."""
        return "" if self.missing else " ".join(_say(step) for step in self.steps)


def calculate(calculation: Calculation, readings: Sequence[Reading]) -> Calculated:
    """Choose among the readings and work the steps out, in order; what is missing is named instead.

    What was chosen once is chosen again.
    """
    chosen: list[Reading] = []
    missing = list(find_strangers(readings))
    for sought, taken, lack in choose_each(calculation.sought, readings):
        chosen += taken
        if lack and (calculation.as_stated or not (isinstance(sought, Input) and sought.optional)):
            missing.append(lack)
    about = Calculated(title=calculation.title, readings=tuple(chosen), missing=tuple(missing))
    try:
        return about if missing else _work(calculation, about)
    except (ValueError, ArithmeticError) as error:
        return about.model_copy(update={"missing": (f"{calculation.title}: {error}",)})


def _work(calculation: Calculation, about: Calculated) -> Calculated:
    """Each step over the readings and over the steps before it, and whether what is asked holds."""
    known: dict[str, Working] = {}
    context = Context(known)

    def find(name: str) -> tuple[Working, ...]:
        read = [one for one in about.readings if one.name == name and one.value is not None]
        return tuple(one.make_working() for one in read) or (Ref(leaf=name),)

    steps = []
    figures = group_figures(about.readings)
    for step in calculation.steps:
        known[step.id] = working = step.build(find)
        steps.append(
            Worked(
                name=step.id,
                title=step.title,
                rule=step.rule,
                working=working,
                value=show_value(_require_value(working, context), step.kind),
                stated=next((show_figure(one, step.kind) for one in figures.get(step.stated, ())), ""),
            )
        )
    holds = [_require_value(build_formula(one, find), context) is True for one in calculation.claims]
    return about.model_copy(update={"steps": tuple(steps), "holds": all(holds)})


def _require_value(working: Working, context: Context) -> Result:
    computed = compute(working, context)
    if computed.value is None:
        raise ValueError(computed.fault or f"{', '.join(computed.open)} is not known")
    return computed.value


def show_value(value: Result, kind: FigureKind) -> str:
    """What a working comes to, as figures of this kind are printed."""
    return show_figure(Decimal(value.numerator) / value.denominator if isinstance(value, Fraction) else value, kind)


def _say(step: Worked) -> str:
    stated = f", and not {step.stated} as the decision says" if step.wrong else ""
    return f"{_name(step)}: {step.value}{stated}."


def _name(step: Worked) -> str:
    return f"{step.title} ({step.rule})" if step.rule else step.title
