"""The argument map: who says what against what, as a picture and as an outline."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.requests import Request

from foam import map_arguments
from foam.web.catalogue import say
from foam.web.drawing import draw_map
from foam.web.routes.reading import read_dossier
from foam.web.site import Site, View, add_twins


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["read"])

    async def argument_map(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        dossier = await site.read(request, f"dossier {key}", lambda: read_dossier(site.home, key))
        found = map_arguments(dossier)
        pictures = {side: draw_map(say(f"sides.{side}"), claims) for side, claims in found.sides.items()}
        context = {"sides": found.sides, "pictures": pictures, "count": found.count()}
        return site.show(request, View("map.html", say("map.title"), {"run": key, **found.json_value()}, context))

    add_twins(router, "/runs/{run}/map", argument_map, summary="Reasons, objections and replies as a map")
    return router
