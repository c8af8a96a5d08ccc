"""One walk in a real browser: the person on a small screen, the official on a wide one, over one case."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest
from tests.behaviour.appeal import FILE, FORM, PERSON
from tests.behaviour.cli import read_foam
from tests.behaviour.conftest import Held
from tests.behaviour.homes import open_home
from tests.behaviour.served import serve

NARROW, WIDE = 320, 1280
PATIENCE = 60_000
PASSWORD = "seven green bottles"
BONUS = "The bonus of 420 crowns is paid once a year, with the pay for March."
CORRECTED = "The bonus of 240 crowns is paid once a year, with the pay for March."
BROWSER = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="NO BROWSER: install chromium to walk through the pages")


@pytest.fixture
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="NO PLAYWRIGHT: pip install 'foam[dev]'")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield opened
        opened.close()


class Walk:
    """Somebody's browser. Every page it comes to fits its window, and no script fails."""

    def __init__(self, browser: Any, address: str, width: int) -> None:
        self._address, self._width = address, width
        context = browser.new_context(viewport={"width": width, "height": 900})
        context.set_default_timeout(PATIENCE)
        self.page = context.new_page()
        self.complaints: list[str] = []
        self.hosts: set[str] = set()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda asked: self.hosts.add("/".join(asked.url.split("/")[:3])))

    def go(self, path: str) -> None:
        self.page.goto(self._address + path)
        self.look()

    def look(self, wanted: str = "main h1") -> None:
        """Wait for what the page should show, and see that nothing runs over."""
        self.page.wait_for_selector(f"{wanted}:not(:text-is('Reading the record'))")
        assert self.page.evaluate("document.documentElement.scrollWidth") <= self._width, self.page.url

    def read(self) -> str:
        return " ".join(self.page.locator("main").inner_text().split())

    def enter(self, name: str, code: str) -> None:
        """Set a password with the code, and log in with it."""
        self.go("/recover")
        self.page.get_by_label("Account name").fill(name)
        self.page.get_by_label("The code").fill(code)
        self.page.get_by_label("New password").fill(PASSWORD)
        self.page.get_by_role("button", name="Set the password").click()
        self.page.wait_for_url(lambda url: "/recover" not in url)
        if not self.page.get_by_role("button", name="Log out").count():
            self.go("/login")
            self.page.get_by_label("Account name").fill(name)
            self.page.get_by_label("Your password").fill(PASSWORD)
            self.page.get_by_role("button", name="Log in").click()
            self.page.wait_for_url(lambda url: "/login" not in url)
        self.page.get_by_role("button", name="Log out").wait_for()

    def leave(self) -> None:
        self.page.get_by_role("button", name="Log out").click()
        self.page.wait_for_url(re.compile("/login"))
        assert self.complaints == []
        assert self.hosts == {self._address}, "nothing is loaded from another host"
        self.page.context.close()


def test_a_person_and_an_official_walk_through_a_case(browser: Any, hold: Callable[[str], Held], tmp_path: Any) -> None:
    held = hold("heating-grant")
    folder = held.copy(tmp_path / "home")
    begun = datetime.now(UTC) - timedelta(hours=1)
    codes = {}
    with open_home(folder, held.file.facts, clock=lambda: datetime.now(UTC)) as home:
        matter = home.appeal.begin(FORM, run=held.run, at=begun).matter
        home.appeal.step(matter, "issue_notice", by="caseworker-17", at=begun)
        for name, role in (("ruth", "affected_person"), ("clerk", "records_clerk")):
            codes[name] = home.people.add(name, roles=[role]).code
        home.people.grant("ruth", matter, role="affected_person")
        part = next(one.id for one in home.contest.parts(held.run) if one.text == BONUS and one.kind == "evidence")
    case, answer = f"/appeals/{matter[3:27]}", f"/runs/{held.run[3:27]}"

    with serve(folder, "--people", "--model", f"facts:{held.file.facts_file}") as address:
        ruth = Walk(browser, address, NARROW)
        ruth.go(f"{case}/person")
        assert "/login" in ruth.page.url, "nobody sees a case without logging in"
        ruth.enter("ruth", codes["ruth"])
        ruth.go(f"{case}/letters/decision")
        assert "You do not get the heating grant of 160 crowns a month." in ruth.read()
        assert "The last day is" in ruth.read()

        ruth.go(answer)
        assert "The refusal of the heating grant should be reversed." in ruth.read()
        ruth.go(f"{answer}/challenge/{quote(part)}")
        ruth.page.locator("input[value=not_so]").check()
        ruth.page.get_by_label("Why?").fill("The letter was corrected.")
        ruth.page.get_by_label("Bring a document (you do not have to)").set_input_files(
            FILE / "corrected" / "4-employer.txt"
        )
        ruth.page.get_by_role("button", name="See what it could change").click()
        ruth.look("button:text-is('Make this challenge')")
        ruth.page.get_by_role("button", name="Make this challenge").click()
        ruth.look("h2:text-is('What changed')")
        assert "240" in ruth.page.locator("ins").all_inner_texts()
        assert "420" in ruth.page.locator("del").all_inner_texts()
        ruth.page.get_by_role("link", name="Read the new version").click()
        ruth.look(".sections")
        assert CORRECTED in ruth.page.content()

        ruth.go(f"{case}/person")
        ruth.page.get_by_role("link", name="Appeal against the decision").click()
        ruth.look()
        ruth.page.get_by_label("What is wrong?").first.select_option("factual_error")
        ruth.page.get_by_label("Say it in your own words").first.fill("The bonus comes once a year.")
        ruth.page.get_by_role("button", name="Do this").click()
        ruth.page.wait_for_url(f"{address}{case}/person")
        ruth.go(case)
        assert PERSON not in ruth.read(), "the whole file is for the office"
        ruth.go(f"{case}/person")
        ruth.leave()

        clerk = Walk(browser, address, WIDE)
        clerk.enter("clerk", codes["clerk"])
        clerk.go("/appeals")
        assert PERSON in clerk.read()
        clerk.go(case)
        assert "The bonus comes once a year." in clerk.read()
        clerk.go(f"{case}/act/accept")
        clerk.page.get_by_role("button", name="Do this").click()
        clerk.page.wait_for_url(f"{address}{case}")
        clerk.look()
        clerk.page.set_viewport_size({"width": NARROW, "height": 900})
        assert clerk.page.evaluate("document.documentElement.scrollWidth") <= NARROW
        clerk.leave()
    acts = read_foam(folder, "appeal", "timeline", matter)["acts"]
    assert [(one["name"], one["by"]["id"]) for one in acts][1:] == [("file", "ruth"), ("accept", "clerk")]
