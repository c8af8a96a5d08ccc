"""An identity provider that vouches for people: OpenID Connect, by authorization code with PKCE.

Only what the provider has signed for this server, just now and in answer to this browser counts: issuer, audience, time
and nonce of the token are checked, and the answer has to come back with the cookie that asked.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

from foam import InputError

if TYPE_CHECKING:
    from httpx import BaseTransport

_ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA")
"""Signatures with a key that only the provider has."""
LASTS = 600.0
"""Seconds in which somebody has to come back."""
_MOST_WAITING = 1000
_MOST_BYTES = 1_000_000
_SECONDS = 10.0
_LEEWAY = 60
_KEYS_LAST = 3600.0


class NotVouched(Exception):
    """The provider did not vouch for anybody, or what it said does not hold."""


@dataclass(frozen=True)
class Asked:
    """What a browser was sent away with, to be compared when it comes back."""

    state: str
    nonce: str
    verifier: str = field(repr=False)
    cookie: str = field(repr=False)
    way: str
    until: float


class Provider:
    """One identity provider, and the browsers that are there now."""

    def __init__(
        self,
        issuer: str,
        client: str,
        secret: str = "",
        *,
        clock: Callable[[], float] = time.time,
        transport: BaseTransport | None = None,
    ) -> None:
        _require_packages()
        self.issuer = issuer
        self._client, self._secret, self._clock, self._transport = client, secret, clock, transport
        self._waiting: OrderedDict[str, Asked] = OrderedDict()
        self._lock = Lock()
        self._about: dict[str, Any] = {}
        self._keys: tuple[float, dict[str, Any]] | None = None

    def send_away(self, *, back: str, cookie: str, way: str) -> str:
        """The address of the provider to which a browser is sent; `back` is where it comes back to."""
        asked = Asked(
            state=secrets.token_urlsafe(24), nonce=secrets.token_urlsafe(24), verifier=secrets.token_urlsafe(48),
            cookie=cookie, way=way, until=self._clock() + LASTS,
        )  # fmt: skip
        challenge = base64.urlsafe_b64encode(hashlib.sha256(asked.verifier.encode()).digest()).rstrip(b"=").decode()
        place = self._find("authorization_endpoint")
        with self._lock:
            self._waiting[asked.state] = asked
            while len(self._waiting) > _MOST_WAITING:
                self._waiting.popitem(last=False)
        query = {
            "response_type": "code", "client_id": self._client, "redirect_uri": back, "scope": "openid",
            "state": asked.state, "nonce": asked.nonce, "code_challenge": challenge, "code_challenge_method": "S256",
        }  # fmt: skip
        return f"{place}{'&' if '?' in place else '?'}{urlencode(query)}"

    def take_back(self, *, state: str, code: str, cookie: str, back: str) -> tuple[str, str]:
        """What the provider calls whoever came back, and where they wanted to go. Each answer counts once."""
        with self._lock:
            asked = self._waiting.pop(state, None)
        if asked is None or not code or asked.until < self._clock():
            raise NotVouched("nobody asked for this")
        if not cookie or not secrets.compare_digest(asked.cookie.encode(), cookie.encode()):
            raise NotVouched("another browser asked for this")
        form = {
            "grant_type": "authorization_code", "code": code, "redirect_uri": back, "client_id": self._client,
            "code_verifier": asked.verifier,
        }  # fmt: skip
        if self._secret:
            form["client_secret"] = self._secret
        told = self._fetch("POST", self._find("token_endpoint"), form)
        return self._read_subject(str(told.get("id_token", "")), asked.nonce), asked.way

    def _read_subject(self, token: str, nonce: str) -> str:
        """Whom a token is about, if it is the provider's, for us, of now and in answer to this."""
        from joserfc import jwt
        from joserfc.errors import JoseError
        from joserfc.jwk import KeySet

        wanted = jwt.JWTClaimsRegistry(
            now=lambda: int(self._clock()), leeway=_LEEWAY, iss={"essential": True, "value": self.issuer},
            aud={"essential": True, "value": self._client}, nonce={"essential": True, "value": nonce},
            exp={"essential": True}, iat={"essential": True}, sub={"essential": True},
        )  # fmt: skip
        for is_fresh in (False, True):  # the provider may have changed its keys since they were read
            try:
                claims = jwt.decode(token, KeySet.import_key_set(self._read_keys(is_fresh)), list(_ALGORITHMS)).claims
                wanted.validate(claims)
            except (JoseError, ValueError, KeyError, TypeError) as error:
                if is_fresh:
                    raise NotVouched(f"the token does not hold: {type(error).__name__}") from error
                continue
            break
        if isinstance(claims["aud"], list) and len(claims["aud"]) > 1 and claims.get("azp") != self._client:
            raise NotVouched("the token is for somebody else too")
        return str(claims["sub"])

    def _read_keys(self, is_fresh: bool) -> Any:
        if self._keys is None or is_fresh or self._clock() - self._keys[0] > _KEYS_LAST:
            self._keys = self._clock(), self._fetch("GET", self._find("jwks_uri"))
        return self._keys[1]

    def _find(self, name: str) -> str:
        """An address of the provider, as it tells it of itself."""
        if not self._about:
            found = self._fetch("GET", f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
            if found.get("issuer") != self.issuer:
                raise NotVouched("the provider goes by another name")
            self._about = found
        address = str(self._about.get(name, ""))
        if not _is_safe(address):
            raise NotVouched(f"the provider tells no safe {name}")
        return address

    def _fetch(self, method: str, address: str, form: dict[str, str] | None = None) -> dict[str, Any]:
        import httpx

        try:
            with httpx.Client(timeout=_SECONDS, follow_redirects=False, transport=self._transport) as client:
                answer = client.request(method, address, data=form, headers={"Accept": "application/json"})
                found = answer.raise_for_status().json() if len(answer.content) <= _MOST_BYTES else None
        except (httpx.HTTPError, ValueError) as error:
            raise NotVouched(f"the provider cannot be asked: {type(error).__name__}") from error
        if not isinstance(found, dict):
            raise NotVouched("the provider says nothing that can be read")
        return found


def _is_safe(address: str) -> bool:
    """Whether an address is reached by TLS, or lies on this machine."""
    parts = urlsplit(address)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in ("127.0.0.1", "localhost"))


def make_provider(issuer: str, client: str, secret: str, *, people: bool) -> Provider | None:
    """The provider that was named; None where none was."""
    if not issuer and not client:
        return None
    if not people:
        raise InputError("an identity provider is for pages on which people log in", hint="foam serve --people")
    if not (issuer and client):
        raise InputError("an identity provider needs an issuer and a client", hint="--oidc ISSUER --oidc-client ID")
    if not _is_safe(issuer):
        raise InputError(f"{issuer} is not reached by TLS", hint="write it as https://id.example.org")
    return Provider(issuer, client, secret)


def _require_packages() -> None:
    try:
        for name in ("httpx", "joserfc"):
            import_module(name)
    except ModuleNotFoundError as error:
        raise InputError(
            f"{error.name} is not installed; it is needed for OpenID Connect", hint="pip install 'foam[oidc]'"
        ) from error
