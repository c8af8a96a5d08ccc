"""Shows a job's events on stderr: one line that changes on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from foam.cli.output import draw, say
from foam.visible import clean_line

if TYPE_CHECKING:
    from foam import Event

_REDRAW = 0.1
_LINE_EVERY = 2.0
"""Seconds between plain lines: nobody should wait longer without a sign."""


class ProgressLine:
    """What is happening, in one line: the step, how many answers came, how many of the step's parts are done."""

    def __init__(self, *, tty: bool | None = None) -> None:
        self._tty = sys.stderr.isatty() if tty is None else tty
        self._asked = self._answered = self._reused = 0
        self._step = ""
        self._parts = ""
        self._shown_at = time.monotonic()
        self._drawn = False

    def __call__(self, event: Event) -> None:
        match event.type:
            case "asked":
                self._asked += 1
                self._step = event.step
            case "answered":
                self._answered += 1
            case "reused":
                self._reused += 1
                self._step = event.step
            case "progress":
                total = f"/{event.total}" if event.total else ""
                self._parts = f"{event.step} {event.done}{total}"
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
        if self._drawn:
            draw("\r\x1b[K", err=True)
            self._drawn = False

    def _show(self) -> None:
        now = time.monotonic()
        if now - self._shown_at < (_REDRAW if self._tty else _LINE_EVERY):
            return
        self._shown_at = now
        waiting = self._asked - self._answered
        counts = f"{self._answered} answered, {waiting} asked" if self._asked or self._reused else ""
        counts += f", {self._reused} known" if self._reused else ""
        line = "; ".join(part for part in (self._parts, counts, self._step) if part)
        if self._tty:
            draw(f"\r\x1b[K{clean_line(line)[:100]}", err=True)
            self._drawn = True
        else:
            say(clean_line(line), err=True)
