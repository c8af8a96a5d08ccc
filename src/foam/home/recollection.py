"""What was computed once and may be asked for again: kept in bounds, and computed once for all who ask meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Any


class Memory:
    """Values by name, at most so many; who was not asked for longest is forgotten. Any thread may ask."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._held: OrderedDict[str, Future[Any]] = OrderedDict()
        self._since = 0

    async def find(self, name: str, compute: Callable[[], Awaitable[Any]], *, since: int = 0) -> Any:
        """What is kept under a name, or what `compute` gives. What was kept under another `since` is forgotten.

        What failed is not kept. Where the one who computes is called off, the next one who waits computes.
        """
        while True:
            with self._lock:
                self._forget_before(since)
                future = self._held.get(name)
                if is_first := future is None:
                    future = self._held[name] = Future()
                self._held.move_to_end(name)
                while len(self._held) > self._most:
                    self._held.popitem(last=False)
            assert future is not None
            if is_first:
                return await self._compute(name, future, compute)
            try:
                # Shielded: who stops waiting must not call off what others wait for.
                return await asyncio.shield(asyncio.wrap_future(future))
            except _CalledOff:
                continue

    async def _compute(self, name: str, future: Future[Any], compute: Callable[[], Awaitable[Any]]) -> Any:
        try:
            found = await compute()
        except BaseException as error:
            with self._lock:
                if self._held.get(name) is future:
                    del self._held[name]
            future.set_exception(error if isinstance(error, Exception) else _CalledOff())
            raise
        future.set_result(found)
        return found

    def _forget_before(self, since: int) -> None:
        if since != self._since:
            self._held.clear()
            self._since = since


class _CalledOff(Exception):
    """Whoever computed was stopped; nothing is wrong with what they computed."""
