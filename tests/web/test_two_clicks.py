"""From the start of each person what they come for is two clicks away, by the links of the pages as they are served."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.debate.stage import agreeable
from tests.people.cheap import hash_cheaply
from tests.web.crowd import Town, open_town, path_of
from tests.web.serving import Desk, find_token, load, make_fakes, open_pages

import foam

PEOPLE = (
    ("ada", "affected_person"), ("ben", "affected_person"), ("worker", "original_decider"),
    ("other", "original_decider"), ("clerk", "records_clerk"), ("judge", "decision_maker"), ("rita", "reader"),
    ("keeper", "administrator"),
)  # fmt: skip
_READING = (r"/runs/\w+/map", r"/runs/\w+/what-if")
_CHALLENGING = (r"/runs/\w+/parts", r"/runs/\w+/challenge/.+")
SOLE = {
    "asker": ("/ask", "/examine", *_READING, *_CHALLENGING),
    "office": ("/ask", "/examine", "/appeals/begin", *_READING, *_CHALLENGING),
    "debater": ("/debate", "/cases/new", "/cards", r"/library/\w+/cut.*", r"/runs/\w+/flow"),
    "researcher": ("/ask", "/oversight", "/debatable", "/tournaments", *_READING),
}
"""What somebody comes for who is alone with these pages, by what they say they come for."""
SIGNED = {
    "clerk": ("/ask", "/examine", r"/appeals/\w+", r"/appeals/\w+/act/\w+.*", *_READING, *_CHALLENGING),
    "judge": ("/ask", "/examine", r"/appeals/\w+/act/\w+.*", r"/runs/\w+/answer", *_READING, *_CHALLENGING),
    "ada": (r"/appeals/\w+/person", r"/appeals/\w+/act/\w+.*"),
    "keeper": ("/people", "/audit", r"/people/\w+"),
}
"""The same of those who have an account."""
READER = (*_READING, "/tournaments", "/oversight", "/debatable", "/library")
"""Of who only reads, where the answer belongs to nobody's case."""
_ASIDE = ("/static", "/help", "/language", "/openapi", "/account", "/settings")


def list_near(read: Callable[[str], str], start: str) -> set[str]:
    """Addresses that a second click from a page leads to."""

    def follow(path: str) -> set[str]:
        return {unescape(one).partition("#")[0] for one in re.findall(r'href="(/[^"]*)"', read(path))}

    first = follow(start)
    return first | {one for path in first if not path.startswith(_ASIDE) and path != "/" for one in follow(path)}


def check_reached(wanted: tuple[str, ...], near: set[str]) -> None:
    missed = [one for one in wanted if not any(re.fullmatch(one, path) for path in near)]
    assert missed == [], sorted(near)


@pytest.fixture(scope="module")
def lone(made: Desk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The pages over a home with an answer, documents and a debate."""
    folder, fakes = tmp_path_factory.mktemp("lone") / "home", make_fakes(foam.ScriptedModel(agreeable))
    shutil.copytree(made.folder, folder)
    desk = replace(made, folder=folder, fakes=fakes)
    with desk.open_home() as home:
        home.debate(pack="policy-debate", format_name="ld", judge=False)
    with open_pages(desk) as client:
        yield client


@pytest.mark.parametrize("person", SOLE)
def test_each_task_of_a_person_is_two_clicks_away(lone: TestClient, person: str) -> None:
    lone.post("/", data={"form_token": find_token(lone.get("/start").text), "person": person})
    check_reached(SOLE[person], list_near(lambda path: load(lone, path).text, "/"))


def test_each_task_of_an_account_is_two_clicks_away(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    hash_cheaply(monkeypatch)
    with open_town(desk, PEOPLE, deciders=("worker", "other"), run=desk.run) as town:
        made: Any = {"kind": "not_so", "because": "The register says otherwise.", "at": list(desk.leaf.at)}
        town.home.contest(desk.run, desk.leaf.id, by="ada", hold=True, **made)
        grounds = [{"kind": "factual_error", "says": "It was two months' pay."}]
        town.home.appeal.file(town.first, by="ada", role="affected_person", grounds=grounds)
        for name, wanted in SIGNED.items():
            check_reached(wanted, list_near(_read_as(town, name), _find_start(town, name)))


def test_nobody_is_shown_a_panel_with_nothing_in_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    hash_cheaply(monkeypatch)
    with open_town(desk, PEOPLE, deciders=("worker", "other")) as town:
        for name, _ in PEOPLE:
            page = _read_as(town, name)("/start")
            panels = re.findall(r"<section.*?</section>", page, re.DOTALL)
            assert panels, name
            assert all('<li><a href="/' in one for one in panels), name
            menu = re.findall(r'href="(/[^"]*)"', page.partition("<nav")[2].partition("</nav>")[0])
            assert len(menu) == len(set(menu)), name
        check_reached(READER, list_near(_read_as(town, "rita"), _find_start(town, "rita")))
        assert 'href="/people"' in _read_as(town, "keeper")("/start").partition("<main")[2]
        assert f'href="{path_of(town.first)}"' in _read_as(town, "clerk")("/")


def _find_start(town: Town, name: str) -> str:
    answer = town.guests[name].get("/")
    return str(answer.headers.get("location", "/"))


def _read_as(town: Town, name: str) -> Callable[[str], str]:
    """The pages as somebody is served them; of what leads on, where it leads."""

    def read(path: str) -> str:
        answer = town.guests[name].get(path)
        while answer.status_code == 303:
            answer = town.guests[name].get(answer.headers["location"])
        assert answer.status_code == 200, f"{name}: {path}"
        return str(answer.text)

    return read
