"""Asking a question: a short answer, or a deliberation."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import FieldError, Home
from foam.orders import AskOrder, DeliberationOrder
from foam.web.addresses import run_path
from foam.web.catalogue import say
from foam.web.forms import PLACE, OrderForm, describe_form, list_choices, read_order, read_texts, show_form
from foam.web.recorded import LIBRARY
from foam.web.site import Site, add_twins
from foam.web.visitors import find_visitor
from foam.web.works import Outcome, Work


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["ask"])

    async def show(request: Request, texts: dict[str, list[str]], wrong: FieldError | None = None) -> Response:
        choices = await asyncio.to_thread(list_choices, site)
        form = OrderForm(DeliberationOrder, texts, wrong, choices)
        told = {"action": "/ask", "intro": say("home.intro"), "send": say("home.send")}
        return show_form(site, request, "ask.html", say("home.title"), form, {"packs": site.packs}, **told)

    async def ask_form(request: Request, question: str = "", read: str = "") -> Response:
        return await show(request, {"question": [question], PLACE: [read or site.home.config().settings.pack]})

    @router.post(
        "/ask",
        response_model=None,
        status_code=303,
        summary="Ask a question",
        openapi_extra=describe_form(AskOrder, DeliberationOrder, texts=["way"]),
    )
    async def ask(request: Request) -> Response:
        way = AskOrder if (await request.form()).get("way") == "ask" else DeliberationOrder
        try:
            order, sent = await _read_question(site, request, way)
        except FieldError as error:
            return await show(request, await read_texts(request, DeliberationOrder), error)
        return RedirectResponse(f"/progress/{_begin_question(site, order, sent).id}", status_code=303)

    add_twins(router, "/ask", ask_form, summary="What a question can be asked with")
    return router


async def _read_question(
    site: Site, request: Request, way: type[AskOrder] | type[DeliberationOrder]
) -> tuple[AskOrder | DeliberationOrder, list[Path]]:
    """The question that a form asks; the pack's sample where it names none and the pack is read."""
    asked = (await request.form()).get("question")
    if not str(asked or "").strip() and (way is AskOrder or (await request.form()).get(PLACE) == LIBRARY):
        raise FieldError("question", say("home.no_question"), hint=say("home.no_question_hint"))
    return await read_order(site, request, way, await asyncio.to_thread(list_choices, site))


def _begin_question(site: Site, order: AskOrder | DeliberationOrder, sent: list[Path]) -> Work:
    """Ask in the background; the same question that is under way is not asked twice."""
    owner = find_visitor().name

    async def call(home: Home) -> Outcome:
        try:
            do: Any = home.ask.aio if isinstance(order, AskOrder) else home.deliberate.aio
            run = await site.carry_out(order, owner, do)
        finally:
            site.drop_uploads(sent)
        if isinstance(order, DeliberationOrder):
            await asyncio.to_thread(site.home.dossier.show, run)  # so that its page is there at once
        return Outcome(href=run_path(run))

    samples = {one["name"]: one["sample"] for one in site.packs}
    title = order.question or samples.get(order.pack or "") or say("home.sample")
    return site.works.begin(title, ["question", order.json_value()], call)
