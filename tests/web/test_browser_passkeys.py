"""Passkeys in a real browser with a device of its own: made on the account's page, and used to come in again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.people.cheap import hash_cheaply
from tests.web.crowd import PASSWORD, serve_crowd
from tests.web.serving import Desk, make_fakes
from tests.web.test_browser import BROWSER, NARROW, browser, find_violations
from tests.web.test_browser_people import log_in, open_page

import foam

pytest.importorskip("webauthn", reason="MISSING EXTRA: pip install 'foam[web]'")

__all__ = ["browser"]
pytestmark = [
    pytest.mark.skipif(BROWSER is None, reason="NO BROWSER: install chromium to run the tests of the pages in one"),
]
DEVICE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


@pytest.fixture
def town(made: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, foam.Home]]:
    """The pages for people under the name that passkeys are for, and the home."""
    hash_cheaply(monkeypatch)
    with serve_crowd(Desk(tmp_path / "home", made.run, made.answer, make_fakes())) as (url, home):
        home.people.redeem("ada", home.people.add("ada", roles=["reader"]).code, PASSWORD)
        yield url.replace("127.0.0.1", "localhost"), home


def plug_in(page: Any, **other: Any) -> Any:
    """A device beside the browser, with nobody to press its button but the test."""
    wire = page.context.new_cdp_session(page)
    wire.send("WebAuthn.enable")
    name = wire.send("WebAuthn.addVirtualAuthenticator", {"options": {**DEVICE, **other}})["authenticatorId"]
    return wire, name


def make_passkey(page: Any, url: str, title: str) -> None:
    page.goto(f"{url}/account")
    form = page.locator("#passkey-make")
    form.get_by_label("What do you call it?").fill(title)
    form.get_by_label("Your password").fill(PASSWORD)
    form.get_by_role("button", name="Make a passkey").click()


def test_a_passkey_is_made_used_and_taken_back(browser: Any, town: tuple[str, foam.Home]) -> None:
    url, home = town
    page = open_page(browser, f"{url}/login")
    wire, device = plug_in(page)
    log_in(page, "ada")
    make_passkey(page, url, "Blue key")
    page.wait_for_selector("text=Blue key")
    (kept,) = home.people.passkeys("ada")
    held = wire.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    assert [one["rpId"] for one in held] == ["localhost"]
    assert kept.credential == held[0]["credentialId"].replace("+", "-").replace("/", "_").rstrip("=")

    page.get_by_role("button", name="Log out").click()
    page.wait_for_url(f"{url}/login")
    page.goto(f"{url}/runs")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(f"{url}/runs")
    page.wait_for_selector("text=Log out")
    (used,) = home.people.passkeys("ada")
    assert used.used
    assert used.count > kept.count

    page.goto(f"{url}/account")
    page.get_by_role("button", name="Take it back: passkey Blue key").click()
    page.wait_for_selector("#passkey-make")
    assert home.people.passkeys("ada") == ()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url(f"{url}/login")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_selector("text=This passkey did not let you in")
    assert page.complaints == []
    page.context.close()


def test_a_device_that_does_not_know_its_person_makes_none(browser: Any, town: tuple[str, foam.Home]) -> None:
    url, home = town
    page = open_page(browser, f"{url}/login")
    plug_in(page, isUserVerified=False)
    log_in(page, "ada")
    make_passkey(page, url, "Anybody's key")
    page.wait_for_selector("#passkey-make .said:not(:empty)")
    assert home.people.passkeys("ada") == ()
    page.context.close()


def test_elsewhere_and_without_scripts_the_password_is_asked_for(browser: Any, town: tuple[str, foam.Home]) -> None:
    url, _ = town
    for address, scripts in ((url.replace("localhost", "127.0.0.1"), True), (url, False)):
        page = open_page(browser, f"{address}/login", java_script_enabled=scripts)
        assert page.locator("#passkey-enter").is_hidden()
        log_in(page, "ada")
        page.goto(f"{address}/account")
        assert page.locator("#passkey-make").is_hidden()
        assert page.get_by_role("link", name=url, exact=True).is_visible(), "it says where passkeys work"
        page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_runs_over(browser: Any, town: tuple[str, foam.Home], scheme: str) -> None:
    url, _ = town
    page = open_page(browser, f"{url}/login", width=NARROW, color_scheme=scheme, bypass_csp=True)
    assert page.locator("#passkey-enter").is_visible()
    assert find_violations(page) == []
    plug_in(page)
    log_in(page, "ada")
    make_passkey(page, url, "A key with quite a long name that says where it is")
    page.wait_for_selector("text=quite a long name")
    assert find_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
    page.context.close()
