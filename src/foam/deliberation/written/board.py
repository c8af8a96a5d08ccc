"""What the first drafts at a table cite, for whoever writes again: the sentences alone, not what was made of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from foam.evidence.corpus import Passage


class Board:
    """Where each seat puts down once what its first draft cites; read when all have."""

    def __init__(self, seats: Iterable[str]) -> None:
        self._expected = set(seats)
        self._cited: set[Passage] = set()
        self._is_full = asyncio.Event()
        self._look()

    def put(self, seat: str, cited: Iterable[Passage] = ()) -> None:
        """What a seat's first draft cites; nothing where it writes none. What comes later is not put down."""
        if seat in self._expected:
            self._expected.remove(seat)
            self._cited.update(cited)
            self._look()

    async def read(self) -> tuple[Passage, ...]:
        """All that was put down, in an order that does not tell by whom."""
        await self._is_full.wait()
        return tuple(sorted(self._cited, key=lambda one: str(one.pointer)))

    def _look(self) -> None:
        if not self._expected:
            self._is_full.set()
