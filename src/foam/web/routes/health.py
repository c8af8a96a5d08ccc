"""Whether the server lives and is ready, for whatever starts and stops it. Says nothing of anybody."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from foam.web.security import PROBES
from foam.web.site import Site

KEPT = 2.0
"""Seconds for which an answer holds: whoever asks more often makes no more work."""


class Pulse:
    """How ready the home is, looked at once in a while."""

    def __init__(self, look: Callable[[], Any], *, clock: Callable[[], float] = time.monotonic) -> None:
        self._look, self._clock = look, clock
        self._lock = asyncio.Lock()
        self._found: Any = None
        self._until = 0.0

    async def feel(self) -> Any:
        async with self._lock:
            if self._found is None or self._clock() >= self._until:
                self._found = await asyncio.to_thread(self._look)
                self._until = self._clock() + KEPT
            return self._found


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["health"])
    pulse = Pulse(site.home.find_readiness)
    live_path, ready_path = PROBES

    @router.get(live_path, summary="The server answers", response_model=None)
    async def live() -> Response:
        return JSONResponse({"live": True})

    @router.get(
        ready_path, summary="The record can be read, the disk be written, a model is there", response_model=None
    )  # fmt: skip
    async def ready() -> Response:
        found = await pulse.feel()
        data = {"ready": found.is_ready, **found.json_value()}
        return JSONResponse(data, status_code=200 if found.is_ready else 503)

    return router
