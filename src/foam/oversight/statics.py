"""Comparative statics: derivatives of the rates, for the baseline (evidence shown whenever feasible).

Every rate is linear in every share, so its slope is its value at 1 less that at 0. Only the parameters of a logit
judge bend it: there a central difference is right to about nine digits. The derivatives settle what the prose of the
theory leaves open. In the tie-break baseline the gap rho (1 - b) grows in rho and falls in b. With a logit judge it
always grows in kappa, but its sign in rho, mu and lambda depends on the point: see docs/oversight.md.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from foam.oversight.setting import Judge, JudgeTable, Logit, Setting, TieBreak
from foam.oversight.sweep import move
from foam.oversight.theory import compare
from foam.values import Value

Knob: TypeAlias = Literal["p", "rho", "tau", "b", "default", "mu", "kappa", "lam"]
_TECHNOLOGY: tuple[Knob, ...] = ("p", "rho", "tau")
_STEP = 1e-5
"""By how much a logit judge's parameter is moved, to either side."""


class Slope(Value):
    """How the rates move with one parameter."""

    knob: Knob
    amplification_consultancy: float
    amplification_debate: float
    follow_consultancy: float
    follow_debate: float
    gap: float
    """Derivative of Amp(consultancy) - Amp(debate)."""
    accuracy_gap: float
    """Derivative of accuracy(consultancy) - accuracy(debate)."""


def knobs(judge: Judge) -> tuple[Knob, ...]:
    """The parameters that the rates depend on under this judge."""
    match judge:
        case TieBreak():
            return (*_TECHNOLOGY, "b", "default")
        case Logit():
            return (*_TECHNOLOGY, "mu", "kappa", "lam")
        case JudgeTable():
            return _TECHNOLOGY
        case _:
            assert_never(judge)


def slopes(setting: Setting, judge: Judge) -> tuple[Slope, ...]:
    """The derivative of every rate by every parameter."""
    return tuple(slope(setting, judge, knob) for knob in knobs(judge))


def slope(setting: Setting, judge: Judge, knob: Knob) -> Slope:
    """The derivative of every rate by one parameter."""
    low, high = 0.0, 1.0
    if isinstance(judge, Logit) and knob not in _TECHNOLOGY:
        at = float(getattr(judge, knob))
        step = _STEP if knob == "mu" else min(_STEP, at / 2)  # the others stay above nought
        low, high = at - step, at + step
    below, above = (compare(*move(setting, judge, knob, at)) for at in (low, high))
    amp, follow, accuracy = (
        [(getattr(up, rate) - getattr(down, rate)) / (high - low) for down, up in zip(below, above, strict=True)]
        for rate in ("amplification", "follow", "accuracy")
    )
    return Slope(
        knob=knob,
        amplification_consultancy=amp[0],
        amplification_debate=amp[1],
        follow_consultancy=follow[0],
        follow_debate=follow[1],
        gap=amp[0] - amp[1],
        accuracy_gap=accuracy[0] - accuracy[1],
    )
