"""Shows a job's events on stderr: one line that changes on a terminal, a plain line now and then elsewhere.

While nothing is heard, because a model thinks or a search is long, the line says what is going on and for how long.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from foam.cli.output import draw, say
from foam.visible import clean_line

if TYPE_CHECKING:
    from foam import Event

_REDRAW = 0.1
_LINE_EVERY = 2.0
"""Seconds between plain lines: nobody should wait longer without a sign."""
_WAIT_EVERY = 30.0
"""Seconds between plain lines that only say that nothing was heard: they stay in a log."""
_LAST_PARTS = 20
"""Parts of a step by which it is reckoned how long the rest takes."""
_PLAIN_WIDTH = 120
"""Columns of a plain line, where there is no terminal to ask."""


class ProgressLine:
    """What is happening, in one line: what is done of what is expected, the step, and the last words written."""

    def __init__(
        self, *, tty: bool | None = None, columns: int | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`columns` is the width of the terminal, which is asked for it otherwise: people change it."""
        self._tty = sys.stderr.isatty() if tty is None else tty
        self._columns = columns
        self._clock = clock
        self._asked = self._answered = self._reused = self._expected = 0
        self._step = self._parts = self._said = ""
        self._tokens, self._money = 0, 0.0
        self._left = TimeLeft()
        self._begun_at = self._shown_at = self._heard_at = clock()
        self._what = ""
        self._waited_at: float | None = None
        self._drawn = False
        self._resting = 0
        self._lock = threading.RLock()
        self._over = threading.Event()

    def begin(self, what: str) -> None:
        """A first sign at once: opening a home and its models may take a while."""
        self._what = what
        self._print(f"{what}: starting")
        # A thread, since what keeps a run from being heard may keep its event loop busy, too.
        threading.Thread(target=self._keep_showing, daemon=True).start()

    def __call__(self, event: Event) -> None:
        with self._lock:
            self._hear(event)

    def show_wait(self) -> None:
        """Show the line again with what it waits for and for how long, if it has stood for long."""
        with self._lock:
            now = self._clock()
            waited = now - self._heard_at
            if waited < _LINE_EVERY or self._over.is_set():
                return
            if not self._tty and self._waited_at is not None and now - self._waited_at < _WAIT_EVERY:
                return
            if self._show(self._describe_wait(now)):
                self._waited_at = now

    def _describe_wait(self, now: float) -> str:
        """What goes on meanwhile, as far as it is known, and since when."""
        since = _describe_seconds(now - self._heard_at)
        if not (self._parts or self._describe_answers()):
            return f"{self._what}: at work for {_describe_seconds(now - self._begun_at)}".removeprefix(": ")
        return f"no answer for {since}" if self._asked > self._answered else f"still at work after {since}"

    def _keep_showing(self) -> None:
        while not self._over.wait(_LINE_EVERY / 2):
            self.show_wait()

    def _hear(self, event: Event) -> None:
        self._heard_at = self._clock()
        match event.type:
            case "planned":
                self._expected = event.questions
                self._parts = ""
                self._shown_at = 0.0
            case "asked":
                self._asked += 1
                self._step = event.step
            case "answered":
                self._answered += 1
                self._said = event.said or self._said
                self._tokens += event.usage.total if event.usage else 0
                self._money += event.money
            case "reused":
                self._reused += 1
                self._step = event.step
            case "progress":
                total = f"/{event.total}" if event.total else ""
                self._parts = f"{event.step} {event.done}{total}"
                self._left.note(event.done, event.total, self._heard_at)
                if not event.done:
                    self._shown_at = 0.0  # a step begins, and it may be long before anything else is heard
            case "finished":
                self.clear()
                return
            case "started":
                return
        self._show()

    def clear(self) -> None:
        """Take the line away, so that what is printed next stands alone."""
        with self._lock:
            self._over.set()
            self._erase()

    @contextmanager
    def rest(self) -> Iterator[None]:
        """Take the line away while somebody else writes or reads: nothing is shown, and the time is no waiting."""
        with self._lock:
            self._resting += 1
            self._erase()
        try:
            yield
        finally:
            with self._lock:
                self._resting -= 1
                self._heard_at = self._clock()

    def _erase(self) -> None:
        if self._drawn:
            draw("\r\x1b[K", err=True)
            self._drawn = False

    def _show(self, waited: str = "") -> bool:
        """Draw the line, and say whether it was time to."""
        now = self._clock()
        if self._resting or now - self._shown_at < (_REDRAW if self._tty else _LINE_EVERY):
            return False
        self._shown_at = now
        said = f"“{self._said}”" if self._said else ""
        parts = (
            self._parts, str(self._left), self._describe_answers(), self._describe_cost(), waited, self._step, said,
        )  # fmt: skip
        self._print("; ".join(part for part in parts if part))
        return True

    def _describe_answers(self) -> str:
        """How many answers there are, of how many that are likely, and how many are waited for."""
        if not (self._asked or self._reused or self._expected):
            return ""
        done = self._answered + self._reused
        expected = f" of about {self._expected}" if done < self._expected else ""
        known = f" ({self._reused} known)" if self._reused else ""
        waiting = self._asked - self._answered
        return f"{done}{expected} answered{known}" + (f", {waiting} asked" if waiting else "")

    def _describe_cost(self) -> str:
        """What endpoints have taken so far."""
        money = f", {self._money:.4f} in money" if self._money else ""
        return f"{self._tokens:,} tokens{money}" if self._tokens else ""

    def _print(self, line: str) -> None:
        if self._tty:
            draw(
                f"\r\x1b[K{cut_to_width(clean_line(line), (self._columns or get_terminal_size().columns) - 1)}",
                err=True,
            )
            self._drawn = True
        else:
            say(cut_to_width(clean_line(line), _PLAIN_WIDTH), err=True)


class TimeLeft:
    """How long the parts of a step will still take, by how fast the last ones came: what was on record came at once."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque(maxlen=_LAST_PARTS)
        self._total = 0

    def note(self, done: int, total: int, at: float) -> None:
        """So many of so many parts are done now."""
        if total != self._total or (self._seen and done <= self._seen[-1][1]):
            self._seen.clear()  # another step
        self._total = total
        self._seen.append((at, done))

    def __str__(self) -> str:
        if len(self._seen) < _LAST_PARTS // 2:
            return ""
        (began, first), (now, last) = self._seen[0], self._seen[-1]
        seconds = (self._total - last) * (now - began) / (last - first)
        return f"about {_describe_seconds(seconds)} left" if self._total > last and seconds >= _LINE_EVERY else ""


def _describe_seconds(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def cut_to_width(line: str, columns: int) -> str:
    """As much of a line as fits into so many columns; letters of East Asian scripts take two."""
    used = 0
    for place, letter in enumerate(line):
        used += 2 if east_asian_width(letter) in "WF" else 1
        if used > columns:
            return _drop_last(line[:place], columns) + "…"
    return line


def _drop_last(line: str, columns: int) -> str:
    """Room for the mark that something was left out."""
    while line and sum(2 if east_asian_width(letter) in "WF" else 1 for letter in line) > columns - 1:
        line = line[:-1]
    return line
