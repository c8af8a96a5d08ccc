"""The pages act for whoever is signed in: the database shows them their cases, whatever the pages forget to check."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from tests.cluster import Cluster
from tests.people.cheap import hash_cheaply
from tests.web.crowd import Guest, Town, open_town, path_of
from tests.web.rows import move_to_database
from tests.web.serving import Desk

import foam
from foam.home.people import PeopleCalls
from foam.people.access import Sight
from foam.people.values import Account
from foam.record.acting import NOBODY, act_for, look_as_house
from foam.record.entry import Decider, Draft, Entry
from foam.web.server import require_people
from foam.web.table import TABLE

JSON = {"accept": "application/json"}
GROUNDS = [{"kind": "factual_error", "says": "It was two months' pay."}]
FILING = {"ground_kind": ["factual_error", "", ""], "ground_says": ["It was two months' pay.", "", ""]}
PEOPLE = (
    ("ada", "affected_person"), ("ben", "affected_person"), ("worker", "original_decider"),
    ("other", "original_decider"), ("clerk", "records_clerk"), ("boss", "supervisor"), ("judge", "decision_maker"),
    ("rita", "reader"), ("keeper", "administrator"),
)  # fmt: skip
NOTE = Draft(kind="stance", question={"q": "x"}, decider=Decider(type="person", id="ben", version=""))


@pytest.fixture(scope="module")
def desk(made: Desk, cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return move_to_database(made, cluster, tmp_path_factory.mktemp("town"))


@pytest.fixture(scope="module")
def town(desk: Desk) -> Iterator[Town]:
    with pytest.MonkeyPatch.context() as patch:
        hash_cheaply(patch)
        with open_town(desk, PEOPLE, deciders=("worker", "other"), run=desk.run) as town:
            yield town


@pytest.fixture
def unchecked(town: Town, monkeypatch: pytest.MonkeyPatch) -> Town:
    """The same town, in which the rules of the pages take everybody for the supervisor, who sees every case."""
    boss = town.home.people.show("boss")
    find = PeopleCalls.__dict__["find_sight"]._method

    def find_too_much(calls: PeopleCalls, account: Account) -> Sight:
        seen: Sight = find(calls, boss)
        return seen.model_copy(update={"name": account.name})

    monkeypatch.setattr(PeopleCalls.__dict__["find_sight"], "_method", find_too_much)
    return town


def list_cases(guest: Guest) -> list[str]:
    return sorted(one["person"] for one in guest.get("/appeals.json").json()["matters"])


def test_each_sees_what_they_saw_before(town: Town, desk: Desk) -> None:
    names = ("ada", "ben", "worker", "other", "clerk", "boss", "judge")
    assert {name: list_cases(town.guests[name]) for name in names} == {
        "ada": ["Ada"], "ben": ["Ben"], "worker": ["Ada"], "other": ["Ben"], "clerk": ["Ada", "Ben"],
        "boss": ["Ada", "Ben"], "judge": ["Ada", "Ben"],
    }  # fmt: skip
    for name in (*names, "rita"):
        answer = town.guests[name].get(f"{desk.path}.json")
        assert answer.status_code == (404 if name in ("ben", "other", "rita") else 200), (name, answer.text[:300])
    runs = {name: town.guests[name].get("/runs.json").json()["runs"] for name in ("ada", "ben", "rita")}
    assert {name: [one["run"] for one in found] for name, found in runs.items()} == {
        "ada": [desk.run], "ben": [], "rita": [],
    }  # fmt: skip
    for page in ("/map", "/what-if", "/parts", "/compare", "/as/md", "/version"):
        assert town.guests["ada"].get(f"{desk.path}{page}", headers=JSON).status_code == 200, page
    for page in ("/person", "/letters/decision", "/act/file"):
        assert town.guests["ada"].get(f"{path_of(town.first)}{page}").status_code == 200, page
    assert town.guests["keeper"].get("/audit.json").status_code == 200
    assert {one["name"] for one in town.guests["keeper"].get("/people.json").json()["people"]} >= {"ada", "ben"}


def test_personal_files_are_counted_whole_and_shown_to_those_who_keep_them(town: Town) -> None:
    found = {one["person"] for one in town.guests["clerk"].get("/files.json").json()["files"]}
    assert len(found) == 2
    (own,) = town.guests["ada"].get("/files.json").json()["files"]
    with town.home.people.deciding():
        whole = town.home.person.show(town.first)
    assert own["person"] == whole.person
    assert own["entries"] == whole.entries
    other = next(iter(found - {whole.person}))
    assert town.guests["ada"].get(f"/files/{other}.json").status_code == 404
    assert town.guests["clerk"].get(f"/files/{other}/as/json").status_code == 200


def _fill(path: str, town: Town, desk: Desk, file: str) -> list[str]:
    """The addresses of a page for everything of Ada's."""
    given = {
        "{matter}": [town.first[3:27]], "{file}": [file], "{run}": [desk.run[3:27], town.first[3:27]],
        "{other}": [desk.run[3:27]], "{form}": ["json", "html", "md"], "{kind}": ["decision"], "{act}": ["file"],
        "{node}": [desk.leaf.id], "{part}": [desk.leaf.id], "{number}": ["1"], "{made}": ["x"],
    }  # fmt: skip
    found = [path]
    for name, values in given.items():
        found = [one.replace(name, value) for one in found for value in (values if name in one else values[:1])]
    return found


def test_a_page_whose_check_is_taken_away_shows_nothing_of_anothers_case(unchecked: Town, desk: Desk) -> None:
    ben, ada = unchecked.guests["ben"], unchecked.guests["ada"]
    file = unchecked.home.person.show(unchecked.first).person
    assert ada.get(f"{desk.path}.json").status_code == 200, "it is in memory now, read by who may"
    pages = [name.partition(" ")[2] for name in TABLE if name.startswith("GET ")]
    named = [one for one in pages if any(part in one for part in ("{run}", "{matter}", "{file}"))]
    assert len(named) > 30
    tried = 0
    for path in (address for one in named for address in _fill(one, unchecked, desk, file)):
        for answer in (ben.get(path), ben.get(path, headers=JSON)):
            tried += 1
            assert answer.status_code in (403, 404, 405, 422), (path, answer.status_code, answer.text[:300])
            assert "Rosa Delmar" not in answer.text, path
            assert "Pay slip of Ada" not in answer.text, path
    assert tried > 60
    assert "Ada" not in ben.get("/appeals.json").text
    assert "Rosa" not in ben.get("/runs.json").text
    assert [one["names"] for one in ben.get("/files.json").json()["files"]] == [["Ben"]]
    assert ada.get(f"{path_of(unchecked.first)}/person").status_code == 200, "what is theirs is there"


def test_nothing_is_written_to_anothers_case_either(unchecked: Town, desk: Desk) -> None:
    ben, path = unchecked.guests["ben"], path_of(unchecked.first)
    form = {"by": "ben", "role": "affected_person", **FILING}
    assert ben.post(f"{path}/act/file", form).status_code == 404
    with unchecked.home.people.acting("ben"):
        with pytest.raises(foam.NotFound):
            unchecked.home.appeal.file(unchecked.first, by="ben", role="affected_person", grounds=GROUNDS)
        store = unchecked.home._desk.store
        with look_as_house(), pytest.raises(foam.NotFound, match="no run is"):
            store.append(Entry(draft=NOTE, answer="no", at="2026-03-01"), run=desk.run)
    clerk = unchecked.guests["clerk"].get(f"{path}.json").json()
    assert all(one["by"]["id"] != "ben" for one in clerk["acts"])


def test_people_act_in_their_own_cases(town: Town) -> None:
    path = path_of(town.second)
    filed = town.guests["ben"].post(f"{path}/act/file", {"by": "ben", "role": "affected_person", **FILING})
    assert filed.headers["location"] == f"{path}/person", filed.text
    accepted = town.guests["clerk"].post(f"{path}/act/accept", {"by": "clerk", "role": "records_clerk"})
    assert accepted.headers["location"] == path, accepted.text
    form = {
        "profile": "generic", "person": "Zoe", "decider": "other", "action": "No.", "effective": "2026-04-01",
        "reason": ["So."], "reason_cites": ["i1"], "item_title": ["A"], "item_content": ["So."], "rules": "r",
    }  # fmt: skip
    opened = town.guests["other"].post("/appeals", form)
    assert opened.status_code == 303, opened.text
    assert town.guests["other"].get(opened.headers["location"]).status_code == 200
    assert town.guests["worker"].get(opened.headers["location"]).status_code == 404


def test_who_has_not_come_in_and_a_key_get_no_more_than_is_theirs(unchecked: Town, desk: Desk) -> None:
    program = unchecked.open_stranger()
    assert program.get(f"{desk.path}.json").status_code == 401
    with unchecked.home.people.acting(""):
        assert unchecked.home.record.list() == ()
        assert unchecked.home.appeal.matters().matters == ()
    for name, status in (("ada", 200), ("ben", 404)):
        secret = unchecked.home.people.add_token(name, title="t", scopes=["read"]).secret
        bearer = {"authorization": f"Bearer {secret}", **JSON}
        assert program.get(f"{desk.path}.json", headers=bearer).status_code == status, name
        assert program.get(f"{path_of(unchecked.first)}/person.json", headers=bearer).status_code == status, name


def test_two_requests_on_one_connection_stay_apart(town: Town) -> None:
    """Each thread looks, lets the other look, and looks again: all on the one connection of the home."""
    store, wait = town.home._desk.reading, threading.Barrier(2)
    seen: dict[str, set[frozenset[str]]] = {"ada": set(), "ben": set()}
    cases = {town.first, town.second}

    def look(name: str) -> None:
        with act_for(name):
            for _ in range(20):
                wait.wait(60)
                found = {key for key in cases if store.get(key) is not None}
                with look_as_house():
                    assert all(store.get(key) is not None for key in cases)
                seen[name].add(frozenset(found))

    threads = [threading.Thread(target=look, args=(name,)) for name in seen]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert seen == {"ada": {frozenset({town.first})}, "ben": {frozenset({town.second})}}
    assert all(store.get(key) is not None for key in cases), "nobody is acted for any more"


def test_a_failure_inside_of_a_transaction_leaves_nobody_behind(town: Town) -> None:
    database: Any = town.home._desk.store.database  # type: ignore[attr-defined]
    query = "SELECT current_setting('foam.person'), current_setting('foam.writer')"

    def fail() -> None:
        with database.transaction() as db:
            with act_for("ben"), database.open(writes=True) as inside:
                assert inside.execute(query).fetchone() == ("", "ben")
            assert db.execute(query).fetchone() == ("ada", "")
            with act_for("ben"), database.open() as inside:
                inside.execute("SELECT 1 / 0")

    with act_for("ada"), pytest.raises(foam.FoamError, match="refused"):
        fail()
    with act_for(NOBODY), database.open() as db:
        assert db.execute(query).fetchone() == (NOBODY, "")
    with database.open() as db:
        assert db.execute(query).fetchone() == ("", "")


def test_who_loses_a_place_is_shown_nothing_of_what_is_in_memory(unchecked: Town, desk: Desk) -> None:
    home, ben = unchecked.home, unchecked.guests["ben"]
    home.people.grant("ben", unchecked.first, role="affected_person")
    assert ben.get(f"{desk.path}.json").status_code == 200
    assert desk.run in {one["run"] for one in ben.get("/runs.json").json()["runs"]}
    home.people.revoke("ben", unchecked.first, role="affected_person")
    assert ben.get(f"{desk.path}.json").status_code == 404
    assert desk.run not in {one["run"] for one in ben.get("/runs.json").json()["runs"]}


def test_a_worker_does_for_somebody_what_they_may_see(town: Town, desk: Desk) -> None:
    home = town.home
    part = desk.leaf.id
    given: dict[str, Any] = {"kind": "not_so", "because": "It says nothing about the rent.", "at": desk.leaf.at}
    ben = home.work.add(foam.orders.ChallengeOrder.read(desk.run, part, **given), owner="ben")
    ada = home.work.add(foam.orders.ChallengeOrder.read(desk.run, part, **given), owner="ada")
    with home.people.acting("ben"):
        assert [one.id for one in home.work.list()] == [ben.id], "an order is shown to who gave it"
        with pytest.raises(foam.NotFound):
            home.work.cancel(ada.id)
    assert home.worker(until_empty=True) == 2
    refused, heard = home.work.find(ben.id), home.work.find(ada.id)
    assert (refused.state, refused.progress.run) == ("failed", "")
    assert "no run starts with" in refused.error or "no such run" in refused.error
    assert heard.state == "done", heard
    run = f"/runs/{heard.progress.run[3:27]}.json"
    assert town.guests["ada"].get(run).status_code == 200
    assert town.guests["ben"].get(run).status_code == 404
    home.people.grant("ben", town.open_case("Ben again", "other", run=desk.run), role="affected_person")
    shared = town.guests["ben"].get(desk.path)
    assert shared.status_code == 200, "an answer that two cases share is seen from both"
    assert given["because"] not in shared.text, "and what one of them said against it is not"
    assert town.guests["ben"].get(run).status_code == 404
    assert given["because"] in town.guests["ada"].get(desk.path).text


def test_pages_are_not_served_where_the_database_would_hold_nothing_back(desk: Desk, town: Town) -> None:
    require_people(town.home)
    owner = {**desk.fakes, "record.url": re.sub(r"town_app\d+@", "foam@", desk.fakes["record.url"])}
    with foam.open(desk.folder, **owner) as home, pytest.raises(foam.InputError, match="does not hold back"):
        require_people(home)


def test_without_the_setting_nothing_is_held_back(desk: Desk, town: Town) -> None:
    with foam.open(desk.folder, **{**desk.fakes, "record.by_case": False}) as home, home.people.acting("ben"):
        assert home.people.acts_for == ""
        assert {town.first, town.second} <= {one.matter for one in home.appeal.matters().matters}
