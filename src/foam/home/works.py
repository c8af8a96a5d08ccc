"""Calls about work that a worker does: put it into the queue, watch it, stop it; and the worker itself.

The queue stands beside a record in PostgreSQL. Where the record is in a file there is none: whoever asks does the work.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from foam.contest.read import read_ground
from foam.errors import Awaited, InputError, ServiceError, StorageAway
from foam.home.calls import call, quick
from foam.home.contests import read_challenge_files
from foam.home.desk import Desk, Vectors
from foam.home.examinations import read_examined_files
from foam.home.imports import hand_over, take_in_handed
from foam.home.seats import read_perspective
from foam.job.events import Listener, RunPlanned, RunStarted, StepProgress
from foam.job.orders.case import CaseOrder
from foam.job.orders.contest import ChallengeOrder
from foam.job.orders.debate import DebateOrder, TurnOrder
from foam.job.orders.deliberation import AskOrder, DeliberationOrder
from foam.job.orders.examination import ExaminationOrder
from foam.job.orders.order import RunOrder
from foam.job.orders.work import ImportOrder, WorkOrder
from foam.record.opening import is_database
from foam.values import Rows

if TYPE_CHECKING:
    from foam.job.queue import QueuedWork

PersonsOrder = AskOrder | DeliberationOrder | CaseOrder | DebateOrder | ExaminationOrder | ChallengeOrder
"""What a person puts into the queue."""
_LOOK = 0.5
"""Seconds between looks at work that somebody else does."""
_OUTAGE = 600.0
"""Seconds for which who waits for work puts up with a database that is away."""
_YOURSELF = "do it yourself: foam deliberate, foam debate, foam contest open"


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
    def add(self, order: PersonsOrder, *, owner: str = "") -> QueuedWork:
        """Put an order into the queue, or find it where the same is there. Files that it names are read here.

        A debate in which a person speaks for a side is played to their first turn; `turn` brings their words. A
        challenge to a personal file is made by `home.contest.open`.
        """
        return self._submit(self._complete(order).model_copy(update={"owner": owner}))

    def _complete(self, order: PersonsOrder) -> PersonsOrder:
        """The same with what the settings say and what the files hold that it names: what is wrong is said at once."""
        if isinstance(order, ExaminationOrder):
            return read_examined_files(order)
        settings = self._desk.configure(model=order.model, seed=order.seed).settings
        if isinstance(order, ChallengeOrder):
            read = read_challenge_files(
                order.model_copy(update={"run": self._find_open(order.run)}), self._desk.reading
            )
            read_ground(read)
            return read.model_copy(update={"model": settings.model, "seed": settings.seed})
        if order.library and not order.title.strip():
            raise InputError("there is nothing to ask your own library", hint="give a question or a motion")
        is_open = order.library and not isinstance(order, DebateOrder)
        pack = order.pack if is_open else self._desk.configure(pack=order.pack).settings.pack
        return order.model_copy(update={"model": settings.model, "pack": pack, **_read_files(order)})

    @quick
    def turn(self, run: Any, number: int, words: str, *, owner: str = "") -> QueuedWork:
        """Put what a person says in their turn of a debate into the queue; the debate goes on to their next turn.

        Without words it goes on where it was left, as far as it can without the person.
        """
        return self._submit(TurnOrder(run=self._find_open(run), number=number, words=words, owner=owner))

    @property
    def takes_imports(self) -> bool:
        """Whether a worker can take documents in for whoever asks: the library, too, is where all reach it."""
        return self.is_shared and bool(self._desk.library_url)

    @quick
    def documents(
        self, *paths: Path | str, index: bool = True, vectors: Vectors = "static", owner: str = ""
    ) -> QueuedWork:
        """Put files and folders into the queue, for a worker to take into the library; see `home.library.add`.

        What they hold stands in the database until a worker has taken it in: at most 256 MB with one order.
        """
        self._desk.require_queue()
        if not self._desk.library_url:
            raise InputError(
                "the library is in the home of each machine, and a worker would take documents into its own",
                hint="set library.url, or take them in yourself: foam library add",
            )
        given = hand_over(map(Path, paths))
        order = ImportOrder(
            files=given.files, passed_over=given.passed_over, index=index, vectors=vectors, owner=owner
        )  # fmt: skip
        return self._submit(order, given.paths)

    @call
    async def carry_in(self, work: str, order: ImportOrder, *, worker: str) -> dict[str, Any]:
        """Take in the files that came with a work, as the worker does that holds it; what was read and what was not.

        One that was halted for longer than its lease stops: files may have been taken out of the work meanwhile.
        """
        is_stopped = threading.Event()

        def check() -> None:
            if is_stopped.is_set() or not self._desk.queue.is_held(work, worker):
                raise asyncio.CancelledError

        try:
            done = await asyncio.to_thread(take_in_handed, self._desk, work, order, check)
        finally:
            is_stopped.set()  # a thread is not stopped from outside: it stops after the file in hand
        return done.json_value()

    @quick
    def takes(self, run: Any) -> bool:
        """Whether what is done about a run goes into the queue: there is one, and the run is in no personal file."""
        return self.is_shared and not self._desk.find_owner(self._desk.find_run(run))

    @quick
    def list(self) -> Rows[QueuedWork]:
        """What is in the queue and what has ended, the newest first."""
        return Rows(self._desk.queue.list())

    @quick
    def find(self, work: str) -> QueuedWork:
        """One work, by its id."""
        return self._desk.queue.find(work)

    @quick
    def cancel(self, work: str) -> QueuedWork:
        """Stop it; what was answered stays on record."""
        return self._desk.queue.cancel(work)

    @call
    async def follow(
        self, work: str, *, tell: Listener | None = None, stays: Callable[[], bool] = lambda: False
    ) -> QueuedWork:
        """Wait until it has ended, and tell this home's listener, or the one that is given, how far it is.

        Whoever stops waiting cancels it, unless `stays` says then that it stays in the queue.
        """
        queue, told = self._desk.queue, None
        try:
            while (now := await self._look(work, tell or self._desk.listener)).state in ("waiting", "running"):
                if now != told:
                    self._tell(now, tell or self._desk.listener)
                    told = now
                await asyncio.sleep(_LOOK)
        except asyncio.CancelledError:
            if not stays():
                queue.cancel(work)
            raise
        self._tell(now, tell or self._desk.listener)
        if now.state == "awaiting":
            awaited = Awaited(now.error, hint=now.hint)
            awaited.run = now.progress.run
            raise awaited
        if now.state == "failed":
            raise ServiceError(now.error, hint=now.hint)
        if now.state == "cancelled":
            raise asyncio.CancelledError
        return now

    def go_on(self, run: str) -> str:
        """Put the work that waited for a person in this run back into the queue; its id, empty where there is none."""
        return self._desk.queue.wake(run) if self.is_shared else ""

    async def _look(self, work: str, hear: Listener) -> QueuedWork:
        """The work as it is now. Workers go on with it when a database that is away is back, and so does who waits."""
        until = time.monotonic() + _OUTAGE
        while True:
            try:
                return await asyncio.to_thread(self._desk.queue.find, work)
            except StorageAway:
                if time.monotonic() > until:
                    raise
                hear(StepProgress(step="waiting_for_the_database", done=0))
                await asyncio.sleep(_LOOK)

    def _find_open(self, run: Any) -> str:
        """The key of a run that is in no personal file."""
        self._desk.require_queue()
        key = self._desk.find_run(run)
        if owner := self._desk.find_owner(key):
            raise InputError(
                f"{key} is in the personal file {owner}, and an order would be outside of it", hint=_YOURSELF
            )
        return key

    def _submit(self, order: WorkOrder, files: Sequence[Path] = ()) -> QueuedWork:
        self._desk.require_queue()
        self._desk.refuse_in_person("orders in the queue", hint=_YOURSELF)
        return self._desk.queue.submit(order, files)

    def _tell(self, now: QueuedWork, hear: Listener) -> None:
        """The same as the run itself reports, as far as it is known here."""
        said = now.progress
        if said.expected:
            hear(RunPlanned(job=now.order.call, questions=said.expected))
        if said.run:
            hear(RunStarted(job=now.order.call, run=said.run))
        step = said.step if now.state == "running" else "waiting_for_a_worker"
        done = said.done or said.asked + said.reused
        hear(StepProgress(step=step, done=done, total=said.total or said.expected))


def _read_files(order: RunOrder) -> dict[str, Any]:
    """What an order names by its path, read: a worker may be on another machine."""
    if isinstance(order, DeliberationOrder) and order.log:
        raise InputError("a log of judged cases is read here, and not by a worker", hint="name the protocol instead")
    if isinstance(order, CaseOrder) and any(isinstance(one, Path) for one in order.answering):
        raise InputError("files that are answered are read here, and not by a worker", hint="give flows, or foam case")
    read: dict[str, Any] = {}
    for name, value in order:
        if isinstance(value, Path):
            read[name] = read_perspective(value)
        elif isinstance(value, tuple):
            read[name] = tuple(read_perspective(one) if isinstance(one, Path) else one for one in value)
    return read
