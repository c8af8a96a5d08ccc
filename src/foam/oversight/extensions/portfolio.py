"""Evidence portfolios under a budget: a side submits up to B items, each verified with a chance that depends on truth.

Assumptions: items pass independently; a side chooses how many to submit before it knows which pass, knowing only p;
each costs the same; the score V is the number accepted. A tie-break judge compares scores, a logit judge weighs
their difference. The feasibility rate becomes rho(B) = 1 - (1 - pass_false)^B: a larger budget covers the truth
better and gives falsehood more tries. Limit: B = 1, pass_true 1, free items is the baseline.
"""

from __future__ import annotations

import math
from typing import assert_never

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from foam.oversight.extensions import zero_sum
from foam.oversight.setting import (
    Judge,
    JudgeTable,
    Logit,
    Protocol,
    Share,
    TieBreak,
    endorses,
    endorses_consultant,
)
from foam.oversight.theory import GameRates, assemble
from foam.values import Value

Vector = NDArray[np.float64]


class Portfolio(Value):
    """What can be submitted and how it fares."""

    p: Share
    pass_true: Share = 1.0
    pass_false: Share
    budget: int = Field(default=1, ge=1, le=60)
    unit_cost: float = Field(default=0.0, ge=0)

    def feasibility(self, *, true: bool) -> float:
        """Chance that a full portfolio has any accepted item: tau(B) and rho(B)."""
        return float(1 - (1 - (self.pass_true if true else self.pass_false)) ** self.budget)


class _Solved(Value):
    """Equilibrium submissions and what they lead to. A mixture gives the chance of submitting 0, 1, … items."""

    consultant: int
    protagonist: tuple[float, ...]
    antagonist: tuple[float, ...]
    regret: float
    """How far from equilibrium the solver stopped."""
    consultancy: GameRates
    debate: GameRates


def solve(portfolio: Portfolio, judge: Judge) -> _Solved:
    """Equilibrium of both protocols."""
    game = _game(portfolio, judge)
    rows, columns = _settle(game, portfolio)
    consultant = _consultant(portfolio, judge)
    alone = np.eye(portfolio.budget + 1)[consultant]
    return _Solved(
        consultant=consultant,
        protagonist=tuple(map(float, rows)),
        antagonist=tuple(map(float, columns)),
        regret=zero_sum.regret(game, rows, columns),
        consultancy=_rates(portfolio, judge, alone, None),
        debate=_rates(portfolio, judge, rows, columns),
    )


def _settle(game: Vector, portfolio: Portfolio) -> tuple[Vector, Vector]:
    """Submitting everything is dominant when items are free; otherwise the linear programme decides."""
    if portfolio.unit_cost == 0:
        everything = np.eye(portfolio.budget + 1)[portfolio.budget]
        return everything, everything
    return zero_sum.solve(game)


def _game(portfolio: Portfolio, judge: Judge) -> Vector:
    """Protagonist's chance of winning by items submitted, less own cost, plus the opponent's (see zero_sum)."""
    true, false = _accepted_shares(portfolio, true=True), _accepted_shares(portfolio, true=False)
    table = _debate_table(portfolio.budget, judge)
    win = portfolio.p * true @ table @ false.T + (1 - portfolio.p) * false @ table @ true.T
    items = portfolio.unit_cost * np.arange(portfolio.budget + 1)
    return np.asarray(win - items[:, None] + items[None, :])


def _consultant(portfolio: Portfolio, judge: Judge) -> int:
    true, false = _accepted_shares(portfolio, true=True), _accepted_shares(portfolio, true=False)
    win = (portfolio.p * true + (1 - portfolio.p) * false) @ _consult_table(portfolio.budget, judge)
    return int(np.argmax(win - portfolio.unit_cost * np.arange(portfolio.budget + 1)))


def _accepted_shares(portfolio: Portfolio, *, true: bool) -> Vector:
    """Row n: distribution of the number accepted out of n submitted."""
    q, size = (portfolio.pass_true if true else portfolio.pass_false), portfolio.budget + 1
    return np.array([[math.comb(n, k) * q**k * (1 - q) ** max(0, n - k) for k in range(size)] for n in range(size)])


def _debate_table(budget: int, judge: Judge) -> Vector:
    """Pr(endorsed) by accepted items of either side."""
    lead = np.arange(budget + 1)[:, None] - np.arange(budget + 1)[None, :]
    match judge:
        case Logit():
            index = judge.lam * (judge.mu + judge.kappa * lead)
            return np.asarray(0.5 * (1 + np.tanh(index / 2)), dtype=np.float64)
        case TieBreak() | JudgeTable():
            behind, tied, ahead = endorses(judge, -1), endorses(judge, 0), endorses(judge, 1)
            return np.select([lead < 0, lead == 0], [behind, tied], ahead)
        case _:
            assert_never(judge)


def _consult_table(budget: int, judge: Judge) -> Vector:
    """Pr(endorsed) by the consultant's accepted items."""
    match judge:
        case Logit():
            return _debate_table(budget, judge)[:, 0]
        case TieBreak() | JudgeTable():
            without, having = endorses_consultant(judge, False), endorses_consultant(judge, True)
            return np.where(np.arange(budget + 1) > 0, having, without)
        case _:
            assert_never(judge)


def _rates(portfolio: Portfolio, judge: Judge, own: Vector, other: Vector | None) -> GameRates:
    right, tie_right = _endorsement(portfolio, judge, own, other, right=True)
    wrong, tie_wrong = _endorsement(portfolio, judge, own, other, right=False)
    tie = portfolio.p * tie_right + (1 - portfolio.p) * tie_wrong
    protocol: Protocol = "consultancy" if other is None else "debate"
    return assemble(protocol, portfolio.p, amp=wrong, follow=right, tie=tie)


def _endorsement(
    portfolio: Portfolio, judge: Judge, own: Vector, other: Vector | None, *, right: bool
) -> tuple[float, float]:
    """Pr(endorsed) and Pr(equal scores), given whether the protagonist is right."""
    mine = own @ _accepted_shares(portfolio, true=right)
    if other is None:
        return float(mine @ _consult_table(portfolio.budget, judge)), float(mine[0])
    theirs = other @ _accepted_shares(portfolio, true=not right)
    return float(mine @ _debate_table(portfolio.budget, judge) @ theirs), float(mine @ theirs)
