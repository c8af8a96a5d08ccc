"""People in a real browser: log in, work on a case, log out; by keys alone, without scripts, and looked at by axe."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.people.cheap import hash_cheaply
from tests.web.crowd import DECISION, PASSWORD, path_of, serve_crowd
from tests.web.serving import Desk, make_fakes
from tests.web.test_browser import BROWSER, SECONDS, WIDE, browser, find_wrong

import foam

__all__ = ["browser"]
pytestmark = [
    pytest.mark.skipif(BROWSER is None, reason="NO BROWSER: install chromium to run the tests of the pages in one"),
]


@pytest.fixture(scope="module")
def town(made: Desk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, foam.Home, str]]:
    """The pages on a real port, with people and a case about the answer; the case's address."""
    folder = tmp_path_factory.mktemp("people") / "home"
    shutil.copytree(made.folder, folder)
    desk = Desk(folder=folder, run=made.run, answer=made.answer, fakes=make_fakes())
    with pytest.MonkeyPatch.context() as patch, serve_crowd(desk) as (url, home):
        hash_cheaply(patch)
        for name, role in (("ada", "affected_person"), ("clerk", "records_clerk"), ("keeper", "administrator")):
            home.people.redeem(name, home.people.add(name, roles=[role]).code, PASSWORD)
        form = {
            "profile": "generic", "person": "Ada Example", "decider": "worker", "decision": DECISION,
            "items": [{"title": "Pay slip", "content": "The pay was for September and October."}],
        }  # fmt: skip
        matter = home.appeal.begin(form, run=made.run, at=datetime.now(UTC)).matter
        home.appeal.step(matter, "issue_notice", by="worker")
        home.people.grant("ada", matter, role="affected_person")
        yield url, home, path_of(matter)


def open_page(browser: Any, url: str, *, width: int = WIDE, **options: Any) -> Any:
    """A page of a new browser session; whatever it complains of is kept."""
    context = browser.new_context(viewport={"width": width, "height": 900}, **options)
    context.set_default_timeout(SECONDS)
    page = context.new_page()
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.on("console", lambda said: page.complaints.append(said.text) if "Security" in said.text else None)
    page.goto(url)
    return page


def log_in(page: Any, name: str) -> None:
    page.get_by_label("Account name").fill(name)
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_selector("text=Log out")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_person_logs_in_contests_and_logs_out(browser: Any, town: tuple[str, foam.Home, str], scripts: bool) -> None:
    url, home, case = town
    page = open_page(browser, f"{url}{case}/person", java_script_enabled=scripts)
    assert "/login?next=" in page.url
    page.get_by_label("Account name").fill("ada")
    page.get_by_label("Your password").fill("not this one at all")
    page.get_by_role("button", name="Log in").click()
    assert page.get_by_role("alert").inner_text() == "Name and password do not fit."
    log_in(page, "ada")
    assert page.url == f"{url}{case}/person", "back to where she wanted to go"
    assert page.get_by_role("link", name="Library").count() == 0
    if scripts:
        page.get_by_role("link", name="Appeal against the decision").click()
        assert page.locator("text=It goes on file as done by ada.").is_visible()
        page.get_by_label("What is wrong?").first.select_option("factual_error")
        page.get_by_label("Say it in your own words").first.fill("It was two months' pay.")
        page.get_by_role("button", name="Do this").click()
        page.wait_for_url(f"{url}{case}/person")
        assert home.appeal.status(home.find_run(case.rpartition("/")[2])).state == "contest_filed"
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url(f"{url}/login")
    page.goto(f"{url}{case}/person")
    assert "/login" in page.url
    assert page.complaints == []
    page.context.close()


def test_keys_alone_log_in(browser: Any, town: tuple[str, foam.Home, str]) -> None:
    page = open_page(browser, town[0])
    page.get_by_label("Account name").focus()
    page.keyboard.type("clerk")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Log out")
    page.get_by_role("button", name="Log out").focus()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/login"))
    page.context.close()


def test_axe_finds_nothing_and_nothing_runs_over(browser: Any, town: tuple[str, foam.Home, str]) -> None:
    url, _, case = town
    found = {}

    def look(page: Any, name: str) -> None:
        page.wait_for_selector("main h1:not(:text-is('Reading the record'))")
        found[name] = find_wrong(page)

    page = open_page(browser, f"{url}/login", bypass_csp=True)
    look(page, "login")
    page.get_by_label("Account name").fill("nobody")
    page.get_by_label("Your password").fill("no such thing")
    page.get_by_role("button", name="Log in").click()
    look(page, "wrong")
    page.goto(f"{url}/recover")
    look(page, "recover")
    page.context.close()
    visits = {
        "keeper": {"people": "/people", "person": "/people/clerk", "audit": "/audit", "refused": "/library"},
        "ada": {"cases": "/appeals", "her case": f"{case}/person"},
        "clerk": {"account": "/account", "case": case, "who takes part": f"{case}/people"},
    }
    for who, paths in visits.items():
        page = open_page(browser, f"{url}/login", bypass_csp=True)
        log_in(page, who)
        for name, path in paths.items():
            page.goto(f"{url}{path}")
            look(page, name)
        if who == "keeper":
            page.goto(f"{url}/people/clerk")
            page.get_by_role("button", name="Make a code").click()
            look(page, "code")
        if who == "clerk":
            page.goto(f"{url}/account")
            page.get_by_label("What is it for?").fill("Night job")
            page.get_by_role("button", name="Make a key").click()
            look(page, "token")
        page.context.close()
    assert {name: said for name, said in found.items() if said} == {}
