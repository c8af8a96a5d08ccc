"""Means and shares. None stands for a figure that is not defined because nothing was counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean, pstdev


def share(facts: Iterable[bool]) -> float | None:
    """The share of facts that hold; None without any."""
    counted = list(facts)
    return sum(counted) / len(counted) if counted else None


def mean_of_known(values: Iterable[float | None]) -> float | None:
    """The mean of the values that are known; None without any."""
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def weighted_mean(weighed: Sequence[tuple[float, float]]) -> float:
    """The mean of values that each stand before their weight; the plain mean where nothing has any."""
    values, weights = zip(*weighed, strict=True)
    return fmean(values, weights) if any(weights) else fmean(values)


def trimmed_mean(values: Sequence[float], cut: float) -> float:
    """The mean without this share of the values at each end, rounded down to whole values."""
    dropped = int(cut * len(values))
    return fmean(sorted(values)[dropped : len(values) - dropped])


def standardize(values: Sequence[float]) -> list[float]:
    """Values less their mean, in standard deviations; all zero where nothing varies."""
    spread = pstdev(values) if values else 0.0
    return [(value - fmean(values)) / spread if spread else 0.0 for value in values]
