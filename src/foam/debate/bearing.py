"""How a sentence stands to a point, by the shipped judge: read once a pair, whoever asks and in whichever turn.

A point stays open for several turns, both sides' searches find the same sentences, and to read a pair takes long.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from foam.model.embedded.threads import one_thread

MOST_KEPT = 50_000
"""Pairs that are kept; then it begins anew."""
_HEADS = ("relation", "bears")


class Bearing(NamedTuple):
    """The chances that a sentence supports a point, contradicts it, and bears on it at all."""

    supports: float
    contradicts: float
    bears: float


class _Readings:
    """What was read of each pair."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: dict[tuple[str, str], Bearing] = {}

    def read(self, pairs: Sequence[tuple[str, str]]) -> list[Bearing]:
        with self._lock:
            unread = [pair for pair in dict.fromkeys(pairs) if pair not in self._kept]
            if len(self._kept) + len(unread) > MOST_KEPT:
                self._kept.clear()
                unread = list(dict.fromkeys(pairs))
            self._kept.update(zip(unread, _read_anew(unread), strict=True))
            return [self._kept[pair] for pair in pairs]


def _read_anew(pairs: Sequence[tuple[str, str]]) -> list[Bearing]:
    from foam.model.judge import shipped_judge  # here: debates are read where there is no judge

    if not pairs:
        return []
    with one_thread():
        shares = shipped_judge().all_shares(_HEADS, pairs)
    rows = zip(shares["relation"], shares["bears"], strict=True)
    # Rounded, because the last digits go by which pairs were read together.
    return [
        Bearing(*(round(float(one), 6) for one in (relation[0], relation[1], bears[0]))) for relation, bears in rows
    ]


_readings = _Readings()


def read_bearings(pairs: Sequence[tuple[str, str]]) -> list[Bearing]:
    """For each sentence and point how the one stands to the other."""
    return _readings.read(pairs)
