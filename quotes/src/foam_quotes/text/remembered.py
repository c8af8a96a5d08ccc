"""A bounded memory of what was worked out about each word."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
_MOST = 200_000


class Remembered(dict[str, T]):
    """Something about each word, worked out when it is first asked for.

    A plain dict that is emptied when it is full: to keep the order of use would cost more than most of the lookups.
    """

    def __init__(self, work: Callable[[str], T], *, most: int = _MOST) -> None:
        super().__init__()
        self._work = work
        self._most = most

    def __missing__(self, word: str) -> T:
        if len(self) >= self._most:
            self.clear()
        worked = self[word] = self._work(word)
        return worked
