"""Many pieces of work of one kind, several of them under way at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

R = TypeVar("R")
_AHEAD = 2
"""Pieces under way for each worker: while one waits for the record, the worker has the other."""


def count_at_once(workers: int) -> int:
    """How many pieces of work keep so many workers busy; without any, one after another."""
    return _AHEAD * workers if workers > 1 else 1


async def do_all(
    works: Iterable[Callable[[], Awaitable[R]]],
    *,
    at_once: int = 1,
    report: Callable[[int], None] = lambda done: None,
) -> tuple[R, ...]:
    """What each piece gives, in their order; `report` hears how many are done. If one fails, none is left running."""
    todo = enumerate(works)
    given: dict[int, R] = {}

    async def go_on() -> None:
        for place, work in todo:
            given[place] = await work()
            report(len(given))

    tasks = [asyncio.create_task(go_on()) for _ in range(at_once)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return tuple(given[place] for place in sorted(given))
