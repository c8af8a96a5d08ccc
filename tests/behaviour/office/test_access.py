"""Everybody logs in: a person sees their own file and nobody else's, and each acts as themselves in their role."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from tests.behaviour.appeal import CLERK, FORM, PERSON
from tests.behaviour.cli import read_foam
from tests.behaviour.conftest import Held
from tests.behaviour.homes import open_home
from tests.behaviour.served import Visitor, serve

import foam

PEOPLE = {
    "ruth": "affected_person",
    "ben": "affected_person",
    "caseworker-17": "original_decider",
    "caseworker-18": "original_decider",
    "clerk": "records_clerk",
    "boss": "supervisor",
    "judge-3": "decision_maker",
    "rita": "reader",
    "root": "administrator",
}
SECRET = "A note that only the office has seen."
FILING = {
    "by": "ruth",
    "role": "affected_person",
    "ground_kind": "factual_error",
    "ground_says": "It comes once a year.",
}


@dataclass(frozen=True)
class Town:
    """Two cases, of Ruth and of Ben, and people with their keys. Ruth's is about an answer."""

    folder: Path
    address: str
    first: str
    second: str
    run: str
    keys: dict[str, str]

    def visit(self, name: str) -> Visitor:
        return Visitor(self.address, self.keys[name])


def path_of(matter: str) -> str:
    return f"/appeals/{matter[3:27]}"


def open_case(home: foam.Home, person: str, decider: str, run: str = "") -> str:
    """A case of which the notice was sent yesterday."""
    yesterday = datetime.now(UTC) - timedelta(days=1)
    form = {**home.appeal.read_form(FORM), "person": person, "decider": decider}
    matter = home.appeal.begin(form, run=run or None, at=yesterday).matter
    home.appeal.step(matter, "issue_notice", by=decider, at=yesterday + timedelta(minutes=1))
    return matter


@pytest.fixture(scope="module")
def town(hold: Callable[[str], Held], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    held = hold("heating-grant")
    folder = held.copy(tmp_path_factory.mktemp("town") / "home")
    keys = {}
    with open_home(folder, held.file.facts, clock=lambda: datetime.now(UTC)) as home:
        first = open_case(home, PERSON, "caseworker-17", held.run)
        second = open_case(home, "Ben Other", "caseworker-18")
        for name, role in PEOPLE.items():
            home.people.add(name, roles=[role])
            scopes = ["administer"] if name == "root" else ["read", "challenge", "decide"]
            keys[name] = home.people.add_token(name, title="a program", scopes=scopes).secret
        keys["ruth reads"] = home.people.add_token("ruth", title="another", scopes=["read"]).secret
        home.people.grant("ruth", first, role="affected_person")
        home.people.grant("ben", second, role="affected_person")
        home.appeal.step(second, "file", by="ben", role="affected_person", grounds=[{"kind": "other", "says": "No."}])
        home.appeal.step(second, "accept", **CLERK)
        home.appeal.step(second, "disclose_record", **CLERK, show=["all"])
        home.appeal.step(second, "open_evidence", **CLERK)
        note = tmp_path_factory.mktemp("note") / "note.txt"
        note.write_text(SECRET, "utf-8")
        home.appeal.step(second, "submit", by="caseworker-18", role="original_decider", with_documents=[note])
    with serve(folder, "--people") as address:
        yield Town(folder, address, first, second, held.run, keys)


def test_a_stranger_sees_nothing(town: Town) -> None:
    stranger = Visitor(town.address)
    for path in ("/appeals", f"{path_of(town.first)}/person", f"/runs/{town.run[3:27]}", "/files", "/library"):
        answer = stranger.get(path)
        assert answer.status in (302, 303, 401, 403)
        assert PERSON not in answer.text
    assert Visitor(town.address, "foam-not-a-key").get("/appeals").status == 401


@pytest.mark.parametrize(
    ("name", "cases"),
    [
        ("ruth", [PERSON]),
        ("ben", ["Ben Other"]),
        ("caseworker-17", [PERSON]),
        ("caseworker-18", ["Ben Other"]),
        ("clerk", ["Ben Other", PERSON]),
        ("boss", ["Ben Other", PERSON]),
        ("judge-3", ["Ben Other", PERSON]),
    ],
)
def test_each_sees_the_cases_they_take_part_in(town: Town, name: str, cases: list[str]) -> None:
    assert sorted(one["person"] for one in town.visit(name).get("/appeals.json").data["matters"]) == cases


def test_readers_and_administrators_see_no_case(town: Town) -> None:
    for name in ("rita", "root"):
        for path in ("/appeals.json", f"{path_of(town.first)}.json", f"{path_of(town.first)}/person.json"):
            assert town.visit(name).get(path).status in (403, 404), (name, path)


def sees_only_their_own(town: Town, ruth: Visitor, page: str) -> None:
    own = ruth.get(f"{path_of(town.first)}{page}")
    assert own.status == 200, page
    others, unknown = ruth.get(f"{path_of(town.second)}{page}"), ruth.get(f"/appeals/0000000000{page}")
    assert others.status == unknown.status == 404, page
    assert others.text == unknown.text, "what is hidden reads as what is not there"


def test_a_person_sees_their_own_file_and_another_is_not_there(town: Town) -> None:
    ruth = town.visit("ruth")
    for page in ("/person", "/person.json", "/letters/decision"):
        sees_only_their_own(town, ruth, page)
    assert PERSON in ruth.get(f"{path_of(town.first)}/letters/decision").text
    assert ruth.get(path_of(town.first)).status == 403, "the whole file is for the office"


def test_the_letter_on_the_page_has_the_figures_and_the_last_day(town: Town) -> None:
    page = town.visit("ruth").get(f"{path_of(town.first)}/letters/decision/as/html").text
    shown = re.sub(r"<[^>]+>", "", page)
    told = read_foam(town.folder, "appeal", "timeline", town.first)
    (due,) = (one["due"] for one in told["clocks"] if one["name"] == "file_by")
    last = date.fromisoformat(due)
    assert "2,310 crowns" in shown
    assert f"The last day is {last.day} {last:%B} {last.year}." in shown


def test_an_answer_goes_with_the_case_that_is_about_it(town: Town) -> None:
    path = f"/runs/{town.run[3:27]}"
    for name, status in {"ruth": 200, "caseworker-17": 200, "boss": 200, "ben": 404, "caseworker-18": 404}.items():
        assert town.visit(name).get(f"{path}.json").status == status, name
    assert [one["run"] for one in town.visit("ruth").get("/runs.json").data["runs"]] == [town.run]
    assert town.visit("ben").get("/runs.json").data["runs"] == []


def test_what_only_the_office_has_seen_is_not_on_the_persons_page(town: Town) -> None:
    path = path_of(town.second)
    assert SECRET in town.visit("clerk").get(f"{path}.json").text
    for page in ("/person", "/person.json", "/act/submit"):
        shown = town.visit("ben").get(f"{path}{page}")
        assert shown.status == 200
        assert SECRET not in shown.text
    assert [one["title"] for one in town.visit("ben").get(f"{path}/person.json").data["items"]] == [
        "Pay slip for March",
        "Heating Aid Code",
    ]


def test_each_acts_as_themselves_in_their_own_role(town: Town) -> None:
    path, ruth = path_of(town.first), town.visit("ruth")
    accept = {"by": "clerk", "role": "records_clerk"}
    assert ruth.post(f"{path}/act/accept", **accept).status in (400, 403, 404)
    for wrong in ({"by": "caseworker-17"}, {"role": "representative"}, {"at": "2025-01-01T10:00"}):
        assert ruth.post(f"{path}/act/file", **{**FILING, **wrong}).status == 400, wrong
    assert town.visit("ruth reads").post(f"{path}/act/file", **FILING).status == 403, "a key does what it was made for"
    assert town.visit("ben").post(f"{path}/act/file", **{**FILING, "by": "ben"}).status == 404
    assert read_foam(town.folder, "appeal", "timeline", town.first)["state"] == "notice_issued"
    sees_only_their_own(town, ruth, "/act/file")
    assert ruth.post(f"{path}/act/file", **FILING).status == 303
    assert town.visit("judge-3").post(f"{path}/act/assign", by="judge-3", role="supervisor").status in (400, 403, 404)
    assert town.visit("clerk").post(f"{path}/act/accept", **accept).status == 303
    shown = read_foam(town.folder, "appeal", "timeline", town.first)
    assert [(one["name"], one["by"]["id"]) for one in shown["acts"]][-2:] == [("file", "ruth"), ("accept", "clerk")]


def test_a_personal_file_is_shown_in_numbers_to_its_person_and_to_nobody_else(town: Town) -> None:
    (file,) = town.visit("ben").get("/files.json").data["files"]
    own = town.visit("ben").get(f"/files/{file['person']}.json")
    assert own.status == 200
    assert SECRET not in own.text
    assert town.visit("ruth").get(f"/files/{file['person']}.json").status == 404
    assert town.visit("clerk").get(f"/files/{file['person']}.json").status == 200


def test_every_look_is_on_the_audit(town: Town) -> None:
    town.visit("ruth").get(f"{path_of(town.first)}/person")
    town.visit("ruth").get(f"{path_of(town.second)}/person")
    lines = read_foam(town.folder, "people", "audit", "--who", "ruth")["audit"]
    seen = {(one["what"], one["allowed"]) for one in lines}
    assert (town.first, True) in seen
    assert (town.second, False) in seen
    assert town.visit("root").get("/audit").status == 200
    assert town.visit("clerk").get("/audit").status == 403


def test_nothing_of_a_file_lies_open_in_the_home(town: Town) -> None:
    content = b"".join(path.read_bytes() for path in town.folder.rglob("*") if path.is_file())
    assert SECRET.encode() not in content
    assert all(key.encode() not in content for key in town.keys.values()), "of a key its digest is kept"
