"""Asking a question."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import AskOrder, DeliberationOrder, Home, InputError
from foam.web.addresses import run_path
from foam.web.catalogue import say
from foam.web.recorded import LIBRARY, list_runs
from foam.web.site import Site, View, add_twins
from foam.web.visitors import find_visitor
from foam.web.works import Outcome, Work

_RECENT = 8
LONGEST_QUESTION = 500
_FIRST_PAGES = ("/appeals", "/people", "/runs")
"""Where those begin who ask nothing: the first of these that is for them."""


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

    add_twins(router, "/", home, summary="Ask a question; what was asked lately")

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


def _look_around(site: Site) -> tuple[list[dict[str, str]], int, list[dict[str, Any]]]:
    return site.packs, site.home.library.stats().documents, list_runs(site.home, _RECENT + 1)
