"""Shares of a log with intervals: the one estimator behind amplification, accuracy, rho and b. Knows no meaning.

A share is sum(hit) / sum(bears) over rows. Its interval comes from redrawing rows within strata, or whole judges when
there are enough of them, because one judge's labels resemble each other. The bootstrap gives the standard error; the
interval is symmetric in log-odds with Student's quantile, which covered better than percentiles (bench/oversight.py).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from foam.oversight.estimation import bootstrap
from foam.oversight.estimation.estimate import (
    MIN_CASES,
    MIN_EVENTS,
    Estimate,
    exact_interval,
    few,
    joined,
    log_odds_interval,
    nothing,
    student_reach,
)
from foam.oversight.log import Log
from foam.values import Value

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
MIN_JUDGES = 10
"""From so many judges on, whole judges are redrawn rather than rows."""


class Resampling(Value):
    """How intervals are made. `cluster` None means: by judge when there are at least MIN_JUDGES."""

    replicates: int = Field(default=2000, ge=50, le=1_000_000)
    seed: int = Field(default=0, ge=0)
    level: float = Field(default=0.95, gt=0, lt=1)
    cluster: bool | None = None

    def by_judge(self, judges: int) -> bool:
        return judges >= MIN_JUDGES if self.cluster is None else self.cluster

    def rng(self) -> np.random.Generator:
        return np.random.default_rng(self.seed)


@dataclass(frozen=True)
class Part:
    """One share's rows: which bear on it, and how far each is a hit (0, 0.5 or 1)."""

    bears: Flags
    hit: Numbers

    def columns(self) -> Numbers:
        weight = self.bears.astype(np.float64)
        return np.column_stack([np.where(self.bears, self.hit, 0.0), weight])


def share(name: str, log: Log, part: Part, how: Resampling) -> Estimate:
    """A share with its interval."""
    cases, hits = int(part.bears.sum()), float(part.hit[part.bears].sum())
    if cases == 0:
        return nothing(name, f"no case bears on {name}", level=how.level)
    low, high, method, remarks = _interval(log, part, how, hits, cases)
    return Estimate(
        name=name,
        value=hits / cases if cases >= MIN_CASES else None,
        low=low,
        high=high,
        cases=cases,
        level=how.level,
        method=method,
        warnings=joined(few(cases), remarks),
    )


def difference(name: str, log: Log, left: Part, right: Part, how: Resampling) -> Estimate:
    """share(left) - share(right) with an interval, both redrawn together."""
    smaller = min(int(left.bears.sum()), int(right.bears.sum()))
    if smaller == 0:
        absent = nothing(name, "one of the two has no case", level=how.level)
        return absent.model_copy(update={"low": -1.0})
    sums, units, method = _redraw(log, [left, right], how)
    sample = _ratio(sums[:, 0], sums[:, 1]) - _ratio(sums[:, 2], sums[:, 3])
    value = _mean(left) - _mean(right)
    reach = student_reach(float(np.nanstd(sample)), units, how.level)
    low, high = max(-1.0, value - reach), min(1.0, value + reach)
    rough = smaller < MIN_CASES or min(map(_events, (left, right))) < MIN_EVENTS
    if rough:
        low, high = _newcombe(left, right, how.level)
        method = "hybrid of exact intervals"
    return Estimate(
        name=name,
        value=value if smaller >= MIN_CASES else None,
        low=low,
        high=high,
        cases=int(left.bears.sum()) + int(right.bears.sum()),
        level=how.level,
        method=method,
        warnings=joined(few(smaller), _judge_remarks(log, left, how)),
    )


def _interval(
    log: Log, part: Part, how: Resampling, hits: float, cases: int
) -> tuple[float, float, str, tuple[str, ...]]:
    sums, units, method = _redraw(log, [part], how)
    sample = _ratio(sums[:, 0], sums[:, 1])
    remarks = _judge_remarks(log, part, how)
    if min(hits, cases - hits) < MIN_EVENTS or cases < MIN_CASES:
        effective = _effective_cases(sample, hits / cases, cases)
        return *exact_interval(hits / cases * effective, effective, how.level), "exact binomial", remarks
    reach = student_reach(float(np.nanstd(sample)), units, how.level)
    return *log_odds_interval(hits / cases, reach), method, remarks


def _redraw(log: Log, parts: list[Part], how: Resampling) -> tuple[Numbers, int, str]:
    """Resampled sums, the number of independent units, and what was done."""
    columns = np.hstack([part.columns() for part in parts])
    touched = columns[:, 1::2].any(axis=1)
    judges = len(np.unique(log.judge[touched]))
    if how.by_judge(judges):
        sums = bootstrap.resample_clusters(
            columns[touched], log.judge[touched], replicates=how.replicates, rng=how.rng()
        )
        return sums, judges, f"bootstrap of {judges} judges, {how.replicates} replicates"
    cell = 2 * log.stratum + log.debate
    sums = bootstrap.resample_rows(columns, cell, replicates=how.replicates, rng=how.rng())
    return sums, int(touched.sum()), f"bootstrap of rows within strata, {how.replicates} replicates"


def _judge_remarks(log: Log, part: Part, how: Resampling) -> tuple[str, ...]:
    judges = len(np.unique(log.judge[part.bears]))
    repeated = judges < int(part.bears.sum())
    if 1 < judges < MIN_JUDGES and repeated and how.cluster is None:
        return (f"{judges} judges are too few to redraw; the interval takes their labels as independent",)
    return ()


def _effective_cases(sample: Numbers, value: float, cases: int) -> float:
    """Cases worth of independent information: fewer when judges' labels resemble each other."""
    spread = float(np.nanvar(sample))
    if spread <= 0 or not 0 < value < 1:
        return float(cases)
    return min(float(cases), value * (1 - value) / spread)


def _ratio(hits: Numbers, bears: Numbers) -> Numbers:
    return np.divide(hits, bears, out=np.full_like(hits, np.nan), where=bears > 0)


def _mean(part: Part) -> float:
    return float(part.hit[part.bears].mean())


def _events(part: Part) -> float:
    hits = float(part.hit[part.bears].sum())
    return min(hits, int(part.bears.sum()) - hits)


def _newcombe(left: Part, right: Part, level: float) -> tuple[float, float]:
    """Newcombe's square-and-add interval for a difference, on exact intervals."""
    ends = [_exact(part, level) for part in (left, right)]
    (a, low_a, high_a), (b, low_b, high_b) = ends
    down = ((a - low_a) ** 2 + (high_b - b) ** 2) ** 0.5
    up = ((high_a - a) ** 2 + (b - low_b) ** 2) ** 0.5
    return max(-1.0, a - b - down), min(1.0, a - b + up)


def _exact(part: Part, level: float) -> tuple[float, float, float]:
    hits, cases = float(part.hit[part.bears].sum()), int(part.bears.sum())
    return hits / cases, *exact_interval(hits, cases, level)
