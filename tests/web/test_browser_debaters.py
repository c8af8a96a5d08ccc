"""Debaters' pages in a real browser: cut a card by selecting text, walk a flow by keys, run a clock, speak a round."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.debate.stage import agreeable
from tests.web import test_browser
from tests.web.serving import Desk, make_fakes, serve_pages
from tests.web.test_browser import enter, find_wrong, open_path
from tests.web.test_cards import ARTICLE, CLAIM, SAYS_SO, find_sentence
from tests.web.test_debate import SPOKEN

import foam

browser, pytestmark = test_browser.browser, test_browser.pytestmark


@pytest.fixture(scope="module")
def hall(made: Desk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Desk, foam.Document]]:
    """The pages over a home with an article, a card and a debate, on a real port."""
    folder, fakes = tmp_path_factory.mktemp("hall") / "home", make_fakes(foam.ScriptedModel(agreeable))
    shutil.copytree(made.folder, folder)
    with foam.open(folder, **fakes) as home:
        home.library.add(ARTICLE, workers=1)
        article = home.library.show(home.library.list(limit=1).documents[0].id).document
        home.cut.add(home.cut(article, claim=CLAIM, sentences=[find_sentence(article, SAYS_SO)]))
        ran = home.debate(pack="policy-debate", format_name="ld", judge=False)
    desk = Desk(folder=folder, run=ran.run, answer=made.answer, fakes=fakes)
    with serve_pages(desk) as url:
        yield url, desk, article


def test_a_card_is_cut_by_selecting_text_and_kept(browser: Any, hall: tuple[str, Desk, foam.Document]) -> None:
    url, _, article = hall
    page = enter(browser, url)
    open_path(page, url, f"/library/{article.id[:16]}")
    page.get_by_role("link", name="Cut a card").click()
    page.wait_for_selector("#choose")
    first, last = find_sentence(article, "What happens when"), find_sentence(article, "Teachers reported")
    boxes = page.locator("input[name=sentence]")
    page.wait_for_timeout(300)  # until the script listens
    page.evaluate(
        """([first, last]) => {
          const [from, to] = [first, last].map((number) => document.querySelector(`label[for=s${number}]`).firstChild);
          getSelection().setBaseAndExtent(from, 2, to, to.length - 2);
        }""",
        [first, last],
    )
    page.wait_for_selector("input[name=sentence]:checked")
    ticked = boxes.evaluate_all("(all) => all.filter((one) => one.checked).map((one) => Number(one.value))")
    assert ticked == list(range(first, last + 1))
    page.get_by_label("What should the card prove?").fill(CLAIM)
    page.get_by_role("button", name="Cut it").first.click()
    page.wait_for_selector("h1:text-is('Your card')")
    page.get_by_label("Paper, site or publisher").fill("The Morning Paper")
    page.get_by_role("button", name="Keep this card").click()
    page.wait_for_url(re.compile("/cards/"))
    assert page.locator(".cardtext mark").count()
    with page.expect_download() as started:
        page.get_by_role("link", name="Word file of this card").first.click()
    assert Path(started.value.path()).read_bytes()[:2] == b"PK"
    assert page.complaints == []
    page.context.close()


def test_arrows_walk_the_flow_and_clocks_run(browser: Any, hall: tuple[str, Desk, foam.Document]) -> None:
    url, desk, _ = hall
    page = enter(browser, url)
    open_path(page, url, f"{desk.path}/flow")
    page.wait_for_selector("#flow-keys:visible")
    points = page.locator("td[data-point]")
    here = "document.activeElement.dataset.point"
    points.first.focus()
    seen = [page.evaluate(here)]
    for key in ("ArrowRight", "ArrowLeft", "End", "Home"):
        page.keyboard.press(key)
        seen.append(page.evaluate(here))
    assert seen[1] != seen[0], "an answer stands in the same row"
    assert seen[2] == seen[4] == seen[0]
    columns = page.locator("#flow-table").evaluate(
        "(table) => Math.max(...[...table.rows].map((row) => row.cells.length))"
    )
    assert columns == page.locator("#flow-table th").count()
    for key in ("ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
        assert page.evaluate(here) == seen[0], "there is nothing beyond the edge"
    assert page.locator("td[tabindex='0']").count() == 1

    clock = page.locator("tr[data-seconds]").first
    other = page.locator("tr[data-seconds]").last
    clock.get_by_role("button", name=re.compile("^Start")).click()
    page.wait_for_selector(".left:text-is('5:58')")
    other.get_by_role("button", name=re.compile("^Start")).click()
    assert page.locator("tr.running").count() == 1, "one clock runs at a time"
    stopped = clock.locator(".left").inner_text()
    page.wait_for_timeout(1200)
    assert clock.locator(".left").inner_text() == stopped
    assert other.locator(".left").inner_text() != "4:00"
    other.get_by_role("button", name=re.compile("^Set back")).click()
    assert other.locator(".left").inner_text() == "4:00"
    assert page.complaints == []
    page.context.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_round_is_spoken_and_left(browser: Any, hall: tuple[str, Desk, foam.Document], scripts: bool) -> None:
    url, _, _ = hall
    page = enter(browser, url, java_script_enabled=scripts)
    page.get_by_role("link", name="Debate", exact=True).click()
    page.wait_for_selector("h1:text-is('Debate against a model')")
    page.get_by_label("What may be cited?").select_option("policy-debate")
    page.get_by_label("For the motion" if scripts else "Against it", exact=True).check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url(re.compile("/debate/."))
    number = page.locator("input[name=number]").input_value()
    page.get_by_label(re.compile("Your words")).fill(SPOKEN)
    page.get_by_role("button", name="Say it").click()
    page.wait_for_selector(f"input[name=number]:not([value='{number}'])", state="attached")
    assert page.locator(f"text={SPOKEN.split('.')[0]}").count()
    page.context.close()


def list_pages(desk: Desk, article: foam.Document) -> dict[str, str]:
    with desk.open_home() as home:
        (card, *_) = home.search.cards("", limit=1).cards
        left = next((one.run for one in home.record.list() if one.job == "debate" and not one.closed), None)
    pages = {
        "document": f"/library/{article.id[:16]}", "cut": f"/library/{article.id[:16]}/cut?sentence=3&sentence=5",
        "cards": "/cards", "card": f"/cards/{card.document[:16]}", "flow": f"{desk.path}/flow", "debate": "/debate",
    }  # fmt: skip
    return pages | ({"turn": f"/debate/{left[3:27]}"} if left else {})


def test_axe_finds_nothing_on_debaters_pages(browser: Any, hall: tuple[str, Desk, foam.Document]) -> None:
    url, desk, article = hall
    page = enter(browser, url, bypass_csp=True)
    found = {}
    for name, path in list_pages(desk, article).items():
        open_path(page, url, path)
        found[name] = find_wrong(page)
    page.context.close()
    assert {name: said for name, said in found.items() if said} == {}
