"""What a server tells whoever looks after it, as counts and as a log: how each request went, never whose or about what.

A line has the template of the route and never the address, which may hold ids and words; a number of its own ties it
to the answer, which bears it as `X-Request-Id`.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal, Protocol, TypeAlias

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
        return

    def note_wait(self, queue: Queue, seconds: float) -> None:
        """Something stood in a queue for so long."""
        return

    def note_runs(self, change: int) -> None:
        """So many runs more are under way, or fewer."""
        return

    def note_challenge(self, became: str) -> None:
        """A challenge was heard."""
        return


class Unwatched(Watch):
    """Nobody looks."""


def bound(word: str, known: tuple[str, ...]) -> str:
    """A word of a short list; whatever else somebody sent is `other`, so that it can hold nothing of theirs."""
    return word if word in known else OTHER


LogFormat: TypeAlias = Literal["none", "text", "json"]
HEADER = "X-Request-Id"
LEFT = 499
"""Stands for the status where a browser left before it was answered."""
_FAULT = 500


class Log:
    """Writes a line for what happens. It is given facts from short lists, and numbers."""

    def __init__(self, form: LogFormat, write: Callable[[str], object]) -> None:
        self._form = form
        self._write = write

    def tell(self, event: str, **facts: str | int | float) -> None:
        if self._form == "none":
            return
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        if self._form == "json":
            self._write(json.dumps({"at": at, "event": event, **facts}))
        else:
            self._write(" ".join((at, event, *(f"{name}={value}" for name, value in facts.items()))))


class Observer:
    """Stands around an application."""

    def __init__(self, app: ASGIApp, *, watch: Watch, log: Log) -> None:
        self._app = app
        self._watch = watch
        self._log = log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, number, status, fault = time.perf_counter(), secrets.token_hex(8), LEFT, ""

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = number
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except Exception as error:
            status, fault = _FAULT, type(error).__name__
            raise
        finally:
            self._tell(scope, number, status, time.perf_counter() - begun, fault)

    def _tell(self, scope: Scope, number: str, status: int, seconds: float, fault: str) -> None:
        method, route = bound(scope["method"], METHODS), _find_template(scope)
        self._watch.note_request(method=method, route=route, status=status, seconds=seconds)
        facts: dict[str, str | int | float] = {
            "request": number, "method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1),
        }  # fmt: skip
        self._log.tell("request", **facts, **({"fault": fault} if fault else {}))


def _find_template(scope: Scope) -> str:
    """The template of the route that answered, such as `/runs/{run}`."""
    route: Any = scope.get("route")
    return str(getattr(route, "path", UNMATCHED))
