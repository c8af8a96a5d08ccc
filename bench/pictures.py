"""Every page as a picture, wide and narrow, light and dark, over made-up samples; and how far any page runs over.

The pictures go to `out/pictures`. With `PICTURES_TO=docs/figures` those that the documents show are written there too.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import foam
from bench.harness import Row, Skipped, benchmark

OUT = Path("out/pictures")
WIDE, NARROW = 1280, 320
SCHEMES = ("light", "dark")
PATIENCE = 60_000
SHOWN = {"answer": "web-dossier.png", "map": "web-map.png", "flow": "web-flow.png"}
"""Pages that the documents show, and under which name."""
HEIGHTS = {"answer": 900, "map": 900, "flow": 700}
BY_HAND: dict[str, Any] = {
    "embedder": foam.HashingEmbedder(),
    "stance": lambda claim, texts: [0.0] * len(texts),
    "environ": {},
    "pack": "mountain-hut",
    "model": "written-by-hand",
}
PASSWORD = "seven green bottles"
NOTE = "The hut has forty beds. In August it turned away nine parties. A fictional note of the keeper."
DECISION = {
    "profile": "generic", "person": "Ada Example", "decider": "worker",
    "items": [{"title": "Pay slip", "content": "The pay was for September and October."}],
    "decision": {
        "action": "We lower your benefits.", "effective": "2026-04-01", "rules": ["rule 1"],
        "reasons": [{"says": "The pay was for September and October.", "cites": ["i1"]}],
        "how_to_contest": "Call us.", "ai_role": "It listed arguments.",
    },
}  # fmt: skip


@dataclass(frozen=True)
class Sample:
    """A home with something of everything in it, and where its pages are."""

    folder: Path
    answer: foam.Answer
    pages: dict[str, str]


@benchmark
def pictures() -> Iterable[Row]:
    """Pages that run over their window, by width; every page is kept as a picture."""
    browser_path = next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)
    if browser_path is None:
        raise Skipped("no chromium is installed")
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError as error:
        raise Skipped(f"{error.name} is not installed: pip install 'foam[dev]'") from error
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        sample = make_sample(Path(folder) / "home")
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        with serve(sample, people=False) as alone, serve(sample, people=True) as together:
            for width in (WIDE, NARROW):
                over: list[str] = []
                for scheme in SCHEMES:
                    over += take_all(browser, sample, alone, together, width, scheme)
                yield Row(f"pages that run over {width} px", len(over), "", ", ".join(sorted(set(over))))
        browser.close()


def make_sample(folder: Path) -> Sample:
    """Deliberate, debate and write a case from answers written by hand, and open an appeal; all of it is made up."""
    with foam.open(folder, **BY_HAND) as home:
        ran = home.deliberate()
        case = home.case(pack="street-lamps", speech="opening", seat="engineer").run
        debate = home.debate.play(
            pack="street-lamps", format_name="policy", words=440, pro_seat="engineer", con_seat="nurse"
        ).run
        note = folder.parent / "keeper.txt"
        note.write_text(NOTE, "utf-8")
        home.library.add(note)
        first = datetime.now(UTC) - timedelta(days=20)
        matter = home.appeal.begin(DECISION, at=first).matter
        home.appeal.step(matter, "issue_notice", by="worker", at=first + timedelta(hours=1))
        act = home.appeal.status(matter).next[0].act
        for name, role in (("keeper", "administrator"), ("clerk", "records_clerk")):
            home.people.redeem(name, home.people.add(name, roles=[role]).code, PASSWORD)
    return Sample(folder, ran.view, list_pages(ran.run, ran.view, case, debate, matter, act))


def list_pages(run: str, answer: foam.Answer, case: str, debate: str, matter: str, act: str) -> dict[str, str]:
    """Every page that is looked at, by name."""
    here, appeal = f"/runs/{run[3:27]}", f"/appeals/{matter[3:27]}"
    cited = next(iter(answer.file.sentence_by_id.values())).pointer
    assert answer.tree is not None
    leaf = next(one.id for one in answer.tree.frame.leaves if one.kind == "fact")
    return {
        "ask": "/", "answers": "/runs", "answer": here, "map": f"{here}/map", "what-if": f"{here}/what-if",
        "source": f"{here}/source/{cited.document[:16]}/{cited.sentence}", "parts": f"{here}/parts",
        "challenge": f"{here}/challenge/{leaf}", "compare": f"{here}/compare",
        "bundle": f"{here}/bundle", "verify": "/verify", "library": "/library?q=hut", "cards": "/cards",
        "cases": "/cases", "case": f"/cases/{case[3:27]}", "debate": "/debate", "round": f"/runs/{debate[3:27]}",
        "flow": f"/runs/{debate[3:27]}/flow", "appeals": "/appeals", "begin": "/appeals/begin", "appeal": appeal,
        "person": f"{appeal}/person", "step": f"{appeal}/act/{act}", "letter": f"{appeal}/letters/decision",
        "tournaments": "/tournaments", "oversight": "/oversight", "views": "/debatable", "settings": "/settings",
        "language": "/language", "problem": "/nothing", "files": "/files",
    }  # fmt: skip


@contextmanager
def serve(sample: Sample, *, people: bool) -> Iterator[str]:
    """The pages on a port of this machine; gives the address by which they are entered."""
    import uvicorn

    from foam.web.application import make_application
    from foam.web.security import Keys
    from foam.web.server import take_port

    with foam.open(sample.folder, **BY_HAND) as home, closing(take_port(0)) as taken:
        keys = Keys(port=taken.getsockname()[1])
        app = make_application(home, keys=keys, open_home=lambda listener: home, people=people)
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
        thread.start()
        try:
            yield f"http://localhost:{keys.port}/" + ("" if people else f"?token={keys.token}")
        finally:
            server.should_exit = True
            thread.join(timeout=20)


def take_all(browser: Any, sample: Sample, alone: str, together: str, width: int, scheme: str) -> list[str]:
    """A picture of every page; which ran over their window."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    context.set_default_timeout(PATIENCE)
    page, over = context.new_page(), []
    page.goto(alone)
    page.wait_for_selector("main h1")
    base = alone.partition("/?")[0]
    for name, path in sample.pages.items():
        page.goto(base + path)
        over += keep(page, name, width, scheme)
    over += take_preview(page, base + sample.pages["challenge"], width, scheme)
    over += take_people(page, together, width, scheme)
    context.close()
    return over


def take_preview(page: Any, address: str, width: int, scheme: str) -> list[str]:
    """What a challenge could change."""
    page.goto(address)
    page.get_by_label("Why?").fill("It leaves out what the keeper wrote.")
    page.get_by_role("radio").first.check()
    page.get_by_role("checkbox").first.check()
    page.get_by_role("button", name="See what it could change").click()
    page.wait_for_selector("h1:text-is('What it could change')")
    return keep(page, "preview", width, scheme)


def take_people(page: Any, address: str, width: int, scheme: str) -> list[str]:
    """Coming in, one's own account, and what an administrator sees."""
    over = []
    for name in ("recover", "login"):
        page.goto(f"{address}{name}")
        over += keep(page, name, width, scheme)
    page.get_by_label("Account name").fill("keeper")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_selector("text=Log out")
    for name in ("account", "people", "people/clerk", "audit"):
        page.goto(f"{address}{name}")
        over += keep(page, name.replace("/", "-"), width, scheme)
    return over


def keep(page: Any, name: str, width: int, scheme: str) -> list[str]:
    """The whole page as a picture; its name where it runs over."""
    page.wait_for_selector("main h1:not(:text-is('Reading the record'))")
    page.screenshot(path=OUT / f"{name}-{width}-{scheme}.png", full_page=True)
    folder = os.environ.get("PICTURES_TO")
    if folder and name in SHOWN and (width, scheme) == (WIDE, "light"):
        clip = {"x": 0, "y": 0, "width": width, "height": HEIGHTS[name]}
        page.screenshot(path=Path(folder) / SHOWN[name], clip=clip, scale="css")
    return (
        [name] if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth") else []
    )
