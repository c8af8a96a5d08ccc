"""Two-person games that are zero-sum up to terms a player cannot influence.

In every evidence game here the sides' payoffs are Pr(win) minus own cost. Adding the opponent's cost to a player's
payoff changes no best response and makes the game constant-sum, so a linear programme finds an equilibrium.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from foam.stats.extras import require

Vector = NDArray[np.float64]


def solve(payoff: Vector) -> tuple[Vector, Vector]:
    """Maximin mixtures of the row player (who gets `payoff`) and of the column player (who pays it)."""
    return _maximin(payoff), _maximin(-payoff.T)


def regret(payoff: Vector, rows: Vector, columns: Vector) -> float:
    """The most either player could gain by deviating; 0 in equilibrium."""
    value = float(rows @ payoff @ columns)
    return max(float((payoff @ columns).max()) - value, value - float((rows @ payoff).min()))


def _maximin(payoff: Vector) -> Vector:
    """The mixture x that maximises min_j (x' payoff)_j."""
    linprog = require("scipy.optimize").linprog
    n_rows, n_columns = payoff.shape
    objective = np.append(np.zeros(n_rows), -1.0)
    bounds = [(0.0, 1.0)] * n_rows + [(None, None)]
    floor = np.hstack([-payoff.T, np.ones((n_columns, 1))])
    whole = np.append(np.ones(n_rows), 0.0)[None, :]
    found = linprog(objective, floor, np.zeros(n_columns), whole, [1.0], bounds, method="highs")
    mixture = np.clip(found.x[:-1], 0.0, None)
    return np.asarray(mixture / mixture.sum(), dtype=np.float64)
