"""The argument map: who says what against what, as a picture and as an outline."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.requests import Request

from foam import Dossier, map_arguments
from foam.web.catalogue import find_language, say
from foam.web.drawing import draw_map
from foam.web.rendering import MOST_KEPT
from foam.web.routes.reading import read_dossier
from foam.web.site import Site, View, add_twins, wants_json

if TYPE_CHECKING:
    from foam.deliberation.views.mapping import ArgumentMap


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["read"])
    drawn: dict[str, tuple[Dossier, ArgumentMap, dict[str, str]]] = {}

    async def argument_map(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        dossier = await site.read(request, f"dossier {key}", lambda: read_dossier(site.home, key))
        name = f"{find_language()} {key}"
        kept = drawn.get(name)
        if kept is None or kept[0] is not dossier:
            if len(drawn) >= MOST_KEPT:
                drawn.clear()
            kept = drawn[name] = (dossier, *await asyncio.to_thread(_draw, dossier))
        _, found, pictures = kept
        context = {"sides": found.sides, "pictures": pictures, "count": found.count()}
        data = {"run": key, **(found.json_value() if wants_json(request) else {"question": dossier.question})}
        return site.show_kept(request, View("map.html", say("map.title"), data, context), of=found)

    add_twins(router, "/runs/{run}/map", argument_map, summary="Reasons, objections and replies as a map")
    return router


def _draw(dossier: Dossier) -> tuple[ArgumentMap, dict[str, str]]:
    """The map of a dossier, and a picture of each side."""
    found = map_arguments(dossier)
    return found, {side: draw_map(say(f"sides.{side}"), claims) for side, claims in found.sides.items()}
