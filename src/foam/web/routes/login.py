"""Coming in and going out: by a password, by one's institution, or with a code that sets a password."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar
from urllib.parse import quote

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import InputError, NotFound
from foam.web.catalogue import say
from foam.web.doorway import drop_cookie, find_way_back, write_cookie
from foam.web.provider import NotVouched, Provider
from foam.web.security import Refused, read_cookie
from foam.web.site import Site, View, add_twins, show_problem
from foam.web.visitors import find_visitor
from foam.web.watch import Watch

if TYPE_CHECKING:
    from foam.people.values import Entrance

Found = TypeVar("Found")
_BACK = "/login/institution/back"
Name: TypeAlias = Annotated[str, Form(max_length=64)]
Password: TypeAlias = Annotated[str, Form(max_length=400)]
AT_ONCE, MOST_WAITING = 2, 20
"""Passwords that are checked at the same time, and that wait for it: each takes a while and much memory."""


class Hall:
    """Where those wait whose passwords are checked."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._room = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def check(self, call: Callable[..., Found], *given: str) -> Found:
        """Have a password checked, beside what other pages do; refuse where too many wait."""
        if self._waiting >= MOST_WAITING:
            raise Refused(429, "rate")
        self._waiting += 1
        since = time.monotonic()
        try:
            async with self._room:
                self._watch.note_wait("passwords", time.monotonic() - since)
                return await asyncio.to_thread(call, *given)
        finally:
            self._waiting -= 1


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["people"])
    hall = Hall(site.watch)

    async def login(request: Request, next: str = "") -> Response:  # noqa: A002
        way = find_way_back(next)
        if find_visitor().account is not None:
            return RedirectResponse(way, status_code=303)
        return site.show(request, show_login(site, way))

    @router.post("/login", response_model=None, status_code=303, summary="Log in")
    async def enter(request: Request, name: Name, password: Password, next: Annotated[str, Form()] = "") -> Response:  # noqa: A002
        way = find_way_back(next)
        came = await hall.check(site.home.people.log_in, name.strip().lower(), password)
        if not came.session:
            return site.show(request, show_login(site, way, **_tell_failure(say("login.wrong"), came)))
        return let_in(site, request, came, way)

    @router.post("/logout", response_model=None, status_code=303, summary="Log out")
    async def logout(request: Request) -> Response:
        await asyncio.to_thread(site.home.people.log_out, find_visitor().session)
        response = RedirectResponse("/login", status_code=303)
        response.headers["set-cookie"] = drop_cookie(site.keys)
        return response

    async def recover(request: Request) -> Response:
        return site.show(request, View("recover.html", say("recover.title"), {"error": ""}))

    @router.post("/recover", response_model=None, status_code=303, summary="Set a password with a code")
    async def redeem(
        request: Request, name: Name, code: Annotated[str, Form(max_length=100)], password: Password
    ) -> Response:
        came = await hall.check(site.home.people.redeem, name.strip().lower(), code, password)
        if not came.session:
            told = _tell_failure(say("recover.wrong"), came)
            return site.show(request, View("recover.html", say("recover.title"), told["data"], status=told["status"]))
        return let_in(site, request, came, "/")

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

    add_twins(router, "/login", login, summary="Where people log in")
    add_twins(router, "/recover", recover, summary="Where a code sets a password")
    return router


def let_in(site: Site, request: Request, came: Entrance, way: str) -> Response:
    """Lead on with the cookie of a new session; whatever cookie there was counts no more."""
    response: Response = RedirectResponse(way, status_code=303)
    response.headers["set-cookie"] = write_cookie(site.keys, came.session)
    return response


def show_login(site: Site, way: str, *, data: dict[str, Any] | None = None, status: int = 200) -> View:
    """The page where people log in, with what went wrong, if anything did."""
    return View("login.html", say("login.title"), data or {"error": ""}, _ask(site, way), status=status)


def _ask(site: Site, way: str) -> dict[str, Any]:
    return {"way": way, "institution": site.provider is not None, "origin": site.keys.origin}


def _tell_failure(what: str, came: Entrance) -> dict[str, Any]:
    """The same for a name that nobody has and for a wrong password."""
    error = say("login.wait", minutes=-(-came.wait // 60)) if came.wait else what
    return {"data": {"error": error, "wait": came.wait}, "status": 429 if came.wait else 401}


def _require_provider(site: Site) -> Provider:
    if site.provider is None:
        raise NotFound(say("institution.absent"), hint=say("institution.absent_hint"))
    return site.provider


def _name_way_back(site: Site, request: Request) -> str:
    """The address to which the provider sends a browser back; the gate has checked the host."""
    return f"{site.keys.scheme}://{request.headers['host']}{_BACK}"
