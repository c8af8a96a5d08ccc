"""Personal files on the pages: who sees what is held, who takes a copy, who erases; and what the audit says of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.people.cheap import hash_cheaply
from tests.web.crowd import Town, open_town
from tests.web.serving import Desk, find_token, load

WORDS = "Perpetua waited at the harbour for nine weeks."
GROUNDS = {"because": "request 12 of May", "rule": "records law, section 4"}


@pytest.fixture
def file(desk: Desk, tmp_path: Path) -> str:
    """A personal file with a letter in it."""
    letter = tmp_path / "letter.txt"
    letter.write_text(WORDS)
    with desk.open_home() as home:
        made = home.person.open("Perpetua Zilberschlag", kind="inquiry")
        home.person.add(made.person, letter)
    return str(made.person)


def send(client: TestClient, path: str, **form: str) -> Any:
    token = find_token(load(client, path.rpartition("/")[0]).text)
    return client.post(path, data={"form_token": token, **form})


def list_audit(desk: Desk, *, what: str = "") -> list[tuple[str, str]]:
    with desk.open_home() as home:
        return [(one.who, one.did) for one in home.people.audit(what=what)]


def test_one_person_sees_takes_along_and_erases_what_is_held(file: str, client: TestClient, desk: Desk) -> None:
    page = load(client, "/files")
    assert "Perpetua Zilberschlag" in page.text
    assert f'href="/files/{file}"' in page.text
    shown = load(client, f"/files/{file}")
    assert shown.status_code == 200, shown.text
    assert "documents: 1" in shown.text
    data = client.get(f"/files/{file}.json").json()
    assert data["titles"]
    assert {one["kind"] for one in data["kinds"]} >= {"personal document", "personal details"}
    copy = client.get(f"/files/{file}/as/json")
    assert json.loads(copy.text)["documents"][0]["text"].strip() == WORDS
    assert file in copy.headers["content-disposition"]
    assert client.get(f"/files/{file}/as/pdf").content.startswith(b"%PDF")
    assert client.get(f"/files/{file}/as/exe").status_code == 404
    looked = list_audit(desk, what=file)
    assert looked.count(("home", "GET /files/{file}")) == 2, "the page and its twin"
    assert looked.count(("home", "GET /files/{file}/as/{form}")) == 2
    assert ("home", "GET /files") in list_audit(desk)

    refused = send(client, f"/files/{file}/erase", **GROUNDS, confirm="p-0")
    assert refused.status_code == 400
    assert "Nothing was erased" in refused.text
    assert load(client, f"/files/{file}").status_code == 200
    done = send(client, f"/files/{file}/erase", **GROUNDS, confirm=file)
    assert done.status_code == 200, done.text
    assert "is erased" in done.text
    gone = load(client, "/files").text
    assert "Perpetua" not in gone
    assert "records law, section 4" in gone
    assert load(client, f"/files/{file}").status_code == 404
    with desk.open_home() as home:
        assert home.record.verify().ok


def test_a_file_on_hold_is_not_erased(file: str, client: TestClient, desk: Desk) -> None:
    with desk.open_home() as home:
        home.person.hold(file, because="lawsuit 9")
    page = load(client, f"/files/{file}").text
    assert "lawsuit 9" in page
    assert 'id="erase"' not in page
    form = {**GROUNDS, "confirm": file, "form_token": find_token(load(client, "/").text)}
    assert client.post(f"/files/{file}/erase", data=form).status_code == 400
    assert load(client, f"/files/{file}").status_code == 200


def test_a_file_that_is_not_there_is_not_shown(client: TestClient) -> None:
    for path in ("/files/p-0123456789abcdef", "/files/7", "/files/p-0123456789abcdef/as/json"):
        assert client.get(path).status_code in (400, 404), path


PEOPLE = (
    ("ada", "affected_person"), ("ben", "affected_person"), ("worker", "original_decider"),
    ("clerk", "records_clerk", "affected_person"), ("books", "auditor"), ("keeper", "administrator"),
)  # fmt: skip


@pytest.fixture
def town(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    hash_cheaply(monkeypatch)
    with open_town(desk, PEOPLE, deciders=("worker", "worker")) as town:
        yield town


@pytest.fixture
def files(town: Town) -> dict[str, str]:
    """The personal file of each case."""
    held = {matter: one for one, matters in town.home.person.matters().items() for matter in matters}
    return {"ada": held[town.first], "ben": held[town.second]}


def test_each_sees_their_own_file_in_numbers_and_the_office_asks_and_answers(town: Town, files: dict[str, str]) -> None:
    ada, clerk, file = town.guests["ada"], town.guests["clerk"], files["ada"]
    assert [one["person"] for one in ada.get("/files.json").json()["files"]] == [file]
    assert len(clerk.get("/files.json").json()["files"]) == 2
    assert ada.get(f"/files/{files['ben']}").status_code == 404
    data = ada.get(f"/files/{file}.json").json()
    assert data["entries"] > 0
    assert (data["titles"], data["kinds"], data["may_copy"], data["may_erase"]) == ([], [], False, False)
    assert ada.get(f"/files/{file}/as/json").status_code == 403, "it holds what the office keeps to itself"
    assert ada.post(f"/files/{file}/erase", {**GROUNDS, "confirm": file}).status_code == 403
    assert ada.post(f"/files/{file}/ask", {"wish": "copy"}).status_code == 303
    assert ada.post(f"/files/{files['ben']}/ask", {"wish": "copy"}).status_code == 404
    assert "a copy" in ada.get(f"/files/{file}").text
    seen = clerk.get(f"/files/{file}.json").json()
    assert [(one["who"], one["wish"]) for one in seen["asked"]] == [("ada", "copy")]
    assert "Ada" in clerk.get(f"/files/{file}/as/json").text
    lines = [(one.who, one.did, one.allowed) for one in town.home.people.audit(what=file)]
    assert ("clerk", "GET /files/{file}/as/{form}", True) in lines
    assert ("ada", "GET /files/{file}.json", True) in lines
    others = [(one.who, one.allowed) for one in town.home.people.audit(what=files["ben"])]
    assert ("ada", False) in others, "a look that was refused is on the audit, too"
    assert clerk.post(f"/files/{file}/erase", {**GROUNDS, "confirm": file}).status_code == 200
    assert ada.get("/files.json").json()["files"] == []


def test_who_reads_files_and_who_does_not(town: Town, files: dict[str, str]) -> None:
    file = files["ada"]
    assert town.guests["books"].get(f"/files/{file}.json").json()["kinds"], "an auditor reads"
    assert town.guests["books"].get(f"/files/{file}/as/json").status_code == 403, "and takes nothing along"
    assert [town.guests[one].get(f"/files/{file}").status_code for one in ("worker", "keeper")] == [403, 403]


def test_a_clerk_whose_own_case_it_is_sees_it_as_the_person(town: Town, files: dict[str, str]) -> None:
    clerk, file = town.guests["clerk"], files["ada"]
    (matter,) = town.home.person.matters()[file]
    town.home.people.grant("clerk", matter, role="affected_person")
    assert clerk.get(f"/files/{file}.json").json()["person_side"] is True
    assert clerk.get(f"/files/{file}/as/json").status_code == 404
    assert clerk.post(f"/files/{file}/erase", {**GROUNDS, "confirm": file}).status_code == 404
