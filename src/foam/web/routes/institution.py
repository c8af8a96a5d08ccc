"""Logging in by one's institution: away to its identity provider, and back."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import InputError, NotFound
from foam.web.catalogue import say
from foam.web.doorway import find_way_back
from foam.web.provider import NotVouched, Provider
from foam.web.routes.entering import let_in
from foam.web.security import read_cookie
from foam.web.site import Site, show_problem

_BACK = "/login/institution/back"


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["people"])

    @router.get("/login/institution", response_class=Response, summary="Away to the identity provider")
    async def send_away(request: Request, next: str = "") -> Response:  # noqa: A002
        provider = _require_provider(site)
        cookie = read_cookie(request.headers, site.keys.cookie)
        if not cookie:  # it comes with this answer, and the browser asks again with it
            return RedirectResponse(f"/login?next={quote(find_way_back(next), safe='')}", status_code=303)
        given = {"back": _name_way_back(site, request), "cookie": cookie, "way": find_way_back(next)}
        try:
            return RedirectResponse(await asyncio.to_thread(provider.send_away, **given), status_code=303)
        except NotVouched:
            raise InputError(say("institution.failed"), hint=say("institution.failed_hint")) from None

    @router.get(_BACK, response_class=Response, summary="Back from the identity provider")
    async def take_back(request: Request, state: str = "", code: str = "") -> Response:
        provider = _require_provider(site)
        given = {"state": state, "code": code, "cookie": read_cookie(request.headers, site.keys.cookie)}
        try:
            subject, way = await asyncio.to_thread(provider.take_back, back=_name_way_back(site, request), **given)
        except NotVouched:
            return show_problem(site, request, 401, say("institution.failed"), say("institution.failed_hint"))
        came = await asyncio.to_thread(site.home.people.log_in_as, provider.issuer, subject)
        if not came.session:
            hint = say("institution.unknown_hint", subject=subject, issuer=provider.issuer)
            return show_problem(site, request, 403, say("institution.unknown"), hint)
        return let_in(site, request, came, way)

    return router


def _require_provider(site: Site) -> Provider:
    if site.provider is None:
        raise NotFound(say("institution.absent"), hint=say("institution.absent_hint"))
    return site.provider


def _name_way_back(site: Site, request: Request) -> str:
    """The address to which the provider sends a browser back; the gate has checked the host."""
    return f"{site.keys.scheme}://{request.headers['host']}{_BACK}"
