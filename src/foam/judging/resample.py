"""Intervals and effect sizes for small samples: a seeded bootstrap, Cliff's delta, rank correlation. Knows no case."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from foam.values import Value

REPLICATES = 2000
LEVEL = 0.95
_Z = 1.959964
Numbers = NDArray[np.float64]


class Interval(Value):
    """An estimate with its interval at 95 %, and how many values it rests on. Nothing can be said of no values."""

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0

    def __str__(self) -> str:
        if self.value is None:
            return "–"
        return f"{self.value:.1f}" if self.low is None else f"{self.value:.1f} [{self.low:.1f}, {self.high:.1f}]"

    def percent(self) -> str:
        """As a share in percent."""
        return str(self.model_copy(update={name: _hundredfold(v) for name, v in self._bounds().items()})) + (
            "" if self.value is None else " %"
        )

    def _bounds(self) -> dict[str, float | None]:
        return {"value": self.value, "low": self.low, "high": self.high}


def mean_interval(values: Sequence[float], *, seed: int) -> Interval:
    """The mean with a bootstrap percentile interval; of one value no interval is given."""
    held = np.array(values, dtype=np.float64)
    if len(held) < 2:
        return Interval(value=float(held[0]) if len(held) else None, n=len(held))
    means = _redrawn(held, seed).mean(axis=1)
    return _interval(float(held.mean()), means, len(held))


def share_interval(hits: int, n: int) -> Interval:
    """A share with Wilson's interval, which holds up at 0 and 1 and for few cases."""
    if not n:
        return Interval(value=None)
    p, z = hits / n, _Z
    centre, spread = (p + z * z / (2 * n)), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return Interval(value=p, low=max(0.0, (centre - spread) / scale), high=min(1.0, (centre + spread) / scale), n=n)


def cliffs_delta(ours: Sequence[float], theirs: Sequence[float], *, seed: int) -> Interval:
    """How far the first lie above the second: from -1 (always below) to 1 (always above), with a bootstrap interval."""
    one, other = np.array(ours, dtype=np.float64), np.array(theirs, dtype=np.float64)
    if not len(one) or not len(other):
        return Interval(value=None)
    value = float(_delta(one[None, :], other[None, :])[0])
    if len(one) < 2 or len(other) < 2:
        return Interval(value=value, n=len(one) + len(other))
    drawn = _delta(_redrawn(one, seed), _redrawn(other, seed + 1))
    return _interval(value, drawn, len(one) + len(other))


def difference(ours: Sequence[float], theirs: Sequence[float], *, seed: int) -> Interval:
    """The difference of two means with a bootstrap interval."""
    one, other = np.array(ours, dtype=np.float64), np.array(theirs, dtype=np.float64)
    if not len(one) or not len(other):
        return Interval(value=None)
    value = float(one.mean() - other.mean())
    if len(one) < 2 or len(other) < 2:
        return Interval(value=value, n=len(one) + len(other))
    drawn = _redrawn(one, seed).mean(axis=1) - _redrawn(other, seed + 1).mean(axis=1)
    return _interval(value, drawn, len(one) + len(other))


def kendall_tau(one: Sequence[str], other: Sequence[str]) -> float:
    """How far two rankings of the same names agree: 1 in every pair, -1 in none."""
    place = {name: n for n, name in enumerate(other)}
    n = len(one)
    agreeing = sum(place[one[i]] < place[one[j]] for i in range(n) for j in range(i + 1, n))
    pairs = n * (n - 1) // 2
    return 1.0 if not pairs else 2 * agreeing / pairs - 1


def sign_test(hits: int, n: int) -> float:
    """The chance of a split at least as uneven as this one if both ways were equally likely; 1 when n is 0."""
    least = min(hits, n - hits)
    tail: int = sum(comb(n, k) for k in range(least + 1))
    return float(min(1.0, 2 * tail / 2**n))


def _redrawn(values: Numbers, seed: int) -> Numbers:
    rng = np.random.default_rng(seed)
    return np.asarray(values[rng.integers(0, len(values), size=(REPLICATES, len(values)))])


def _delta(one: Numbers, other: Numbers) -> Numbers:
    return np.asarray(np.sign(one[:, :, None] - other[:, None, :]).mean(axis=(1, 2)))


def _interval(value: float, drawn: Numbers, n: int) -> Interval:
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return Interval(value=value, low=float(low), high=float(high), n=n)


def _hundredfold(value: float | None) -> float | None:
    return None if value is None else 100 * value
