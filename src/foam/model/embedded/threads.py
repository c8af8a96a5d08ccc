"""One thread for small matrices: on a busy machine, threads that wait for each other cost several times the work.

Where there are several batches, each core takes batches of its own, so that nobody waits. Knows numpy's BLAS only
through threadpoolctl.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any, TypeVar

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

T = TypeVar("T")
R = TypeVar("R")


def side_by_side(work: Callable[[T], R], batches: Iterable[T]) -> list[R]:
    """What the work makes of each batch, in their order; every core works on batches of its own."""
    listed = list(batches)
    if len(listed) < 2:
        with one_thread():
            return [work(batch) for batch in listed]
    with one_thread(), ThreadPoolExecutor(os.cpu_count()) as cores:
        return list(cores.map(work, listed))


@contextmanager
def one_thread() -> Iterator[None]:
    """Within it, matrix products run in the caller's thread alone.

    The limit holds for the whole process. So it is lifted by the last of those who are within it and not by the first.
    """
    _within.enter()
    try:
        yield
    finally:
        _within.leave()


class _Within:
    """How many callers are within the limit."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._count = 0
        self._limit: Any = None

    def enter(self) -> None:
        with self._lock:
            if self._count == 0:
                self._limit = _controller().limit(limits=1)
            self._count += 1

    def leave(self) -> None:
        with self._lock:
            self._count -= 1
            if self._count == 0:
                self._limit.restore_original_limits()


_within = _Within()


@cache
def _controller() -> ThreadpoolController:
    """Made once: it looks through every loaded library."""
    return ThreadpoolController()
