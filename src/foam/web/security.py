"""Who may use the pages of one person: whoever has the printed address, from this machine, from a page of ours.

Where several people have accounts, `doorway` says who comes in; the rest is the same.

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
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from html import escape
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from foam import FoamError
from foam.web.visitors import NO_ONE, PERSON_COOKIE, Visitor, enter, find_visitor, leave

MOST_BYTES = 32 * 1024 * 1024
"""Of one request, the files in it included."""
LOOPBACK = ("127.0.0.1", "localhost")
"""Names by which this machine may be called."""
METHODS = frozenset({"GET", "HEAD", "POST"})
_OPEN_TO_ALL = ("/static/", "/favicon.ico")
"""Style and scripts, which hold nothing of anybody's."""
PROBES = ("/health/live", "/health/ready")
"""Whether the server lives and is ready. What starts and stops servers asks by any name and has no account."""

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
_ENCRYPTED_ONLY = {"Strict-Transport-Security": "max-age=31536000"}
"""Sent besides where the pages are reached by TLS."""
_MOST_KNOWN = 10_000
"""Addresses for which requests are counted; who was not heard of for longest is forgotten."""


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


class Buckets:
    """A bucket for everybody who is told apart."""

    def __init__(self, at_once: int, per_second: float) -> None:
        self._settings = at_once, per_second
        self._held: OrderedDict[str, Bucket] = OrderedDict()

    def find(self, who: str) -> Bucket:
        if who not in self._held:
            self._held[who] = Bucket(*self._settings)
        self._held.move_to_end(who)
        while len(self._held) > _MOST_KNOWN:
            self._held.popitem(last=False)
        return self._held[who]


@dataclass(frozen=True)
class Keys:
    """The secrets of one server: made when it starts, kept nowhere."""

    port: int
    public: str = ""
    """The address of a proxy in front, such as https://cases.example.org; empty where there is none."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    _secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    @property
    def cookie(self) -> str:
        """The cookie's name; a browser does not tell the ports of a machine apart.

        By TLS the name has the sign with which a browser takes no such cookie from any other host or without TLS.
        """
        return "__Host-foam" if self.is_encrypted else f"foam-{self.port}"

    @property
    def is_encrypted(self) -> bool:
        return self.public.startswith("https:")

    @property
    def scheme(self) -> str:
        return "https" if self.is_encrypted else "http"

    @property
    def origin(self) -> str:
        """The address for which passkeys are made: the one that the server was started for. A request names no other.

        Browsers hold no passkeys for a number, so on this machine alone it is `localhost`.
        """
        return self.public or f"http://{LOOPBACK[1]}:{self.port}"

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
        if self.public:
            return (urlsplit(self.public).netloc,)
        return tuple(f"{name}:{self.port}" for name in LOOPBACK)

    def derive_form(self, cookie: str) -> str:
        """What the forms of somebody carry who holds this cookie."""
        return self._derive(f"form {cookie}")

    def _derive(self, purpose: str) -> str:
        return hmac.new(self._secret, purpose.encode(), hashlib.sha256).hexdigest()


def is_same(given: str, wanted: str) -> bool:
    """Whether two secrets are the same, in a time that tells nothing."""
    return hmac.compare_digest(given.encode(), wanted.encode())


@dataclass(frozen=True)
class Entered:
    """Who comes in; with an answer where there is nothing more to do, and a cookie where one is to be kept."""

    visitor: Visitor
    answer: Response | None = None
    cookie: str = ""
    """A line for the browser."""


class Gate:
    """Stands before every page and lets through only what may pass; adds the headers to every answer."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        keys: Keys,
        refuse: Callable[[Request, Refused | FoamError], Response],
        limits: Limits,
    ) -> None:
        self._app = app
        self._keys = keys
        self._refuse = refuse
        self._requests = Buckets(*limits.requests)
        self._writes = Buckets(*limits.writes)
        self._failures = Buckets(*limits.failures)
        self._headers = HEADERS | (_ENCRYPTED_ONLY if keys.is_encrypted else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        request = Request(scope)
        try:
            entered = await self._admit(request)
        except (Refused, FoamError) as refused:  # the latter where nobody can say who comes: the database is away
            response = self._refuse(request, refused)
            if isinstance(refused, Refused) and refused.status == 429:
                who = self._tell_apart(request)
                response.headers["Retry-After"] = str(max(self._requests.find(who).wait, self._writes.find(who).wait))
            await response(scope, receive, add_headers(send, self._headers))
            return
        before = enter(entered.visitor)
        try:
            with self._act_for(entered.visitor):
                await (entered.answer or self._app)(scope, receive, add_headers(send, self._headers, entered.cookie))
        finally:
            leave(before)

    async def _admit(self, request: Request) -> Entered:
        """Raise if the request may not pass; else who it comes from."""
        who = self._tell_apart(request)
        is_probe = request.url.path in PROBES
        if not is_probe and request.headers.get("host", "") not in self._keys.hosts:
            raise Refused(421, "host")
        if not self._requests.find(who).take():
            raise Refused(429, "rate")
        if request.method not in METHODS:
            raise Refused(405, "method")
        _check_size(request)
        check_origin(request, self._keys.scheme)
        if is_probe or request.url.path.startswith(_OPEN_TO_ALL):
            return Entered(NO_ONE)
        entered = await self._identify(request)
        entered.visitor.person = read_cookie(request.headers, PERSON_COOKIE)
        if request.method == "POST" and not self._writes.find(who).take():
            raise Refused(429, "rate")
        return entered

    def _act_for(self, visitor: Visitor) -> AbstractContextManager[None]:
        """Read and write for this visitor; where there is one person, everything is theirs."""
        return nullcontext()

    def _tell_apart(self, request: Request) -> str:
        """Whose requests are counted together; where there is one person, all of them."""
        return ""

    async def _identify(self, request: Request) -> Entered:
        """The one person for whom the pages are there. Where a request brings the token, the answer sets the cookie."""
        answer = self._enter(request)
        if answer is None and not self._knows(request.headers):
            self._count_failure(request)
            raise Refused(403, "token")
        return Entered(Visitor(form_token=self._keys.form, is_sole=True), answer)

    def _count_failure(self, request: Request) -> None:
        if not self._failures.find(self._tell_apart(request)).take():
            raise Refused(429, "rate")

    def _knows(self, headers: Headers) -> bool:
        if (bearer := read_bearer(headers)) is not None:
            return is_same(bearer, self._keys.token)
        return is_same(read_cookie(headers, self._keys.cookie), self._keys.session)

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


def read_cookie(headers: Headers, name: str) -> str:
    """What a cookie holds; empty where there is none, or nobody can read it."""
    try:
        held = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return held.value if held is not None else ""


def _check_size(request: Request) -> None:
    """Refuse a body that is too large, or that does not say how large it is."""
    length = request.headers.get("content-length")
    if "transfer-encoding" in request.headers or (request.method == "POST" and length is None):
        raise Refused(411, "length")
    if length is not None and (not length.isdecimal() or int(length) > MOST_BYTES):
        raise Refused(413, "size")


def check_origin(request: Request, scheme: str = "http") -> None:
    """Refuse what another site's page asks for. A browser says where a request comes from; a program does not.

    Another port of this machine is another site, whatever browsers call it. Opening a link to a page is allowed from
    anywhere: it only reads.
    """
    headers = request.headers
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    own = f"{scheme}://{headers.get('host', '')}"
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


async def check_form(request: Request) -> AsyncIterator[None]:
    """Refuse a form that did not come from a page of this session; a program with a token needs none.

    The files that came with it are let go when the request is answered.
    """
    if request.method != "POST":
        yield
        return
    async with request.form() as form:
        given, wanted = form.get("form_token", ""), find_visitor().form_token
        is_ours = isinstance(given, str) and bool(wanted) and is_same(given, wanted)
        if read_bearer(request.headers) is None and not is_ours:
            raise Refused(403, "form")
        yield


def add_headers(send: Send, headers: Mapping[str, str] = HEADERS, cookie: str = "") -> Send:
    """Send every answer with the headers that keep a browser in its bounds, and perhaps a cookie."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            held = MutableHeaders(scope=message)
            for name, value in headers.items():
                held.setdefault(name, value)
            if cookie and "set-cookie" not in held:
                held["set-cookie"] = cookie
        await send(message)

    return sending
