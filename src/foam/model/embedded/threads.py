"""One thread for small matrices: on a busy machine, threads that wait for each other cost several times the work.

Knows numpy's BLAS only through threadpoolctl.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]


def one_thread() -> AbstractContextManager[object]:
    """Within it, matrix products run in the caller's thread alone."""
    limited: AbstractContextManager[object] = _controller().limit(limits=1)
    return limited


@cache
def _controller() -> ThreadpoolController:
    """Made once: it looks through every loaded library."""
    return ThreadpoolController()
