"""Tournaments without scripts: the list, a blind ballot, what is told once it is cast, and people beside the jury."""

from __future__ import annotations

import html
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.case.writing import agreeable
from tests.judging.cases import decided
from tests.judging.planted import PLANTED
from tests.web.serving import EVIL, Desk, load, make_fakes, open_pages
from tests.web.test_flows import send

import foam

SOURCES = ("Quill Society", f"otter-9b {EVIL}")
SECRETS = ("quill", "otter", "case_0", "spring cup", "embedded", "scripted")


def play_tournament(folder: Path, made: Desk) -> tuple[Desk, str]:
    """A home in which four texts met, one of them with script in it, and the run."""
    shutil.copytree(made.folder, folder)
    desk = Desk(folder, made.run, made.answer, make_fakes(foam.ScriptedModel(decided(agreeable))))
    texts = folder.parent / "texts"
    texts.mkdir()
    with desk.open_home() as home:
        home.tournament.new(folder.parent / "T", name=f"Spring Cup {EVIL}", seed=3, pack="policy-debate")
        for number, (name, (text, _)) in enumerate(PLANTED.items()):
            file = texts / f"{name}.txt"
            file.write_text(f"{text}\n\nIt is said that {EVIL} ends it.\n", "utf-8")
            home.tournament.add(folder.parent / "T", [file], source=SOURCES[number % 2])
        run = home.tournament.run(folder.parent / "T").ran.run
    return desk, run


@pytest.fixture(scope="module")
def cup(made: Desk, tmp_path_factory: pytest.TempPathFactory) -> tuple[Desk, str]:
    return play_tournament(tmp_path_factory.mktemp("cup") / "home", made)


@pytest.fixture
def pages(cup: tuple[Desk, str], tmp_path: Path) -> Iterator[TestClient]:
    shutil.copytree(cup[0].folder, tmp_path / "home")
    copy = Desk(tmp_path / "home", cup[0].run, cup[0].answer, cup[0].fakes)
    with open_pages(copy) as client:
        yield client


@pytest.fixture
def here(cup: tuple[Desk, str]) -> str:
    return f"/tournaments/{cup[1][3:27]}"


def vote(client: TestClient, here: str, number: int = 1, **form: Any) -> Any:
    page = f"{here}/ballots/{number}"
    return send(client, page, {"better": "first", "by": "ada", **form}, page=page)


def test_the_list_leads_to_a_tournament_and_a_run_does_too(pages: TestClient, here: str, cup: tuple[Desk, str]) -> None:
    shown = load(pages, "/tournaments").text
    assert f'href="{here}"' in shown
    assert "<script>alert" not in shown
    (line,) = pages.get("/tournaments.json").json()["tournaments"]
    assert (line["run"], line["cases"], line["ballots"]) == (cup[1], 4, 0)
    assert load(pages, f"/runs/{cup[1][3:27]}").url.path == here
    page = load(pages, here)
    assert f'href="{here}/ballots/1"' in page.text
    assert "<script>alert" not in page.text


def test_a_page_that_gives_nothing_away_before_the_ballot_is_cast(pages: TestClient, here: str) -> None:
    count = pages.get(f"{here}.json").json()["pairings"]
    assert count >= 3
    for number in range(1, count + 1):
        page = load(pages, f"{here}/ballots/{number}").text.lower()
        data = pages.get(f"{here}/ballots/{number}.json")
        for secret in SECRETS:
            assert secret not in page, secret
            assert secret not in data.text.lower(), secret
        assert set(data.json()) == {"here", "run", "number", "pairings", "first", "second", "criteria"}
        assert "<script>alert" not in page
        assert EVIL.lower() in html.unescape(page), "the text is shown as it is, as text"
    about = f"{pages.get(here).text}{pages.get(f'{here}.json').text}".lower()
    assert not any(secret in about for secret in SECRETS if secret != "spring cup")


def test_names_and_verdict_are_refused_to_who_has_not_voted(pages: TestClient, here: str) -> None:
    for by in ("", "ada", "ben"):
        for ending in ("", ".json"):
            refused = pages.get(f"{here}/ballots/1/open{ending}", params={"by": by})
            assert refused.status_code == 400
            assert "has not voted" in refused.text
            assert not any(secret in refused.text.lower() for secret in SECRETS)
    vote(pages, here)
    assert pages.get(f"{here}/ballots/1/open", params={"by": "ben"}).status_code == 400
    assert pages.get(f"{here}/ballots/2/open", params={"by": "ada"}).status_code == 400


def test_a_ballot_is_cast_then_told_and_superseded(pages: TestClient, here: str) -> None:
    cast = vote(pages, here, because=f"It cites more. {EVIL}", criterion=["evidence", "coherence"], on=["second", ""])
    assert cast.url.path == f"{here}/ballots/1/open"
    assert "<script>alert" not in cast.text
    assert "Quill Society" in cast.text
    data = pages.get(f"{here}/ballots/1/open.json", params={"by": "ada"}).json()
    (ballot,) = data["ballots"]
    assert ballot["vote"] == {
        "voter": "ada", "better": "first", "on": {"evidence": "second"}, "because": f"It cites more. {EVIL}",
    }  # fmt: skip
    assert data["jury"] in data["shown"], "this jury has a taste"
    assert data["next"] == 2
    later = vote(pages, here, better="undecided")
    assert "a later one counts" in later.text
    both = pages.get(f"{here}/ballots/1/open.json", params={"by": "ada"}).json()["ballots"]
    assert [one["vote"]["better"] for one in both] == ["first", "undecided"]
    people = pages.get(f"{here}/people.json").json()
    assert (people["cast"], people["judged"], people["voters"]) == (2, 1, ["ada"])


def test_people_stand_beside_the_jury(pages: TestClient, here: str) -> None:
    assert "No ballot of a person" in load(pages, f"{here}/people").text
    count = pages.get(f"{here}.json").json()["pairings"]
    for number in range(1, count + 1):
        vote(pages, here, number, by=f"voter {EVIL}"[:80])
    page = load(pages, f"{here}/people").text
    assert "<svg" in page
    assert "kappa" in page
    assert "<script>alert" not in page
    whole = pages.get(f"{here}/people.json").json()["rows"][0]
    assert whole["compared"] >= 3
    assert whole["compared"] + whole["jury_undecided"] + whole["unjudged"] == count
    assert pages.get(f"{here}.json").json()["next"] == 0


def test_the_report_has_standings_and_bracket(pages: TestClient, here: str) -> None:
    page = load(pages, f"{here}/report").text
    data = pages.get(f"{here}/report.json").json()
    assert data["n"] == 4
    assert "<script>alert" not in page
    assert data["withheld"] == ""
    assert page.count("<svg") >= 2
    assert len(data["standings"]) == 4
    assert all(one["id"] in page for one in data["standings"])


@pytest.mark.parametrize(
    ("form", "status"), [({"better": "best"}, 400), ({"by": " "}, 400), ({"because": "x" * 4001}, 422)]
)
def test_a_ballot_that_says_too_little_is_refused(
    pages: TestClient, here: str, form: dict[str, Any], status: int
) -> None:
    assert vote(pages, here, **form).status_code == status
    assert pages.get(f"{here}.json").json()["cast"] == 0


def test_a_name_in_the_address_is_shown_as_text(pages: TestClient, here: str) -> None:
    assert "<script>alert" not in pages.get(f"{here}/ballots/1", params={"by": EVIL}).text
    assert "<script>alert" not in pages.get(f"{here}/ballots/1/open", params={"by": EVIL}).text


def test_what_is_not_there_is_told(pages: TestClient, here: str, cup: tuple[Desk, str]) -> None:
    assert pages.get(f"{here}/ballots/99").status_code == 404
    assert pages.get(f"{here}/ballots/zero").status_code == 422
    assert pages.get(cup[0].path.replace("/runs/", "/tournaments/")).status_code == 404
    assert pages.get("/tournaments/none").status_code == 404
