"""In a real browser: ask, watch, open, trace a sentence, change a value, challenge with a document, see the redline."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from tests.web.serving import CORRECTED, COSTS, SAID, Desk, make_fakes, serve_pages

import foam

BROWSER = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
AXE = Path(__file__).parent / "axe" / "axe.min.js"
NARROW, WIDE = 320, 1280
SCHEMES = ("light", "dark")
SECONDS = 30_000

pytestmark = [
    pytest.mark.skipif(BROWSER is None, reason="NO BROWSER: install chromium to run the tests of the pages in one"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="NO PLAYWRIGHT: pip install 'foam[dev]'")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def address(made: Desk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Desk]]:
    """The pages over a copy of the home, on a real port."""
    folder = tmp_path_factory.mktemp("pages") / "home"
    shutil.copytree(made.folder, folder)
    desk = Desk(folder=folder, run=made.run, answer=made.answer, fakes=make_fakes())
    with serve_pages(desk) as url:
        yield url, desk


def enter(browser: Any, url: str, *, width: int = WIDE, **options: Any) -> Any:
    """A page of a new session that came in by the printed address; whatever it complains of fails the test."""
    context = browser.new_context(viewport={"width": width, "height": 900}, **options)
    context.set_default_timeout(SECONDS)
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda said: page.complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url))
    page.goto(url)
    page.wait_for_selector("main h1")
    return page


def open_path(page: Any, url: str, path: str) -> None:
    page.goto(url.partition("/?")[0] + path)
    page.wait_for_selector("main h1:not(:text-is('Reading the record'), :text-is('Das Protokoll wird gelesen'))")


def begin_asking(page: Any) -> None:
    """From the first page to the form of a question."""
    page.get_by_role("link", name="Ask", exact=True).first.click()
    page.wait_for_selector("h1:text-is('Ask a question')")


def test_the_whole_way_with_scripts(browser: Any, address: tuple[str, Desk], tmp_path: Path) -> None:
    url, desk = address
    page = enter(browser, url)
    begin_asking(page)
    page.get_by_label("What should be read?").select_option("street-lamps")
    page.get_by_role("button", name="Ask").click()
    page.wait_for_url(re.compile("/runs/"))
    assert "Brenn" in page.locator("main h1").inner_text()

    open_path(page, url, desk.path)
    part = page.locator(f"details#{desk.leaf.id}")
    part.locator("summary").first.click()
    part.get_by_role("link", name="See it in its source").first.click()
    page.wait_for_selector("mark#marked")
    assert SAID in page.locator("mark#marked").inner_text()
    assert page.locator("mark#marked").is_visible()

    open_path(page, url, f"{desk.path}/what-if")
    slider = page.locator("input[type=range]").first
    before = page.locator("#weights").evaluate("(form) => new URLSearchParams(new FormData(form)).toString()")
    slider.focus()
    page.keyboard.press("End")
    page.wait_for_url(re.compile(r"\?w\."))
    assert page.locator("input[type=number]").first.input_value() == "1"
    assert before not in page.url

    letter = tmp_path / "letter.txt"
    letter.write_text(CORRECTED)
    open_path(page, url, f"{desk.path}/challenge/{quote(desk.corrected)}")
    page.get_by_label("It is not so").check()
    page.get_by_label("Why?").fill("A letter says otherwise.")
    page.get_by_label("Bring a document (you do not have to)").set_input_files(letter)
    page.get_by_role("button", name="See what it could change").click()
    page.wait_for_selector("text=letter.txt")
    page.get_by_role("button", name="Make this challenge").click()
    page.wait_for_selector("h2:text-is('What changed')")
    assert page.locator("text=A letter says otherwise.").count()
    page.get_by_role("link", name="Read the new version").click()
    page.wait_for_selector(f"details#{desk.leaf.id}")
    assert page.complaints == []
    assert {one.partition("/")[0] + "//" + one.split("/")[2] for one in page.asked} == {url.partition("/?")[0]}


def test_the_whole_way_without_scripts(browser: Any, address: tuple[str, Desk]) -> None:
    url, desk = address
    page = enter(browser, url, java_script_enabled=False)
    begin_asking(page)
    page.get_by_label("What should be read?").select_option("mountain-hut")
    page.get_by_role("button", name="Ask").click()
    page.wait_for_url(re.compile("/runs/"))
    open_path(page, url, desk.path)
    part = page.locator(f"details#{desk.leaf.id}")
    part.locator("summary").click()
    part.get_by_role("link", name="Challenge this").last.click()
    page.wait_for_selector("text=What is wrong with it?")
    page.get_by_label("It is not so").check()
    page.get_by_text("Name sentences that show it").click()
    page.get_by_label(COSTS).check()
    page.get_by_label("Why?").fill("The money says otherwise.")
    page.get_by_role("button", name="Make this challenge").click()
    page.wait_for_selector("h2:text-is('What changed')")
    page.context.close()


def open_matter(home: foam.Home) -> str:
    """A matter that waits for its decision."""
    first = datetime.now(UTC) - timedelta(days=20)
    decision = {
        "action": "We lower your benefits.", "effective": "2026-04-01", "rules": ["rule 1"], "ai_role": "It helped.",
        "reasons": [{"says": "The slip covers two months.", "cites": ["i1"]}], "how_to_contest": "Call us.",
    }  # fmt: skip
    items = [{"title": "Pay slip", "content": "The slip covers two months."}]
    form = {"profile": "generic", "person": "Ada Example", "decider": "worker", "items": items, "decision": decision}
    matter = home.appeal.begin(form, at=first).matter
    steps: tuple[tuple[str, Any, dict[str, Any]], ...] = (
        ("issue_notice", "original_decider", {}),
        ("file", "affected_person", {"grounds": [{"kind": "factual_error", "says": "It was two months' pay."}]}),
        ("accept", "records_clerk", {}),
        ("disclose_record", "records_clerk", {"show": ["all"]}),
        ("open_evidence", "records_clerk", {}),
    )
    for hour, (act, role, given) in enumerate(steps, start=1):
        home.appeal.step(matter, act, by=role.replace("_", "-"), role=role, at=first + timedelta(hours=hour), **given)
    home.appeal.step(matter, "close_record", by="clerk", role="records_clerk")
    home.appeal.step(matter, "assign", by="boss", role="supervisor", reviewer="judge-3")
    return matter


@pytest.mark.parametrize("scripts", [True, False])
def test_a_reviewer_decides_and_takes_the_bundle_along(
    browser: Any, address: tuple[str, Desk], tmp_path: Path, scripts: bool
) -> None:
    url, desk = address
    with desk.open_home() as home:
        matter = open_matter(home)
    page = enter(browser, url, java_script_enabled=scripts)
    page.get_by_role("link", name="Appeals").click()
    page.locator(f"a[href='/appeals/{matter[3:27]}']").click()
    page.get_by_role("link", name="Decide", exact=True).click()
    page.get_by_label("Your id").fill("judge-3")
    page.get_by_label("What do you find?").select_option("sustained")
    page.get_by_label("Why?").fill("The slip covers two months.")
    page.locator("input[value='g1 i1']").check()
    page.get_by_label("What becomes of the first decision?").select_option("reversed")
    page.get_by_label("Work it out again").check()
    page.get_by_role("button", name="Keep it as a draft").click()
    page.wait_for_selector("text=Your draft of the decision")
    page.get_by_role("button", name="Decide", exact=True).click()
    page.wait_for_selector("text=Send the decision.")
    assert page.locator("text=Found: It is right").count() == 1
    page.get_by_role("link", name="See it as the person does").click()
    assert "A person has decided" in page.locator("main .lead").inner_text()
    page.go_back()

    page.get_by_role("link", name="Take the file along").click()
    page.get_by_role("button", name="Make the bundle").click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download it").click()
    file = tmp_path / "file.zip"
    waiting.value.save_as(file)
    page.goto(url.partition("/?")[0] + "/verify")
    page.get_by_label("The bundle").set_input_files(file)
    page.get_by_role("button", name="Check it").click()
    page.wait_for_selector("text=It is whole, and signed by a key you trust.")
    assert page.locator("ul.checks > li.holds").count() == page.locator("ul.checks > li").count() > 10
    assert page.complaints == []
    page.context.close()


def test_keys_alone_go_from_the_map_to_the_outline(browser: Any, address: tuple[str, Desk]) -> None:
    url, desk = address
    page = enter(browser, url, width=NARROW)
    open_path(page, url, f"{desk.path}/map")
    box = page.locator(".map").first
    assert box.evaluate("(one) => one.scrollWidth > one.clientWidth"), "the picture scrolls in a box of its own"
    link = page.locator(".map a").first
    box.focus()
    page.keyboard.press("Tab")
    assert link.evaluate("(one) => one === document.activeElement")
    assert link.locator("rect").evaluate("(one) => getComputedStyle(one).strokeWidth") == "4px"
    target = link.get_attribute("href")
    page.keyboard.press("Enter")
    assert page.url.endswith(target)
    assert page.locator(target).is_visible()
    page.context.close()


def list_pages(desk: Desk) -> dict[str, str]:
    here, leaf = desk.path, desk.leaf
    with desk.open_home() as home:
        matter = open_matter(home)
        heard = home.contest(desk.run, leaf.id, kind="not_so", because="The money says otherwise.", at=leaf.at)
    appeal, version = f"/appeals/{matter[3:27]}", heard.run[3:27]
    return {
        "bundle": f"{here}/bundle", "verify": "/verify", "map": f"{here}/map", "compare": f"{here}/compare/{version}",
        "compare with": f"{here}/compare", "version": f"/runs/{version}/version", "appeals": "/appeals",
        "begin": "/appeals/begin", "appeal": appeal, "person": f"{appeal}/person", "decide": f"{appeal}/act/decide",
        "another step": f"{appeal}/act/reassign", "letter": f"{appeal}/letters/decision",
        "start": "/", "begin anew": "/start", "help": "/help", "ask": "/ask", "answers": "/runs",
        "library": "/library?q=income", "cards": "/cards", "answer": here,
        "what if": f"{here}/what-if?l.{leaf.id}=false", "challenge": f"{here}/challenge/{leaf.id}",
        "question": f"{here}/challenge/{desk.question}", "parts": f"{here}/parts",
        "source": f"{here}/source/{desk.cited.document[:16]}/{desk.cited.sentence}", "problem": "/nothing",
    }  # fmt: skip


def find_violations(page: Any) -> list[tuple[str, str]]:
    """What axe complains of, each with the first place."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    report = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [(one["id"], one["nodes"][0]["html"][:200]) for one in report["violations"]]


def find_wrong(page: Any, *, schemes: Sequence[str] = SCHEMES) -> list[tuple[int, str, Any]]:
    """What axe complains of, or that something runs over, at both widths in these colour schemes, with all folds open.

    The open page is shown anew in each: no script and no server asks for the width or the scheme.
    """
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    wrong: list[tuple[int, str, Any]] = []
    for width, scheme in product((NARROW, WIDE), schemes):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        wrong += [(width, scheme, found) for found in find_violations(page)]
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wrong.append((width, scheme, "something runs over"))
    return wrong


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_axe_finds_nothing_on_a_bundle_that_is_made_or_damaged(
    browser: Any, address: tuple[str, Desk], tmp_path: Path, width: int
) -> None:
    url, desk = address
    page = enter(browser, url, width=width, bypass_csp=True)
    open_path(page, url, f"{desk.path}/bundle")
    page.get_by_role("button", name="Make the bundle").click()
    page.wait_for_selector("text=Download it")
    assert find_violations(page) == []
    file = tmp_path / "file.zip"
    file.write_bytes(b"PK, and then nothing that belongs there")
    open_path(page, url, "/verify")
    page.get_by_label("The bundle").set_input_files(file)
    page.get_by_role("button", name="Check it").click()
    page.wait_for_selector("text=It is damaged. Do not rely on it.")
    assert find_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()


def test_axe_finds_nothing_and_nothing_runs_over(browser: Any, address: tuple[str, Desk]) -> None:
    url, desk = address
    page = enter(browser, url, bypass_csp=True)
    found = {}
    for name, path in list_pages(desk).items():
        open_path(page, url, path)
        found[name] = find_wrong(page)
    page.context.close()
    assert {name: said for name, said in found.items() if said} == {}


def test_keys_alone_reach_the_content_and_the_focus_is_seen(browser: Any, address: tuple[str, Desk]) -> None:
    url, desk = address
    page = enter(browser, url)
    open_path(page, url, desk.path)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    page.locator("details summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("details").first.evaluate("(one) => one.open")
    page.context.close()


def test_on_paper_there_is_the_document_and_nothing_to_press(browser: Any, address: tuple[str, Desk]) -> None:
    url, desk = address
    page = enter(browser, url)
    open_path(page, url, desk.path)
    page.emulate_media(media="print")
    assert page.locator("h2[id]").first.is_visible()
    for hidden in ("header.site", "nav.tools", "nav.sections", ".actions"):
        assert not page.locator(hidden).first.is_visible()
    assert not page.locator("details").first.evaluate("(one) => one.open")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("details").first.evaluate("(one) => one.open")
    page.context.close()


def test_axe_finds_what_is_wrong(browser: Any, address: tuple[str, Desk]) -> None:
    page = enter(browser, address[0], bypass_csp=True)
    page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    page.add_script_tag(path=AXE)
    report = page.evaluate("axe.run(document)")
    assert [one["id"] for one in report["violations"]] == ["image-alt"]
    page.context.close()


def test_what_is_wrong_at_one_width_or_in_one_scheme_is_found(browser: Any, address: tuple[str, Desk]) -> None:
    page = enter(browser, address[0], bypass_csp=True)
    page.add_style_tag(
        content=f"""
        main h1 {{ min-width: {NARROW + 80}px; }}
        @media (prefers-color-scheme: dark) {{ main h1 {{ color: #333; background: #222; }} }}
        """
    )
    found = {(width, scheme, said if isinstance(said, str) else said[0]) for width, scheme, said in find_wrong(page)}
    page.context.close()
    over, faint = "something runs over", "color-contrast"
    assert found == {
        (NARROW, "light", over), (NARROW, "dark", over), (NARROW, "dark", faint), (WIDE, "dark", faint)
    }  # fmt: skip


def test_axe_is_the_file_that_was_published() -> None:
    said = (AXE.parent / "README.md").read_text(encoding="utf-8")
    assert hashlib.sha256(AXE.read_bytes()).hexdigest() in said
