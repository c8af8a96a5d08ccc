"""Examining a file in a real browser, without scripts: papers are chosen, named and read; looked at by axe."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.examination.observatory import write_observatory
from tests.web.serving import Desk, make_fakes, serve_pages
from tests.web.test_browser import BROWSER, browser, enter, find_wrong, open_path

__all__ = ["browser"]
pytestmark = [
    pytest.mark.skipif(BROWSER is None, reason="NO BROWSER: install chromium to run the tests of the pages in one"),
]


@pytest.fixture(scope="module")
def served(made: Desk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("examined") / "home"
    shutil.copytree(made.folder, folder)
    with serve_pages(Desk(folder, made.run, made.answer, make_fakes())) as url:
        yield url


def test_a_file_is_examined_and_a_finding_shows_what_does_not_fit(browser: Any, served: str, tmp_path: Path) -> None:
    papers = sorted(write_observatory(tmp_path / "papers").iterdir())
    page = enter(browser, served, java_script_enabled=False)
    open_path(page, served, "/examine")
    page.get_by_label("The papers").set_input_files([str(paper) for paper in papers])
    page.get_by_role("button", name="Send the papers").click()
    page.get_by_label("refusal.txt").select_option("decision")
    page.get_by_label("rules.txt").select_option("rules")
    page.get_by_role("button", name="Examine the file").click()
    page.wait_for_selector("#arithmetic", timeout=60_000)
    assert "but its own figures give 50" in page.locator("#main").inner_text()
    here = page.url
    page.context.close()
    page = enter(browser, served, bypass_csp=True)
    for path in ("/examine", here.partition("/runs/")[1] + here.partition("/runs/")[2]):
        open_path(page, served, path)
        assert find_wrong(page) == [], path
    page.context.close()
