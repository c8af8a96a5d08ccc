"""How a sentence stands to a point, by the shipped judge: read once a pair, whoever asks and in whichever turn.

A point stays open for several turns, both sides' searches find the same sentences, and to read a pair takes long.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock
from typing import NamedTuple, TypeVar

from foam.model.embedded.threads import one_thread

Read = TypeVar("Read")
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


async def read_aside(work: Callable[[], Read]) -> Read:
    """What a work gives that reads pairs. Answers that are awaited meanwhile are taken up as they come.

    Works are done one after another in one thread, so that a pair which two of them need is read once. The limit to one
    core for each matrix is set here: OpenBLAS takes no notice where another thread than the main one sets it, and its
    own threads would then spend several times the work on waiting for each other.
    """
    with one_thread():
        return await asyncio.wrap_future(_start_reader().submit(work))


async def name_judge() -> str:
    """The name of the shipped judge, once it is loaded."""
    return _name_judge() if _is_loaded() else await read_aside(_name_judge)


def _name_judge() -> str:
    from foam.model.judge import shipped_judge

    return shipped_judge().name


def _is_loaded() -> bool:
    from foam.model.judge.shipped import is_loaded

    return is_loaded()


@cache
def _start_reader() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="debate-reader")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_reader.cache_clear)  # a child has none of its parent's threads
