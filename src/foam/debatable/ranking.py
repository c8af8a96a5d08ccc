"""The order of systems by two metrics at once: the paper's equation 4."""

from __future__ import annotations

from collections.abc import Mapping

from foam.stats.averages import standardize


def weighted_mean(pd: Mapping[str, float], da: Mapping[str, float], k: float) -> dict[str, float]:
    """k of the reciprocal P.D. and the rest of D.A., both standardized over the systems."""
    systems = list(pd)
    covering = standardize([1 / pd[system] for system in systems])
    aware = standardize([da[system] for system in systems])
    return {s: k * c + (1 - k) * a for s, c, a in zip(systems, covering, aware, strict=True)}
