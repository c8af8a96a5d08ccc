"""Bradley-Terry strengths of entrants from who beat whom, with intervals. Knows nothing of rounds or scores.

Strengths are log-odds, centred on 0: the chance that one beats another is the logistic of the difference. A weak
normal prior (standard deviation 2) keeps those who never lost, and fields that fall apart, finite. `choix` finds
them, and the intervals come from the curvature there, so they are approximate, and wide while few heats were played.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from itertools import product

import numpy as np
from numpy.typing import NDArray

from foam.errors import MissingExtra
from foam.judging.resample import Interval
from foam.judging.tournament.bracket import Result
from foam.values import Value

PRIOR = 0.25
"""Precision of the prior: a standard deviation of 2."""
_Z = 1.959964

Won = tuple[int, int]
Numbers = NDArray[np.float64]


class Strength(Value):
    """How strong one entrant is."""

    id: str
    strength: Interval


def available() -> bool:
    """Whether the library that estimates strengths is installed."""
    return find_spec("choix") is not None


def wins_of(results: Sequence[Result], ids: Sequence[str]) -> list[Won]:
    """Winner and loser of every comparison that a heat decided: those who advanced against those who did not."""
    place = {id: n for n, id in enumerate(ids)}
    return [(place[a], place[b]) for result in results for a, b in product(result.winners, result.losers)]


def strengths(ids: Sequence[str], won: Sequence[Won], *, prior: float = PRIOR) -> tuple[Strength, ...]:
    """Everybody's strength, the strongest first."""
    if not available():
        raise MissingExtra("choix", extra="judging")
    import choix  # an optional extra

    found = np.asarray(choix.opt_pairwise(len(ids), list(won), alpha=prior) if won else np.zeros(len(ids)))
    centred = found - found.mean()
    spread = _Z * np.sqrt(np.diag(covariance(centred, won, prior=prior)))
    rows = [
        Strength(id=id, strength=Interval(value=float(s), low=float(s - e), high=float(s + e), n=len(won)))
        for id, s, e in zip(ids, centred, spread, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: (-(row.strength.value or 0.0), row.id)))


def covariance(found: Numbers, won: Sequence[Won], *, prior: float = PRIOR) -> Numbers:
    """Of the centred strengths: the inverse of the curvature at the estimate, less its common part."""
    n = len(found)
    winners, losers = np.array(won, dtype=np.int64).reshape(-1, 2).T
    chance = 1 / (1 + np.exp(found[losers] - found[winners]))
    weight = chance * (1 - chance)
    information = prior * np.eye(n)
    for one, other, sign in ((winners, winners, 1), (losers, losers, 1), (winners, losers, -1), (losers, winners, -1)):
        np.add.at(information, (one, other), sign * weight)
    centring = np.eye(n) - 1 / n
    return np.asarray(centring @ np.linalg.inv(information) @ centring)
