"""Near-duplicates among texts, and which to remove so that none remain: a small vertex cover of their graph. Pure.

The paper removes greedily. Removing whatever has the most duplicates is usually best and sometimes far off; removing
both ends of disjoint pairs is never worse than twice the least. We take the smaller of the two, freed of whatever need
not go, so the same bound holds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from foam.model.port import Embedder
from foam.values import Value

QUESTIONS_ALIKE = 0.78
"""Cosine from which the paper takes two questions for one; set on other vectors than the embedded ones."""
VIEWS_ALIKE = 0.75
"""Cosine from which the paper looks whether two points of view are one."""
_ROWS_AT_ONCE = 1024

Pair = tuple[int, int]


class Alike(Value):
    """Two texts that are near-duplicates, by their places."""

    first: int
    second: int
    similarity: float


class Deduplicated(Value):
    """What stays, what goes, and why."""

    kept: tuple[int, ...]
    removed: tuple[int, ...]
    pairs: tuple[Alike, ...]


def deduplicate(texts: Sequence[str], embedder: Embedder, *, threshold: float = QUESTIONS_ALIKE) -> Deduplicated:
    """Remove few texts so that no two of those left are alike."""
    pairs = alike(embedder.embed(list(texts)), threshold=threshold)
    removed = cover((pair.first, pair.second) for pair in pairs)
    kept = tuple(i for i in range(len(texts)) if i not in removed)
    return Deduplicated(kept=kept, removed=tuple(sorted(removed)), pairs=pairs)


def alike(rows: NDArray[np.float32], *, threshold: float) -> tuple[Alike, ...]:
    """Every pair of unit rows whose cosine reaches the threshold."""
    found = []
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        cosines = rows[start : start + _ROWS_AT_ONCE] @ rows.T
        for i, j in np.argwhere(cosines >= threshold):
            if start + i < j:
                found.append(Alike(first=start + int(i), second=int(j), similarity=round(float(cosines[i, j]), 4)))
    return tuple(found)


def cover(pairs: Iterable[Pair]) -> frozenset[int]:
    """Vertices that touch every pair: at most twice as many as are needed."""
    edges = [(min(pair), max(pair)) for pair in pairs]
    return min((_find_needed(edges, chosen) for chosen in (_by_degree(edges), _by_matching(edges))), key=_size)


def _by_degree(edges: Sequence[Pair]) -> list[int]:
    """Whatever touches most is taken first; among equals the later text, so that the first of its kind stays."""
    left, taken = list(edges), []
    while left:
        touched = Counter(vertex for edge in left for vertex in edge)
        taken.append(max(touched, key=lambda vertex: (touched[vertex], vertex)))
        left = [edge for edge in left if taken[-1] not in edge]
    return taken


def _by_matching(edges: Sequence[Pair]) -> list[int]:
    taken: list[int] = []
    for edge in edges:
        if not set(edge).intersection(taken):
            taken += edge
    return taken


def _find_needed(edges: Sequence[Pair], taken: Sequence[int]) -> frozenset[int]:
    """Without the vertices whose every edge is touched at its other end as well; the earliest are let off first."""
    kept = set(taken)
    for vertex in sorted(taken):
        others = kept - {vertex}
        if all(others.intersection(edge) for edge in edges if vertex in edge):
            kept = others
    return frozenset(kept)


def _size(vertices: frozenset[int]) -> tuple[int, list[int]]:
    return len(vertices), sorted(vertices)
