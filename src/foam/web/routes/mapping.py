"""The map of an answer: what hangs on what, and what was said against it, as a picture and as an outline."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.requests import Request

from foam import Answer, NotFound
from foam.web.catalogue import find_language, say
from foam.web.drawing import Mapped, draw_map, map_tree
from foam.web.rendering import MOST_KEPT
from foam.web.routes.reading import read_answer
from foam.web.site import Site, View, add_twins, wants_json


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["read"])
    drawn: dict[str, tuple[Answer, Mapped, str]] = {}

    async def argument_map(request: Request, run: str) -> Response:
        key = await asyncio.to_thread(site.home.find_run, run)
        answer = await site.read(request, f"answer {key}", lambda: read_answer(site.home, key))
        name = f"{find_language()} {key}"
        kept = drawn.get(name)
        if kept is None or kept[0] is not answer:
            if len(drawn) >= MOST_KEPT:
                drawn.clear()
            kept = drawn[name] = (answer, *await asyncio.to_thread(_draw, answer))
        _, found, picture = kept
        data = {"run": key, "question": answer.question, **({"map": asdict(found)} if wants_json(request) else {})}
        view = View("map.html", say("map.title"), data, {"top": found, "picture": picture})
        return site.show_kept(request, view, of=found)

    add_twins(router, "/runs/{run}/map", argument_map, summary="What an answer hangs on, as a map")
    return router


def _draw(answer: Answer) -> tuple[Mapped, str]:
    """The map of an answer, and its picture."""
    if answer.tree is None:
        raise NotFound(say("map.none"), hint=say("map.none_hint"))
    found = map_tree(answer.tree, answer.question)
    return found, draw_map(say("map.title"), found)
