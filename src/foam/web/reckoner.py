"""Where what computes long is done: in the server's own process, or in processes beside it.

Other weights, previews and hearings take a good part of a second of a processor each. In a process of their own they
keep nobody waiting who only reads. A work is a plain function whose first argument is a home.
"""

from __future__ import annotations

import asyncio
import contextvars
import gc
import itertools
import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from functools import partial
from multiprocessing.connection import wait
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from foam import Event, Home, InputError
from foam.web.catalogue import find_language, say, speak
from foam.web.visitors import find_visitor
from foam.web.works import Opener

P = ParamSpec("P")
R = TypeVar("R")
Listener = Callable[[Event], None]
_NICE = 10
"""By how much a process that hears challenges stands back: what somebody waits for at a page goes first."""
_SELDOM = (50_000, 20, 20)
"""How seldom a process looks for rubbish: what it remembers is large and stays."""


class Reckoner(Protocol):
    """Does what computes long."""

    async def reckon(self, work: Callable[Concatenate[Home, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """What a work gives that somebody waits for at a page."""
        ...

    async def hear(
        self, listener: Listener, work: Callable[Concatenate[Home, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        """What a work gives that takes seconds; `listener` is told how far it is. Called off, it stops.

        The last it tells may come after what it gives, and is then not passed on.
        """
        ...

    def close(self) -> None: ...


class OwnReckoner:
    """Works in the server's own process, in a thread kept for them: who only reads does not stand in that queue."""

    def __init__(self, home: Home, open_home: Opener) -> None:
        self._home = home
        self._open_home = open_home
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="foam-reckon")

    async def reckon(self, work: Callable[Concatenate[Home, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        context = contextvars.copy_context()
        call = partial(context.run, work, self._home, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._pool, call)

    async def hear(
        self, listener: Listener, work: Callable[Concatenate[Home, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        stopped = threading.Event()

        def tell(event: Event) -> None:
            if stopped.is_set():
                raise asyncio.CancelledError
            listener(event)

        def do() -> R:
            with self._open_home(tell) as home:
                return work(home, *args, **kwargs)

        try:
            return await asyncio.to_thread(do)
        finally:
            stopped.set()

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


class ProcessReckoner:
    """Works in processes beside the server, each with a home of its own that remembers what it read.

    The last one hears challenges, and the others do what somebody waits for; a single one does both. One that dies is
    replaced, and whoever waited for it is told to try again.
    """

    def __init__(self, open_home: Opener, workers: int) -> None:
        """`open_home` is sent to the processes, so it has to be something that can be pickled."""
        self._context = multiprocessing.get_context("spawn")
        self._events: Any = self._context.SimpleQueue()
        self._stopped = self._context.Value("Q", 0)
        self._open_end, self._closed_end = self._context.Pipe(duplex=False)
        self._tickets = itertools.count(1)
        self._listeners: dict[int, Listener] = {}
        self._lock = threading.Lock()
        self._given = pickle.dumps(open_home)
        self._pools = [self._start(is_last=number == workers - 1 > 0) for number in range(workers)]
        self._reader = threading.Thread(target=self._pass_on, name="foam-events", daemon=True)
        self._reader.start()

    async def reckon(self, work: Callable[Concatenate[Home, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        # By what it is about, so that one process remembers what another need not read.
        place = hash(str(args[:1])) % max(1, len(self._pools) - 1)
        found: R = await asyncio.wrap_future(self._submit(place, 0, _bind(work, args, kwargs)))
        return found

    async def hear(
        self, listener: Listener, work: Callable[Concatenate[Home, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        ticket = next(self._tickets)
        self._listeners[ticket] = listener
        try:
            place = len(self._pools) - 1
            found: R = await asyncio.wrap_future(self._submit(place, ticket, _bind(work, args, kwargs)))
            return found
        except asyncio.CancelledError:
            self._stopped.value = ticket
            raise
        finally:
            self._listeners.pop(ticket, None)

    def close(self) -> None:
        for pool in self._pools:
            pool.shutdown(wait=False, cancel_futures=True)
        self._closed_end.close()  # whatever is under way ends here; the record keeps what was answered
        self._events.put(None)

    def _start(self, *, is_last: bool) -> ProcessPoolExecutor:
        given = (self._given, self._events, self._stopped, self._open_end, _NICE if is_last else 0)
        return ProcessPoolExecutor(max_workers=1, mp_context=self._context, initializer=_begin, initargs=given)

    def _submit(self, place: int, ticket: int, work: partial[Any]) -> Future[Any]:
        visitor = find_visitor()
        said = find_language(), visitor.name, visitor.is_sole
        with self._lock:
            try:
                return _explained(self._pools[place].submit(_do, ticket, *said, work))
            except BrokenProcessPool:
                is_last = place == len(self._pools) - 1 > 0
                self._pools[place] = self._start(is_last=is_last)
                return _explained(self._pools[place].submit(_do, ticket, *said, work))

    def _pass_on(self) -> None:
        """Hand what the processes tell to whoever listens, until there is no more."""
        while (told := self._events.get()) is not None:
            ticket, event = told
            listener = self._listeners.get(ticket)
            if listener is not None:
                listener(event)


def _bind(work: Any, args: Any, kwargs: Any) -> partial[Any]:
    """A work with its arguments, all but the home."""
    return partial(work, *args, **kwargs)


def _explained(future: Future[Any]) -> Future[Any]:
    """The same, where a process that died is an error that a page can show."""
    made: Future[Any] = Future()
    made.set_running_or_notify_cancel()

    def hand_on(done: Future[Any]) -> None:
        error = done.exception() if not done.cancelled() else asyncio.CancelledError()
        if isinstance(error, BrokenProcessPool):
            error = InputError(say("problem.worker"), hint=say("problem.worker_hint"))
        if error is not None:
            made.set_exception(error)
        else:
            made.set_result(done.result())

    future.add_done_callback(hand_on)
    return made


# What follows runs in a process beside the server.

_HOME: Home | None = None
_TICKET: contextvars.ContextVar[int] = contextvars.ContextVar("ticket", default=0)
_OWNER: contextvars.ContextVar[str] = contextvars.ContextVar("owner", default="")


def _begin(open_home: bytes, events: Any, stopped: Any, open_end: Any, nice: int) -> None:
    """Open the home, once; end with the server, whatever ends that."""
    global _HOME
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, args=(open_end,), daemon=True).start()
    gc.set_threshold(*_SELDOM)
    os.nice(nice)

    def tell(event: Event) -> None:
        ticket = _TICKET.get()
        if ticket and stopped.value == ticket:
            raise asyncio.CancelledError
        if event.type == "started" and _HOME is not None and _OWNER.get():
            _HOME.people.own_run(_OWNER.get(), event.run)  # here, so that nobody else sees it before
        if ticket:
            events.put((ticket, event))

    _HOME = pickle.loads(open_home)(tell)  # noqa: S301  (our own bytes, handed to us by the server)


def _do(ticket: int, language: str, owner: str, is_sole: bool, work: partial[Any]) -> Any:
    assert _HOME is not None
    _TICKET.set(ticket)
    _OWNER.set(owner)
    with speak(language), nullcontext() if is_sole else _HOME.people.acting(owner):
        return work.func(_HOME, *work.args, **work.keywords)


def _end_with_server(open_end: Any) -> None:
    """End at once when the server closes its end, or is gone."""
    parent = multiprocessing.parent_process()
    wait([open_end, *([parent.sentinel] if parent is not None else [])])
    os._exit(0)
