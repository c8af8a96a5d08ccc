"""One thread for small matrices: on a busy machine, threads that wait for each other cost several times the work.

Where there are several batches, each core takes batches of its own, so that nobody waits. Knows numpy's BLAS only
through threadpoolctl.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import cache
from typing import TypeVar

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

T = TypeVar("T")
R = TypeVar("R")


def side_by_side(work: Callable[[T], R], batches: Iterable[T]) -> list[R]:
    """What the work makes of each batch, in their order; every core works on batches of its own."""
    with one_thread(), ThreadPoolExecutor(os.cpu_count()) as cores:
        return list(cores.map(work, batches))


def one_thread() -> AbstractContextManager[object]:
    """Within it, matrix products run in the caller's thread alone."""
    limited: AbstractContextManager[object] = _controller().limit(limits=1)
    return limited


@cache
def _controller() -> ThreadpoolController:
    """Made once: it looks through every loaded library."""
    return ThreadpoolController()
