"""A clock that only its sleepers move: a test waits for hours in no time at all."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from foam.model.remote.patience import Timing

START = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


class FakeTime:
    """`slept` lists every wait, in order."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.slept: list[float] = []
        self.timing = Timing(monotonic=lambda: self.seconds, now=self._now, sleep=self._sleep)

    def _now(self) -> datetime:
        return START + timedelta(seconds=self.seconds)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.seconds += seconds
        await asyncio.sleep(0)
