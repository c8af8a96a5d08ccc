"""Runs a coroutine to its end from ordinary code, in a script or inside a running event loop (a notebook)."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def complete(work: Coroutine[Any, Any, Result]) -> Result:
    """What the coroutine gives. Where a loop is running already, the work gets a thread and a loop of its own."""
    results: list[Result] = []

    async def collect() -> None:
        # The result is handed over by hand: asyncio writes out a task's result, and a dossier takes long to write out.
        results.append(await work)

    if _is_loop_running():
        with ThreadPoolExecutor(max_workers=1) as pool:
            pool.submit(asyncio.run, collect()).result()
    else:
        asyncio.run(collect())
    return results[0]


def _is_loop_running() -> bool:
    """Whether an event loop runs in this thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
