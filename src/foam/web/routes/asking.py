"""Asking, and watching what comes of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response, StreamingResponse
from starlette.requests import Request

from foam import AskOrder, DeliberationOrder, Home, InputError
from foam.web.addresses import run_path
from foam.web.catalogue import say, say_or
from foam.web.site import Site, View, add_twins
from foam.web.visitors import find_visitor
from foam.web.works import Outcome, Work

LIBRARY = "library"
"""Stands for one's own documents where a pack could be named."""
_RECENT = 8
MOST_LISTED = 200
LONGEST_QUESTION = 500
_FIRST_PAGES = ("/appeals", "/people", "/runs")
"""Where those begin who ask nothing: the first of these that is for them."""
_TICK = 0.1
_HEARTBEAT = 2.0
"""Seconds after which a page that heard nothing is told that the run is still there."""


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["ask"])

    async def home(request: Request, question: str = "", read: str = "") -> Response:
        visitor = find_visitor()
        if not visitor.may("/ask", "POST"):
            return RedirectResponse(next(path for path in _FIRST_PAGES if visitor.may(path)), status_code=303)
        packs, documents, runs = await asyncio.to_thread(_look_around, site)
        data = {
            "packs": packs,
            "documents": documents,
            "runs": runs[:_RECENT],
            "under_way": [one.json_value() for one in site.works.list_open()],
        }
        filled = {"question": question, "read": read or site.home.config().settings.pack, "more": len(runs) > _RECENT}
        return site.show(request, View("home.html", say("home.title"), data, filled))

    async def runs(request: Request) -> Response:
        found = await asyncio.to_thread(list_runs, site.home, MOST_LISTED + 1)
        data = {"runs": found[:MOST_LISTED], "more": len(found) > MOST_LISTED}
        return site.show(request, View("runs.html", say("runs.title"), data))

    add_twins(router, "/", home, summary="Ask a question; what was asked lately")
    add_twins(router, "/runs", runs, summary="Everything that was asked")

    @router.post("/ask", response_model=None, status_code=303, summary="Ask a question")
    async def ask(
        request: Request,
        read: Annotated[str, Form()],
        question: Annotated[str, Form(max_length=LONGEST_QUESTION)] = "",
        way: Annotated[str, Form()] = "deliberate",
    ) -> Response:
        asked = " ".join(question.split())
        if not asked and (read == LIBRARY or way == "ask"):
            raise InputError(say("home.no_question"), hint=say("home.no_question_hint"))
        work = _begin_question(site, asked, read=read, way=way)
        return RedirectResponse(f"/progress/{work.id}", status_code=303)

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


def read_place(read: str) -> dict[str, Any]:
    """What a page names to be read: a pack, or one's own documents."""
    return {"library": True} if read == LIBRARY else {"pack": read}


def _begin_question(site: Site, question: str, *, read: str, way: str) -> Work:
    """Ask in the background; the same question that is under way is not asked twice."""
    kind = AskOrder if way == "ask" else DeliberationOrder
    order = kind.read(question or None, read_place(read))
    owner = find_visitor().name

    async def call(home: Home) -> Outcome:
        if site.home.work.is_shared:  # by the server's own home: nothing else is opened for what others do
            queued = await site.home.work.add.aio(order, owner=owner)
            run = await site.works.follow(site.home, queued.id)
        else:
            asking = home.ask.aio(order) if isinstance(order, AskOrder) else home.deliberate.aio(order)
            run = (await asking).run
        if way != "ask":
            await asyncio.to_thread(site.home.dossier.show, run)  # so that its page is there at once
        return Outcome(href=run_path(run))

    samples = {one["name"]: one["sample"] for one in site.packs}
    title = question or samples.get(read) or say("home.sample")
    return site.works.begin(title, ["question", question, read, way], call)


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


def _look_around(site: Site) -> tuple[list[dict[str, str]], int, list[dict[str, Any]]]:
    return site.packs, site.home.library.stats().documents, list_runs(site.home, _RECENT + 1)


def list_runs(home: Home, limit: int) -> list[dict[str, Any]]:
    """What was asked last, of what the visitor sees, the newest first."""
    return [
        {
            "run": one.run,
            "href": run_path(one.run),
            "job": one.job,
            "what": say_or(f"jobs.{one.job}", one.job.replace("_", " ")),
            "title": describe_spec(one.spec),
            "opened": one.opened,
            "closed": one.closed,
        }
        for one in reversed(_pick_newest(home, limit))
    ]


def _pick_newest(home: Home, limit: int) -> list[Any]:
    """The newest runs that the visitor sees: ever more are looked at until there are enough, or no more."""
    visitor, looked_at = find_visitor(), limit
    while True:
        found = home.record.list(limit=looked_at)
        seen: list[Any] = visitor.pick_runs(found)
        if len(seen) >= limit or len(found) < looked_at:
            return seen[-limit:]
        looked_at *= 4


def describe_spec(spec: dict[str, Any]) -> str:
    """What a run is about, in a line."""
    challenge = spec.get("challenge")
    if isinstance(challenge, dict):
        return str(challenge.get("because", ""))
    said = {**(spec.get("transcript") or {}), **spec}
    named = (str(said[name]) for name in ("question", "motion", "resolution", "title") if said.get(name))
    return next(named, "")
