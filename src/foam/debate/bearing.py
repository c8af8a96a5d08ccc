"""How a sentence stands to a point, by the judge of the run: read once a pair, whoever asks and in whichever turn.

A point stays open for several turns, both sides' searches find the same sentences, and to read a pair takes long.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock
from typing import NamedTuple, TypeVar

from foam.model.embedded.threads import one_thread
from foam.model.port import PairJudge

Read = TypeVar("Read")
Pair = tuple[str, str]
MOST_KEPT = 50_000
"""Pairs that are kept of a judge; then it begins anew."""
_AT_ONCE = 64
"""Pairs that are asked about together: the shipped judge keeps what it read of so few for the next question."""


class Bearing(NamedTuple):
    """The chances that a sentence supports a point, contradicts it, and bears on it at all."""

    supports: float
    contradicts: float
    bears: float


_lock = Lock()
_kept: dict[str, dict[Pair, Bearing]] = {}
"""What was read of each pair, by the name of the judge."""


def read_bearings(judge: PairJudge, pairs: Sequence[Pair]) -> list[Bearing]:
    """For each sentence and point how the one stands to the other."""
    with _lock:
        kept = _kept.setdefault(judge.name, {})
        unread = [pair for pair in dict.fromkeys(pairs) if pair not in kept]
        if len(kept) + len(unread) > MOST_KEPT:
            kept.clear()
            unread = list(dict.fromkeys(pairs))
        kept.update(zip(unread, _read_anew(judge, unread), strict=True))
        return [kept[pair] for pair in pairs]


def _read_anew(judge: PairJudge, pairs: Sequence[Pair]) -> Iterator[Bearing]:
    with one_thread():
        for first in range(0, len(pairs), _AT_ONCE):
            some = pairs[first : first + _AT_ONCE]
            for relation, bears in zip(judge.relation(some), judge.bears_on(some), strict=True):
                # Rounded, because the last digits go by which pairs were read together.
                shares = (relation.supports, relation.contradicts, bears.probability)
                yield Bearing(*(round(one, 6) for one in shares))


async def read_aside(work: Callable[[], Read]) -> Read:
    """What a work gives that reads pairs. Answers that are awaited meanwhile are taken up as they come.

    Works are done one after another in one thread, so that a pair which two of them need is read once. The limit to one
    core for each matrix is set here: OpenBLAS takes no notice where another thread than the main one sets it, and its
    own threads would then spend several times the work on waiting for each other.
    """
    with one_thread():
        return await asyncio.wrap_future(_start_reader().submit(work))


@cache
def _start_reader() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="debate-reader")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_start_reader.cache_clear)  # a child has none of its parent's threads
