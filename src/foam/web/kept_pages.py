"""Whole pages that are kept as bytes, also compressed: for the one person of a server without accounts.

Where people have accounts no page is kept: each has a token of its own in its forms, and none is compressed.
"""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response

_MOST = 128
"""Pages that are kept; who was not asked for longest goes first."""
_EFFORT = 6


@dataclass(frozen=True)
class _Page:
    of: object
    """What it was made from: another value, another page."""
    facts: str
    body: bytes = field(repr=False)
    packed: bytes = field(repr=False)
    mark: str
    """By which a program asks whether there is something new."""


class KeptPages:
    """Pages by address and language, each with what it was made from. Any thread may ask."""

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._held: OrderedDict[tuple[str, str], _Page] = OrderedDict()

    def answer(self, request: Request, language: str, *, of: object, facts: str, render: Callable[[], str]) -> Response:
        """The page, rendered anew unless it was made from this very value and the same facts."""
        name = (language, f"{request.url.path}?{request.url.query}")
        with self._lock:
            page = self._held.get(name)
        if page is None or page.of is not of or page.facts != facts:
            page = self._make(of, facts, render().encode())
        with self._lock:
            self._held[name] = page
            self._held.move_to_end(name)
            while len(self._held) > self._most:
                self._held.popitem(last=False)
        return _send(request, page)

    def _make(self, of: object, facts: str, body: bytes) -> _Page:
        mark = hashlib.blake2b(body, digest_size=12).hexdigest()
        return _Page(of, facts, body, gzip.compress(body, _EFFORT, mtime=0), f'"{mark}"')


def _send(request: Request, page: _Page) -> Response:
    headers = {"ETag": page.mark, "Vary": "Accept-Encoding"}
    if page.mark in request.headers.get("if-none-match", "").replace("W/", "").split(", "):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(page.packed, media_type="text/html", headers={**headers, "Content-Encoding": "gzip"})
    return Response(page.body, media_type="text/html", headers=headers)
