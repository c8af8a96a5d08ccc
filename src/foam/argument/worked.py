"""Calculations worked out: the readings that count, each step with its working, and what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import combinations

from foam.argument.calculation import MOST_COUNTED, PLACE, Calculation, Input, Reading
from foam.argument.figures import is_figure, show_figure
from foam.argument.formula import Figures, evaluate, write_out
from foam.values import Value

UNSEEN = "…"
"""What stands in a conclusion for a figure that is not known."""


class Worked(Value):
    """A step with its figure, and with the one that the decision stated."""

    name: str
    title: str
    rule: str
    working: str = ""
    """The formula with its figures: `305.00 × 4.3`."""
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
    """Choose among the readings and work the steps out, in order; what is missing is named instead."""
    chosen, missing = choose_readings(calculation, readings)
    if missing:
        return Calculated(title=calculation.title, readings=chosen, missing=missing)
    figures = group_figures(chosen)
    try:
        steps = tuple(_work(calculation, figures))
        holds = not calculation.holds or bool(evaluate(calculation.holds, figures))
    except (ValueError, ArithmeticError) as error:
        return Calculated(title=calculation.title, readings=chosen, missing=(str(error),))
    return Calculated(title=calculation.title, readings=chosen, steps=steps, holds=holds)


def group_figures(readings: Iterable[Reading]) -> dict[str, Figures]:
    """The figures by the input they were read for."""
    found: dict[str, Figures] = {}
    for reading in readings:
        if reading.value is not None:
            found[reading.name] = (*found.get(reading.name, ()), reading.value)
    return found


def _work(calculation: Calculation, known: dict[str, Figures]) -> Iterator[Worked]:
    """The steps, worked out in order; each figure joins those that are known."""
    kinds = calculation.kinds
    for step in calculation.steps:
        value = evaluate(step.formula, known)
        working = write_out(step.formula, known, kinds)
        if isinstance(value, Decimal):
            known[step.name] = (value,)
        stated = known.get(step.stated, ())
        yield Worked(
            name=step.name,
            title=step.title,
            rule=step.rule,
            working=working,
            value=show_figure(value, step.kind),
            stated=show_figure(stated[0], step.kind) if stated else "",
        )


def choose_readings(
    calculation: Calculation, readings: Sequence[Reading]
) -> tuple[tuple[Reading, ...], tuple[str, ...]]:
    """The readings that count, and what is missing. What was chosen once is chosen again."""
    known: dict[str, Figures] = {}
    chosen: list[Reading] = []
    missing = list(_find_strangers(readings))
    for sought in calculation.sought:
        offered = [one for one in readings if one.name == sought.name and _agrees(one, known)]
        if isinstance(sought, Input):
            offered = [one for one in offered if is_figure(sought.kind, one.value)]
            taken, lack = _choose_figures(sought, offered, known)
            is_needed = calculation.as_stated or not sought.optional
        else:
            taken, is_needed = sorted(offered, key=_by_date)[-1:], True
            lack = "" if taken else f"{sought.title}: not found"
        if lack and is_needed:
            missing.append(lack)
        elif not lack:
            chosen += taken
            known.update(group_figures(taken))
    return tuple(chosen), tuple(missing)


def _find_strangers(readings: Sequence[Reading]) -> Iterator[str]:
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
        return sorted(offered, key=_by_date)[-1:], ""
    undated = [one for one in offered if one.dated is None]
    by_day: dict[date, list[Reading]] = {}
    for one in sorted(offered, key=_by_date):
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
    is_whole = isinstance(count, Decimal) and count == count.to_integral_value() and 1 <= count <= MOST_COUNTED
    return int(count) if is_whole and isinstance(count, Decimal) else 0


def _by_date(reading: Reading) -> tuple[date, str]:
    return reading.dated or date.min, str(reading.pointer)


def _show(wanted: Input, reading: Reading) -> str:
    return show_figure(reading.value, wanted.kind) if reading.value is not None else ""


def state(sentence: str, calculation: Calculation, calculated: Calculated) -> str:
    """A conclusion with the figures in their places."""
    kinds = calculation.kinds
    figures = {
        name: ", ".join(show_figure(value, kinds[name]) for value in values)
        for name, values in group_figures(calculated.readings).items()
    } | {step.name: step.value for step in calculated.steps}
    return PLACE.sub(lambda place: figures.get(place[1], UNSEEN), sentence)


def state_unseen(sentence: str) -> str:
    """A conclusion whose figures are not known."""
    return PLACE.sub(UNSEEN, sentence)


def _said(step: Worked) -> str:
    rule = f" ({step.rule})" if step.rule else ""
    stated = f", and not {step.stated} as the decision says" if step.wrong else ""
    return f"{step.title}{rule}: {step.value}{stated}."


def vary_readings(chosen: Iterable[Reading], others: Sequence[Reading]) -> tuple[Reading, ...]:
    """The readings with those of another reading of the file in their places, date by date, where it has them."""
    varied: list[Reading] = []
    for reading in chosen:
        instead = [one for one in others if one.name == reading.name and one.dated == reading.dated]
        varied += instead or [reading]
    return tuple(dict.fromkeys(varied))


class Stated(Value):
    """A figure that the file states, held against the one that was worked out."""

    step: Worked
    stated: Reading
    single: Reading | None = None
    """The one figure that gives what is stated, put in place of several."""
    steps: tuple[Worked, ...] = ()
    """The steps with that one figure."""


def trace_stated(calculation: Calculation, calculated: Calculated, others: Sequence[Reading]) -> Stated | None:
    """What the last stated figure comes from; None when the file states none.

    Where it is not what was worked out, each single figure is tried in place of the several that are asked for.
    """
    names = {step.name: step.stated for step in calculation.steps if step.stated}
    step = next((one for one in reversed(calculated.steps) if one.stated), None)
    if step is None:
        return None
    (stated,) = (one for one in calculated.readings if one.name == names[step.name])
    if not step.wrong:
        return Stated(step=step, stated=stated, steps=calculated.steps)
    figures = group_figures(calculated.readings)
    several = [one.name for one in calculation.inputs if len(figures.get(one.name, ())) > 1]
    for reading in sorted((*calculated.readings, *others), key=_by_date, reverse=True):
        if reading.name in several and reading.value is not None:
            steps = _try_steps(calculation, figures | {reading.name: (reading.value,)})
            if any(one.name == step.name and one.value == step.stated for one in steps):
                return Stated(step=step, stated=stated, single=reading, steps=steps)
    return Stated(step=step, stated=stated)


def _try_steps(calculation: Calculation, figures: dict[str, Figures]) -> tuple[Worked, ...]:
    try:
        return tuple(_work(calculation, figures))
    except (ValueError, ArithmeticError):
        return ()
