"""Correlated errors: an antagonist who shares the protagonist's blind spots argues the truth badly.

Both sides have private signals, right with probabilities p and p_antagonist, whose hits correlate by eta. The
protagonist argues its signal, the antagonist the opposite stance; a side that disbelieves its own stance finds
evidence only `conviction` times as often. Limit: conviction 1 is the baseline whatever eta is. Evidence may cost
something: then the sides play a Bayesian game in which the antagonist's type is whether it believes its stance.

A true stance that goes unproved leaves ties without any evidence, which a tie-break judge still grants with
probability b where a consultancy would reject. So with shared blind spots debate can amplify *more*.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product

import numpy as np
from pydantic import Field, model_validator

from foam.oversight.extensions import zero_sum
from foam.oversight.setting import Judge, Setting, Share
from foam.oversight.theory import GameRates, assemble, endorsement, rates
from foam.values import Value


class Minds(Value):
    """Two minds and what they have in common."""

    setting: Setting
    p_antagonist: Share
    eta: float = Field(default=0.0, ge=-1, le=1)
    """Correlation between the events that either signal is right."""
    conviction: Share = 1.0

    @model_validator(mode="after")
    def _possible(self) -> Minds:
        low, high = eta_range(self.setting.p, self.p_antagonist)
        if not low - 1e-12 <= self.eta <= high + 1e-12:
            raise ValueError(f"with these accuracies eta lies between {low:.3f} and {high:.3f}")
        return self


class Effort(Value):
    """How often each type lays evidence down when it has some."""

    protagonist: Share = 1.0
    believing: Share = 1.0
    disbelieving: Share = 1.0


def eta_range(p: float, q: float) -> tuple[float, float]:
    """The correlations two events with these probabilities can have."""
    spread = math.sqrt(p * (1 - p) * q * (1 - q))
    if spread == 0:
        return 0.0, 0.0
    low, high = (max(0.0, p + q - 1) - p * q) / spread, (min(p, q) - p * q) / spread
    return max(-1.0, low), min(1.0, high)  # rounding can leave the range by a last digit


def believes(minds: Minds, *, right: bool) -> float:
    """Probability that the antagonist believes the stance it must argue, given whether the protagonist is right."""
    p, q = minds.setting.p, minds.p_antagonist
    both = p * q + minds.eta * math.sqrt(p * (1 - p) * q * (1 - q))
    if right:
        return 1 - both / p if p else 0.0
    return (q - both) / (1 - p) if p < 1 else 0.0


def debate(minds: Minds, judge: Judge, effort: Effort | None = None) -> GameRates:
    """All rates of a debate between these minds."""
    chosen = effort or Effort()
    amp, tie_wrong = _endorsement(minds, judge, chosen, right=False)
    follow, tie_right = _endorsement(minds, judge, chosen, right=True)
    p = minds.setting.p
    return assemble("debate", p, amp=amp, follow=follow, tie=p * tie_right + (1 - p) * tie_wrong)


def equilibrium(minds: Minds, judge: Judge) -> tuple[Effort, GameRates]:
    """Evidence choices in equilibrium at the setting's cost, and what they lead to."""
    if minds.setting.cost == 0:
        return Effort(), debate(minds, judge)
    strategies = tuple(product((0.0, 1.0), repeat=2))
    payoff = np.array([[_payoff(minds, judge, x, *pair) for pair in strategies] for x in (0.0, 1.0)])
    rows, columns = zero_sum.solve(payoff)
    believing, disbelieving = (float(sum(w * s[i] for w, s in zip(columns, strategies, strict=True))) for i in (0, 1))
    effort = Effort(
        protagonist=min(1.0, float(rows[1])), believing=min(1.0, believing), disbelieving=min(1.0, disbelieving)
    )
    return effort, debate(minds, judge, effort)


def critical_eta(minds: Minds, judge: Judge) -> float | None:
    """The correlation from which on debate no longer amplifies less than consultancy; None if there is none."""
    low, high = eta_range(minds.setting.p, minds.p_antagonist)
    target = rates("consultancy", minds.setting, judge).amplification

    def excess(eta: float) -> float:
        shifted = minds.model_copy(update={"eta": eta})
        return debate(shifted, judge).amplification - target

    if excess(high) < 0:
        return None
    return low if excess(low) >= 0 else _bisect(excess, low, high)


def _endorsement(minds: Minds, judge: Judge, effort: Effort, *, right: bool) -> tuple[float, float]:
    own, other = _evidence_rates(minds, effort, right=right)
    level = own * other + (1 - own) * (1 - other)
    return endorsement("debate", judge, own, other), level


def _evidence_rates(minds: Minds, effort: Effort, *, right: bool) -> tuple[float, float]:
    """Probability that the protagonist and that the antagonist show evidence."""
    setting = minds.setting
    mine, theirs = (setting.tau, setting.rho) if right else (setting.rho, setting.tau)
    convinced = believes(minds, right=right)
    ready = convinced * effort.believing + (1 - convinced) * minds.conviction * effort.disbelieving
    return mine * effort.protagonist, theirs * ready


def _payoff(minds: Minds, judge: Judge, x: float, believing: float, disbelieving: float) -> float:
    """The protagonist's chance of winning less its expected cost plus the antagonist's (see zero_sum)."""
    effort = Effort(protagonist=x, believing=believing, disbelieving=disbelieving)
    total = 0.0
    for right, weight in ((True, minds.setting.p), (False, 1 - minds.setting.p)):
        own, other = _evidence_rates(minds, effort, right=right)
        total += weight * (endorsement("debate", judge, own, other) + minds.setting.cost * (other - own))
    return total


def _bisect(f: Callable[[float], float], low: float, high: float) -> float:
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (low, middle) if f(middle) >= 0 else (middle, high)
    return high
