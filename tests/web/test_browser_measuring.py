"""Tournaments, experiments, comparisons and settings in a real browser: a blind ballot cast, and axe on every page."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from tests.web import test_browser
from tests.web.serving import Desk, serve_pages
from tests.web.test_browser import enter, find_wrong, open_path
from tests.web.test_measuring import measure
from tests.web.test_tournaments import SECRETS, play_tournament

browser, pytestmark = test_browser.browser, test_browser.pytestmark


@pytest.fixture(scope="module")
def arena(made: Desk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """The pages over a home with a tournament, an experiment and a comparison, and where they are."""
    folder = tmp_path_factory.mktemp("arena") / "home"
    measured, experiment, comparison = measure(folder, made)
    played, run = play_tournament(tmp_path_factory.mktemp("cup") / "home", measured)
    (played.folder / "config.toml").write_text(
        '[models.mine]\nbase_url = "http://127.0.0.1:9/v1"\nmodel = "a-model"\n', "utf-8"
    )
    shutil.rmtree(folder)
    paths = {
        "tournaments": "/tournaments",
        "tournament": f"/tournaments/{run[3:27]}",
        "report": f"/tournaments/{run[3:27]}/report",
        "people": f"/tournaments/{run[3:27]}/people",
        "ballot": f"/tournaments/{run[3:27]}/ballots/2",
        "cast": f"/tournaments/{run[3:27]}/ballots/1/open?by=ada",
        "oversight": "/oversight",
        "experiment": f"/oversight/{experiment[3:27]}",
        "debatable": "/debatable",
        "comparison": f"/debatable/{comparison[3:27]}",
        "views": f"/debatable/{comparison[3:27]}/questions/1",
        "settings": "/settings",
        "language": "/language",
    }
    with played.open_home() as home:
        home.tournament.ballot(run, 1, better="first", by="ada", on={"evidence": "second"}, because="It cites more.")
        home.tournament.ballot(run, 1, better="second", by="ada", on={"evidence": "second"}, because="On reflection.")
        home.tournament.ballot(run, 2, better="undecided", by="ben")
    with serve_pages(played) as url:
        yield url, paths


@pytest.mark.parametrize("scripts", [True, False])
def test_a_blind_ballot_is_cast(browser: Any, arena: tuple[str, dict[str, str]], scripts: bool) -> None:
    url, _ = arena
    page = enter(browser, url, java_script_enabled=scripts)
    page.get_by_role("link", name="Tournaments").first.click()
    page.get_by_role("link", name=re.compile("Spring Cup")).click()
    page.get_by_role("link", name="Judge a pair").click()
    page.wait_for_selector("h2:text-is('Second text')")
    shown = page.content().lower()
    assert not any(secret in shown for secret in SECRETS)
    page.get_by_role("radio", name="The second").check()
    page.get_by_label("Why? A few words").fill("It answers the other side.")
    page.get_by_label("Your name, or any short word").fill("cleo" if scripts else "dora")
    page.get_by_role("button", name="Cast the ballot").click()
    page.wait_for_selector("h1:text-is('Your ballot is cast')")
    assert "Quill Society" in page.content()
    page.get_by_role("link", name="People and the jury").click()
    page.wait_for_selector("svg")
    assert page.complaints == []
    page.context.close()


@pytest.mark.parametrize(("scheme", "locale"), [("light", "en-GB"), ("dark", "de-DE")])
def test_axe_finds_nothing_on_these_pages(
    browser: Any, arena: tuple[str, dict[str, str]], scheme: str, locale: str
) -> None:
    """Both languages are seen at both widths, each in one colour scheme."""
    url, paths = arena
    page = enter(browser, url, bypass_csp=True, locale=locale)
    found = {}
    for name, path in paths.items():
        open_path(page, url, path)
        found[name] = find_wrong(page, schemes=[scheme])
    page.context.close()
    assert {name: said for name, said in found.items() if said} == {}
