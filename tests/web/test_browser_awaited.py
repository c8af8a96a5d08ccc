"""The form of a person's seat in a real browser: it says what is missing beside the field, and takes what is ticked."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.web import test_browser
from tests.web.serving import COSTS, QUESTION, Desk, serve_pages
from tests.web.test_awaited import seat_person
from tests.web.test_browser import NARROW, begin_asking, enter, find_wrong

browser, pytestmark = test_browser.browser, [*test_browser.pytestmark, pytest.mark.long]


def test_a_person_fills_the_form_of_their_seat_and_the_run_goes_on(browser: Any, made: Desk, tmp_path: Path) -> None:
    shutil.copytree(made.folder, tmp_path / "home")
    with serve_pages(seat_person(Desk(tmp_path / "home", made.run, made.answer, made.fakes))) as url:
        page = enter(browser, url, width=NARROW, bypass_csp=True)
        begin_asking(page)
        page.get_by_label("What should be read?").select_option("library")
        page.get_by_label("Your question").fill(QUESTION)
        page.get_by_role("button", name="Ask").click()
        page.wait_for_url(re.compile("/awaited"))
        page.get_by_label("why", exact=True).fill("It turns on what it costs.")
        page.get_by_role("button", name="Send my answer").click()
        page.wait_for_selector("[role=alert][id='f.option-wrong']")
        assert page.get_by_label("why", exact=True).input_value() == "It turns on what it costs."
        assert find_wrong(page) == []

        page.locator("[id='f.option']").select_option("against")
        page.locator("[id='f.points.0.option']").select_option("against")
        page.locator("[id='f.points.0.says']").fill("It costs more than was set aside.")
        page.locator("[id='f.points.0.value']").select_option(index=1)
        page.get_by_label(COSTS).first.check()
        page.get_by_label("Who answers").fill("Ada")
        asked = page.locator("input[name=question]").input_value()
        page.get_by_role("button", name="Send my answer").click()
        page.wait_for_url(re.compile("/awaited|/runs/"))
        page.wait_for_selector("input[name=question]", state="attached")
        assert page.locator("input[name=question]").input_value() != asked
        assert [one for one in page.complaints if "422" not in one] == []
