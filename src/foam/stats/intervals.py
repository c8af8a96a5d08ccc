"""Intervals for shares and means.

Wilson's interval needs nothing but the standard library. Clopper and Pearson's and Student's need the extra `measure`.
"""

from __future__ import annotations

import math
from statistics import NormalDist

from foam.stats.extras import require
from foam.stats.logit import sigmoid
from foam.values import Value

LEVEL = 0.95
Bounds = tuple[float, float]
"""The lower and the upper end of an interval."""


class Interval(Value):
    """An estimate with its interval, and how many values it rests on. All None when there were no values."""

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0

    def __str__(self) -> str:
        if self.value is None:
            return "–"
        return f"{self.value:.1f}" if self.low is None else f"{self.value:.1f} [{self.low:.1f}, {self.high:.1f}]"

    def percent(self) -> str:
        """A share and its interval in percent."""
        if self.value is None:
            return str(self)
        ends = {"value": self.value, "low": self.low, "high": self.high}
        hundredfold = {name: None if end is None else 100 * end for name, end in ends.items()}
        return f"{self.model_copy(update=hundredfold)} %"


def normal_quantile(level: float = LEVEL) -> float:
    """How many standard deviations reach to either side so that a normal value lies between them: 1.96 for 95 %."""
    return NormalDist().inv_cdf((1 + level) / 2)


def student_quantile(level: float, freedom: int) -> float:
    """The same for Student's distribution."""
    return float(require("scipy.stats").t.ppf((1 + level) / 2, freedom))


def standard_error(share: float, cases: float) -> float:
    """Of a share of independent cases."""
    return math.sqrt(max(0.0, share * (1 - share)) / cases)


def wilson(hits: float, cases: float, *, level: float = LEVEL) -> Bounds:
    """Wilson's interval for a share, which stays good near 0 and 1 and for few cases."""
    share, z = hits / cases, normal_quantile(level)
    centre = share + z * z / (2 * cases)
    spread = z * math.sqrt(share * (1 - share) / cases + z * z / (4 * cases * cases))
    scale = 1 + z * z / cases
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def share_interval(hits: int, cases: int) -> Interval:
    """A share with Wilson's interval."""
    if not cases:
        return Interval(value=None)
    low, high = wilson(hits, cases)
    return Interval(value=hits / cases, low=low, high=high, n=cases)


def clopper_pearson(hits: float, cases: float, *, level: float = LEVEL) -> Bounds:
    """The exact binomial interval for a share; fractional counts are allowed."""
    beta = require("scipy.stats").beta
    tail = (1 - level) / 2
    low = 0.0 if hits <= 0 else float(beta.ppf(tail, hits, cases - hits + 1))
    high = 1.0 if hits >= cases else float(beta.ppf(1 - tail, hits + 1, cases - hits))
    return low, high


def newcombe(one: tuple[float, float], other: tuple[float, float], *, level: float = LEVEL) -> Bounds:
    """Newcombe's square-and-add interval for the difference of two shares, on exact intervals.

    Each share is given as its hits and its cases.
    """
    a, b = one[0] / one[1], other[0] / other[1]
    (low_a, high_a), (low_b, high_b) = clopper_pearson(*one, level=level), clopper_pearson(*other, level=level)
    down = ((a - low_a) ** 2 + (high_b - b) ** 2) ** 0.5
    up = ((high_a - a) ** 2 + (b - low_b) ** 2) ** 0.5
    return max(-1.0, a - b - down), min(1.0, a - b + up)


def student_reach(spread: float, units: int, *, level: float = LEVEL) -> float:
    """Half the length of an interval from a bootstrap standard error over `units` independent units.

    Redrawing n units understates the spread by sqrt(1 - 1/n), and the spread is itself estimated: hence the factor
    and Student's quantile. With fewer than two units nothing is known of the spread, and the reach is infinite.
    """
    if units < 2:
        return math.inf
    return spread * math.sqrt(units / (units - 1)) * student_quantile(level, units - 1)


def log_odds_interval(share: float, reach: float) -> Bounds:
    """An interval for a share strictly inside (0, 1), symmetric in log-odds so that it stays inside.

    `reach` is half its length on the scale of the share.
    """
    centre, stretched = math.log(share / (1 - share)), reach / (share * (1 - share))
    return sigmoid(centre - stretched), sigmoid(centre + stretched)
