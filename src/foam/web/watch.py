"""What a server tells whoever looks after it: how many requests, how long, what waits. Never whose, nor about what."""

from __future__ import annotations

from typing import Literal, Protocol, TypeAlias

Queue: TypeAlias = Literal["runs", "reckoning", "passwords"]
"""Where work waits: for a place among the runs, among what computes for long, for a password to be checked."""
BECAME = ("sustained", "partly sustained", "rejected", "already so", "open", "for a person")
"""What becomes of a challenge."""
METHODS = ("GET", "HEAD", "POST")
OTHER = "other"
UNMATCHED = "unmatched"
"""Stands for the route of a request that was refused before it had one, or that no route knows."""


class Watch(Protocol):
    """Hears what happens on a server. What it is told comes from short lists: no id, name or text."""

    def note_request(self, *, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered; `route` is the template of its address."""

    def note_wait(self, queue: Queue, seconds: float) -> None:
        """Something stood in a queue for so long."""

    def note_runs(self, change: int) -> None:
        """So many runs more are under way, or fewer."""

    def note_challenge(self, became: str) -> None:
        """A challenge was heard."""


class Unwatched:
    """Nobody looks."""

    def note_request(self, *, method: str, route: str, status: int, seconds: float) -> None:
        pass

    def note_wait(self, queue: Queue, seconds: float) -> None:
        pass

    def note_runs(self, change: int) -> None:
        pass

    def note_challenge(self, became: str) -> None:
        pass


def bound(word: str, known: tuple[str, ...]) -> str:
    """A word of a short list; whatever else somebody sent is `other`, so that it can hold nothing of theirs."""
    return word if word in known else OTHER
