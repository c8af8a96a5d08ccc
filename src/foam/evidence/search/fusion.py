"""Rankings made one.

A sentence earns `weight / (flatness + rank)` from each ranking that names it, and as much again as the best sentences
of its document earn on average: a sentence rarely repeats its document's subject, and a document about the subject is
the better place to look. Only the best few count, so that a long document has no more to share than a short one. With
the defaults no set of `python -m bench retrieval` is searched worse than by words alone; where every document is about
one subject more kinship would find more, and where documents are passages of the web it would find less.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from heapq import nlargest
from typing import TypeVar

import numpy as np

from foam.evidence.search.port import Vector
from foam.values import Value

Key = TypeVar("Key", bound=Hashable)
_BEST = 3
"""Sentences of a document that stand for it."""


class Fusion(Value):
    """How rankings are weighed against each other."""

    depth: int = 100
    """How much of each ranking is read."""
    flatness: float = 5.0
    """The larger, the less the first ranks stand out."""
    vector_weight: float = 0.4
    """The share of the vectors; words have the rest."""
    kinship: float = 0.4
    """How much of what its document's best sentences earn on average a sentence shares in."""


def fuse_rankings(
    rankings: Sequence[Sequence[Key]],
    weights: Sequence[float],
    *,
    flatness: float,
    same: Mapping[Key, Hashable] | None = None,
) -> dict[Key, float]:
    """What each key earns from all rankings together; 1 is first place in every one of them.

    Keys that are the `same` share a rank, so that copies of one do not push others down.
    """
    earned: defaultdict[Key, float] = defaultdict(float)
    for ranking, weight in zip(rankings, weights, strict=True):
        if not weight:
            continue
        ranks: dict[Hashable, int] = {}
        for key in ranking:
            rank = ranks.setdefault(same.get(key, key) if same else key, len(ranks))
            earned[key] += weight * (flatness + 1) / (flatness + 1 + rank)
    return dict(earned)


def share_scores(earned: Mapping[tuple[int, int], float], kinship: float) -> dict[tuple[int, int], float]:
    """Scores of (document, sentence) pairs, each with its share in what the best of its document earned."""
    of_document: defaultdict[int, list[float]] = defaultdict(list)
    for (document, _), score in earned.items():
        of_document[document].append(score)
    shared = {document: kinship * sum(nlargest(_BEST, scores)) / _BEST for document, scores in of_document.items()}
    return {key: score + shared[key[0]] for key, score in earned.items()}


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
