"""The gate where people have accounts: they come in by a session, their programs by a token.

The cookie's value is random. Before somebody logs in it only ties forms to a browser; whoever logs in gets a new one,
so that nobody is let in by a value that somebody else has seen.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp

from foam import FoamError, Home
from foam.web.security import Entered, Gate, Keys, Limits, Refused, read_bearer, read_cookie
from foam.web.site import wants_json
from foam.web.table import list_open
from foam.web.visitors import Visitor


class PeopleGate(Gate):
    """Lets in whoever has logged in; others come as far as the page where they can."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        home: Home,
        keys: Keys,
        refuse: Callable[[Request, Refused | FoamError], Response],
        limits: Limits,
    ) -> None:
        super().__init__(app, keys=keys, refuse=refuse, limits=limits)
        self._home = home
        self._open = list_open()

    def _act_for(self, visitor: Visitor) -> AbstractContextManager[None]:
        return self._home.people.acting(visitor.name)

    def _tell_apart(self, request: Request) -> str:
        """The address of the browser: what the proxy says of it, where there is one."""
        if self._keys.public:
            return request.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
        return request.client.host if request.client else ""

    async def _identify(self, request: Request) -> Entered:
        secret = read_bearer(request.headers)
        if secret is not None:
            return Entered(await self._take_token(request, secret))
        cookie = read_cookie(request.headers, self._keys.cookie)
        signed = await asyncio.to_thread(self._home.people.find_session, cookie) if cookie else None
        if signed is not None:
            form_token = self._keys.derive_form(cookie)
            return Entered(
                Visitor(
                    form_token=form_token, account=signed.account, scopes=frozenset(signed.scopes), session=cookie,
                    home=self._home,
                )
            )  # fmt: skip
        if request.url.path not in self._open:
            return Entered(Visitor(), self._send_to_login(request))
        if request.method == "POST":
            self._count_failure(request)  # each try counts, whatever comes of it
        held = cookie or secrets.token_urlsafe(32)
        return Entered(
            Visitor(form_token=self._keys.derive_form(held)), cookie="" if cookie else write_cookie(self._keys, held)
        )

    async def _take_token(self, request: Request, secret: str) -> Visitor:
        signed = await asyncio.to_thread(self._home.people.find_token, secret)
        if signed is None:
            self._count_failure(request)
            raise Refused(401, "secret")
        return Visitor(
            account=signed.account, scopes=frozenset(signed.scopes), token=signed.token, home=self._home
        )  # fmt: skip

    def _send_to_login(self, request: Request) -> Response:
        """The way to the page where people log in; a program, or a form of a session that is over, is told."""
        if request.method != "GET" or wants_json(request):
            raise Refused(401, "login")
        query = f"?{request.url.query}" if request.url.query else ""
        wanted = quote(f"{request.url.path}{query}", safe="")
        return RedirectResponse("/login" if wanted == "%2F" else f"/login?next={wanted}", status_code=303)


def write_cookie(keys: Keys, value: str) -> str:
    """The line with which a browser keeps a cookie until it is closed, and shows it to nobody else."""
    secure = "; Secure" if keys.is_encrypted else ""
    return f"{keys.cookie}={value}; HttpOnly; Path=/; SameSite=lax{secure}"


def drop_cookie(keys: Keys) -> str:
    """The line with which a browser forgets a cookie."""
    return f"{write_cookie(keys, '')}; Max-Age=0"


def find_way_back(given: str) -> str:
    """Where somebody wanted to go before they logged in: a page of ours, or the first one."""
    is_ours = given.startswith("/") and not given.startswith(("//", "/\\")) and given.isprintable()
    return given if is_ours else "/"
