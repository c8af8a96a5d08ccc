"""The bootstrap: percentile intervals for small samples, and column sums of redrawn rows or clusters.

`resample_rows` and `resample_clusters` serve estimates that are ratios of column sums. A bootstrap of rows only
changes how often each distinct row occurs, so it is drawn as multinomial counts over the distinct rows of each
stratum: the same distribution as drawing rows one by one, at a fraction of the work.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from foam.stats.intervals import LEVEL, Interval

_REPLICATES = 2000
Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]


def mean_interval(values: Sequence[float], *, seed: int) -> Interval:
    """The mean with its percentile interval; one value has no interval."""
    given = np.array(values, dtype=np.float64)
    if len(given) < 2:
        return Interval(value=float(given[0]) if len(given) else None, n=len(given))
    return _percentile_interval(float(given.mean()), _redraw(given, seed).mean(axis=1), len(given))


def difference_interval(ours: Sequence[float], theirs: Sequence[float], *, seed: int) -> Interval:
    """The difference of two means with its percentile interval."""
    one, other = np.array(ours, dtype=np.float64), np.array(theirs, dtype=np.float64)
    if not len(one) or not len(other):
        return Interval(value=None)
    value, n = float(one.mean() - other.mean()), len(one) + len(other)
    if len(one) < 2 or len(other) < 2:
        return Interval(value=value, n=n)
    drawn = _redraw(one, seed).mean(axis=1) - _redraw(other, seed + 1).mean(axis=1)
    return _percentile_interval(value, drawn, n)


def cliffs_delta_interval(ours: Sequence[float], theirs: Sequence[float], *, seed: int) -> Interval:
    """Cliff's delta with its percentile interval: 1 if the first all lie above the second, -1 if all below."""
    one, other = np.array(ours, dtype=np.float64), np.array(theirs, dtype=np.float64)
    if not len(one) or not len(other):
        return Interval(value=None)
    value, n = float(_cliffs_delta(one[None, :], other[None, :])[0]), len(one) + len(other)
    if len(one) < 2 or len(other) < 2:
        return Interval(value=value, n=n)
    return _percentile_interval(value, _cliffs_delta(_redraw(one, seed), _redraw(other, seed + 1)), n)


def resample_rows(columns: Numbers, strata: Codes, *, replicates: int, rng: np.random.Generator) -> Numbers:
    """Column sums (replicates x columns) of rows redrawn with replacement within each stratum."""
    distinct, kind = np.unique(columns, axis=0, return_inverse=True)
    sums = np.zeros((replicates, columns.shape[1]))
    for stratum in np.unique(strata):
        counts = np.bincount(kind.ravel()[strata == stratum], minlength=len(distinct))
        seen = np.flatnonzero(counts)
        total = int(counts.sum())
        drawn = rng.multinomial(total, counts[seen] / total, size=replicates)
        sums += drawn @ distinct[seen]
    return sums


def resample_clusters(columns: Numbers, clusters: Codes, *, replicates: int, rng: np.random.Generator) -> Numbers:
    """Column sums of whole clusters redrawn with replacement."""
    names, place = np.unique(clusters, return_inverse=True)
    totals = np.zeros((len(names), columns.shape[1]))
    np.add.at(totals, place.ravel(), columns)
    drawn = rng.multinomial(len(names), np.full(len(names), 1 / len(names)), size=replicates)
    return np.asarray(drawn @ totals)


def effective_cases(sample: Numbers, share: float, cases: int) -> float:
    """How many independent cases would make a share vary as much as its resampled values do; never more than `cases`.

    Fewer than `cases` when cases of one cluster resemble each other.
    """
    variance = float(np.nanvar(sample))
    if variance <= 0 or not 0 < share < 1:
        return float(cases)
    return min(float(cases), share * (1 - share) / variance)


def _redraw(values: Numbers, seed: int) -> Numbers:
    rng = np.random.default_rng(seed)
    return np.asarray(values[rng.integers(0, len(values), size=(_REPLICATES, len(values)))])


def _cliffs_delta(one: Numbers, other: Numbers) -> Numbers:
    """Row by row, so that all replicates are done at once."""
    return np.asarray(np.sign(one[:, :, None] - other[:, None, :]).mean(axis=(1, 2)))


def _percentile_interval(value: float, drawn: Numbers, n: int) -> Interval:
    tail = (1 - LEVEL) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return Interval(value=value, low=float(low), high=float(high), n=n)
