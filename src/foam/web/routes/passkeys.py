"""Passkeys: make one, come in by one, take one back. A browser's script talks to the device; forms bring what it said.

A challenge is tied to the browser's cookie and to what it is for, counts once, and for a few minutes.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, Form
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import Home, InputError
from foam.web.catalogue import say
from foam.web.doorway import find_way_back
from foam.web.forms import Line
from foam.web.routes.login import Hall, Password, let_in, show_login
from foam.web.security import Refused, read_cookie
from foam.web.site import Site
from foam.web.visitors import find_visitor

if TYPE_CHECKING:
    from foam.people.values import Entrance

_Purpose: TypeAlias = Literal["make", "enter"]
Brought: TypeAlias = Annotated[str, Form(max_length=20_000)]
"""What a device said, as JSON."""
LASTS = 300.0
"""Seconds for which a challenge counts."""
_MOST_WAITING = 1000


@dataclass(frozen=True)
class Asked:
    """A challenge that was given out."""

    challenge: bytes = field(repr=False)
    until: float


class Challenges:
    """Challenges by browser and purpose, the newest of each only."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked: OrderedDict[tuple[str, _Purpose], Asked] = OrderedDict()
        self._lock = Lock()

    def give(self, cookie: str, purpose: _Purpose) -> bytes:
        """A new challenge; an earlier one for the same counts no more."""
        asked = Asked(secrets.token_bytes(32), self._clock() + LASTS)
        with self._lock:
            self._asked.pop((cookie, purpose), None)
            self._asked[cookie, purpose] = asked
            while len(self._asked) > _MOST_WAITING:
                self._asked.popitem(last=False)
        return asked.challenge

    def take(self, cookie: str, purpose: _Purpose) -> bytes | None:
        """The challenge, which then counts no more; None where there is none, or it is over."""
        with self._lock:
            found = self._asked.pop((cookie, purpose), None)
        return found.challenge if found is not None and self._clock() < found.until else None


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["people"])
    hall, challenges, origin = Hall(site.watch), Challenges(), site.keys.origin

    def find_cookie(request: Request) -> str:
        cookie = read_cookie(request.headers, site.keys.cookie)
        if not cookie:  # a form without the cookie it was shown with
            raise Refused(403, "form")
        return cookie

    @router.post("/login/passkey/options", response_model=None, summary="What a browser needs to use a passkey")
    async def ask_to_enter(request: Request) -> Response:
        challenge = challenges.give(find_cookie(request), "enter")
        return _show_options(await asyncio.to_thread(site.home.people.ask_for_entry, origin, challenge))

    @router.post("/login/passkey", response_model=None, status_code=303, summary="Log in by a passkey")
    async def enter(request: Request, response: Brought, next: Annotated[str, Form()] = "") -> Response:  # noqa: A002
        way, challenge = find_way_back(next), challenges.take(find_cookie(request), "enter")
        if challenge is not None:
            came = await asyncio.to_thread(site.home.people.log_in_by_passkey, origin, challenge, response)
            if came.session:
                return let_in(site, request, came, way)
        data = {"error": say("passkeys.wrong"), "wait": 0}
        return site.show(request, show_login(site, way, data=data, status=401))

    @router.post("/account/passkeys/options", response_model=None, summary="What a browser needs to make a passkey")
    async def ask_to_make(request: Request, password: Password = "") -> Response:
        name = find_visitor().name
        known = await hall.check(site.home.people.confirm, name, password)
        if not known.ok:
            raise InputError(say("account.wrong"), hint=say("account.wrong_hint"))
        challenge = challenges.give(find_cookie(request), "make")
        return _show_options(await asyncio.to_thread(site.home.people.ask_for_passkey, origin, name, challenge))

    @router.post("/account/passkeys", response_model=None, status_code=303, summary="Keep a passkey")
    async def make(request: Request, response: Brought, title: Line = "") -> Response:
        challenge = challenges.take(find_cookie(request), "make")
        if challenge is None:
            raise InputError(say("passkeys.late"), hint=say("passkeys.late_hint"))
        await asyncio.to_thread(_keep, site.home, origin, title, challenge, response)
        return RedirectResponse("/account#passkeys", status_code=303)

    @router.post(
        "/account/passkeys/{passkey}/remove", response_model=None, status_code=303, summary="Take a passkey back"
    )  # fmt: skip
    async def remove(request: Request, passkey: str) -> Response:
        return let_in(site, request, await asyncio.to_thread(_remove, site.home, passkey), "/account#passkeys")

    return router


def _keep(home: Home, origin: str, title: str, challenge: bytes, response: str) -> None:
    name = find_visitor().name
    kept = home.people.add_passkey(origin, name, title=title, challenge=challenge, response=response)
    home.people.note_reading(who=name, did="POST /account/passkeys", what=kept.id)


def _remove(home: Home, passkey: str) -> Entrance:
    name = find_visitor().name
    came = home.people.remove_passkey(name, passkey)
    home.people.note_reading(who=name, did="POST /account/passkeys/{passkey}/remove", what=passkey)
    return came


def _show_options(options: Any) -> Response:
    return Response(options, media_type="application/json")
