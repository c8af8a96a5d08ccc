"""Comparative statics: analytic derivatives of the rates, for the baseline (evidence shown whenever feasible).

The derivatives settle what the prose of the theory leaves open. In the tie-break baseline the gap rho (1 - b)
grows in rho and falls in b. With a logit judge it always grows in kappa, but its sign in rho, mu and lambda
depends on the point: see docs/oversight.md.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from foam.oversight.setting import (
    Judge,
    JudgeTable,
    Lead,
    Logit,
    Protocol,
    Setting,
    TieBreak,
    endorses,
    endorses_consultant,
)
from foam.values import Value

Knob: TypeAlias = Literal["p", "rho", "tau", "b", "default", "mu", "kappa", "lam"]
_TECHNOLOGY: tuple[Knob, ...] = ("p", "rho", "tau")


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
    amp_c = _amp_slope("consultancy", setting, judge, knob)
    amp_d = _amp_slope("debate", setting, judge, knob)
    follow_c = _follow_slope("consultancy", setting, judge, knob)
    follow_d = _follow_slope("debate", setting, judge, knob)
    moved = setting.p * (follow_c - follow_d) - (1 - setting.p) * (amp_c - amp_d)
    return Slope(
        knob=knob,
        amplification_consultancy=amp_c,
        amplification_debate=amp_d,
        follow_consultancy=follow_c,
        follow_debate=follow_d,
        gap=amp_c - amp_d,
        accuracy_gap=_accuracy_gap_in_p(setting, judge) if knob == "p" else moved,
    )


def _accuracy_gap_in_p(setting: Setting, judge: Judge) -> float:
    """Accuracy is p F + (1 - p)(1 - Amp), so its slope in p is F + Amp - 1."""
    sums = [
        _mix(protocol, judge, setting.tau, setting.rho) + _mix(protocol, judge, setting.rho, setting.tau)
        for protocol in ("consultancy", "debate")
    ]
    return sums[0] - sums[1]


def _amp_slope(protocol: Protocol, setting: Setting, judge: Judge, knob: Knob) -> float:
    own, other = setting.rho, setting.tau
    return _slope(protocol, judge, own, other, knob, own_knob="rho", other_knob="tau")


def _follow_slope(protocol: Protocol, setting: Setting, judge: Judge, knob: Knob) -> float:
    own, other = setting.tau, setting.rho
    return _slope(protocol, judge, own, other, knob, own_knob="tau", other_knob="rho")


def _slope(
    protocol: Protocol, judge: Judge, own: float, other: float, knob: Knob, *, own_knob: Knob, other_knob: Knob
) -> float:
    if knob == "p":
        return 0.0
    if knob == own_knob:
        return _mix(protocol, judge, 1.0, other) - _mix(protocol, judge, 0.0, other)
    if knob == other_knob:
        return _mix(protocol, judge, own, 1.0) - _mix(protocol, judge, own, 0.0)
    return _judged_slope(protocol, judge, own, other, knob)


def _mix(protocol: Protocol, judge: Judge, own: float, other: float) -> float:
    """The endorsement probability, which is linear in `own` and in `other`."""
    weights = _weights(protocol, own, other)
    return sum(weight * _answer(protocol, judge, lead) for lead, weight in weights.items())


def _judged_slope(protocol: Protocol, judge: Judge, own: float, other: float, knob: Knob) -> float:
    weights = _weights(protocol, own, other)
    return sum(weight * _answer_slope(protocol, judge, lead, knob) for lead, weight in weights.items())


def _weights(protocol: Protocol, own: float, other: float) -> dict[Lead, float]:
    seen = other if protocol == "debate" else 0.0
    tie = own * seen + (1 - own) * (1 - seen)
    return {1: own * (1 - seen), 0: tie, -1: (1 - own) * seen}


def _answer(protocol: Protocol, judge: Judge, lead: Lead) -> float:
    return endorses(judge, lead) if protocol == "debate" else endorses_consultant(judge, lead == 1)


def _answer_slope(protocol: Protocol, judge: Judge, lead: Lead, knob: Knob) -> float:
    match judge:
        case TieBreak():
            moves = {("debate", "b"), ("consultancy", "default")}
            return 1.0 if lead == 0 and (protocol, knob) in moves else 0.0
        case Logit():
            chance = endorses(judge, lead)
            return chance * (1 - chance) * _index_slope(judge, lead, knob)
        case JudgeTable():
            return 0.0
        case _:
            assert_never(judge)


def _index_slope(judge: Logit, lead: Lead, knob: Knob) -> float:
    """Derivative of lam (mu + kappa lead)."""
    by_knob = {"mu": judge.lam, "kappa": judge.lam * lead, "lam": judge.mu + judge.kappa * lead}
    return by_knob.get(knob, 0.0)
