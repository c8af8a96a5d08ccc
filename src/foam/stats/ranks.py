"""Ranks and correlations. A correlation is None where one side does not vary, or with fewer than two pairs.

Plain numpy instead of scipy, because reports need them without the extra `measure`; tests hold them to scipy's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean

import numpy as np


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1 for the smallest; equal values share the mean of their ranks."""
    _, place, count = np.unique(np.asarray(values, dtype=np.float64), return_inverse=True, return_counts=True)
    middle = np.cumsum(count) - (count - 1) / 2
    return [float(rank) for rank in middle[place.ravel()]]


def pearson(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Linear correlation."""
    pairs = list(zip(a, b, strict=True))
    if len(set(a)) < 2 or len(set(b)) < 2:
        return None
    mean_a, mean_b = fmean(a), fmean(b)
    together = math.fsum((x - mean_a) * (y - mean_b) for x, y in pairs)
    spread = math.sqrt(math.fsum((x - mean_a) ** 2 for x in a) * math.fsum((y - mean_b) ** 2 for y in b))
    return max(-1.0, min(1.0, together / spread)) if spread else None


def spearman(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Correlation of ranks."""
    return pearson(ranks(a), ranks(b))


def kendall(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Kendall's tau-b: pairs in the same order less pairs in the opposite one, ties allowed for."""
    x, y = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if len(x) != len(y):
        raise ValueError(f"{len(x)} values cannot be compared with {len(y)}")
    order = apart_x = apart_y = 0
    for i in range(len(x) - 1):  # one row of pairs at a time: all at once would take memory for every pair
        sign_x, sign_y = np.sign(x[i + 1 :] - x[i]), np.sign(y[i + 1 :] - y[i])
        order += int(sign_x @ sign_y)
        apart_x += int(np.count_nonzero(sign_x))
        apart_y += int(np.count_nonzero(sign_y))
    spread = math.sqrt(apart_x * apart_y)
    return order / spread if spread else None


def kendall_of_orders(one: Sequence[str], other: Sequence[str]) -> float:
    """Kendall's tau of two rankings of the same names: 1 if they order every pair alike, also when there is no pair."""
    place = {name: n for n, name in enumerate(other)}
    tau = kendall(range(len(one)), [place[name] for name in one])
    return 1.0 if tau is None else tau
