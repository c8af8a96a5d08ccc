"""Accounts, the roles that people were given in a case, and who looked at which personal file."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import Home, short_id, terms
from foam.paper import compose, inset
from foam.web.catalogue import say
from foam.web.forms import Line, Texts
from foam.web.matters import list_accounts, matter_path
from foam.web.routes.account import list_passkeys
from foam.web.routes.appeals import LETTERS
from foam.web.site import Site, View, add_twins
from foam.web.visitors import find_visitor

_PLACES = "/appeals/{matter}/people"
LISTED = 200
"""Lines of the audit on a page."""


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["people"])

    async def everybody(request: Request) -> Response:
        found = await asyncio.to_thread(site.home.people.list)
        data = {"people": [one.json_value() for one in found], "roles": list(terms.account_roles)}
        return site.show(request, View("people.html", say("people.title"), data))

    @router.post("/people", response_model=None, summary="Open an account")
    async def add(request: Request, name: Line, roles: Texts = ()) -> Response:
        made = await asyncio.to_thread(site.home.people.add, name.strip().lower(), roles=roles)
        letter = site.home.people.invite(made.name, code=made.code, until=made.until, pages=site.keys.origin)
        shown = {"letter": inset(compose(letter), hrefs={}, actions={})}
        return site.show(request, View("code.html", say("code.title"), made.json_value(), shown))

    @router.post(
        "/people/invitation", response_class=Response, summary="The letter that brings a first code, as a file"
    )
    async def invite(name: Line, code: Line, until: Line, form: Annotated[Literal["pdf", "docx"], Form()]) -> Response:
        letter = site.home.people.invite(name, code=code, until=until, pages=site.keys.origin)
        written = await asyncio.to_thread(letter.write_bytes, f"invitation.{form}")
        headers = {"Content-Disposition": f'attachment; filename="invitation.{form}"'}
        return Response(written, media_type=LETTERS[form], headers=headers)

    async def account_of(request: Request, person: str) -> Response:
        data = await asyncio.to_thread(describe_person, site.home, person)
        return site.show(request, View("account_of.html", data["name"], data, {"issuer": _find_issuer(site)}))

    @router.post("/people/{person}/roles", response_model=None, status_code=303, summary="Give an account other roles")
    async def change(person: str, roles: Texts = ()) -> Response:
        await asyncio.to_thread(site.home.people.change_roles, person, roles)
        return RedirectResponse(f"/people/{person}", status_code=303)

    @router.post("/people/{person}/code", response_model=None, summary="Make a code that sets a new password")
    async def reset(request: Request, person: str) -> Response:
        made = await asyncio.to_thread(site.home.people.reset, person)
        return site.show(request, View("code.html", say("code.title"), made.json_value(), {"letter": ""}))

    @router.post(
        "/people/{person}/link", response_model=None, status_code=303, summary="Let somebody in by their institution"
    )  # fmt: skip
    async def link(person: str, subject: Line) -> Response:
        await asyncio.to_thread(site.home.people.link, person, _find_issuer(site), subject)
        return RedirectResponse(f"/people/{person}", status_code=303)

    @router.post(
        "/people/{person}/lock", response_model=None, status_code=303, summary="End somebody's sessions and tokens"
    )  # fmt: skip
    async def lock(person: str) -> Response:
        await asyncio.to_thread(site.home.people.lock_out, person)
        return RedirectResponse(f"/people/{person}", status_code=303)

    @router.post("/people/{person}/remove", response_model=None, status_code=303, summary="Take an account away")
    async def remove(person: str) -> Response:
        await asyncio.to_thread(site.home.people.remove, person)
        return RedirectResponse("/people", status_code=303)

    async def audit(request: Request, who: str = "", what: str = "", before: int | None = None) -> Response:
        data = await asyncio.to_thread(list_audit, site.home, who.strip(), what.strip(), before)
        return site.show(request, View("audit.html", say("audit.title"), data))

    async def places(request: Request, matter: str) -> Response:
        data = await asyncio.to_thread(list_places, site.home, matter)
        return site.show(request, View("appeal_people.html", say("places.title"), data))

    @router.post(_PLACES, response_model=None, status_code=303, summary="Give somebody a role in a case")
    async def grant(matter: str, name: Line, role: Line) -> Response:
        given = {"role": role, "by": find_visitor().name}
        place = await asyncio.to_thread(site.home.people.grant, name.strip().lower(), matter, **given)
        return RedirectResponse(f"{matter_path(place.matter)}/people", status_code=303)

    @router.post(f"{_PLACES}/remove", response_model=None, status_code=303, summary="Take a role in a case back")
    async def revoke(matter: str, name: Line, role: Line) -> Response:
        await asyncio.to_thread(site.home.people.revoke, name, matter, role=role)
        return RedirectResponse(f"{matter_path(site.home.find_run(matter))}/people", status_code=303)

    add_twins(router, _PLACES, places, summary="Who was given a role in a case")
    add_twins(router, "/people", everybody, summary="Every account")
    add_twins(router, "/people/{person}", account_of, summary="An account, its roles and its tokens")
    add_twins(router, "/audit", audit, summary="Who looked at which personal file")
    return router


def _find_issuer(site: Site) -> str:
    """Who vouches for people besides their passwords; empty where nobody does."""
    return site.provider.issuer if site.provider else ""


def describe_person(home: Home, name: str) -> dict[str, Any]:
    """Somebody's account as who looks after it sees it."""
    return {
        **home.people.show(name).json_value(),
        "all_roles": list(terms.account_roles),
        "tokens": [one.json_value() for one in home.people.tokens(name)],
        "passkeys": list_passkeys(home, name),
        "identities": [{"issuer": issuer, "subject": subject} for issuer, subject in home.people.identities(name)],
        "places": [one.json_value() for one in home.people.places(name=name)],
    }


def list_audit(home: Home, who: str, what: str, before: int | None) -> dict[str, Any]:
    """The newest lines of the audit, or those before one."""
    found = home.people.audit(who=who, what=what, before=before, limit=LISTED + 1)
    lines = [
        {**one.json_value(), "short": short_id(one.what) if one.what.startswith("b2:") else one.what}
        for one in found[:LISTED]
    ]
    older = lines[-1]["number"] if len(found) > LISTED else None
    return {"who": who, "what": what, "lines": lines, "older": older}


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
