"""A training example, and how a set of them is dealt into splits.

A split never looks at a row: whole topics or articles are dealt by the digest of their name, so the same data
gives the same held-back rows on every machine. This module knows no data set.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

SPLITS = ("train", "dev", "calibration", "test")
SUPPORTS, CONTRADICTS, NEITHER = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
PARTLY = (0.7, 0.0, 0.3)  # the evidence carries part of the claim


class Pair(NamedTuple):
    """Two texts and what people (or a rule) said of them. `target` is a distribution or one number."""

    task: str  # relation (stance), entails (facts), bears, side, scheme, quality, same
    first: str  # evidence, argument, perspective
    second: str  # claim, key point, or the other argument
    target: tuple[float, ...]
    source: str
    topic: str  # the text that names the topic or article; splits are dealt by it
    lacks: tuple[int, ...] = ()  # classes that the source never names: masked in training


def digest(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def deal(topics: Iterable[str], shares: Mapping[str, float]) -> dict[str, str]:
    """Topic to split. Topics are ordered by digest and cut by share, so that few topics still split evenly."""
    ordered = sorted(set(topics), key=digest)
    bounds, reached = [], 0.0
    for name in SPLITS:
        reached += shares.get(name, 0.0)
        bounds.append((name, round(reached * len(ordered))))
    return {topic: next(name for name, end in bounds if at < end) for at, topic in enumerate(ordered)}


def by_split(pairs: Sequence[Pair], split_of: Callable[[Pair], str]) -> dict[str, list[Pair]]:
    dealt: dict[str, list[Pair]] = {name: [] for name in SPLITS}
    for pair in pairs:
        dealt[split_of(pair)].append(pair)
    return dealt
