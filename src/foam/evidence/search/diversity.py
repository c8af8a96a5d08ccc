"""Choosing results that do not repeat each other: maximal marginal relevance. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from foam.evidence.search.port import Vector


def spread_out(scores: Sequence[float], vectors: Vector, *, diversity: float, limit: int) -> list[int]:
    """Positions in the order to show them: each is good, and unlike those before it.

    `diversity` is the weight of being unlike, from 0 (by score alone) to 1. Scores are read relative to the best.
    """
    if not scores:
        return []
    worth = (1 - diversity) * np.array(scores) / (max(scores) or 1.0)
    likest = np.zeros(len(scores))
    chosen: list[int] = []
    for _ in range(min(limit, len(scores))):
        gain = worth - diversity * likest
        gain[chosen] = -np.inf
        best = int(np.argmax(gain))
        chosen.append(best)
        likest = np.maximum(likest, vectors @ vectors[best])
    return chosen
