"""Who may use the pages: whoever has the printed address, from this machine, from a page of ours. Nobody else.

host      the name in the request must be this machine's own, so that no other name can be pointed at it
origin    a request that another page makes is refused; so is one that does not say where it comes from and writes
token     the printed address has it; it is exchanged for a cookie that scripts and other sites cannot read
form      whatever writes carries a token of the session besides (checked by `check_form`)
limits    the size of a request, and how many there are in a while
"""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from html import escape
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 32 * 1024 * 1024
"""Of one request, the files in it included."""
LOOPBACK = ("127.0.0.1", "localhost")
"""Names by which this machine may be called."""
METHODS = frozenset({"GET", "HEAD", "POST"})
OPEN_TO_ALL = ("/static/", "/favicon.ico")
"""Style and scripts, which hold nothing of anybody's."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
"""Sent with every answer."""


@dataclass(frozen=True)
class Limits:
    """How many at once, and how many a second after that: of all requests, of those that write, of wrong tokens."""

    requests: tuple[int, float] = (400, 60.0)
    writes: tuple[int, float] = (30, 1.0)
    failures: tuple[int, float] = (20, 0.2)


class Refused(Exception):
    """A request that is not served. `why` names the text that says so."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.why = why


class Bucket:
    """So many requests at once, and then so many a second."""

    def __init__(self, at_once: int, per_second: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._rate, self._clock = float(at_once), per_second, clock
        self._left, self._at = self._most, clock()

    def take(self) -> bool:
        """Whether there is room for one more."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def wait(self) -> int:
        """Seconds until there is room again."""
        return max(1, math.ceil((1 - self._left) / self._rate))


@dataclass(frozen=True)
class Keys:
    """The secrets of one server: made when it starts, kept nowhere."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    _secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    @property
    def cookie(self) -> str:
        """The cookie's name; a browser does not tell the ports of a machine apart."""
        return f"foam-{self.port}"

    @property
    def session(self) -> str:
        """What the cookie holds."""
        return self._derive("session")

    @property
    def form(self) -> str:
        """What every form carries."""
        return self._derive("form")

    @property
    def hosts(self) -> tuple[str, ...]:
        return tuple(f"{name}:{self.port}" for name in LOOPBACK)

    def _derive(self, purpose: str) -> str:
        return hmac.new(self._secret, purpose.encode(), hashlib.sha256).hexdigest()


def is_same(given: str, wanted: str) -> bool:
    """Whether two secrets are the same, in a time that tells nothing."""
    return hmac.compare_digest(given.encode(), wanted.encode())


class Gate:
    """Stands before every page and lets through only what may pass; adds the headers to every answer."""

    def __init__(
        self, app: ASGIApp, *, keys: Keys, refuse: Callable[[Request, Refused], Response], limits: Limits
    ) -> None:
        self._app = app
        self._keys = keys
        self._refuse = refuse
        self._requests = Bucket(*limits.requests)
        self._writes = Bucket(*limits.writes)
        self._failures = Bucket(*limits.failures)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        request = Request(scope)
        try:
            entering = self._admit(request)
        except Refused as refused:
            response = self._refuse(request, refused)
            if refused.status == 429:
                response.headers["Retry-After"] = str(max(self._requests.wait, self._writes.wait))
            await response(scope, receive, add_headers(send))
            return
        if entering is not None:
            await entering(scope, receive, add_headers(send))
            return
        await self._app(scope, receive, add_headers(send))

    def _admit(self, request: Request) -> Response | None:
        """Raise if the request may not pass. Where it brings the token, the answer that sets the cookie."""
        headers = request.headers
        if headers.get("host", "") not in self._keys.hosts:
            raise Refused(421, "host")
        if not self._requests.take():
            raise Refused(429, "rate")
        if request.method not in METHODS:
            raise Refused(405, "method")
        _check_size(request)
        check_origin(request)
        if request.url.path.startswith(OPEN_TO_ALL):
            return None
        entering = self._enter(request)
        if entering is None and not self._knows(headers):
            if not self._failures.take():
                raise Refused(429, "rate")
            raise Refused(403, "token")
        if request.method == "POST" and not self._writes.take():
            raise Refused(429, "rate")
        return entering

    def _knows(self, headers: Headers) -> bool:
        if (bearer := read_bearer(headers)) is not None:
            return is_same(bearer, self._keys.token)
        try:
            held = SimpleCookie(headers.get("cookie", "")).get(self._keys.cookie)
        except CookieError:
            return False
        return held is not None and is_same(held.value, self._keys.session)

    def _enter(self, request: Request) -> Response | None:
        """Exchange the token of the printed address for a cookie.

        The answer is a page that leads on and no redirect: a browser that came from elsewhere would not send the
        cookie along with one.
        """
        pairs = parse_qsl(request.url.query, keep_blank_values=True)
        given = [value for name, value in pairs if name == "token"]
        if request.method != "GET" or not given or not is_same(given[-1], self._keys.token):
            return None
        rest = urlencode([(name, value) for name, value in pairs if name != "token"])
        path = "/" + quote(request.scope["path"].lstrip("/\\"))
        target = f"{path}{'?' if rest else ''}{rest}"
        page = f'<!doctype html><html lang="en"><title>FOAM</title><p><a href="{escape(target)}">FOAM</a></p></html>'
        response = Response(page, headers={"Refresh": f"0; url={target}"}, media_type="text/html")
        response.set_cookie(self._keys.cookie, self._keys.session, httponly=True, samesite="strict", path="/")
        return response


def read_bearer(headers: Headers) -> str | None:
    """The token of a program that asks without a browser."""
    scheme, _, given = headers.get("authorization", "").partition(" ")
    return given.strip() if scheme.lower() == "bearer" else None


def _check_size(request: Request) -> None:
    """Refuse a body that is too large, or that does not say how large it is."""
    length = request.headers.get("content-length")
    if "transfer-encoding" in request.headers or (request.method == "POST" and length is None):
        raise Refused(411, "length")
    if length is not None and (not length.isdecimal() or int(length) > MOST_BYTES):
        raise Refused(413, "size")


def check_origin(request: Request) -> None:
    """Refuse what another site's page asks for. A browser says where a request comes from; a program does not.

    Another port of this machine is another site, whatever browsers call it. Opening a link to a page is allowed from
    anywhere: the cookie does not come along then.
    """
    headers = request.headers
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    own = f"http://{headers.get('host', '')}"
    if origin not in (None, "null", own):
        raise Refused(403, "origin")
    if request.method == "POST":
        # Under `no-referrer` a browser hides the origin of a form from everybody, and only this header tells.
        if origin == "null" and site != "same-origin":
            raise Refused(403, "origin")
        if site not in (None, "same-origin"):
            raise Refused(403, "origin")
        return
    if site not in (None, "none", "same-origin") and headers.get("sec-fetch-mode") != "navigate":
        raise Refused(403, "origin")


async def check_form(request: Request, keys: Keys) -> AsyncIterator[None]:
    """Refuse a form that did not come from a page of this session; a program with the token needs none.

    The files that came with it are let go when the request is answered.
    """
    if request.method != "POST":
        yield
        return
    async with request.form() as form:
        given = form.get("form_token", "")
        if read_bearer(request.headers) is None and not (isinstance(given, str) and is_same(given, keys.form)):
            raise Refused(403, "form")
        yield


def add_headers(send: Send) -> Send:
    """Send every answer with the headers that keep a browser in its bounds."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
