"""A sum worked out again by the steps of a challenger: what they come to, beside what the leaf came to."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from foam.acts.steps import STEPS, read_workings
from foam.argument.grounding import find_ungrounded
from foam.argument.working import (
    Compare,
    Context,
    Days,
    Figure,
    Op,
    WorkDays,
    Working,
    compute,
    list_inputs,
    show_result,
    show_working,
)
from foam.contest.kinds.kind import Contested, Ended
from foam_quotes.text.figures import parse_decimal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from foam.argument.casefile import CaseFile
    from foam.argument.tree import Leaf
    from foam.job.orders.contest import Step
    from foam.model.form import Record as Form

_WORKED_OUT = (Op, Days, WorkDays)
"""Workings whose last step has no value of its own, so that the one given is what they are said to come to."""


def find_wrong(contested: Contested, steps: Sequence[Step]) -> str:
    """What is wrong with the steps themselves; empty where they can be worked out."""
    try:
        working = _read_working(contested, steps)
    except ValueError as error:
        return str(error)
    return find_faults(contested.part, working, contested.filed, contested.frame.workings)


def find_faults(part: str, working: Working, filed: CaseFile, workings: Mapping[str, Working | None]) -> str:
    """What does not stand where it is said to, or cannot be computed."""
    wrong = [f"{one.value} does not stand in {at}" for one, at in find_ungrounded(working, filed)]
    computed = compute(working, Context({**workings, part: working}))
    return ", ".join((*wrong, *computed.open, *filter(None, [computed.fault])))


def recount(contested: Contested, steps: Sequence[Step]) -> Ended | None:
    """What is said to come of the steps, against what does; and whether the leaf says the same already."""
    context, old, claimed = _see(contested), contested.leaf.working, steps[-1].value
    made, working = read_steps(contested.part, steps, contested.filed), _read_working(contested, steps)
    comes_to = compute(made, context).value
    if why := find_own_slip(made, comes_to, claimed):
        return Ended(disposition="rejected", why=why)
    if old is not None and _list_results(old, context) == _list_results(working, context):
        return Ended(disposition="already so", why=f"It was worked out so: {show_working(old, context)}.")
    return None


def find_own_slip(made: Working, comes_to: object, claimed: str) -> str:
    """How the steps contradict what they are said to come to; empty where they do not."""
    if not isinstance(made, _WORKED_OUT) or not isinstance(comes_to, Fraction) or _agrees(claimed, comes_to):
        return ""
    return f"These steps come to {show_result(comes_to)}, and not to {claimed}."


def change_leaf(contested: Contested, steps: Sequence[Step]) -> Leaf:
    """The leaf with the working of the steps."""
    working, leaf = _read_working(contested, steps), contested.leaf
    at = tuple(dict.fromkeys(at for one in list_inputs(working) if isinstance(one, Figure) for at in one.at))
    reads = (*leaf.reads, *(name for one in at for name in contested.frame.facts_at.get(one, ())))
    return leaf.model_copy(update={"working": working, "at": at, "reads": tuple(dict.fromkeys(reads))})


def compare_workings(old: Leaf, new: Leaf, contested: Contested) -> str:
    """Both workings, for readers."""
    shown = [show_working(one.working, _see(contested)) for one in (old, new) if one.working]
    return f"Both can be worked out: {'; and '.join(shown)}."


def read_steps(part: str, steps: Sequence[Step], filed: CaseFile) -> Working:
    """The working of the steps, as they stand; ValueError where there is none."""
    made = read_workings({STEPS: tuple(_describe(part, one) for one in steps)}, filed)
    if made.faults:
        raise ValueError(made.faults[0])
    return made.by_name[part]


def _read_working(contested: Contested, steps: Sequence[Step]) -> Working:
    """The working of the leaf by these steps. A number in place of a comparison is what is compared."""
    working, old = read_steps(contested.part, steps, contested.filed), contested.leaf.working
    if isinstance(old, Compare) and not isinstance(working, Compare):
        return old.model_copy(update={"left": working})
    return working


def _describe(leaf: str, one: Step) -> Form:
    return {**one.model_dump(), "of": (leaf,), "step": (one.step,)}


def _agrees(claimed: str, comes_to: Fraction) -> bool:
    """Whether a figure may be what a number is rounded to; nothing is claimed where none is given."""
    figure = parse_decimal(claimed, lone_three="grouping")
    if figure is None:
        return True
    places = max(0, -int(figure.as_tuple().exponent))
    return abs(comes_to - Fraction(figure)) < Fraction(1, 10**places)


def _see(contested: Contested) -> Context:
    return Context(contested.frame.workings)


def _list_results(working: Working, context: Context) -> list[object]:
    """What a working comes to; of a comparison, both of its sides."""
    sides = (working.left, working.right) if isinstance(working, Compare) else (working,)
    return [compute(one, context).value for one in sides]
