"""Logging in by an identity provider: the whole way with a small one, and everything that must not let anybody in."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey
from tests.people.cheap import hash_cheaply
from tests.web.crowd import Crowd, Guest, open_crowd
from tests.web.serving import Desk, make_fakes
from tests.web.test_people_entering import read_cookie

import foam
from foam.web.provider import LASTS, Provider, make_provider

ISSUER, CLIENT, SECRET = "https://id.example.org", "foam-pages", "between us two"


class SmallProvider:
    """An identity provider in the process: it knows one person, and can be told to lie."""

    def __init__(self) -> None:
        self.key = RSAKey.generate_key(2048, {"kid": "first"})
        self.subject = "u-4711"
        self.codes: dict[str, dict[str, str]] = {}
        self.changed: dict[str, Any] = {}
        """Claims that are told otherwise than they are."""
        self.sign: Callable[[dict[str, Any]], str] = self.sign_well
        self.about: dict[str, Any] = {
            "issuer": ISSUER, "authorization_endpoint": f"{ISSUER}/authorize", "token_endpoint": f"{ISSUER}/token",
            "jwks_uri": f"{ISSUER}/keys",
        }  # fmt: skip

    def sign_well(self, claims: dict[str, Any]) -> str:
        return jwt.encode({"alg": "RS256", "kid": self.key.kid}, claims, self.key)

    def answer(self, request: httpx.Request) -> httpx.Response:
        """What it says to the server."""
        match request.url.path:
            case "/.well-known/openid-configuration":
                return httpx.Response(200, json=self.about)
            case "/keys":
                return httpx.Response(200, json={"keys": [self.key.as_dict(private=False)]})
            case "/token":
                return self._exchange({name: one[0] for name, one in parse_qs(request.content.decode()).items()})
        return httpx.Response(404)

    def authorize(self, address: str) -> str:
        """What it does with a browser: the person says yes, and is sent back."""
        asked = {name: one[0] for name, one in parse_qs(urlsplit(address).query).items()}
        assert address.startswith(f"{ISSUER}/authorize?")
        assert (asked["response_type"], asked["client_id"], asked["scope"]) == ("code", CLIENT, "openid")
        assert asked["code_challenge_method"] == "S256"
        self.codes["c1"] = asked
        return f"{urlsplit(asked['redirect_uri']).path}?code=c1&state={asked['state']}"

    def _exchange(self, form: dict[str, str]) -> httpx.Response:
        asked = self.codes.pop(form["code"], None)
        proof = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).rstrip(b"=").decode()
        if asked is None or proof != asked["code_challenge"] or form.get("client_secret") != SECRET:
            return httpx.Response(400, json={"error": "invalid_grant"})
        assert form["redirect_uri"] == asked["redirect_uri"]
        now = int(time.time())
        claims = {"iss": ISSUER, "sub": self.subject, "aud": CLIENT, "exp": now + 300, "iat": now}
        return httpx.Response(200, json={"id_token": self.sign({**claims, "nonce": asked["nonce"], **self.changed})})


@pytest.fixture
def small() -> SmallProvider:
    return SmallProvider()


@pytest.fixture
def crowd(made: Desk, tmp_path: Path, small: SmallProvider, monkeypatch: pytest.MonkeyPatch) -> Iterator[Crowd]:
    hash_cheaply(monkeypatch)
    provider = Provider(ISSUER, CLIENT, SECRET, transport=httpx.MockTransport(small.answer))
    with open_crowd(Desk(tmp_path / "home", made.run, made.answer, make_fakes()), provider=provider) as crowd:
        crowd.home.people.add("rita", roles=["reader"])
        crowd.home.people.link("rita", ISSUER, small.subject)
        yield crowd


def begin(crowd: Crowd, way: str = "/") -> tuple[Guest, str]:
    """A browser that was sent to the provider, and the address it was sent to."""
    guest = crowd.open_stranger()
    page = guest.get(f"/login?next={way}")
    assert "Log in by your institution" in page.text
    guest.cookie = read_cookie(crowd, page)
    sent = guest.get(f"/login/institution?next={way}")
    assert sent.status_code == 303, sent.text
    return guest, str(sent.headers["location"])


def test_whoever_is_vouched_for_comes_in_with_a_new_session(crowd: Crowd, small: SmallProvider) -> None:
    guest, address = begin(crowd, "/runs")
    came = guest.get(small.authorize(address))
    assert came.status_code == 303, came.text
    assert came.headers["location"] == "/runs"
    before, guest.cookie = guest.cookie, read_cookie(crowd, came)
    assert guest.cookie != before
    assert guest.get("/account.json").json()["name"] == "rita"
    assert Guest(crowd.client, crowd.keys, before).get("/runs").status_code == 303


def test_whom_nobody_here_knows_is_told_what_to_say(crowd: Crowd, small: SmallProvider) -> None:
    small.subject = "u-<b>1"
    guest, address = begin(crowd)
    came = guest.get(small.authorize(address))
    assert came.status_code == 403
    assert "u-&lt;b&gt;1 at https://id.example.org" in came.text
    assert "set-cookie" not in came.headers


def sign_with(key: Any, alg: str) -> Callable[[dict[str, Any]], str]:
    return lambda claims: jwt.encode({"alg": alg, "kid": "first"}, claims, key, algorithms=[alg])


def forget_signature(claims: dict[str, Any]) -> str:
    parts = ({"alg": "none"}, claims)
    return ".".join(base64.urlsafe_b64encode(json.dumps(one).encode()).rstrip(b"=").decode() for one in parts) + "."


@pytest.mark.parametrize(
    "changed",
    [
        {"nonce": "another"},
        {"iss": "https://evil.example"},
        {"aud": "another-client"},
        {"aud": [CLIENT, "another"]},
        {"aud": [CLIENT, "another"], "azp": "another"},
        {"exp": 1},
        {"sub": None},
    ],
    ids=str,
)
def test_a_token_of_another_time_place_or_purpose_lets_nobody_in(
    crowd: Crowd, small: SmallProvider, changed: dict[str, Any]
) -> None:
    small.changed = changed
    guest, address = begin(crowd)
    came = guest.get(small.authorize(address))
    assert came.status_code == 401, came.text
    assert "set-cookie" not in came.headers


def test_a_token_that_the_provider_did_not_sign_lets_nobody_in(crowd: Crowd, small: SmallProvider) -> None:
    public = json.dumps(small.key.as_dict(private=False)).encode()
    stranger = RSAKey.generate_key(2048, {"kid": "first"})
    forged = (sign_with(stranger, "RS256"), sign_with(OctKey.import_key(public), "HS256"), forget_signature)
    for sign in (*forged, lambda claims: "no token", lambda claims: ""):
        small.sign = sign
        guest, address = begin(crowd)
        assert guest.get(small.authorize(address)).status_code == 401
    small.sign = small.sign_well
    guest, address = begin(crowd)
    assert guest.get(small.authorize(address)).status_code == 303, "and the right one still does"


def test_an_answer_counts_once_in_time_and_in_the_browser_that_asked(crowd: Crowd, small: SmallProvider) -> None:
    guest, address = begin(crowd)
    back = small.authorize(address)
    thief = crowd.open_stranger()
    thief.cookie = read_cookie(crowd, thief.get("/login"))
    assert thief.get(back).status_code == 401
    assert guest.get(back).status_code == 401, "whoever tries it with another cookie uses it up"
    guest, address = begin(crowd)
    back = small.authorize(address)
    assert guest.get(back).status_code == 303
    small.authorize(address)
    assert guest.get(back).status_code == 401
    assert guest.get("/login/institution/back?error=access_denied").status_code == 401
    assert crowd.open_stranger().get("/login/institution").headers["location"] == "/login?next=%2F"


def test_who_comes_back_too_late_asks_again(small: SmallProvider) -> None:
    now = [time.time()]
    provider = Provider(ISSUER, CLIENT, SECRET, clock=lambda: now[0], transport=httpx.MockTransport(small.answer))
    for late, lets_in in ((LASTS - 1, True), (LASTS + 1, False)):
        now[0] = time.time()
        address = provider.send_away(back="http://h/back", cookie="c", way="/")
        query = parse_qs(urlsplit(small.authorize(address)).query)
        now[0] += late
        small.changed = {"exp": int(now[0]) + 60}
        given = {"state": query["state"][0], "code": query["code"][0], "cookie": "c", "back": "http://h/back"}
        if lets_in:
            assert provider.take_back(**given) == ("u-4711", "/")
        else:
            with pytest.raises(Exception, match="nobody asked"):
                provider.take_back(**given)


def test_new_keys_of_the_provider_are_read(crowd: Crowd, small: SmallProvider) -> None:
    guest, address = begin(crowd)
    assert guest.get(small.authorize(address)).status_code == 303
    small.key = RSAKey.generate_key(2048, {"kid": "second"})
    guest, address = begin(crowd)
    assert guest.get(small.authorize(address)).status_code == 303


@pytest.mark.parametrize(
    "told",
    [{"issuer": "https://evil.example"}, {"authorization_endpoint": "http://id.example.org/x"}, {"issuer": None}],
    ids=str,
)
def test_a_provider_that_goes_by_another_name_or_without_tls_is_not_used(
    crowd: Crowd, small: SmallProvider, told: dict[str, Any]
) -> None:
    small.about |= told
    guest = crowd.open_stranger()
    guest.cookie = read_cookie(crowd, guest.get("/login"))
    assert guest.get("/login/institution").status_code == 400


def test_identities_belong_to_one_account_and_go_with_it(crowd: Crowd, small: SmallProvider) -> None:
    root = crowd.admit("keeper", "administrator")
    crowd.home.people.add("bo", roles=["reader"])
    taken = root.post("/people/bo/link", {"subject": small.subject})
    assert taken.status_code == 400
    assert "belongs to an account already" in taken.text
    assert root.post("/people/bo/link", {"subject": "u-2"}).status_code == 303
    assert "u-2" in root.get("/people/bo").text
    assert root.get("/people/bo.json").json()["identities"] == [{"issuer": ISSUER, "subject": "u-2"}]
    assert crowd.home.people.unlink("rita") == 1
    guest, address = begin(crowd)
    assert guest.get(small.authorize(address)).status_code == 403
    crowd.home.people.remove("bo")
    crowd.home.people.link("rita", ISSUER, "u-2")


def test_without_a_provider_there_is_no_such_way(made: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hash_cheaply(monkeypatch)
    with open_crowd(Desk(tmp_path / "home", made.run, made.answer, make_fakes())) as crowd:
        root, stranger = crowd.admit("keeper", "administrator"), crowd.open_stranger()
        assert "institution" not in stranger.get("/login").text
        assert stranger.get("/login/institution").status_code == 404
        assert stranger.get("/login/institution/back?state=x&code=y").status_code == 404
        assert root.post("/people/keeper/link", {"subject": "x"}).status_code == 400


def test_a_provider_is_named_whole_by_tls_and_for_people() -> None:
    assert make_provider("", "", "", people=False) is None
    for issuer, client, people, why in (
        (ISSUER, CLIENT, False, "people log in"),
        (ISSUER, "", True, "an issuer and a client"),
        ("", CLIENT, True, "an issuer and a client"),
        ("http://id.example.org", CLIENT, True, "not reached by TLS"),
    ):
        with pytest.raises(foam.InputError, match=why):
            make_provider(issuer, client, "", people=people)
    made = make_provider(ISSUER, CLIENT, "", people=True)
    assert made is not None
    assert made.issuer == ISSUER
