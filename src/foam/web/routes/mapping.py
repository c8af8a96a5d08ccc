"""The argument map: who says what against what, as a picture and as an outline."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.requests import Request

from foam import Dossier, map_arguments
from foam.web.catalogue import say
from foam.web.drawing import draw_map
from foam.web.rendering import MOST_KEPT
from foam.web.routes.reading import read_dossier
from foam.web.site import Site, View, add_twins

if TYPE_CHECKING:
    from foam.deliberation.views.mapping import ArgumentMap


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["read"])
    drawn: dict[str, tuple[Dossier, ArgumentMap]] = {}

    async def argument_map(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        dossier = await site.read(request, f"dossier {key}", lambda: read_dossier(site.home, key))
        of, found = drawn.get(key, (None, None))
        if of is not dossier or found is None:
            if len(drawn) >= MOST_KEPT:
                drawn.clear()
            found = await asyncio.to_thread(map_arguments, dossier)
            drawn[key] = dossier, found
        pictures = {side: draw_map(say(f"sides.{side}"), claims) for side, claims in found.sides.items()}
        context = {"sides": found.sides, "pictures": pictures, "count": found.count()}
        return site.show(request, View("map.html", say("map.title"), {"run": key, **found.json_value()}, context))

    add_twins(router, "/runs/{run}/map", argument_map, summary="Reasons, objections and replies as a map")
    return router
