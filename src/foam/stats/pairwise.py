"""Strengths from comparisons of two: Bradley-Terry with intervals, and Elo ratings.

Bradley-Terry strengths are log-odds, centred on 0: the chance that one beats another is the logistic of the
difference. A weak normal prior keeps players who never lost, and fields that fall apart, finite. `choix` finds the
strengths; the intervals come from the curvature there, so they are approximate, and wide after few comparisons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foam.stats.extras import is_installed, require
from foam.stats.intervals import Interval, normal_quantile

PRIOR = 0.25
"""Precision of the prior: a standard deviation of 2."""
_ELO_START = 1000.0
_ELO_SCALE = 400.0
_ELO_STEP = 16.0

Won = tuple[int, int]
"""The places of the winner and the loser of one comparison."""
Numbers = NDArray[np.float64]


class Preference(NamedTuple):
    """One was preferred to another; `tie` when neither was."""

    winner: str
    loser: str
    tie: bool = False


def can_rate() -> bool:
    """Whether the package that finds Bradley-Terry strengths is installed."""
    return is_installed("choix")


def bradley_terry(players: int, won: Sequence[Won], *, prior: float = PRIOR) -> tuple[Interval, ...]:
    """Every player's strength with its interval at 95 %."""
    choix = require("choix")
    # choix adds alpha |x|^2 to the loss, where a normal prior of this precision adds half of that.
    found = np.asarray(choix.opt_pairwise(players, list(won), alpha=prior / 2) if won else np.zeros(players))
    centred = found - found.mean()
    reach = normal_quantile() * np.sqrt(np.diag(strength_covariance(centred, won, prior=prior)))
    return tuple(
        Interval(value=float(s), low=float(s - r), high=float(s + r), n=len(won))
        for s, r in zip(centred, reach, strict=True)
    )


def strength_covariance(strengths: Numbers, won: Sequence[Won], *, prior: float = PRIOR) -> Numbers:
    """Covariance of centred strengths: the inverse of the curvature at the estimate, less its common part."""
    n = len(strengths)
    winners, losers = np.array(won, dtype=np.int64).reshape(-1, 2).T
    chance = 1 / (1 + np.exp(strengths[losers] - strengths[winners]))
    weight = chance * (1 - chance)
    information = prior * np.eye(n)
    for one, other, sign in ((winners, winners, 1), (losers, losers, 1), (winners, losers, -1), (losers, winners, -1)):
        np.add.at(information, (one, other), sign * weight)
    centring = np.eye(n) - 1 / n
    return np.asarray(centring @ np.linalg.inv(information) @ centring)


def elo(preferences: Iterable[Preference], players: Sequence[str]) -> dict[str, float]:
    """Ratings after these comparisons, in their order."""
    rating = dict.fromkeys(players, _ELO_START)
    for winner, loser, tie in preferences:
        expected = 1 / (1 + 10 ** ((rating[loser] - rating[winner]) / _ELO_SCALE))
        step = _ELO_STEP * ((0.5 if tie else 1.0) - expected)
        rating[winner] += step
        rating[loser] -= step
    return rating
