"""The first page: what somebody came for, and from then on what their kind of person begins with."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import NotFound
from foam.web.catalogue import say
from foam.web.forms import Line
from foam.web.matters import list_queue
from foam.web.recorded import list_runs
from foam.web.site import Site, View, add_twins
from foam.web.visitors import DOORS, KEEPER, PERSON_COOKIE, find_person, find_visitor, list_doors

_RECENT = 8
_YEAR = 365 * 24 * 3600
_FIRST_PAGES = ("/appeals", "/people", "/runs")
"""Where those begin who ask nothing: the first of these that is for them."""


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["start"])

    async def start(request: Request) -> Response:
        visitor = find_visitor()
        if not visitor.may("/ask", "POST"):
            return RedirectResponse(next(path for path in _FIRST_PAGES if visitor.may(path)), status_code=303)
        return await show(request, find_person(visitor))

    async def ask_person(request: Request) -> Response:
        return await show(request, "")

    async def show(request: Request, person: str) -> Response:
        visitor = find_visitor()
        data = await site.read(request, f"start {person} {visitor.name}", lambda: _look_around(site, person))
        data["under_way"] = [one.json_value() for one in site.works.list_open()]
        kinds = (KEEPER,) if find_person(visitor) == KEEPER else DOORS
        people = {one: list_doors(visitor, one) for one in kinds}
        context: dict[str, Any] = {"people": people, "person": person, "doors": people.get(person, [])}
        return site.show(request, View("start.html", say(f"start.{person or 'title'}"), data, context))

    @router.post("/", response_model=None, status_code=303, summary="Say what one comes for")
    async def choose(person: Line = "") -> Response:
        if person and person not in DOORS:
            raise NotFound(say("problem.missing"), hint=", ".join(say(f"start.{one}") for one in DOORS))
        response = RedirectResponse("/", status_code=303)
        response.set_cookie(PERSON_COOKIE, person, max_age=_YEAR, httponly=True, samesite="strict", path="/")
        return response

    add_twins(router, "/start", ask_person, summary="What people can come for")
    add_twins(router, "/", start, summary="What somebody can do here, and what they did lately")
    return router


def _look_around(site: Site, person: str) -> dict[str, Any]:
    """What somebody works on: what was asked lately and, as it is their work, cases that wait and documents."""
    runs = list_runs(site.home, _RECENT + 1)
    newest = site.home.library.list(limit=_RECENT).documents if person == "debater" else ()
    return {
        "runs": runs[:_RECENT],
        "more": len(runs) > _RECENT,
        "matters": list_queue(site.home)["matters"][:_RECENT] if person == "office" else [],
        "documents": [{"id": one.id, "title": one.title} for one in reversed(newest)],
    }
