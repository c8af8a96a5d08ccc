"""Workings as they travel in a form: a flat list of steps, each of which names only earlier ones.

`OPS` says what each op does, in the line that a form shows. The steps of one working stand and fall together: where one
is at fault, the whole working is asked for again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from foam.acts.engine import list_rows, place_group, read_first, read_texts
from foam.argument.casefile import CaseFile
from foam.argument.grounding import complete_days, find_ungrounded
from foam.argument.working import COMPARISONS, OPERATIONS, Context, Working, compute
from foam.model.form import Form, IdsField, LabelField, ListField, NamesField, Record, TextField
from foam_quotes.text.figures import parse_date, parse_decimal

STEPS = "steps"
_MOST_STEPS = 60
_MOST_ARGS = 16
_WORKING: TypeAdapter[Working] = TypeAdapter(Working)


class Op(NamedTuple):
    """What an op does, and how many args it takes."""

    does: str
    least: int = 1
    most: int = _MOST_ARGS


LEAF = "leaf"
OPS: dict[str, Op] = {
    "figure": Op("the number in value, which stands in each sentence of at", 0, 0),
    "day": Op("the day in value, which at names; a year or month that is left out there is its document's", 0, 0),
    "convention": Op("the number or day in value, which no sentence states; unit says why", 0, 0),
    LEAF: Op("what the calculation that args names comes to", 1, 1),
    "sum": Op("all args together"),
    "sub": Op("the first less the others", 2),
    "mul": Op("all args multiplied"),
    "div": Op("the first divided by the others", 2),
    "mean": Op("the average of all args"),
    "min": Op("the least"),
    "max": Op("the greatest"),
    "count": Op("how many args there are"),
    "less_percent": Op("the first less so many per cent of it as the second says", 2, 2),
    "round_half_up": Op("the nearest multiple of value (0.01, 0.5, 1, 10), from the half on upwards", 1, 1),
    "round_up": Op("the next multiple of value above", 1, 1),
    "round_down": Op("the next multiple of value below", 1, 1),
    "days_both_ends": Op("the days from the first day to the second, both counted", 2, 2),
    "days_last_end": Op("the same, the first day not counted", 2, 2),
    "work_days_both_ends": Op("as days_both_ends, Monday to Friday alone, less the days that further args name", 2),
    "work_days_last_end": Op("as days_last_end, Monday to Friday alone, less the days that further args name", 2),
    "days_later": Op("the day that lies so many days as the second says after the first", 2, 2),
    "months_later": Op("the day that lies so many months after the first", 2, 2),
    "<=": Op("whether the first is at most the second", 2, 2),
    "<": Op("whether it is less", 2, 2),
    "=": Op("whether they are equal", 2, 2),
    ">=": Op("whether the first is at least the second", 2, 2),
    ">": Op("whether it is more", 2, 2),
}


def make_steps_field(ids: Sequence[str], *, has_leaves: bool = True) -> ListField:
    """The list of steps of a form; of one without leaves a step names none."""
    ops = {name: op for name, op in OPS.items() if has_leaves or name != LEAF}
    told = "".join(f"\n      {name}: {op.does}" for name, op in ops.items())
    return ListField(
        name=STEPS,
        about="workings, step by step; each step but the last is an arg of a later one, and the last is the result",
        at_most=_MOST_STEPS,
        grouped_by="of",
        fields=(
            NamesField(name="of", about="what it is the working of", at_least=1),
            NamesField(name="step", about="a name for this step", at_least=1),
            LabelField(name="op", about=f"what it gives{told}", labels=tuple(ops)),
            NamesField(
                name="args", about=f"earlier steps{'; of `leaf`, the leaf' if has_leaves else ''}", at_most=_MOST_ARGS
            ),
            TextField(name="value", about="the number, or the day as 2025-03-18", max_words=4, may_be_empty=True),
            TextField(name="unit", about="or why, of a convention", max_words=12, may_be_empty=True),
            IdsField(name="at", about="the sentences in which it stands", ids=tuple(ids), at_most=min(6, len(ids))),
        ),
    )


class Workings(NamedTuple):
    """The sound working of each leaf or finding that has one, and what is wrong with the others."""

    by_name: dict[str, Working]
    faults: tuple[str, ...]
    at_fault: frozenset[str]
    """What they are the workings of."""


def read_workings(form: Form, file: CaseFile) -> Workings:
    """The workings that the steps of a form make, over a file."""
    built: dict[str, dict[str, Working | None]] = {}
    used: set[tuple[str, str]] = set()
    faults: list[tuple[str, str]] = []
    for row in list_rows(form, STEPS):
        of, step, args = read_first(row, "of"), read_first(row, "step"), read_texts(row, "args")
        earlier = built.setdefault(of, {})
        used |= {(of, name) for name in args}
        try:
            made = _build(row, args, earlier, file)
            if step in earlier:
                raise ValueError("the name was given before")
        except ValueError as error:
            why = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            faults.append((of, f"{step}: {why}"))
            made = None
        earlier[step] = made
    for of, steps in built.items():
        idle = [name for name in [*steps][:-1] if (of, name) not in used]
        faults += ((of, f"{name}: no later step uses it") for name in idle)
    whole = {of: [*steps.values()][-1] for of, steps in built.items()}
    at_fault = frozenset(of for of, _ in faults)
    sound = {of: last for of, last in whole.items() if last is not None and of not in at_fault}
    return Workings(sound, tuple(place_group(STEPS, *fault) for fault in faults), at_fault)


def check_workings(workings: Workings) -> Iterator[str]:
    """Each working that cannot be worked out, or names what has no working."""
    for of, working in workings.by_name.items():
        computed = compute(working, Context(workings.by_name))
        lost = (f"there is no working of {name!r}" for name in computed.open if name not in workings.at_fault)
        if fault := computed.fault or next(lost, ""):
            yield place_group(STEPS, of, fault)


def _build(row: Record, args: Sequence[str], earlier: Mapping[str, Working | None], file: CaseFile) -> Working | None:
    """The working that a step comes to; None where a step that it names is at fault, which is told there."""
    op, kind = str(row["op"]), OPS.get(str(row["op"]))
    if kind is None:
        raise ValueError(f"there is no operation {op!r}")
    parts = [] if op == LEAF else [earlier.get(name) for name in args]
    if unknown := [name for name in args if op != LEAF and name not in earlier]:
        raise ValueError(f"there is no step {unknown[0]!r} before it")
    if not kind.least <= len(args) <= kind.most:
        wanted = f"at least {kind.least}" if kind.most == _MOST_ARGS else str(kind.least)
        raise ValueError(f"{op} takes {wanted} {'step' if kind.least == 1 else 'steps'}")
    if op in ("figure", "day") and not row["at"]:
        raise ValueError("no sentence is named in which it stands")
    if None in parts:
        return None
    made = _WORKING.validate_python(_describe(op, row, args, parts))
    if parts:
        return made
    made = complete_days(made, file)
    if wrong := [f"{one.value} does not stand in {at}" for one, at in find_ungrounded(made, file)]:
        raise ValueError(", ".join(wrong))
    return made


def _describe(op: str, row: Record, args: Sequence[str], parts: Sequence[Working | None]) -> dict[str, Any]:
    """A working as plain data, of one step."""
    value, unit, at = str(row["value"]), str(row["unit"]), row["at"]
    match op:
        case "figure":
            return {"type": "figure", "value": _read_number(value), "unit": unit, "at": at}
        case "day":
            return {"type": "day", "value": _read_day(value), "at": at}
        case "convention":
            return {"type": "given", "value": parse_date(value) or _read_number(value), "why": unit or "a convention"}
        case "leaf":
            return {"type": "ref", "leaf": args[0]}
        case "round_half_up" | "round_up" | "round_down":
            return {"type": "round", "of": parts[0], "to": _read_number(value), "mode": op.removeprefix("round_")}
        case "days_later" | "months_later":
            return {"type": "later", "first": parts[0], "count": parts[1], "unit": op.removesuffix("_later")}
        case _ if op in OPERATIONS:
            return {"type": "op", "op": op, "args": parts}
        case _ if op in COMPARISONS:
            return {"type": "compare", "left": parts[0], "op": op, "right": parts[1]}
        case _:
            stretch = {"first": parts[0], "last": parts[1], "ends": "both" if "both" in op else "last"}
            is_work = op.startswith("work")
            return {"type": "work_days", "closed": parts[2:], **stretch} if is_work else {"type": "days", **stretch}


def _read_number(said: str) -> Decimal:
    number = parse_decimal(said, lone_three="decimal point")
    if number is None:
        raise ValueError(f"{said!r} is no number")
    return number


def _read_day(said: str) -> date:
    day = parse_date(said)
    if day is None:
        raise ValueError(f"{said!r} is no day")
    return day
