"""A watch that counts in memory, for tests."""

from __future__ import annotations

from collections import Counter
from threading import Lock

from foam.web.watch import BECAME, METHODS, Queue, bound


class Tally:
    """Counts in memory; stands in for a real one in tests."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()
        """By method, route and status."""
        self.waits: Counter[str] = Counter()
        self.challenges: Counter[str] = Counter()
        self.runs = 0
        self._lock = Lock()

    def note_request(self, *, method: str, route: str, status: int, seconds: float) -> None:
        with self._lock:
            self.requests[bound(method, METHODS), route, status] += 1

    def note_wait(self, queue: Queue, seconds: float) -> None:
        with self._lock:
            self.waits[queue] += 1

    def note_runs(self, change: int) -> None:
        with self._lock:
            self.runs += change

    def note_challenge(self, became: str) -> None:
        with self._lock:
            self.challenges[bound(became, BECAME)] += 1
