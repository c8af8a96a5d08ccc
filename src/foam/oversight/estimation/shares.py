"""Shares of a log with intervals: the one estimator behind amplification, accuracy, rho and b.

A share is sum(hit) / sum(bears) over rows. Its interval comes from redrawing rows within strata, or whole judges when
there are enough of them, because one judge's labels resemble each other. The bootstrap gives the standard error; the
interval is symmetric in log-odds with Student's quantile, which covered better than percentiles (bench/oversight.py).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from foam.oversight.estimation.estimate import MIN_CASES, MIN_EVENTS, Estimate, join_warnings, no_estimate, warn_of_few
from foam.oversight.log import Log
from foam.stats.bootstrap import effective_cases, resample_clusters, resample_rows
from foam.stats.intervals import clopper_pearson, log_odds_interval, newcombe, student_reach
from foam.values import Value

Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
_MIN_JUDGES = 10
"""From so many judges on, whole judges are redrawn rather than rows."""


class Resampling(Value):
    """How intervals are made. `cluster` None means: by judge when there are at least _MIN_JUDGES."""

    replicates: int = Field(default=2000, ge=50, le=1_000_000)
    seed: int = Field(default=0, ge=0)
    level: float = Field(default=0.95, gt=0, lt=1)
    cluster: bool | None = None

    def by_judge(self, judges: int) -> bool:
        return judges >= _MIN_JUDGES if self.cluster is None else self.cluster

    def rng(self) -> np.random.Generator:
        return np.random.default_rng(self.seed)


@dataclass(frozen=True)
class ShareRows:
    """One share's rows: which bear on it, and how far each is a hit (0, 0.5 or 1)."""

    bears: Flags
    hit: Numbers

    def columns(self) -> Numbers:
        weight = self.bears.astype(np.float64)
        return np.column_stack([np.where(self.bears, self.hit, 0.0), weight])

    @property
    def counts(self) -> tuple[float, int]:
        """Hits and cases."""
        return float(self.hit[self.bears].sum()), int(self.bears.sum())


def share(name: str, log: Log, part: ShareRows, how: Resampling) -> Estimate:
    """A share with its interval."""
    hits, cases = part.counts
    if cases == 0:
        return no_estimate(name, f"no case bears on {name}", level=how.level)
    low, high, method, remarks = _interval(log, part, how, hits, cases)
    return Estimate(
        name=name,
        value=hits / cases if cases >= MIN_CASES else None,
        low=low,
        high=high,
        cases=cases,
        level=how.level,
        method=method,
        warnings=join_warnings(warn_of_few(cases), remarks),
    )


def difference(name: str, log: Log, left: ShareRows, right: ShareRows, how: Resampling) -> Estimate:
    """share(left) - share(right) with an interval, both redrawn together."""
    smaller = min(int(left.bears.sum()), int(right.bears.sum()))
    if smaller == 0:
        absent = no_estimate(name, "one of the two has no case", level=how.level)
        return absent.model_copy(update={"low": -1.0})
    sums, units, method = _redraw(log, [left, right], how)
    sample = _ratio(sums[:, 0], sums[:, 1]) - _ratio(sums[:, 2], sums[:, 3])
    value = _mean(left) - _mean(right)
    reach = student_reach(float(np.nanstd(sample)), units, level=how.level)
    low, high = max(-1.0, value - reach), min(1.0, value + reach)
    rough = smaller < MIN_CASES or min(map(_events, (left, right))) < MIN_EVENTS
    if rough:
        low, high = newcombe(left.counts, right.counts, level=how.level)
        method = "hybrid of exact intervals"
    return Estimate(
        name=name,
        value=value if smaller >= MIN_CASES else None,
        low=low,
        high=high,
        cases=int(left.bears.sum()) + int(right.bears.sum()),
        level=how.level,
        method=method,
        warnings=join_warnings(warn_of_few(smaller), _judge_remarks(log, left.bears | right.bears, how)),
    )


def _interval(
    log: Log, part: ShareRows, how: Resampling, hits: float, cases: int
) -> tuple[float, float, str, tuple[str, ...]]:
    sums, units, method = _redraw(log, [part], how)
    sample = _ratio(sums[:, 0], sums[:, 1])
    remarks = _judge_remarks(log, part.bears, how)
    if min(hits, cases - hits) < MIN_EVENTS or cases < MIN_CASES:
        effective = effective_cases(sample, hits / cases, cases)
        return *clopper_pearson(hits / cases * effective, effective, level=how.level), "exact binomial", remarks
    reach = student_reach(float(np.nanstd(sample)), units, level=how.level)
    return *log_odds_interval(hits / cases, reach), method, remarks


def _redraw(log: Log, parts: list[ShareRows], how: Resampling) -> tuple[Numbers, int, str]:
    """Resampled sums, the number of independent units, and what was done."""
    columns = np.hstack([part.columns() for part in parts])
    touched = columns[:, 1::2].any(axis=1)
    judges = len(np.unique(log.judge[touched]))
    if how.by_judge(judges):
        sums = resample_clusters(columns[touched], log.judge[touched], replicates=how.replicates, rng=how.rng())
        return sums, judges, f"bootstrap of {judges} judges, {how.replicates} replicates"
    cell = 2 * log.stratum + log.debate
    sums = resample_rows(columns, cell, replicates=how.replicates, rng=how.rng())
    return sums, int(touched.sum()), f"bootstrap of rows within strata, {how.replicates} replicates"


def _judge_remarks(log: Log, bears: Flags, how: Resampling) -> tuple[str, ...]:
    judges = len(np.unique(log.judge[bears]))
    repeated = judges < int(bears.sum())
    if 1 < judges < _MIN_JUDGES and repeated and how.cluster is None:
        return (f"{judges} judges are too few to redraw; the interval takes their labels as independent",)
    return ()


def _ratio(hits: Numbers, bears: Numbers) -> Numbers:
    return np.divide(hits, bears, out=np.full_like(hits, np.nan), where=bears > 0)


def _mean(part: ShareRows) -> float:
    return float(part.hit[part.bears].mean())


def _events(part: ShareRows) -> float:
    hits, cases = part.counts
    return min(hits, cases - hits)
