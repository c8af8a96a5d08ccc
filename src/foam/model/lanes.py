"""A concurrency limit that keeps every lane busy.

A semaphore wakes the next question only after the answered one has been read, checked and recorded. Here each lane is
a task that starts its next job in the very step that ends the last one; what comes of the answer is done meanwhile.
And an event loop works breadth first: questions put at once are answered at once, all of them read before any is
followed by the next. So lanes are opened one at a time, a turn of the loop apart, which keeps the answers apart, too.
`python -m bench remote` measures what that is worth.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Generic, TypeVar

from foam.model.port import Model
from foam.model.question import Answer, Question
from foam.record.entry import Decider

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
        if not self._opening:
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
        self._opening = False

    def _open_lane(self) -> None:
        """Open one if it is wanted, and look again in the next turn of the loop."""
        self._opening = bool(self._waiting) and len(self._open) < self._limit
        if self._opening:
            lane = asyncio.create_task(self._drain())
            self._open.add(lane)
            lane.add_done_callback(self._open.discard)
            asyncio.get_running_loop().call_soon(self._open_lane)

    async def _drain(self) -> None:
        try:
            while self._waiting:
                await self._waiting.popleft().carry_out()
        finally:
            # At once: a caller that is answered may ask again before the callback of a task that has ended is run.
            self._open.discard(asyncio.current_task())


class InLanes:
    """A model that is asked in lanes: the lane is free for the next question before the answer is put on record."""

    def __init__(self, model: Model, lanes: Lanes) -> None:
        self._model = model
        self._lanes = lanes

    @property
    def decider(self) -> Decider:
        return self._model.decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        return await self._lanes.run(partial(self._model.answer, question, seed=seed, complaint=complaint))


class _Job(Generic[T]):
    def __init__(self, work: Work[T], outcome: asyncio.Future[T]) -> None:
        self.outcome = outcome
        self._work = work
        self._lane: asyncio.Task[Any] | None = None
        self._abandoned = False

    async def carry_out(self) -> None:
        if self.outcome.done():
            return
        self._lane = asyncio.current_task()
        try:
            result = await self._work()
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
