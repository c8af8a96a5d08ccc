"""Graded evidence and rhetoric. The judge endorses with probability sigma(lam (mu + kappa_v dv + kappa_r dr)).

Assumptions: a side's verified score v is binomial (`levels` artefacts, each passing with a chance that depends on
whether its stance is true); rhetoric is normal, independent of v, with a mean that may depend on the truth of the
stance; a consultancy has v_A = r_A = 0. Rhetoric may also be *chosen*, at cost c r^2 / 2, by senders who do not know
the truth: then both debaters choose alike and their rhetoric cancels, while a consultant's does not.
Limit: one level, quality_true 1, kappa_r 0 is the logit baseline.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from foam.oversight.setting import Protocol, Share
from foam.oversight.theory import GameRates, assemble
from foam.values import Value

Vector = NDArray[np.float64]


class Messages(Value):
    """What the two kinds of stance can say."""

    p: Share
    levels: int = Field(default=1, ge=1, le=200)
    quality_true: Share = 1.0
    quality_false: Share
    rhetoric_true: float = 0.0
    """Mean rhetorical score of a true stance."""
    rhetoric_false: float = 0.0
    rhetoric_sd: float = Field(default=0.0, ge=0)


class GradedJudge(Value):
    """Weighs verified content and rhetoric."""

    mu: float = 0.0
    kappa_v: float = Field(gt=0)
    kappa_r: float = Field(default=0.0, ge=0)
    lam: float = Field(default=1.0, gt=0)


class _ChosenRhetoric(Value):
    """Equilibrium when rhetoric is chosen."""

    consultant: float
    debater: float
    """The same for both sides: their first-order conditions are one and the same."""
    regret: float
    """What a debater could still gain by another level of rhetoric; 0 in equilibrium."""
    consultancy: GameRates
    debate: GameRates


def rates(protocol: Protocol, messages: Messages, judge: GradedJudge, *, boost: float = 0.0) -> GameRates:
    """All rates of one protocol. `boost` is rhetoric the protagonist adds beyond the antagonist's."""
    follow, tie_right = _endorsement(protocol, messages, judge, True, boost)
    amp, tie_wrong = _endorsement(protocol, messages, judge, False, boost)
    tie = messages.p * tie_right + (1 - messages.p) * tie_wrong
    return assemble(protocol, messages.p, amp=amp, follow=follow, tie=tie)


def choose_rhetoric(messages: Messages, judge: GradedJudge, *, cost: float) -> _ChosenRhetoric:
    """Solve for chosen rhetoric at quadratic cost."""
    highest = math.sqrt(2 / cost)
    consultant = _best_boost("consultancy", messages, judge, cost, highest)
    debater = min(highest, _marginal(messages, judge) / cost)
    return _ChosenRhetoric(
        consultant=consultant,
        debater=debater,
        regret=_regret(messages, judge, cost, debater, highest),
        consultancy=rates("consultancy", messages, judge, boost=consultant),
        debate=rates("debate", messages, judge),
    )


def _endorsement(
    protocol: Protocol, messages: Messages, judge: GradedJudge, right: bool, boost: float
) -> tuple[float, float]:
    """Pr(endorsed) and Pr(equal scores) given whether the protagonist is right."""
    weights = _lead_weights(protocol, messages, right)
    lead = np.arange(len(weights), dtype=np.float64) - (messages.levels if protocol == "debate" else 0)
    mean, sd = _rhetoric(protocol, messages, right)
    index = judge.lam * (judge.mu + judge.kappa_v * lead + judge.kappa_r * (mean + boost))
    chance = _mean_sigmoid(index, judge.lam * judge.kappa_r * sd)
    level = weights[lead == 0]
    return float(weights @ chance), float(level.sum())


def _lead_weights(protocol: Protocol, messages: Messages, right: bool) -> Vector:
    """Distribution of v_P - v_A (from -levels up), or of v_P alone in a consultancy."""
    true, false = (
        _binomial(messages.levels, messages.quality_true),
        _binomial(messages.levels, messages.quality_false),
    )
    own, other = (true, false) if right else (false, true)
    return np.convolve(own, other[::-1]) if protocol == "debate" else own


def _rhetoric(protocol: Protocol, messages: Messages, right: bool) -> tuple[float, float]:
    """Mean and standard deviation of r_P - r_A, or of r_P alone."""
    own, other = messages.rhetoric_true, messages.rhetoric_false
    if not right:
        own, other = other, own
    if protocol == "consultancy":
        return own, messages.rhetoric_sd
    return own - other, messages.rhetoric_sd * math.sqrt(2)


def _binomial(n: int, q: float) -> Vector:
    return np.array([math.comb(n, k) * q**k * (1 - q) ** (n - k) for k in range(n + 1)])


@cache
def _normal_nodes() -> tuple[Vector, Vector]:
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    return nodes, weights / weights.sum()


def _mean_sigmoid(index: Vector, sd: float) -> Vector:
    """E sigma(index + sd Z) for standard normal Z, by quadrature."""
    nodes, weights = _normal_nodes()
    spread = index[:, None] + sd * nodes[None, :]
    chance: Vector = 0.5 * (1 + np.tanh(spread / 2))
    return np.asarray(chance @ weights, dtype=np.float64)


def _win(protocol: Protocol, messages: Messages, judge: GradedJudge, boost: float) -> float:
    """The protagonist's chance of winning before anything is known."""
    right, _ = _endorsement(protocol, messages, judge, True, boost)
    wrong, _ = _endorsement(protocol, messages, judge, False, boost)
    return messages.p * right + (1 - messages.p) * wrong


def _marginal(messages: Messages, judge: GradedJudge, step: float = 1e-5) -> float:
    up = _win("debate", messages, judge, step)
    return (up - _win("debate", messages, judge, -step)) / (2 * step)


def _best_boost(protocol: Protocol, messages: Messages, judge: GradedJudge, cost: float, highest: float) -> float:
    """Best rhetoric by successively finer grids: the payoff need not be concave."""
    low, high = 0.0, highest
    for _ in range(6):
        grid = np.linspace(low, high, 41)
        payoff = [_win(protocol, messages, judge, float(r)) - cost * r * r / 2 for r in grid]
        best, width = float(grid[int(np.argmax(payoff))]), float(grid[1] - grid[0])
        low, high = max(0.0, best - width), min(highest, best + width)
    return best


def _regret(messages: Messages, judge: GradedJudge, cost: float, chosen: float, highest: float) -> float:
    """The protagonist's best gain from deviating while the antagonist keeps to `chosen`."""

    def payoff(own: float) -> float:
        return _win("debate", messages, judge, own - chosen) - cost * own * own / 2

    deviations = np.linspace(0.0, highest, 201)
    return max(0.0, max(payoff(float(r)) for r in deviations) - payoff(chosen))
