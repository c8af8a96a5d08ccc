"""Pages of written cases in a real browser: a citation opens its source, without scripts too; looked at by axe."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from tests.case.writing import agreeable
from tests.web.serving import Desk, make_fakes, serve_pages
from tests.web.test_browser import BROWSER, browser, enter, find_wrong, open_path

import foam

__all__ = ["browser"]
pytestmark = [
    pytest.mark.skipif(BROWSER is None, reason="NO BROWSER: install chromium to run the tests of the pages in one"),
]


@pytest.fixture(scope="module")
def written(made: Desk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The pages over a home with a case; their address, and the case's."""
    folder = tmp_path_factory.mktemp("written") / "home"
    shutil.copytree(made.folder, folder)
    desk = Desk(folder, made.run, made.answer, make_fakes(foam.ScriptedModel(agreeable)))
    with desk.open_home() as home:
        run = home.case("Should cities make public transport free?", pack="policy-debate").run
    with serve_pages(desk) as url:
        yield url, f"/cases/{run[3:27]}"


def test_a_citation_opens_its_source_without_scripts(browser: Any, written: tuple[str, str]) -> None:
    url, case = written
    page = enter(browser, url, java_script_enabled=False)
    open_path(page, url, "/cases")
    page.locator(f'a[href="{case}"]').click()
    page.wait_for_selector("#outline")
    tag = page.locator("article#harms-scope").inner_text()
    page.locator("article#harms-scope").get_by_role("link", name="See it in its source").click()
    page.wait_for_selector("mark#marked")
    words = (
        "(one) => [...one.childNodes].filter((part) => part.nodeType === 3).map((part) => part.textContent).join('')"
    )
    sentence = page.locator("mark#marked").evaluate(words).strip()
    assert sentence
    assert sentence in tag
    page.context.close()


def test_axe_finds_nothing_and_nothing_runs_over(browser: Any, written: tuple[str, str]) -> None:
    url, case = written
    page = enter(browser, url, bypass_csp=True)
    for path in ("/cases", "/cases/new", case):
        open_path(page, url, path)
        assert find_wrong(page) == [], path
    page.context.close()
