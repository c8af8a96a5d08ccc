"""Storage that is away for a while: a database or an object store that was stopped, crashed or is cut off.

Whatever may be done twice without harm is tried again until the storage is back, or until patience ends.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from foam.errors import StorageAway

T = TypeVar("T")
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 5.0


def _tell_nobody(waited: float) -> None:
    """Nobody wants to know for how long storage has been away."""


@dataclass(frozen=True)
class Endurance:
    """How long to wait for storage that is away, who is told meanwhile, and the clock, which tests move themselves."""

    seconds: float = 0.0
    """With none, it is tried once more at once: a connection that broke while nobody used it is no outage."""
    tell: Callable[[float], None] = _tell_nobody
    """Told for how many seconds it has been away; the last time, with 0, that it is back."""
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep

    def keep_trying(self, attempt: Callable[[], T]) -> T:
        """What the attempt gives; StorageAway when storage was away for longer than this waits.

        An attempt may have had its effect although it failed: the answer was lost. So it must bear being made twice.
        """
        try:
            return attempt()
        except StorageAway:
            since, wait, told = self.monotonic(), 0.0, False
        while True:
            try:
                found = attempt()
            except StorageAway as error:
                waited = self.monotonic() - since
                wait = min(max(_FIRST_WAIT, 2 * wait), _LONGEST_WAIT)
                if waited + wait > self.seconds:
                    if told:
                        error.hint = f"{error.hint} (tried again for {waited:.0f} s)"
                    raise
                self.tell(waited)
                told = True
                self.sleep(wait)
            else:
                if told:
                    self.tell(0.0)
                return found


AT_ONCE = Endurance()
"""Waits for nothing."""
