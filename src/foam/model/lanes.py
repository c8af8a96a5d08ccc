"""A concurrency limit that keeps every lane busy. Knows nothing of HTTP.

A semaphore wakes the next question only after the answered one has been read, checked and recorded; and an event loop
works breadth first, so that answers which arrive together are all read, then all recorded, and only then followed by
the next questions, together again: a convoy. Here each lane is a task that starts its next job in the very step that
ends the last one, and lanes that end together go on one at a time, a turn of the loop apart, which draws the convoy
out until it is none. `python -m bench remote` measures what that is worth.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")
Work = Callable[[], Awaitable[T]]


class Lanes:
    """At most `limit` jobs run at once, first come first served. Serves one event loop at a time."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self, work: Work[T]) -> T:
        """Do the work in the next free lane. Cancelling the caller cancels the work."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._begin(loop)
        job: _Job[T] = _Job(work, loop.create_future())
        self._waiting.append(job)
        self._open_lane()
        try:
            return await job.outcome
        except asyncio.CancelledError:
            job.abandon()
            raise

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Nothing of an earlier loop is left to wait for: its tasks will never end."""
        self._loop = loop
        self._waiting: deque[_Job[Any]] = deque()
        self._open: set[asyncio.Task[None]] = set()
        self._turns = _Turns()

    def _open_lane(self) -> None:
        if len(self._open) < self._limit:
            lane = asyncio.create_task(self._drain())
            self._open.add(lane)
            lane.add_done_callback(self._open.discard)

    async def _drain(self) -> None:
        while self._waiting:
            await self._waiting.popleft().carry_out(self._turns)


class _Turns:
    """Lets one lane go on per turn of the event loop, in the order in which they asked."""

    def __init__(self) -> None:
        self._asking: deque[asyncio.Future[None]] = deque()
        self._taken = False

    async def take(self) -> None:
        if self._taken:
            await self._my_turn()
        self._taken = True
        asyncio.get_running_loop().call_soon(self._pass_on)

    async def _my_turn(self) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._asking.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it came, and so did the cancellation: somebody else's turn
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        self._taken = False
        while self._asking and not self._taken:
            turn = self._asking.popleft()
            if not turn.done():
                turn.set_result(None)
                self._taken = True


class _Job(Generic[T]):
    def __init__(self, work: Work[T], outcome: asyncio.Future[T]) -> None:
        self.outcome = outcome
        self._work = work
        self._lane: asyncio.Task[Any] | None = None
        self._abandoned = False

    async def carry_out(self, turns: _Turns) -> None:
        if self.outcome.done():
            return
        self._lane = asyncio.current_task()
        try:
            result = await self._work()
            await turns.take()
        except asyncio.CancelledError:
            self._stand_by()
        except Exception as error:
            if not self.outcome.done():
                self.outcome.set_exception(error)
        else:
            if not self.outcome.done():
                self.outcome.set_result(result)
        finally:
            self._lane = None

    def abandon(self) -> None:
        self._abandoned = True
        if self._lane is not None:
            self._lane.cancel()

    def _stand_by(self) -> None:
        """The lane survives a caller who went away; it ends when the loop itself is ending."""
        if not self._abandoned or self._lane is None:
            self.outcome.cancel()
            raise asyncio.CancelledError
        self._lane.uncancel()
