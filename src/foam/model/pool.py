"""Worker processes that compute for one caller: each opens a tool of its own and does one piece of work at a time.

The caller alone decides what is done and keeps what comes back, so nothing here writes anywhere. A worker that dies is
replaced and its piece of work is done again; a piece over which several die is given up. Workers end with the caller,
whatever ends that.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import queue
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from foam.errors import FoamError, ServiceError
from foam.model.port import Model
from foam.model.question import Answer, Question
from foam.record.entry import Decider

MOST_DEATHS = 5
"""Workers that may die over one piece of work before it is given up, as with work in a queue."""
Tool = TypeVar("Tool")
P = ParamSpec("P")
R = TypeVar("R")


class WorkerPool(Generic[Tool]):
    """So many processes, started when there is something for them to do."""

    def __init__(
        self, workers: int, open_tool: Callable[[], Tool], *, tell_replaced: Callable[[int], None] = lambda count: None
    ) -> None:
        """`open_tool` is sent to the processes, so it must be something that can be pickled.

        `tell_replaced` hears how many workers have died and were replaced, each time one is.
        """
        self.workers = workers
        self.replaced = 0
        """Workers that died and were replaced."""
        self._told = 0
        self._opening = pickle.dumps(open_tool)
        self._context = multiprocessing.get_context("spawn")
        self._tell_replaced = tell_replaced
        self._free: queue.SimpleQueue[_Worker | None] = queue.SimpleQueue()
        self._started: list[_Worker] = []
        self._threads: ThreadPoolExecutor | None = None
        self._is_closed = False
        self._lock = threading.Lock()

    async def do(self, work: Callable[Concatenate[Tool, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What a plain function gives for a worker's tool and these arguments; its errors are raised here."""
        try:
            return await asyncio.wrap_future(self.start(work, *args, **kwargs))
        finally:
            self.tell()  # told from here and not from a thread, which no listener expects

    def start(self, work: Callable[Concatenate[Tool, P], R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """The same for a caller without an event loop: what the work will have given. Call `tell` now and then."""
        if self._threads is None:
            # One thread waits for each process: whoever asks for more stands in the line of the threads.
            self._threads = ThreadPoolExecutor(self.workers, thread_name_prefix="foam-worker")
            for _ in range(self.workers):
                self._free.put(None)
        return self._threads.submit(self._do_now, pickle.dumps(partial(_call, work, args, kwargs)))

    def tell(self) -> None:
        """Tell the listener of workers that were replaced since it was last told."""
        if self.replaced > self._told:
            self._told = self.replaced
            self._tell_replaced(self.replaced)

    def list_pids(self) -> tuple[int, ...]:
        """The processes that run now."""
        with self._lock:
            return tuple(one.pid for one in self._started if one.is_alive)

    def close(self) -> None:
        """End the processes; what they were doing is lost, and what came back was kept by whoever asked."""
        with self._lock:
            self._is_closed = True
            for worker in self._started:
                worker.end()
        if self._threads is not None:
            self._threads.shutdown(wait=True, cancel_futures=True)

    def _do_now(self, given: bytes) -> Any:
        worker = self._free.get()
        try:
            for _ in range(MOST_DEATHS):
                if worker is None or not worker.is_alive:
                    worker = self._start(instead_of=worker)
                with suppress(EOFError, OSError):  # it died before or while it did this
                    return worker.do(given)
                worker.end()
                if self._is_closed:
                    break
        finally:
            self._free.put(worker)
        if self._is_closed:
            raise asyncio.CancelledError
        code = worker.exit_code if worker else None
        raise ServiceError(
            f"{MOST_DEATHS} worker processes died over one piece of work (the last with {_describe_exit(code)})",
            hint="is there memory for so many? Take fewer --workers; what was finished is kept, so run it again",
        )

    def _start(self, *, instead_of: _Worker | None) -> _Worker:
        with self._lock:
            if self._is_closed:
                raise asyncio.CancelledError
            try:
                worker = _Worker(self._context, self._opening)
            except OSError as error:
                raise ServiceError(
                    f"a worker process could not be started: {error.strerror or error}",
                    hint="is there memory for so many? Take fewer --workers; what was finished is kept",
                ) from error
            self._started.append(worker)
            if instead_of is not None:
                self._started.remove(instead_of)
                self.replaced += 1
        return worker


class _Worker:
    """One process and the line to it."""

    def __init__(self, context: multiprocessing.context.SpawnContext, opening: bytes) -> None:
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, opening), daemon=True, name="foam-worker")
        self._process.start()
        theirs.close()  # now only the process holds that end, so its death is heard as the end of the line

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    @property
    def exit_code(self) -> int | None:
        self._process.join(1.0)
        return self._process.exitcode

    def do(self, given: bytes) -> Any:
        """What the work gives; EOFError or OSError when the process dies over it."""
        self._line.send_bytes(given)
        is_done, found = pickle.loads(self._line.recv_bytes())  # noqa: S301  (our own process wrote it)
        if is_done:
            return found
        raise found

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        # The line is left to be collected: the thread that waits on it must hear its end first.


def _describe_exit(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


# What follows runs in a worker.


def _serve(line: Connection, opening: bytes) -> None:
    """Do what comes down the line, one after another, until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller is told, and ends its workers
    threading.Thread(target=_end_with_caller, daemon=True).start()
    tools: list[Any] = []
    while True:
        try:
            given = line.recv_bytes()
        except EOFError:
            return
        line.send_bytes(_answer(given, opening, tools))


def _answer(given: bytes, opening: bytes, tools: list[Any]) -> bytes:
    """The result or the error, packed; the tool is opened first, so that an error of that is told, too."""
    try:
        if not tools:
            tools.append(pickle.loads(opening)())  # noqa: S301  (our own bytes, handed to us by the caller)
        return pickle.dumps((True, pickle.loads(given)(tools[0])))  # noqa: S301
    except FoamError as error:
        return pickle.dumps((False, error))
    except Exception as error:  # whatever it is, the caller has to hear of it, and not every error can be sent
        told = f"a worker failed: {type(error).__name__}: {error}"
        return pickle.dumps((False, ServiceError(told, hint="run it with --workers 1 --debug to see where")))


def _call(work: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], tool: Any) -> Any:
    return work(tool, *args, **kwargs)


def _end_with_caller() -> None:
    """End at once when the caller is gone, in the middle of a long piece of work, too."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


class PooledModel:
    """Answers with a pool of workers that each have opened the same model.

    Whoever asks several questions at once is answered by several workers. The answers come in any order, so a run's
    digest must not depend on that; who decided is the model itself, and the record cannot tell the difference.
    """

    def __init__(self, open_model: Callable[[], Model], pool: WorkerPool[Model]) -> None:
        """The pool's tool must be what `open_model` opens; here it is opened to say who it is, and never asked."""
        self._open_model = open_model
        self._decider: Decider | None = None
        self.pool = pool

    @property
    def decider(self) -> Decider:
        if self._decider is None:
            self._decider = self._open_model().decider
        return self._decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        return await self.pool.do(answer_now, question, seed=seed, complaint=complaint)


def answer_now(model: Model, question: Question, *, seed: int, complaint: str) -> Answer:
    """The model's answer, waited for."""
    return asyncio.run(model.answer(question, seed=seed, complaint=complaint))
