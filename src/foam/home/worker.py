"""The worker: takes work from the queue, does what is ordered by the call of the home that it names, and gives signs of
life while it does."""

from __future__ import annotations

import asyncio
import math
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, assert_never

from foam.errors import Awaited, FoamError, StorageAway, StorageFull
from foam.job.events import Event, Listener
from foam.job.orders.case import CaseOrder
from foam.job.orders.contest import ChallengeOrder
from foam.job.orders.debate import DebateOrder, TurnOrder
from foam.job.orders.deliberation import AskOrder, DeliberationOrder
from foam.job.orders.examination import ExaminationOrder
from foam.job.orders.work import ImportOrder
from foam.record.acting import act_for

if TYPE_CHECKING:
    from foam.home.desk import Desk
    from foam.home.home import Home
    from foam.job.queue import QueuedWork, WorkQueue, WorkState

Doing = Callable[["QueuedWork", Callable[[Event], None]], Coroutine[Any, Any, tuple[Any, ...]]]
"""Does what was ordered with somebody who listens; gives the run, its digest, and what it came to where that is no
run."""
T = TypeVar("T")
_NOT_NOW = (StorageAway, StorageFull)
_LONGEST_PAUSE = 30.0
"""Seconds between attempts at work whose storage is away."""


class Worker:
    """Takes work from a queue and does it, one after another, until it is told to stop."""

    def __init__(
        self,
        queue: WorkQueue,
        do: Doing,
        *,
        lease: float,
        wait: float = 1.0,
        name: str = "",
        outage: float = math.inf,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        """`lease`: seconds after which others may take its work when it gives no sign of life.

        `outage`: for how many seconds it waits for a queue that is away; `say` is told when that begins and ends.
        """
        self._queue = queue
        self._outage = outage
        self._say = say
        self._pause = 0.0
        self._do = do
        self._lease = lease
        self._wait = wait
        self.name = name or f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
        self._is_stopped = False  # no event: a signal's handler sets it, and may not wait for a lock
        self._cancel: Callable[[], object] = lambda: None

    def stop(self) -> None:
        """End soon: work that is being done goes back to the queue."""
        self._is_stopped = True
        self._cancel()

    def work(self, *, until_empty: bool = False) -> int:
        """Do what there is; how many works ended here. Returns when it is stopped, or when nothing waits."""
        count = 0
        while not self._is_stopped:
            taken = self._reach(lambda: self._queue.take(self.name, lease=self._lease, holds_none=True), None)
            if taken is not None:
                count += self._do_one(taken)
            elif until_empty:
                break
            else:
                time.sleep(self._wait)
        return count

    def _do_one(self, taken: QueuedWork) -> bool:
        """Do one work and say how it ended; whether it ended here."""
        held = _Held(self._queue, taken, self.name, self._lease)
        try:
            came = asyncio.run(self._hold(held))
        except asyncio.CancelledError:
            # Stopped: others go on. Cancelled: it ends so. Lost: another has it, and nothing is said of it here.
            return self._end(held, "waiting" if self._is_stopped else "cancelled")
        except _NOT_NOW as error:  # nothing is wrong with the work: it is done when the storage is back
            return self._give_back(held, error)
        except Awaited as error:
            held.finish(error.run, "")
            return self._end(held, "awaiting", error=error.what, hint=error.hint)
        except FoamError as error:
            return self._end(held, "failed", error=error.what, hint=error.hint)
        except Exception as error:  # a worker lives longer than one work that fails, whatever it was
            return self._end(held, "failed", error=f"a fault of FOAM's own: {type(error).__name__}: {error}")
        held.finish(*came)
        self._pause = 0.0
        return self._end(held, "done")

    def _end(self, held: _Held, state: WorkState, *, error: str = "", hint: str = "") -> bool:
        return self._reach(lambda: held.end(state, error=error, hint=hint), False)

    def _give_back(self, held: _Held, error: FoamError) -> bool:
        """Leave the work in the queue with what it waits for, and pause for longer each time."""
        self._say(error.what)
        self._end(held, "waiting", error=error.what, hint=error.hint)
        self._pause = min(max(self._wait, 2 * self._pause), _LONGEST_PAUSE)
        until = time.monotonic() + self._pause
        while time.monotonic() < until and not self._is_stopped:
            time.sleep(min(self._wait, self._pause))
        return False

    def _reach(self, call: Callable[[], T], otherwise: T) -> T:
        """What the queue says once it can be reached; `otherwise` when this worker is stopped before that."""
        since, wait = time.monotonic(), self._wait / 10
        while True:
            try:
                found = call()
            except _NOT_NOW as error:
                if self._is_stopped:
                    return otherwise
                if time.monotonic() - since > self._outage:
                    raise
                if wait == self._wait / 10:
                    self._say(f"{error.what}; waiting until it is back")
                time.sleep(wait)
                wait = min(2 * wait, self._wait)
            else:
                if wait > self._wait / 10:
                    self._say("the database can be used again")
                return found

    async def _hold(self, held: _Held) -> tuple[Any, ...]:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        self._cancel = lambda: loop.call_soon_threadsafe(task.cancel)
        try:
            if self._is_stopped:
                raise asyncio.CancelledError
            with held.renewing(self._cancel):
                return await self._do(held.work, held.hear)
        finally:
            self._cancel = lambda: None


class _Held:
    """Work that this worker holds: how far it is, and the lease that a thread renews."""

    def __init__(self, queue: WorkQueue, taken: QueuedWork, worker: str, lease: float) -> None:
        from foam.job.queue import WorkProgress  # here, since it needs the extra `workers`

        self.work = taken
        self._queue, self._worker, self._lease = queue, worker, lease
        self._progress = WorkProgress()

    def hear(self, event: Event) -> None:
        """Take in what the run reports."""
        match event.type:
            case "planned":
                changes: dict[str, Any] = {"expected": event.questions}
            case "started":
                changes = {"run": self._progress.run or event.run}
            case "answered":
                changes = {"asked": self._progress.asked + 1, "step": event.step}
            case "reused":
                changes = {"reused": self._progress.reused + 1, "step": event.step}
            case "progress" if isinstance(self.work.order, ImportOrder):
                changes = {"step": event.step, "done": event.done, "total": event.total}
            case "asked" | "progress" | "finished":
                return
        self._progress = self._progress.model_copy(update=changes)

    def finish(self, run: str, digest: str, result: Mapping[str, Any] | None = None) -> None:
        ended = {"run": run, "outcome": digest, "result": dict(result or {})}
        self._progress = self._progress.model_copy(update=ended)

    def end(self, state: WorkState, *, error: str = "", hint: str = "") -> bool:
        return self._queue.end(self.work.id, self._worker, state, self._progress, error=error, hint=hint)

    @contextmanager
    def renewing(self, cancel: Callable[[], object]) -> Iterator[None]:
        """Give signs of life from a thread; when another has the work or it is cancelled, the run is stopped.

        A database that is away takes the work from nobody. The run waits at its next answer, and who has the work is
        asked as soon as the database is back.
        """
        ended = threading.Event()

        def renew() -> None:
            wait = self._lease / 3
            while not ended.wait(wait):
                try:
                    goes_on = self._queue.renew(self.work.id, self._worker, self._progress, lease=self._lease)
                except FoamError:
                    wait = self._lease / 15
                    continue
                wait = self._lease / 3
                if not goes_on and not ended.is_set():
                    cancel()
                    return

        thread = threading.Thread(target=renew, name="foam-lease", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


def open_worker(
    desk: Desk, open_home: Callable[[Desk], Home], *, lease: float, waits: bool, say: Callable[[str], None]
) -> Worker:
    """A worker over the queue of a home; one that `waits` does so also while the database is away."""
    patience = desk.endurance

    async def do(work: QueuedWork, hear: Listener) -> tuple[Any, ...]:
        def note(event: Event) -> None:
            # The run is theirs from its first moment, also when the server they asked is gone by then.
            if event.type == "started" and work.order.owner:
                people.own_run(work.order.owner, event.run)
            hear(event)

        with open_home(desk.open_beside(note, remembers=True)) as home, act_for(work.order.owner):
            people = home.people
            return await _carry_out(home, work)

    queue = patience.keep_trying(lambda: desk.queue)  # it may start together with the database
    return Worker(queue, do, lease=lease, outage=float("inf") if waits else patience.seconds, say=say)


class _PersonsTurn(Exception):
    """A debate has come to a turn of a person: what was said is on record, and their words come by another order."""

    def __init__(self, run: str) -> None:
        super().__init__()
        self.run = run


class _Carried(NamedTuple):
    """What came of an order."""

    run: str
    digest: str = ""
    """Empty where a debate waits for a person."""
    result: Mapping[str, Any] = MappingProxyType({})
    """What it came to, where that is no run."""


async def _carry_out(home: Home, work: QueuedWork) -> _Carried:
    match order := work.order:
        case AskOrder():
            ran: Any = await home.ask.aio(order)
        case DeliberationOrder():
            ran = await home.deliberate.aio(order)
        case CaseOrder():
            ran = await home.case.write.aio(order)
        case ExaminationOrder():
            ran = await home.examine.aio(order)
        case ChallengeOrder():
            ran = await home.contest.open.aio(order)
        case DebateOrder() | TurnOrder():
            try:
                ran = await _debate(home, order)
            except _PersonsTurn as stopped:
                return _Carried(stopped.run)
        case ImportOrder():
            return _Carried("", result=await home.work.carry_in.aio(work.id, order, worker=work.worker))
        case _:
            assert_never(order)
    return _Carried(ran.run, ran.digest)


async def _debate(home: Home, order: DebateOrder | TurnOrder) -> Any:
    def listen(floor: Any, kind: str) -> str:
        if isinstance(order, TurnOrder) and order.words and floor.number == order.number:
            return order.words
        raise _PersonsTurn(floor.session.run)

    if isinstance(order, TurnOrder):
        return await home.debate.resume.aio(order.run, listen=listen)
    return await home.debate.play.aio(order, listen=listen)
