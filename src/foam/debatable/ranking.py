"""Ranks and what is made of them: rank correlations, Elo ratings, the weighted mean of two metrics. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from statistics import fmean, pstdev
from typing import NamedTuple

ELO_START = 1000.0
_ELO_SCALE = 400.0
_ELO_STEP = 16.0


class Preference(NamedTuple):
    """Somebody preferred one system's answer to another's; `tie` when neither."""

    winner: str
    loser: str
    tie: bool = False


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1 for the smallest; equal values share the mean of their ranks."""
    order = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(order, start=1)))}
    return [first[value] + (order.count(value) - 1) / 2 for value in values]


def pearson(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Correlation; None for fewer than two pairs, or where one side does not vary."""
    if len(a) < 2 or len(a) != len(b):
        return None
    mean_a, mean_b = fmean(a), fmean(b)
    together = math.fsum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    spread = math.sqrt(math.fsum((x - mean_a) ** 2 for x in a) * math.fsum((y - mean_b) ** 2 for y in b))
    return together / spread if spread else None


def spearman(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Correlation of ranks."""
    return pearson(ranks(a), ranks(b))


def kendall(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Kendall's tau-b: pairs in the same order less pairs in the opposite one, ties allowed for."""
    signs = [(_sign(x1 - x2), _sign(y1 - y2)) for (x1, y1), (x2, y2) in combinations(zip(a, b, strict=True), 2)]
    order = sum(x * y for x, y in signs)
    spread = math.sqrt(sum(x != 0 for x, _ in signs) * sum(y != 0 for _, y in signs))
    return order / spread if spread else None


def elo(preferences: Iterable[Preference], systems: Sequence[str]) -> dict[str, float]:
    """Ratings after these comparisons, in their order."""
    rating = dict.fromkeys(systems, ELO_START)
    for winner, loser, tie in preferences:
        expected = 1 / (1 + 10 ** ((rating[loser] - rating[winner]) / _ELO_SCALE))
        step = _ELO_STEP * ((0.5 if tie else 1.0) - expected)
        rating[winner] += step
        rating[loser] -= step
    return rating


def z_norm(values: Sequence[float]) -> list[float]:
    """Values less their mean, in standard deviations; all zero where nothing varies."""
    spread = pstdev(values) if values else 0.0
    return [(value - fmean(values)) / spread if spread else 0.0 for value in values]


def weighted_mean(pd: Mapping[str, float], da: Mapping[str, float], k: float) -> dict[str, float]:
    """Equation 4: k of the reciprocal P.D. and the rest of D.A., both z-normalised over the systems."""
    systems = list(pd)
    covering = z_norm([1 / pd[system] for system in systems])
    aware = z_norm([da[system] for system in systems])
    return {s: k * c + (1 - k) * a for s, c, a in zip(systems, covering, aware, strict=True)}


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
