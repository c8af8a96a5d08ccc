"""How long to keep asking: back-off, Retry-After, deadlines."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import Random
from typing import TypeVar

from pydantic import Field

from foam.errors import ServiceError, Throttled
from foam.values import Value

T = TypeVar("T")


def _utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Timing:
    """The clock and the waiting, as arguments: tests pass a clock that they move themselves."""

    monotonic: Callable[[], float] = time.monotonic
    now: Callable[[], datetime] = _utc_now
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


class Patience(Value):
    """How often and how long to ask again, in seconds."""

    attempts: int = Field(default=5, ge=1)
    first_wait: float = Field(default=0.5, gt=0)
    longest_wait: float = Field(default=30.0, gt=0)
    deadline: float = Field(default=300.0, gt=0)
    """For one question, waits and all its attempts together."""

    def wait(self, attempt: int, rng: Random) -> float:
        """The wait after failed attempt number `attempt` (from 0): doubled each time, then cut by up to half."""
        longest = min(self.longest_wait, self.first_wait * 2.0 ** min(attempt, 64))
        return longest * rng.uniform(0.5, 1.0)


class Gate:
    """Shut for everyone while the endpoint asks for quiet, so that not every question has to be told."""

    def __init__(self) -> None:
        self._until = -math.inf

    def shut(self, until: float) -> None:
        self._until = max(self._until, until)

    async def enter(self, timing: Timing, *, before: float) -> None:
        """Wait until the gate opens; Throttled when that is past the caller's deadline."""
        if self._until > before:
            left = self._until - timing.monotonic()
            raise Throttled(f"the endpoint asked for {left:.0f} s more quiet, past the deadline", retry_after=left)
        while (left := self._until - timing.monotonic()) > 0:
            await timing.sleep(left)


async def persist(
    attempt: Callable[[float], Awaitable[T]],
    *,
    patience: Patience,
    timing: Timing,
    gate: Gate,
    rng: Callable[[], Random],
) -> T:
    """Attempt until it succeeds, fails for good, or patience ends. Each attempt is told when the deadline is.

    `rng` is called once, and only when something failed.
    """
    deadline = timing.monotonic() + patience.deadline
    waits = _waits(patience, rng)
    made = 0
    while True:
        await gate.enter(timing, before=deadline)
        made += 1
        try:
            return await attempt(deadline)
        except ServiceError as error:
            backoff = next(waits, None) if error.retryable else None
            pause = None if backoff is None else backoff + _asked_for(error)
            gate.shut(timing.monotonic() + _asked_for(error))
            if pause is None or timing.monotonic() + pause > deadline:
                _tell_attempts(error, made)
                raise
        await timing.sleep(pause)


def read_retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds the endpoint asks for, from delta seconds or an HTTP date (against its own clock when it gives one)."""
    asked = headers.get("Retry-After", "").strip()
    if not asked:
        return None
    seconds = _number(asked)
    if seconds is None:
        seconds = _seconds_until(asked, _date(headers.get("Date", "")) or now)
    return None if seconds is None else max(0.0, seconds)


def _waits(patience: Patience, rng: Callable[[], Random]) -> Iterator[float]:
    chance = rng()
    for attempt in range(patience.attempts - 1):
        yield patience.wait(attempt, chance)


def _asked_for(error: ServiceError) -> float:
    return (error.retry_after or 0.0) if isinstance(error, Throttled) else 0.0


def _tell_attempts(error: ServiceError, attempts: int) -> None:
    if attempts > 1:
        error.hint = f"{error.hint} (asked {attempts} times)".strip()


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _date(text: str) -> datetime | None:
    try:
        when = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def _seconds_until(text: str, now: datetime) -> float | None:
    when = _date(text)
    return None if when is None else (when - now).total_seconds()
