"""The rows of people, in each place where they can be kept: in a file (FileTables) or a database (DatabaseTables)."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from foam.people.store import PeopleStore
from foam.people.tables import DatabaseTables, FileTables, PeopleTables
from foam.people.values import Account, Place, Token

NOW, LATER = "2026-03-01T12:00:00+00:00", "2026-03-02T12:00:00+00:00"


@pytest.fixture(params=["file", "database"])
def place(request: pytest.FixtureRequest) -> str:
    """The address of a database; empty for a file."""
    return str(request.getfixturevalue("database")) if request.param == "database" else ""


@pytest.fixture
def people(place: str, tmp_path: Path) -> Iterator[PeopleStore]:
    opened = PeopleStore.open(tmp_path / "foam.db", place)
    yield opened
    opened.close()


def _add(people: PeopleStore, name: str) -> bool:
    return people.add_account(
        Account(name=name, roles=("reader",), made=NOW, has_password=False), code="c", until=LATER
    )


def test_it_is_in_its_tables(people: PeopleStore, place: str) -> None:
    tables: PeopleTables = people._tables
    assert isinstance(tables, DatabaseTables if place else FileTables)
    assert tables.rows("SELECT count(*) FROM people_account") == [(0,)]
    row = "INSERT INTO people_run VALUES (?, ?)"
    with pytest.raises(Exception):  # noqa: B017, PT011
        tables.write((row, ("r", "ada")), (row, ("r", "ada")))
    assert tables.rows("SELECT * FROM people_run") == [], "all or none"
    assert tables.write((row, ("r%", "a?\0\udcff"))) == 1


def test_accounts(people: PeopleStore) -> None:
    assert [_add(people, name) for name in ("ben", "ada", "ada")] == [True, True, False]
    assert [one.name for one in people.list_accounts()] == ["ada", "ben"]
    people.set_roles("ada", ("reader", "auditor"))
    assert people.has_code("ada", "c", NOW)
    assert not people.use_code("ada", "wrong", "hash", NOW)
    assert people.use_code("ada", "c", "hash", NOW)
    assert not people.use_code("ada", "c", "hash", NOW), "once"
    assert people.find_password("ada") == "hash"
    found = people.find_account("ada")
    assert found is not None
    assert (found.roles, found.has_password) == (("reader", "auditor"), True)
    people.set_code("ada", "d", NOW)
    assert not people.has_code("ada", "d", LATER)
    people.set_password("ada", "other")
    assert people.find_account("nobody") is None


def test_what_somebody_has_goes_with_them_but_not_what_they_read(people: PeopleStore) -> None:
    _add(people, "ada")
    people.add_session("s", "ada", NOW)
    people.touch_session("s", LATER)
    assert people.find_session("s") == ("ada", NOW, LATER)
    token = Token(id="t", person="ada", title="T", scopes=("read",), made=NOW, until=LATER, used="")
    people.add_token("d", token)
    people.touch_token("d", NOW)
    assert people.find_token("d") == token.model_copy(update={"used": NOW})
    assert people.add_identity("i", "s", "ada")
    assert not people.add_identity("i", "s", "ben")
    assert (people.find_identity("i", "s"), people.list_identities("ada")) == ("ada", (("i", "s"),))
    place = Place(person="ada", matter="m", role="reader", since=NOW, by="ben")
    people.add_place(place)
    people.add_place(place)
    assert people.list_places(person="ada") == people.list_places(matter="m") == people.list_places() == (place,)
    assert people.list_places(person="ben") == ()
    people.add_owner("r", "ada")
    assert people.list_owners() == {"r": frozenset({"ada"})}
    people.keep_sight("m", people=["ada", "ben", "ada"], runs=["r", "r"])
    people.keep_sight("n", people=["ben"], runs=["r"])
    people.keep_sight("m", people=["ada", "cy"], runs=["r"])
    seen = {name: people.find_mark(name).split() for name in ("ada", "ben", "cy")}
    assert [{"m", "n"}.intersection(mark) for mark in seen.values()] == [{"m"}, {"n"}, {"m"}]
    people.add_reading(at=NOW, who="ada", token="", did="read", what="/runs/1", allowed=True)
    people.remove_account("ada")
    assert (people.find_session("s"), people.find_token("d"), people.list_places()) == (None, None, ())
    assert (people.find_identity("i", "s"), people.list_owners()) == ("", {})
    assert ("m" in people.find_mark("ada").split(), "m" in people.find_mark("cy").split()) == (False, True)
    assert len(people.list_readings(before=10, who="", what="", limit=5)) == 1


def test_failures_are_counted_and_forgotten(people: PeopleStore) -> None:
    people.note_failure("ada", 1, NOW, forget="")
    people.note_failure("ada", 2, LATER, forget="")
    assert people.find_failures("ada") == (2, LATER)
    people.note_failure("ben", 1, LATER + "x", forget=LATER + "a")
    assert people.find_failures("ada") == (0, "")
    people.clear_failures("ben")
    assert people.find_failures("ben") == (0, "")


def test_readings_come_newest_first_by_whom_and_what(people: PeopleStore) -> None:
    for n, (who, what) in enumerate((("ada", "/runs/1"), ("ben", "/runs/2"), ("ada", "/cases/1%"))):
        people.add_reading(at=f"{n}", who=who, token="", did="read", what=what, allowed=n != 1)
    found = people.list_readings(before=2**31, who="", what="", limit=9)
    assert [(one.at, one.allowed) for one in found] == [("2", True), ("1", False), ("0", True)]
    assert [one.at for one in people.list_readings(before=2**31, who="ada", what="/runs", limit=9)] == ["0"]
    assert [one.at for one in people.list_readings(before=found[0].number, who="", what="", limit=1)] == ["1"]


def test_two_servers_share_the_accounts_and_a_name_is_given_once(place: str, tmp_path: Path) -> None:
    servers = [PeopleStore.open(tmp_path / "foam.db", place) for _ in range(2)]
    with ThreadPoolExecutor(4) as pool:
        given = list(pool.map(lambda n: _add(servers[n % 2], f"person{n // 2}"), range(16)))
    assert given.count(True) == 8
    assert servers[0].list_accounts() == servers[1].list_accounts()
    for one in servers:
        one.close()
