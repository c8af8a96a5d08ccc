"""Calls about work that a worker does: put it into the queue, watch it, stop it; and the worker itself.

The queue stands beside a record in PostgreSQL. Where the record is in a file there is none: whoever asks does the work.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from foam.errors import FoamError, InputError, ServiceError
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.job.events import Event, RunPlanned, RunStarted, StepProgress
from foam.job.orders import ChallengeOrder, DebateOrder, QuestionOrder, TurnOrder, WorkOrder
from foam.record.opening import is_database

if TYPE_CHECKING:
    from foam.job.queue import QueuedWork, WorkQueue

_LOOK = 0.5
"""Seconds between looks at work that somebody else does."""
_YOURSELF = "do it yourself: foam deliberate, foam debate, foam contest open"
_PARTICULARS = frozenset({"component", "lacks", "question", "weight", "value", "scheme", "instead", "wants"})
Doing = Callable[[WorkOrder, Callable[[Event], None]], Coroutine[Any, Any, tuple[str, str]]]
"""Does what was ordered with somebody who listens; gives the run and its digest."""


class WorkCalls:
    """`home.work`: work for others to do."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def is_shared(self) -> bool:
        """Whether there is a queue: the record is in a database that other processes reach.

        What is done in a personal file is not queued: an order would stand in the open.
        """
        return is_database(self._desk.record_url) and not self._desk.person

    @quick
    def add(
        self,
        question: str = "",
        *,
        way: str = "deliberate",
        pack: str | None = None,
        model: str | None = None,
        seed: int | None = None,
        library: bool = False,
        owner: str = "",
    ) -> QueuedWork:
        """Put a question into the queue, or find it where the same is there; by default the pack's sample question."""
        settings = self._desk.configure(model=model, pack=pack, seed=seed).settings
        if way not in ("ask", "deliberate"):
            raise InputError(f"no work is called {way!r}", hint="a worker can ask and deliberate")
        if not question.strip() and (way == "ask" or library):
            raise InputError("there is no question", hint="give one")
        order = QuestionOrder(
            call="ask" if way == "ask" else "deliberate",
            question=" ".join(question.split()),
            pack="" if library and not pack else settings.pack,
            model=settings.model,
            seed=settings.seed,
            library=library,
            owner=owner,
        )
        return self._submit(order)

    @quick
    def debate(
        self,
        motion: str = "",
        *,
        pack: str | None = None,
        model: str | None = None,
        seed: int | None = None,
        library: bool = False,
        pro: str = "r-debater",
        con: str = "r-debater",
        pro_seat: str = "",
        con_seat: str = "",
        format_name: str = "free",
        words: int | None = None,
        judge: bool | None = None,
        owner: str = "",
    ) -> QueuedWork:
        """Put a debate into the queue; by default on the pack's sample question.

        Where a person speaks for a side ("human"), it is played to their first turn; `turn` brings their words.
        """
        settings = self._desk.configure(model=model, pack=pack, seed=seed).settings
        if not motion.strip() and library:
            raise InputError("there is no motion", hint="give one")
        order = DebateOrder(
            motion=" ".join(motion.split()),
            pack=settings.pack,
            model=settings.model,
            seed=settings.seed,
            library=library,
            pro=pro,
            con=con,
            pro_seat=pro_seat,
            con_seat=con_seat,
            format_name=format_name,
            words=words,
            judge=judge,
            owner=owner,
        )
        return self._submit(order)

    @quick
    def turn(self, run: Any, number: int, words: str, *, owner: str = "") -> QueuedWork:
        """Put what a person says in their turn of a debate into the queue; the debate goes on to their next turn.

        Without words it goes on where it was left, as far as it can without the person.
        """
        return self._submit(TurnOrder(run=self._find_open(run), number=number, words=words, owner=owner))

    @quick
    def challenge(
        self,
        of: Any,
        node: str,
        /,
        *,
        kind: str,
        because: str,
        by: str = "anyone",
        model: str | None = None,
        seed: int | None = None,
        owner: str = "",
        **particulars: str,
    ) -> QueuedWork:
        """Put a challenge into the queue. `particulars` are what `home.contest.open` takes for some kinds.

        A challenge that brings documents, or one to a personal file, is made by `home.contest.open`.
        """
        if unknown := sorted(particulars.keys() - _PARTICULARS):
            raise InputError(f"a challenge in the queue takes no {unknown[0]!r}", hint="make it by: foam contest open")
        order = ChallengeOrder(
            run=self._find_open(of),
            node=node,
            kind=kind,
            because=because,
            by=by,
            model=model or "",
            seed=seed,
            particulars={name: value for name, value in particulars.items() if value},
            owner=owner,
        )
        return self._submit(order)

    @quick
    def takes(self, run: Any) -> bool:
        """Whether what is done about a run goes into the queue: there is one, and the run is in no personal file."""
        return self.is_shared and not self._desk.find_owner(self._desk.find_run(run))

    @quick
    def list(self) -> tuple[QueuedWork, ...]:
        """What is in the queue and what has ended, the newest first."""
        with self._open() as queue:
            return queue.list()

    @quick
    def find(self, work: str) -> QueuedWork:
        """One work, by its id."""
        with self._open() as queue:
            return queue.find(work)

    @quick
    def cancel(self, work: str) -> QueuedWork:
        """Stop it; what was answered stays on record."""
        with self._open() as queue:
            return queue.cancel(work)

    @call
    async def follow(self, work: str) -> QueuedWork:
        """Wait until it has ended, and tell this home's listener how far it is. Whoever stops waiting cancels it."""
        with self._open() as queue:
            told = None
            try:
                while not (now := await asyncio.to_thread(queue.find, work)).has_ended:
                    if now != told:
                        self._tell(now)
                        told = now
                    await asyncio.sleep(_LOOK)
            except asyncio.CancelledError:
                queue.cancel(work)
                raise
            self._tell(now)
        if now.state == "failed":
            raise ServiceError(now.error, hint=now.hint)
        if now.state == "cancelled":
            raise asyncio.CancelledError
        return now

    def _find_open(self, run: Any) -> str:
        """The key of a run that is in no personal file."""
        require_queue(self._desk)
        key = self._desk.find_run(run)
        if owner := self._desk.find_owner(key):
            raise InputError(
                f"{key} is in the personal file {owner}, and an order would be outside of it", hint=_YOURSELF
            )
        return key

    def _submit(self, order: WorkOrder) -> QueuedWork:
        require_queue(self._desk)
        self._desk.refuse_in_person("orders in the queue", hint=_YOURSELF)
        with self._open() as queue:
            return queue.submit(order)

    def _tell(self, now: QueuedWork) -> None:
        """The same as the run itself reports, as far as it is known here."""
        said, hear = now.progress, self._desk.listener
        if said.expected:
            hear(RunPlanned(job=now.order.call, questions=said.expected))
        if said.run:
            hear(RunStarted(job=now.order.call, run=said.run))
        step = said.step if now.state == "running" else "waiting_for_a_worker"
        hear(StepProgress(step=step, done=said.asked + said.reused, total=said.expected))

    @contextmanager
    def _open(self) -> Iterator[WorkQueue]:
        queue = open_queue(self._desk)
        try:
            yield queue
        finally:
            queue.close()


def require_queue(desk: Desk) -> None:
    """Refuse to speak of a queue where the record is in a file."""
    if not is_database(desk.record_url):
        raise InputError(
            "there is no queue of work: the record is in a file, and whoever asks does the work",
            hint="set record.url to a PostgreSQL database: see docs/workers.md",
        )


def open_queue(desk: Desk) -> WorkQueue:
    """The queue beside the record; InputError where the record is in a file."""
    require_queue(desk)
    from foam.job.queue import WorkQueue  # here, since it needs the extra `workers`

    return WorkQueue(desk.record_url)


class Worker:
    """Takes work from a queue and does it, one after another, until it is told to stop."""

    def __init__(self, queue: WorkQueue, do: Doing, *, lease: float, wait: float = 1.0, name: str = "") -> None:
        """`lease`: seconds after which others may take its work when it gives no sign of life."""
        self._queue = queue
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
            taken = self._queue.take(self.name, lease=self._lease)
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
            run, digest = asyncio.run(self._hold(held))
        except asyncio.CancelledError:
            # Stopped: others go on. Cancelled: it ends so. Lost: another has it, and nothing is said of it here.
            return held.end("waiting" if self._is_stopped else "cancelled")
        except FoamError as error:
            return held.end("failed", error=error.what, hint=error.hint)
        except Exception as error:  # a worker lives longer than one work that fails, whatever it was
            return held.end("failed", error=f"a fault of FOAM's own: {type(error).__name__}: {error}")
        held.finish(run, digest)
        return held.end("done")

    async def _hold(self, held: _Held) -> tuple[str, str]:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        self._cancel = lambda: loop.call_soon_threadsafe(task.cancel)
        try:
            if self._is_stopped:
                raise asyncio.CancelledError
            with held.renewing(self._cancel):
                return await self._do(held.order, held.hear)
        finally:
            self._cancel = lambda: None


class _Held:
    """Work that this worker holds: how far it is, and the lease that a thread renews."""

    def __init__(self, queue: WorkQueue, taken: QueuedWork, worker: str, lease: float) -> None:
        from foam.job.queue import WorkProgress  # here, since it needs the extra `workers`

        self.order = taken.order
        self._queue, self._id, self._worker, self._lease = queue, taken.id, worker, lease
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
            case "rest" | "asked" | "progress" | "finished":
                return
        self._progress = self._progress.model_copy(update=changes)

    def finish(self, run: str, digest: str) -> None:
        self._progress = self._progress.model_copy(update={"run": run, "outcome": digest})

    def end(self, state: Any, *, error: str = "", hint: str = "") -> bool:
        return self._queue.end(self._id, self._worker, state, self._progress, error=error, hint=hint)

    @contextmanager
    def renewing(self, cancel: Callable[[], object]) -> Iterator[None]:
        """Give signs of life from a thread; when the lease is lost or the work cancelled, the run is stopped."""
        ended = threading.Event()

        def renew() -> None:
            missed = 0.0
            while not ended.wait(self._lease / 3):
                try:
                    goes_on, missed = self._queue.renew(self._id, self._worker, self._progress, lease=self._lease), 0.0
                except FoamError:  # the database may come back before the lease runs out
                    missed += self._lease / 3
                    goes_on = missed < self._lease
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
