"""How far something is that was begun: as a page, and as it happens."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response, StreamingResponse
from starlette.requests import Request

from foam.web.site import Site, View, add_twins
from foam.web.works import Work

_TICK = 0.1
_HEARTBEAT = 2.0
"""Seconds after which a page that heard nothing is told that the run is still there."""


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["ask"])

    async def work(request: Request, work: str) -> Response:
        now = site.works.find(work).show()
        if now.state == "done" and now.href:
            return RedirectResponse(now.href, status_code=303)
        view = View("work.html", now.title, now.json_value(), {"now": now})
        return site.show(request, view)

    @router.get("/progress/{work}/events", response_class=StreamingResponse, summary="How far it is, as it happens")
    async def events(work: str) -> StreamingResponse:
        found = site.works.find(work)
        return StreamingResponse(_follow(found), media_type="text/event-stream")

    @router.post(
        "/progress/{work}/cancel", response_model=None, status_code=303, summary="Stop it; what was answered stays"
    )
    async def cancel(work: str) -> Response:
        site.works.find(work).cancel()
        return RedirectResponse(f"/progress/{work}", status_code=303)

    add_twins(router, "/progress/{work}", work, summary="How far something is that was begun")
    return router


async def _follow(work: Work) -> AsyncIterator[str]:
    """The progress of a work as server-sent events: at once, on every change, and now and then in between."""
    seen, waited = -1, 0.0
    while True:
        version = work.version
        if version != seen or waited >= _HEARTBEAT:
            now = work.show()
            yield f"data: {json.dumps(now.json_value())}\n\n"
            if now.has_ended:
                return
            seen, waited = version, 0.0
        await asyncio.sleep(_TICK)
        waited += _TICK
