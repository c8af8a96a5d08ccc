"""Resampling: rows within strata, or whole judges. Knows no quantity: it resamples sums of columns.

A row bootstrap only changes how often each distinct row occurs, so it is drawn as multinomial counts over the
distinct rows of each stratum: the same distribution as drawing rows one by one, at a fraction of the work.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]


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
