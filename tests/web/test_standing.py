"""The options of an open question as they stand now: page, twin, file, and the links that lead there."""

from __future__ import annotations

import html
from pathlib import Path

import pytest
from tests.people.cheap import hash_cheaply
from tests.web.crowd import open_crowd
from tests.web.serving import Desk, load, make_fakes, open_pages

import foam

OPTIONS = ("The denial should be reversed", "The file should go back to the office")
BECAUSE = "It is about another file."


def path_to(run: str) -> str:
    return f"/runs/{run[3:27]}"


def ask(home: foam.Home) -> tuple[str, str]:
    """An open question with two options; gives its run, and the one in which they were deliberated."""
    ran = home.deliberate("What should become of the denial?", options=OPTIONS)
    assert isinstance(ran.view, foam.OptionsDossier)
    return ran.run, ran.view.runs[0]


def revise(home: foam.Home, option: str) -> str:
    """Have a claim of an option taken back; gives the run of the challenge."""
    own = home.dossier.show(option).dossier
    assert isinstance(own, foam.Dossier)
    claim = next(one for one in own.claims if one.direction)
    held = home.contest.open(option, claim.id, kind="relevance", because=BECAUSE, hold=True)
    return str(home.contest.answer(held.run, move="concede", by="A clerk", because=BECAUSE).run)


def test_the_options_are_shown_and_taken_along_as_they_stand_now(tmp_path: Path, made: Desk) -> None:
    desk = Desk(tmp_path / "home", "", made.dossier, make_fakes())
    with desk.open_home() as home:
        question, option = ask(home)
    with open_pages(desk) as client:
        link = f'href="{path_to(question)}/compared"'
        assert link not in load(client, path_to(question)).text, "they stand as they were compared there"
        assert link in load(client, path_to(option)).text
        assert "No option was revised since" in load(client, f"{path_to(question)}/compared").text
    with desk.open_home() as home:
        heard = revise(home, option)
        now = home.dossier.show(question, compared=True).dossier
    assert isinstance(now, foam.OptionsDossier)
    with open_pages(desk) as client:
        for run in (question, option, heard):
            assert link in load(client, path_to(run)).text, run
        page = load(client, f"{path_to(question)}/compared")
        assert page.status_code == 200, page.text
        assert f'href="{path_to(heard)}"' in page.text
        assert all(one in html.unescape(page.text) for one in OPTIONS)
        data = client.get(f"{path_to(question)}/compared.json").json()
        assert data["runs"] == list(now.runs) == [heard]
        assert load(client, f"{path_to(option)}/compared").url.path == f"{path_to(question)}/compared"
        file = client.get(f"{path_to(question)}/compared/as/md")
        assert file.text == now.render("md")
        assert "-compared.md" in file.headers["content-disposition"]
        assert client.get(f"{path_to(question)}/compared/as/exe").status_code == 404


def test_an_answer_without_options_has_no_such_page(made: Desk) -> None:
    with open_pages(made) as client:
        assert "/compared" not in load(client, made.path).text
        assert client.get(f"{made.path}/compared").status_code == 404
        assert client.get(f"{made.path}/compared/as/md").status_code == 404


def test_who_may_not_see_the_challenge_does_not_see_what_it_left(
    tmp_path: Path, made: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    hash_cheaply(monkeypatch)
    desk = Desk(tmp_path / "home", "", made.dossier, make_fakes())
    with open_crowd(desk) as crowd:
        question, option = ask(crowd.home)
        heard = revise(crowd.home, option)
        worker, reader = crowd.admit("worker", "original_decider"), crowd.admit("reader", "reader")
        assert reader.get(f"{path_to(question)}/compared").status_code == 200
        crowd.home.people.own_run("worker", heard)
        assert worker.get(f"{path_to(question)}/compared").status_code == 200
        assert reader.get(f"{path_to(question)}/compared").status_code == 404
