"""Work in the background: a run has a thread and a home of its own, and a page that tells how far it is.

What is recorded stays. A run that was cancelled or cut off goes on where it stopped when the same is asked again.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
import time
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar, copy_context
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, Literal, TypeAlias

from foam import Awaited, Event, FoamError, Home, NotFound
from foam.web.addresses import run_path
from foam.web.catalogue import say, say_or
from foam.web.visitors import find_visitor
from foam.web.watch import Unwatched, Watch

State: TypeAlias = Literal["waiting", "running", "cancelling", "done", "failed", "cancelled"]
Opener: TypeAlias = Callable[[Callable[[Event], None]], Home]
"""Opens a home of its own for a run, with somebody who listens."""
Claim: TypeAlias = Callable[[str, str], object]
"""Notes that somebody asked for a run: their name and its key."""
_LISTENER: ContextVar[Callable[[Event], None]] = ContextVar("listener")
ENDED: tuple[State, ...] = ("done", "failed", "cancelled")
AT_ONCE = 2
"""Runs that work at the same time; others wait."""
WATCHED_AT_ONCE = 32
"""The same where workers do the work and a thread here only watches."""
_KEPT = 50
"""Works that are remembered; the oldest that ended are dropped."""
_LINES = 60
_SURE_ENOUGH = 8
"""Answers from which on the rest is worth an estimate."""


@dataclass(frozen=True)
class Progress:
    """How far a work is, as a page shows it."""

    id: str
    title: str
    state: State
    run: str
    """The run's key; empty until it has one."""
    href: str
    """Where the result is; empty until there is one."""
    done: int
    """Questions answered, those that the record answered included."""
    reused: int
    expected: int
    """How many are likely in all; 0 while nobody can tell."""
    step: str
    said: str
    seconds: int
    quiet: int
    """Seconds since something was heard."""
    left: int
    """Seconds that are likely left; 0 while nobody can tell."""
    error: str
    hint: str
    lines: tuple[str, ...]
    """What happened last, the newest first."""
    back: str = ""
    """Where it can be asked otherwise; empty where nothing is asked for it."""
    result: dict[str, Any] = field(default_factory=dict)

    @property
    def has_ended(self) -> bool:
        return self.state in ENDED

    def json_value(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Outcome:
    """What a work ended with."""

    href: str
    result: dict[str, Any] = field(default_factory=dict)


class Work:
    """One thing that is done in the background."""

    def __init__(
        self,
        id: str,  # noqa: A002
        title: str,
        call: Callable[[Home], Coroutine[Any, Any, Outcome]],
        *,
        back: str = "",
        owner: str = "",
        claim: Claim = lambda owner, run: None,
        watch: Watch | None = None,
    ) -> None:
        self.id = id
        self.title = title
        self.back = back
        self.owner = owner
        """Who began it; empty where there are no accounts."""
        self._claim = claim
        self._watch = watch or Unwatched()
        self._watch.note_runs(+1)
        self.version = 0
        """Grows whenever there is something new to show."""
        self._call = call
        self._lock = threading.Lock()
        self._state: State = "waiting"
        self._run = self._step = self._said = self._error = self._hint = ""
        self._asked = self._answered = self._reused = self._expected = 0
        self._lines: deque[str] = deque(maxlen=_LINES)
        self._outcome = Outcome(href="")
        self._started = self._heard = time.monotonic()
        self._ended: float | None = None
        self._cancel: Callable[[], object] | None = None

    def hear(self, event: Event) -> None:
        """Take in what the run reports; called from the run's own thread."""
        if event.type == "started" and self.owner:
            self._claim(self.owner, event.run)
        with self._lock:
            self._heard = time.monotonic()
            self.version += 1
            match event.type:
                case "planned":
                    self._expected = event.questions
                case "started":
                    self._run = self._run or event.run
                case "asked":
                    self._asked += 1
                    self._tell(event.step)
                case "answered":
                    self._answered += 1
                    self._said = event.said or self._said
                case "reused":
                    self._reused += 1
                    self._tell(event.step)
                case "progress":
                    total = f" {event.done}/{event.total}" if event.total else ""
                    self._step = f"{_name_step(event.step)}{total}"
                case "finished":
                    pass

    def _tell(self, step: str) -> None:
        self._step = _name_step(step)
        if not self._lines or self._lines[0] != self._step:
            self._lines.appendleft(self._step)

    def show(self) -> Progress:
        """How far it is now."""
        with self._lock:
            now = self._ended or time.monotonic()
            seconds, done = now - self._started, self._answered + self._reused
            likely = max(self._expected, done) if self._expected else 0
            sure = self._answered >= _SURE_ENOUGH and likely > done and self._ended is None
            return Progress(
                id=self.id,
                title=self.title,
                state=self._state,
                run=self._run,
                href=self._outcome.href,
                done=done,
                reused=self._reused,
                expected=likely,
                step=self._step,
                said=self._said,
                seconds=round(seconds),
                quiet=round(now - self._heard),
                left=round(seconds / self._answered * (likely - done)) if sure else 0,
                error=self._error,
                hint=self._hint,
                lines=tuple(self._lines),
                back=self.back,
                result=self._outcome.result,
            )

    def cancel(self) -> None:
        """Stop after the question that is being answered."""
        with self._lock:
            if self._state in ENDED:
                return
            self._state = "cancelling" if self._cancel else "cancelled"
            self._ended = None if self._cancel else time.monotonic()
            self.version += 1
            if self._cancel:
                self._cancel()
            else:
                self._watch.note_runs(-1)

    def work(self, open_home: Opener) -> None:
        """Do it, in the thread that calls this."""
        with self._lock:
            if self._state != "waiting":
                return
            self._state = "running"
            self.version += 1
        self._watch.note_wait("runs", time.monotonic() - self._started)
        try:
            with open_home(self.hear) as home:
                asyncio.run(self._main(home))
        except asyncio.CancelledError:
            self._end("cancelled")
        except Awaited as error:
            self._outcome = Outcome(href=f"{run_path(error.run)}/awaited")
            self._end("done")
        except FoamError as error:
            self._end("failed", error=error.what, hint=error.hint)
        except Exception as error:  # a page must say that it failed, whatever it was
            self._end("failed", error=say("work.fault", kind=type(error).__name__), hint=say("work.fault_hint"))
        else:
            self._end("done")

    async def _main(self, home: Home) -> None:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None
        with self._lock:
            self._cancel = partial(loop.call_soon_threadsafe, task.cancel)
            if self._state == "cancelling":
                raise asyncio.CancelledError
        _LISTENER.set(self.hear)
        try:
            self._outcome = await self._call(home)
        finally:
            with self._lock:
                self._cancel = None

    def _end(self, state: State, *, error: str = "", hint: str = "") -> None:
        with self._lock:
            if self._ended is None:
                self._watch.note_runs(-1)
            self._state, self._error, self._hint = state, error, hint
            self._ended = time.monotonic()
            self.version += 1


class Works:
    """Everything that was begun since the server started. Where people have accounts, each sees their own."""

    def __init__(
        self,
        open_home: Opener,
        claim: Claim = lambda owner, run: None,
        *,
        at_once: int = AT_ONCE,
        watch: Watch | None = None,
    ) -> None:
        self._open_home = open_home
        self._watch = watch
        self._claim = claim
        self._works: dict[str, Work] = {}
        self._is_closing = False
        self._pool = ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="foam-work")

    def begin(
        self, title: str, asked: Any, call: Callable[[Home], Coroutine[Any, Any, Outcome]], *, back: str = ""
    ) -> Work:
        """Start it, or find it where the same is under way; `asked` is what makes it the same, `back` where it can be
        asked otherwise when it fails."""
        owner = find_visitor().name
        told = json.dumps([owner, asked] if owner else asked, sort_keys=True)
        name = hashlib.blake2b(told.encode(), digest_size=8).hexdigest()
        known = self._works.get(name)
        if known is not None and not known.show().has_ended:
            return known
        self._works.pop(name, None)
        work = self._works[name] = Work(name, title, call, back=back, owner=owner, claim=self._claim, watch=self._watch)
        for old in [one for one in self._works.values() if one.show().has_ended][: max(0, len(self._works) - _KEPT)]:
            del self._works[old.id]
        self._pool.submit(copy_context().run, work.work, self._open_home)
        return work

    def find(self, name: str) -> Work:
        if name not in self._works or self._works[name].owner != find_visitor().name:
            raise NotFound(say("work.unknown"), hint=say("work.unknown_hint"))
        return self._works[name]

    def find_by_run(self, run: str) -> Work | None:
        """The work that is under way for a run."""
        shown = ((work, work.show()) for work in self._list_own())
        return next((work for work, now in shown if now.run == run and not now.has_ended), None)

    def list_open(self) -> tuple[Progress, ...]:
        """What is under way, the newest first."""
        return tuple(now for work in reversed(self._list_own()) if not (now := work.show()).has_ended)

    def _list_own(self) -> list[Work]:
        owner = find_visitor().name
        return [work for work in self._works.values() if work.owner == owner]

    async def follow(self, home: Home, queued: str) -> str:
        """Wait for work that is in the queue; its run. It stays there when the server stops, for workers go on."""
        return str((await self.wait_for(home, queued)).run)

    async def wait_for(self, home: Home, queued: str) -> Any:
        """The same; how it ended."""
        ended = await home.work.follow.aio(queued, tell=find_listener(), stays=lambda: self._is_closing)
        return ended.progress

    def close(self) -> None:
        """Cancel what is under way here; the record keeps what was answered."""
        self._is_closing = True
        for work in self._works.values():
            work.cancel()
        self._pool.shutdown(wait=True, cancel_futures=True)


def find_listener() -> Callable[[Event], None]:
    """Who is told how far the work is that is being done; for a work that another process does."""
    return _LISTENER.get()


def _name_step(step: str) -> str:
    """A step as people read it."""
    return say_or(f"steps.{step}", step.replace("_", " ").replace("-", " "))
