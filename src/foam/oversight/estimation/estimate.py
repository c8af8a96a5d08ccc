"""An estimate: a figure, its interval, how it was got and what to beware of. Knows no log.

Fewer than `MIN_CASES` bearing cases give the interval and a warning and no figure. Where an outcome was seen fewer
than `MIN_EVENTS` times a resampled interval would be too short (empty at 0 or 1), so the exact binomial one is used.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from foam.errors import MissingExtra
from foam.oversight.setting import sigmoid
from foam.values import Value

MIN_CASES = 10
MIN_EVENTS = 5


class Estimate(Value):
    """One estimated quantity."""

    name: str
    value: float | None
    """None when there are too few cases for a figure."""
    low: float | None
    """None: unbounded below (only log-odds can be)."""
    high: float | None
    cases: int
    """Cases that bear on it."""
    level: float = 0.95
    method: str
    warnings: tuple[str, ...] = ()

    def line(self) -> str:
        """The estimate as people read it."""
        centre = "no figure" if self.value is None else f"{self.value:.3f}"
        ends = ", ".join("unbounded" if end is None else f"{end:.3f}" for end in (self.low, self.high))
        return f"{centre} [{ends}] n={self.cases}"


def nothing(name: str, why: str, *, level: float = 0.95) -> Estimate:
    """No case bears on it: the interval is all of [0, 1]."""
    return Estimate(name=name, value=None, low=0.0, high=1.0, cases=0, level=level, method="none", warnings=(why,))


def exact_interval(hits: float, cases: float, level: float) -> tuple[float, float]:
    """Clopper and Pearson's interval for a share; fractional counts are allowed."""
    beta = stats().beta
    tail = (1 - level) / 2
    low = 0.0 if hits <= 0 else float(beta.ppf(tail, hits, cases - hits + 1))
    high = 1.0 if hits >= cases else float(beta.ppf(1 - tail, hits + 1, cases - hits))
    return low, high


def student_reach(spread: float, units: int, level: float) -> float:
    """Half-length of an interval from a bootstrap standard error over `units` independent units.

    Redrawing n units understates the spread by sqrt(1 - 1/n), and the spread is itself estimated: hence the factor
    and Student's quantile. Without two units nothing is known of the spread.
    """
    if units < 2:
        return math.inf
    return spread * math.sqrt(units / (units - 1)) * float(stats().t.ppf((1 + level) / 2, units - 1))


def log_odds_interval(value: float, reach: float) -> tuple[float, float]:
    """An interval for a share strictly inside (0, 1), symmetric in log-odds so that it stays inside.

    `reach` is its half-length on the scale of the share.
    """
    centre, stretched = math.log(value / (1 - value)), reach / (value * (1 - value))
    return sigmoid(centre - stretched), sigmoid(centre + stretched)


def few(cases: int) -> tuple[str, ...]:
    """The warning for too few cases, if they are."""
    counted = "1 case" if cases == 1 else f"{cases} cases"
    return (f"only {counted}: an interval, no figure",) if cases < MIN_CASES else ()


def joined(*groups: Iterable[str]) -> tuple[str, ...]:
    """Warnings without repeats, in order."""
    return tuple(dict.fromkeys(w for group in groups for w in group))


def stats() -> Any:
    """scipy.stats, or the error that names the extra."""
    try:
        import scipy.stats  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingExtra("scipy", extra="oversight") from error
    return scipy.stats
