"""Who takes part in a case: the roles that people were given in it."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import Home, terms
from foam.web.catalogue import say
from foam.web.fields import Line
from foam.web.matters import list_accounts, matter_path
from foam.web.site import Site, View, add_twins
from foam.web.visitors import find_visitor


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["people"])
    address = "/appeals/{matter}/people"

    async def places(request: Request, matter: str) -> Response:
        data = await asyncio.to_thread(list_places, site.home, matter)
        return site.show(request, View("appeal_people.html", say("places.title"), data))

    @router.post(address, response_model=None, status_code=303, summary="Give somebody a role in a case")
    async def grant(matter: str, name: Line, role: Line) -> Response:
        given = {"role": role, "by": find_visitor().name}
        place = await asyncio.to_thread(site.home.people.grant, name.strip().lower(), matter, **given)
        return RedirectResponse(f"{matter_path(place.matter)}/people", status_code=303)

    @router.post(f"{address}/remove", response_model=None, status_code=303, summary="Take a role in a case back")
    async def revoke(matter: str, name: Line, role: Line) -> Response:
        await asyncio.to_thread(site.home.people.revoke, name, matter, role=role)
        return RedirectResponse(f"{matter_path(site.home.find_run(matter))}/people", status_code=303)

    add_twins(router, address, places, summary="Who was given a role in a case")
    return router


def list_places(home: Home, matter: str) -> dict[str, Any]:
    """The roles that were given in a case."""
    key = home.find_run(matter)
    return {
        "matter": key,
        "href": matter_path(key),
        "places": [one.json_value() for one in home.people.places(matter=key)],
        "roles": list(terms.granted_roles),
        "accounts": list_accounts(home, *terms.granted_roles),
    }
