"""Passkeys by the pages: made, used, taken back; challenges that count once; counts, owners and addresses checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.people.cheap import hash_cheaply
from tests.web.crowd import PASSWORD, Crowd, Guest, open_crowd
from tests.web.serving import Desk, make_fakes

pytest.importorskip("webauthn", reason="MISSING EXTRA: pip install 'foam[web]'")

from tests.people.device import PRESENT, Device

from foam.web.routes.passkeys import LASTS, Challenges
from foam.web.security import Keys

ORIGIN, HOST = "https://cases.example.org", "cases.example.org"
JSON = {"accept": "application/json"}


@pytest.fixture
def crowd(made: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Crowd]:
    hash_cheaply(monkeypatch)
    with open_crowd(Desk(tmp_path / "home", made.run, made.answer, make_fakes()), public=ORIGIN) as found:
        yield found


def make_device(**given: Any) -> Device:
    return Device(**{"origin": ORIGIN, "rp_id": HOST, **given})


def register(guest: Guest, device: Device, title: str = "Work laptop", password: str = PASSWORD) -> Any:
    """Make a passkey as the page's script does."""
    options = guest.post("/account/passkeys/options", {"password": password}, headers=JSON)
    if options.status_code != 200:
        return options
    return guest.post("/account/passkeys", {"title": title, "response": device.make(options.text)})


def come_as_stranger(crowd: Crowd) -> Guest:
    """Somebody at the page where people log in."""
    guest = crowd.open_stranger()
    guest.cookie = read_cookie(crowd, guest.get("/login"))
    return guest


def read_cookie(crowd: Crowd, answer: Any) -> str:
    found = re.match(rf"{crowd.keys.cookie}=([^;]*);", answer.headers["set-cookie"])
    assert found is not None
    return found[1]


def enter(guest: Guest, device: Device, **form: str) -> Any:
    """Come in as the page's script does."""
    options = guest.post("/login/passkey/options", headers=JSON)
    assert options.status_code == 200, options.text
    return guest.post("/login/passkey", {"response": device.use(options.text), **form})


def test_somebody_makes_passkeys_and_comes_in_by_each(crowd: Crowd) -> None:
    ada, devices = crowd.admit("ada", "reader"), (make_device(), make_device(counts=False))
    for number, device in enumerate(devices):
        assert register(ada, device, f"Device {number}").status_code == 303
    assert [one["title"] for one in ada.get("/account.json").json()["passkeys"]] == ["Device 0", "Device 1"]
    assert "Device 1" in ada.get("/account").text
    for device in devices:
        for _ in range(2):
            guest = come_as_stranger(crowd)
            before = guest.cookie
            answer = enter(guest, device, next="/runs")
            assert answer.status_code == 303, answer.text
            assert answer.headers["location"] == "/runs"
            guest.cookie = read_cookie(crowd, answer)
            assert guest.cookie != before, "a new session id"
            assert guest.get("/account.json").json()["name"] == "ada"
    assert all(one["used"] for one in ada.get("/account.json").json()["passkeys"])
    assert crowd.come_again("ada").cookie, "the password counts beside them"


def test_a_passkey_that_was_taken_back_lets_nobody_in_and_ends_sessions(crowd: Crowd) -> None:
    ada, device = crowd.admit("ada", "reader"), make_device()
    register(ada, device)
    guest = come_as_stranger(crowd)
    guest.cookie = read_cookie(crowd, enter(guest, device))
    (passkey,) = crowd.home.people.passkeys("ada")
    gone = ada.post(f"/account/passkeys/{passkey.id}/remove")
    assert gone.status_code == 303
    ada.cookie = read_cookie(crowd, gone)
    assert ada.get("/account.json").json()["passkeys"] == []
    assert guest.get("/account").headers["location"].startswith("/login"), "what the passkey opened is over"
    assert enter(come_as_stranger(crowd), device).status_code == 401


def test_nobody_takes_anothers_passkey_back(crowd: Crowd) -> None:
    ada, mallory = crowd.admit("ada", "reader"), crowd.admit("mallory", "reader")
    register(ada, make_device())
    (passkey,) = crowd.home.people.passkeys("ada")
    assert mallory.post(f"/account/passkeys/{passkey.id}/remove").status_code == 404
    assert len(crowd.home.people.passkeys("ada")) == 1


def test_a_passkey_is_made_only_by_who_knows_the_password(crowd: Crowd) -> None:
    ada = crowd.admit("ada", "reader")
    assert register(ada, make_device(), password="not this one at all").status_code == 400
    assert crowd.home.people.passkeys("ada") == ()


def test_a_challenge_counts_once(crowd: Crowd) -> None:
    ada, device = crowd.admit("ada", "reader"), make_device(counts=False)
    register(ada, device)
    guest = come_as_stranger(crowd)
    said = device.use(guest.post("/login/passkey/options", headers=JSON).text)
    assert guest.post("/login/passkey", {"response": said}).status_code == 303
    assert guest.post("/login/passkey", {"response": said}).status_code == 401, "the same answer again"
    made = device.make(ada.post("/account/passkeys/options", {"password": PASSWORD}, headers=JSON).text)
    ada.post("/account/passkeys", {"title": "once", "response": made})
    assert ada.post("/account/passkeys", {"title": "twice", "response": made}).status_code == 400


def test_a_challenge_belongs_to_the_browser_that_asked_and_to_its_purpose(crowd: Crowd) -> None:
    ada, device = crowd.admit("ada", "reader"), make_device()
    register(ada, device)
    victim, thief = come_as_stranger(crowd), come_as_stranger(crowd)
    said = device.use(victim.post("/login/passkey/options", headers=JSON).text)
    assert thief.post("/login/passkey", {"response": said}).status_code == 401
    thief.post("/login/passkey/options", headers=JSON)
    assert thief.post("/login/passkey", {"response": said}).status_code == 401
    options = ada.post("/account/passkeys/options", {"password": PASSWORD}, headers=JSON).text
    assert ada.post("/login/passkey", {"response": device.use(options)}).status_code == 401


def test_a_challenge_is_over_after_a_while() -> None:
    now = [0.0]
    challenges = Challenges(clock=lambda: now[0])
    first = challenges.give("cookie", "enter")
    assert challenges.give("cookie", "enter") != first, "a new one takes its place"
    assert challenges.take("cookie", "make") is None
    assert challenges.take("other", "enter") is None
    now[0] = LASTS
    assert challenges.take("cookie", "enter") is None
    kept = challenges.give("cookie", "enter")
    now[0] += LASTS - 1
    assert challenges.take("cookie", "enter") == kept
    assert challenges.take("cookie", "enter") is None


def test_a_count_that_does_not_grow_tells_a_copy(crowd: Crowd) -> None:
    ada, device = crowd.admit("ada", "reader"), make_device(count=4)
    register(ada, device)
    copy = replace(device)
    assert enter(come_as_stranger(crowd), device).status_code == 303
    assert enter(come_as_stranger(crowd), device).status_code == 303
    assert enter(come_as_stranger(crowd), copy).status_code == 401
    newest = crowd.home.people.audit(limit=1)[0]
    assert (newest.who, newest.did, newest.allowed) == ("ada", "POST /login/passkey", False)


WRONG: dict[str, dict[str, Any]] = {
    "another page": {"origin": "https://cases.example.org.evil.test"},
    "without TLS": {"origin": "http://cases.example.org"},
    "another name": {"rp_id": "evil.test"},
    "nobody was verified": {"flags": PRESENT},
    "nobody was there": {"flags": 0},
    "another's handle": {"handle": b"somebody else"},
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_what_does_not_hold_lets_nobody_in(crowd: Crowd, change: dict[str, Any]) -> None:
    ada, device = crowd.admit("ada", "reader"), make_device()
    register(ada, device)
    assert enter(come_as_stranger(crowd), replace(device, **change)).status_code == 401
    assert enter(come_as_stranger(crowd), device).status_code == 303, "the true one still does"


def test_another_key_under_a_known_name_lets_nobody_in(crowd: Crowd) -> None:
    ada, device = crowd.admit("ada", "reader"), make_device()
    register(ada, device)
    forged = make_device(credential=device.credential, handle=device.handle, count=9)
    assert enter(come_as_stranger(crowd), forged).status_code == 401


@pytest.mark.parametrize("change", [WRONG[name] for name in WRONG if name != "another's handle"])
def test_a_passkey_for_another_address_is_not_kept(crowd: Crowd, change: dict[str, Any]) -> None:
    ada = crowd.admit("ada", "reader")
    assert register(ada, make_device(**change)).status_code == 400
    assert crowd.home.people.passkeys("ada") == ()


@pytest.mark.parametrize("said", ["", "{}", "[]", "null", '{"rawId": 7}', '{"rawId": "%%%"}', "x" * 19_000, "\x00"])
def test_whatever_is_sent_no_page_fails(crowd: Crowd, said: str) -> None:
    ada, guest = crowd.admit("ada", "reader"), come_as_stranger(crowd)
    guest.post("/login/passkey/options", headers=JSON)
    assert guest.post("/login/passkey", {"response": said}).status_code in (401, 422)
    ada.post("/account/passkeys/options", {"password": PASSWORD}, headers=JSON)
    assert ada.post("/account/passkeys", {"title": "t", "response": said}).status_code in (400, 422)


def test_who_asks_comes_from_the_settings_and_not_from_the_request(crowd: Crowd) -> None:
    guest = come_as_stranger(crowd)
    told = guest.post("/login/passkey/options", headers={**JSON, "x-forwarded-host": "evil.test"}).json()
    assert told["rpId"] == HOST
    assert told["userVerification"] == "required"
    assert told.get("allowCredentials", []) == [], "nobody is named"
    refused = guest.post("/login/passkey/options", headers={**JSON, "host": "evil.test"})
    assert refused.status_code == 421
    assert Keys(port=8642).origin == "http://localhost:8642"
    assert Keys(port=8642, public=ORIGIN).origin == ORIGIN


def test_a_device_with_a_passkey_is_not_asked_for_another_and_no_credential_has_two_owners(crowd: Crowd) -> None:
    ada, mallory, device = crowd.admit("ada", "reader"), crowd.admit("mallory", "reader"), make_device()
    register(ada, device)
    told = ada.post("/account/passkeys/options", {"password": PASSWORD}, headers=JSON).json()
    assert [one["id"] for one in told["excludeCredentials"]] == [crowd.home.people.passkeys("ada")[0].credential]
    assert "ada" not in told["user"]["id"]
    assert register(mallory, device).status_code == 400
    assert crowd.home.people.passkeys("mallory") == ()


def test_forms_of_others_are_refused(crowd: Crowd) -> None:
    ada = crowd.admit("ada", "reader")
    for path in ("/account/passkeys/options", "/account/passkeys", "/login/passkey", "/login/passkey/options"):
        assert ada.post(path, {"form_token": "0" * 64, "response": "{}"}).status_code == 403, path


def test_the_audit_has_what_was_made_used_and_taken_back(crowd: Crowd) -> None:
    ada, device = crowd.admit("ada", "reader"), make_device()
    register(ada, device)
    enter(come_as_stranger(crowd), device)
    (passkey,) = crowd.home.people.passkeys("ada")
    ada.post(f"/account/passkeys/{passkey.id}/remove")
    enter(come_as_stranger(crowd), device)
    lines = [(one.who, one.did, one.what, one.allowed) for one in reversed(crowd.home.people.audit())]
    assert lines == [
        ("ada", "POST /account/passkeys", passkey.id, True),
        ("ada", "POST /login/passkey", passkey.id, True),
        ("ada", "POST /account/passkeys/{passkey}/remove", passkey.id, True),
        ("", "POST /login/passkey", "passkey", False),
    ]


def test_an_administrator_takes_passkeys_back_and_a_code_lets_in_again(crowd: Crowd) -> None:
    keeper, ada, device = crowd.admit("keeper", "administrator"), crowd.admit("ada", "reader"), make_device()
    register(ada, device, "Lost phone")
    assert "Lost phone" in keeper.get("/people/ada").text
    keeper.post("/people/ada/lock")
    assert crowd.home.people.passkeys("ada") == ()
    assert enter(come_as_stranger(crowd), device).status_code == 401
    code = crowd.home.people.reset("ada").code
    assert crowd.home.people.redeem("ada", code, "nine red bottles").session


def test_an_account_that_is_gone_takes_its_passkeys_along(crowd: Crowd) -> None:
    crowd.admit("keeper", "administrator")
    ada, device = crowd.admit("ada", "reader"), make_device()
    register(ada, device)
    crowd.home.people.remove("ada")
    assert enter(come_as_stranger(crowd), device).status_code == 401
    crowd.home.people.add("ada", roles=["reader"])
    assert crowd.home.people.passkeys("ada") == ()
