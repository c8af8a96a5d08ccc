"""The documents build as a site: no broken link, no page left out, a search that works without a server."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.web.test_browser import BROWSER

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    mkdocs = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(mkdocs, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_the_site_builds_without_a_warning(site: Path) -> None:
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert all((site / page).is_file() for page in pages)


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    loads = r'<(?:script|img|iframe)[^>]* src="([^"]+)|<link rel="stylesheet" href="([^"]+)'
    for page in site.rglob("*.html"):
        named = re.findall(loads, page.read_text("utf-8"))
        assert not [one for found in named for one in found if "//" in one], page


@pytest.mark.skipif(BROWSER is None, reason="NO BROWSER: install chromium to search the site in one")
def test_the_search_works_from_a_file(site: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="MISSING EXTRA: pip install 'foam[dev]'")
    with playwright.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto((site / "index.html").as_uri())
        page.fill(".md-search__input", "erasure")
        page.locator(".md-search-result__link", has_text="Records").first.wait_for()
        browser.close()
