"""A sum of an examined file worked out by the steps of a challenger. Sums in their words are not read."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from foam.argument.grounding import find_ungrounded, stands_in
from foam.argument.working import Context, Figure, compute, list_inputs, show_result
from foam.contest.findings import make_finding, make_reason, reject
from foam.contest.kinds.recount import find_own_slip, read_steps
from foam.contest.outcome import Finding

if TYPE_CHECKING:
    from foam.contest.filed.hearing import FileHearing
    from foam.contest.kinds.calculation import Step

_PART = "sum"


def find_wrong(hearing: FileHearing, steps: Sequence[Step]) -> str:
    """What is wrong with the steps themselves; empty where they can be worked out."""
    try:
        working = read_steps(_PART, steps, hearing.named)
    except ValueError as error:
        return str(error)
    wrong = [f"{one.value} does not stand in {at}" for one, at in find_ungrounded(working, hearing.named)]
    computed = compute(working, Context({_PART: working}))
    return ", ".join((*wrong, *computed.open, *filter(None, [computed.fault])))


def recount(hearing: FileHearing, steps: Sequence[Step]) -> Finding | None:
    """Rejected where the steps do not come to what is claimed, `already so` where the sentence states their result."""
    working = read_steps(_PART, steps, hearing.named)
    comes_to, cite = compute(working, Context({_PART: working})).value, hearing.cite(hearing.at)
    if why := find_own_slip(working, comes_to, steps[-1].value):
        return reject(make_reason(why, cite))
    figures = {Fraction(one.value) for one in list_inputs(working) if isinstance(one, Figure)}
    if not isinstance(comes_to, Fraction) or comes_to in figures:
        return None
    if stands_in(Decimal(comes_to.numerator) / comes_to.denominator, hearing.sentence):
        why = f"These steps come to {show_result(comes_to)}, and the sentence says so."
        return make_finding("already so", "rebut", make_reason(why, cite))
    return None
