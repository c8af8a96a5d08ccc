"""The options of an open question as they stand now, after every challenge to one of them."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import Home, NotFound
from foam.web.addresses import run_path
from foam.web.catalogue import say
from foam.web.routes.reading import DOWNLOADS, name_file
from foam.web.site import Site, View, add_twins, wants_json
from foam.web.visitors import find_visitor


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["read"])

    async def compared(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        other = await asyncio.to_thread(find_question, site.home, key)
        if other != key:  # by an address of its own, so that who may see it is asked
            twin = ".json" if request.url.path.endswith(".json") else ""
            return RedirectResponse(f"{run_path(other)}/compared{twin}", status_code=303)
        read = await site.read(request, f"compared {key}", lambda: read_compared(site.home, key))
        page = await asyncio.to_thread(
            site.documents.find, read.dossier, f"{key} compared", here=run_path(key), may_challenge=False
        )
        found = read.dossier.json_value() if wants_json(request) else {}
        data = {"run": key, "heard": read.run if read.run != key else "", **found}
        return site.show(request, View("compared.html", say("compared.title"), data, {"page": page}))

    @router.get("/runs/{run}/compared/as/{form}", response_class=Response, summary="The options now, as a file")
    async def download(run: str, form: str) -> Response:
        if form not in DOWNLOADS:
            raise NotFound(say("run.no_form"), hint=", ".join(DOWNLOADS))
        key = await asyncio.to_thread(site.home.find_run, run)
        if await asyncio.to_thread(find_question, site.home, key) != key:
            raise NotFound(say("compared.none"), hint=say("compared.none_hint"))
        read = await asyncio.to_thread(read_compared, site.home, key)
        text = await asyncio.to_thread(read.dossier.render, form)
        headers = {"Content-Disposition": f'attachment; filename="{name_file(key, form, "-compared")}"'}
        return Response(text, media_type=f"{DOWNLOADS[form]}; charset=utf-8", headers=headers)

    add_twins(router, "/runs/{run}/compared", compared, summary="The options of an open question as they stand now")
    return router


def find_question(home: Home, run: str) -> str:
    """The open question of which a run compares or deliberates options, or revises one."""
    found: str = home.dossier.find_question(run)
    if not found:
        raise NotFound(say("compared.none"), hint=say("compared.none_hint"))
    return found


def read_compared(home: Home, run: str) -> Any:
    """The options as they stand now, for whoever sees the challenge that left them so."""
    read = home.dossier.show(run, compared=True)
    if not find_visitor().sees_any(home, read.run):
        raise NotFound(say("compared.none"), hint=say("compared.none_hint"))
    return read
