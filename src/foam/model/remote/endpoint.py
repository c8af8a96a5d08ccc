"""One HTTP endpoint: bytes out, a reply back, foreign errors translated.

aiohttp, because with 64 in flight a request costs it a fraction of the CPU that httpx needs: `python -m bench remote`.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
from collections.abc import AsyncGenerator
from urllib.request import getproxies, proxy_bypass

from foam.errors import BadReply, MissingExtra, Refused, ServiceError, Unreachable
from foam.model.remote.dialect import Api
from foam.model.remote.key import Key
from foam.model.remote.wire import ADDRESS_HINT, HttpReply, NotSent
from foam.version import __version__

try:
    import aiohttp
    from yarl import URL
except ModuleNotFoundError as absent:
    raise MissingExtra("aiohttp", extra="remote") from absent


HEADERS = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": f"foam/{__version__}"}
_OWN_HEADERS: dict[Api, dict[str, str]] = {"openai": {}, "anthropic": {"anthropic-version": "2023-06-01"}}


class Endpoint:
    """Posts JSON to one address. Redirects are not followed: the key goes where it was meant to go.

    Serves one event loop at a time, and is closed by `aclose` or with the loop that `asyncio.run` ends.
    """

    def __init__(self, address: str, key: Key, *, timeout: float, max_bytes: int, api: Api = "openai") -> None:
        self._shown = key.hide(address)
        self._url = URL(address)
        self._key = key
        self._headers = {**HEADERS, **_OWN_HEADERS[api], **key.headers(api)}
        self._timeout = timeout
        self._max_bytes = max_bytes
        self._proxy = find_proxy(address)
        self._sessions: AsyncGenerator[aiohttp.ClientSession, None] | None = None
        self._session: aiohttp.ClientSession | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def post(self, body: bytes, *, within: float) -> HttpReply:
        """Send, and read the reply. Unreachable, NotSent, BadReply or Refused when there is none to read."""
        session = await self._opened()
        seconds = max(0.001, min(self._timeout, within))
        problem: ServiceError
        try:
            timeout = aiohttp.ClientTimeout(total=seconds)
            async with session.post(self._url, data=body, allow_redirects=False, timeout=timeout) as response:
                return HttpReply(response.status, response.headers, await self._read(response))
        except (aiohttp.ClientError, OSError) as error:
            problem = self._translated(error, seconds)
        raise problem  # not inside the handler: aiohttp's errors carry the request, and the request the key

    async def aclose(self) -> None:
        """Close the connections; the next post opens new ones."""
        sessions, self._sessions, self._session = self._sessions, None, None
        if sessions is not None:
            await sessions.aclose()

    async def _opened(self) -> aiohttp.ClientSession:
        loop = asyncio.get_running_loop()
        if self._session is None or self._loop is not loop:
            self._loop, self._sessions = loop, self._one_session()
            self._session = await anext(self._sessions)
        return self._session

    async def _one_session(self) -> AsyncGenerator[aiohttp.ClientSession, None]:
        """A generator, because an event loop ends its generators when it ends: no session is left open."""
        session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0),
            cookie_jar=aiohttp.DummyCookieJar(),
            headers=self._headers,
            proxy=self._proxy,
        )
        try:
            yield session
        finally:
            await session.close()
            await asyncio.sleep(0)  # transports close on the loop's next turn

    async def _read(self, response: aiohttp.ClientResponse) -> bytes:
        body = bytearray()
        async for chunk in response.content.iter_any():
            body += chunk
            if len(body) > self._max_bytes:
                raise BadReply(f"{self._shown} sent more than {self._max_bytes:,} bytes", hint=ADDRESS_HINT)
        return bytes(body)

    def _translated(self, error: Exception, seconds: float) -> ServiceError:
        reason = self._key.hide(_reason(error))[:300]
        match error:
            case aiohttp.ClientSSLError():
                return Refused(f"no trusted connection to {self._shown}: {reason}", hint="check its certificate")
            case aiohttp.ConnectionTimeoutError() | aiohttp.ClientConnectorError():
                return NotSent(f"could not connect to {self._shown}: {reason}", hint="is it running, and reachable?")
            case TimeoutError():
                return Unreachable(f"{self._shown} did not answer within {seconds:g} s", hint="allow a longer timeout")
            case aiohttp.ClientPayloadError():
                return BadReply(f"{self._shown} sent a reply that was cut short")
            case aiohttp.ClientResponseError():
                return BadReply(f"{self._shown} does not speak HTTP: {reason}", hint=ADDRESS_HINT)
            case _:
                return Unreachable(f"{self._shown} dropped the connection: {reason}")


def _reason(error: Exception) -> str:
    """What the system says of it; aiohttp's own words where it says nothing."""
    cause = error.os_error if isinstance(error, aiohttp.ClientConnectorError) else error
    number = getattr(cause, "errno", None) or 0
    return os.strerror(number) if number > 0 else getattr(cause, "strerror", None) or str(error) or type(error).__name__


def find_proxy(address: str) -> str | None:
    """The proxy that the environment names for this address; never one for this very machine."""
    url = URL(address)
    proxies = getproxies()
    host = url.host or ""
    if is_loopback(host) or proxy_bypass(host):
        return None
    return proxies.get(url.scheme) or proxies.get("all")


def is_loopback(host: str) -> bool:
    """Whether this is this very machine, by name or by number."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
