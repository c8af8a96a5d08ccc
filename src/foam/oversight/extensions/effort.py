"""Endogenous judge effort: the judge chooses how hard to look, and debate may be harder to read.

Effort t raises attention (lam grows), salience (kappa grows) or checking (a false stance's evidence survives with
probability exp(-gain t)). It costs cost t^2 / 2, times `debate_load` in a debate. The judge maximises
Pr(y = omega) - cost, knowing the setting but not the case; the senders' evidence choices are solved along with it.
Limit: gain 0 is the logit baseline with zero effort. Equilibria are found by iteration from full presentation; other
equilibria may exist, and `settled` says whether the iteration came to rest.
"""

from __future__ import annotations

import math
from typing import Literal, assert_never

import numpy as np
from pydantic import Field

from foam.oversight.equilibrium import consultancy_conduct, equilibria
from foam.oversight.setting import Logit, Protocol, Setting
from foam.oversight.theory import PRESENT, Conduct, GameRates, rates
from foam.values import Value

_ROUNDS = 60


class Attention(Value):
    """What effort does and what it costs."""

    judge: Logit
    channel: Literal["attention", "salience", "checking"] = "attention"
    gain: float = Field(default=1.0, ge=0)
    cost: float = Field(default=0.1, gt=0)
    debate_load: float = Field(default=1.0, gt=0)
    """How many times dearer the same effort is in a debate."""


class _Attended(Value):
    """Effort, evidence choices and rates in equilibrium."""

    effort: float
    conduct: Conduct
    rates: GameRates
    judge_payoff: float
    settled: bool


def at_effort(setting: Setting, attention: Attention, effort: float) -> tuple[Setting, Logit]:
    """The setting and the judge as effort makes them."""
    raised, judge = 1 + attention.gain * effort, attention.judge
    match attention.channel:
        case "attention":
            return setting, judge.model_copy(update={"lam": judge.lam * raised})
        case "salience":
            return setting, judge.model_copy(update={"kappa": judge.kappa * raised})
        case "checking":
            caught = math.exp(-attention.gain * effort)
            return setting.model_copy(update={"rho": setting.rho * caught}), judge
        case _:
            assert_never(attention.channel)


def solve(protocol: Protocol, setting: Setting, attention: Attention) -> _Attended:
    """Effort and evidence choices that answer each other."""
    conduct, effort, settled = PRESENT, 0.0, False
    for _ in range(_ROUNDS):
        chosen = _best_effort(protocol, setting, attention, conduct)
        answer = _senders(protocol, *at_effort(setting, attention, chosen))
        settled = abs(chosen - effort) < 1e-6 and answer == conduct
        conduct, effort = answer, chosen
        if settled:
            break
    return _Attended(
        effort=effort,
        conduct=conduct,
        rates=_rates_at(protocol, setting, attention, conduct, effort),
        judge_payoff=_payoff(protocol, setting, attention, conduct, effort),
        settled=settled,
    )


def _best_effort(protocol: Protocol, setting: Setting, attention: Attention, conduct: Conduct) -> float:
    """The judge's best effort against this conduct, by successively finer grids (the payoff need not be concave)."""
    low, high = 0.0, math.sqrt(2 / _price(protocol, attention))
    top, best = high, 0.0
    for _ in range(7):
        grid = np.linspace(low, high, 33)
        payoffs = [_payoff(protocol, setting, attention, conduct, float(t)) for t in grid]
        best, width = float(grid[int(np.argmax(payoffs))]), float(grid[1] - grid[0])
        low, high = max(0.0, best - width), min(top, best + width)
    return best


def _senders(protocol: Protocol, setting: Setting, judge: Logit) -> Conduct:
    """What the senders do against this judge; the first equilibrium when there are several."""
    if protocol == "consultancy":
        return consultancy_conduct(setting, judge)
    return equilibria(setting, judge)[0].conduct


def _payoff(protocol: Protocol, setting: Setting, attention: Attention, conduct: Conduct, effort: float) -> float:
    found = _rates_at(protocol, setting, attention, conduct, effort)
    return found.accuracy - _price(protocol, attention) * effort * effort / 2


def _rates_at(protocol: Protocol, setting: Setting, attention: Attention, conduct: Conduct, effort: float) -> GameRates:
    checked, judge = at_effort(setting, attention, effort)
    return rates(protocol, checked, judge, conduct)


def _price(protocol: Protocol, attention: Attention) -> float:
    return attention.cost * (attention.debate_load if protocol == "debate" else 1.0)
