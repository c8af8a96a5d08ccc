"""Access by case in the database itself: who acts for a person sees their cases and runs, and no others."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.appeal.office import FORM, NOON, STEPS
from tests.cluster import Cluster
from tests.web.rows import grant_rights

import foam
from foam.appeal.forms import OpeningForm
from foam.appeal.submit import begin_matter
from foam.appeal.vault import MemoryVault
from foam.errors import InputError, SettingError
from foam.record.entry import Decider, Draft, Entry
from foam.record.keys import KeyFolder
from foam.record.opening import open_record_at
from foam.record.runs import open_run
from foam.record.verify import verify

PEOPLE = {
    "ada": ["affected_person"],
    "ben": ["affected_person"],
    "worker": ["original_decider"],
    "judge": ["decision_maker"],
    "judge2": ["decision_maker"],
    "clerk": ["records_clerk"],
    "boss": ["supervisor"],
    "rita": ["reader"],
    "keeper": ["administrator"],
}
LATER = NOON + timedelta(days=90)
CLERK = Decider(type="person", id="clerk", version="")


@dataclass(frozen=True)
class Court:
    """A record with three cases and some runs, reached by a role with few rights."""

    url: str
    owner_url: str
    folder: Path
    ada: str
    ben: str
    third: str
    """About a run, and under no key."""
    runs: dict[str, str]

    def open(self, **settings: Any) -> foam.Home:
        given: dict[str, Any] = {"record.url": self.url, "vault": str(self.folder / "vault"), **settings}
        return foam.open(self.folder / "home", environ={}, clock=lambda: LATER, **given)

    def open_for(self, person: str) -> foam.Home:
        return self.open(**{"record.acts_for": person})


@pytest.fixture(scope="module")
def court(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Court:
    owner_url, folder = cluster.make_database(), tmp_path_factory.mktemp("court")
    settings: dict[str, Any] = {"record.url": owner_url, "record.by_case": True, "vault": str(folder / "vault")}
    with foam.open(folder / "owner", environ={}, **settings) as owner:
        assert owner.people.list() == ()
    grant_rights(owner_url, "court_app")
    url = owner_url.replace("foam@", "court_app@")
    runs = _record_runs(url)
    made = Court(url, owner_url, folder, "", "", "", runs)
    with made.open(**{"record.by_case": True}) as home:
        for name, roles in PEOPLE.items():
            home.people.add(name, roles=roles)
        home.people.own_run("ben", runs["asked by ben"])
        ada = home.appeal.begin({**FORM, "person": "Ada"}, at=NOON).matter
        ben = home.appeal.begin({**FORM, "person": "Ben", "decider": "other"}, at=NOON).matter
        with closing(open_record_at(url)) as store:
            form = OpeningForm.model_validate({**FORM, "run": runs["of the case"]})
            third = begin_matter(store, MemoryVault(), form, at=NOON).key
        home.people.grant("ada", ada, role="affected_person")
        home.people.grant("ben", ben, role="affected_person")
        home.people.grant("ada", third, role="affected_person")
    return Court(url, owner_url, folder, ada, ben, third, runs)


def _record_runs(url: str) -> dict[str, str]:
    """A run that a case is about, one made from it, one that somebody asked for, and one of the house."""
    with closing(open_record_at(url)) as store:

        def make(spec: dict[str, Any]) -> str:
            run = open_run(store, "deliberation", spec, clock=lambda: NOON)
            draft = Draft(kind="stance", question=spec, decider=CLERK)
            store.append(Entry(draft=draft, answer="yes", at="2026-03-01"), run=run)
            return run

        first = make({"question": "a"})
        return {
            "of the case": first,
            "made from it": make({"question": "b", "base": first}),
            "asked by ben": make({"question": "c"}),
            "of the house": make({"question": "d"}),
        }


def list_seen(court: Court, person: str) -> set[str]:
    """Every entry that the database shows to a connection that acts for somebody, in one transaction."""
    import psycopg

    with psycopg.connect(court.url) as db, db.transaction():
        db.execute("SELECT set_config('foam.person', %s, true)", (person,))
        return {key for (key,) in db.execute("SELECT key FROM foam.entries")}


def test_two_people_and_a_reviewer_see_their_cases_alone(court: Court) -> None:
    seen = {name: list_seen(court, name) & {court.ada, court.ben, court.third} for name in ("ada", "ben", "judge")}
    assert seen == {"ada": {court.ada, court.third}, "ben": {court.ben}, "judge": {court.ada, court.ben, court.third}}
    assert list_seen(court, "nobody") == set()
    assert len(list_seen(court, "")) > 10, "who acts for nobody sees all, as before"


def test_the_database_shows_what_the_rules_of_the_pages_show(court: Court) -> None:
    with court.open() as home:
        accounts = {one.name: one for one in home.people.list()}
        for name in PEOPLE:
            sight, seen = home.people.find_sight(accounts[name]), list_seen(court, name)
            shown = {what for what, run in court.runs.items() if run in seen}
            assert shown == {what for what, run in court.runs.items() if sight.sees_run(home.people.trace(run))}, name
            assert seen & {court.ada, court.ben, court.third} == set(sight.cases), name


def test_the_entries_of_a_run_and_the_acts_of_a_case_go_with_it(court: Court) -> None:
    with closing(open_record_at(court.url)) as store:
        members = {run: set(store.members(run)) for run in (court.ada, court.ben, *court.runs.values())}
    for name in PEOPLE:
        seen = list_seen(court, name)
        for run, inside in members.items():
            assert bool(inside) or run in (court.ada, court.ben)
            assert inside & seen == (inside if run in seen else set()), (name, run)


def test_a_home_that_acts_for_a_person_reads_their_cases_and_writes_nothing(court: Court) -> None:
    with court.open_for("ada") as home:
        assert {one.matter for one in home.appeal.matters().matters} == {court.ada, court.third}
        assert [one.name for one in home.people.list()] == ["ada"]
        assert {one.person for one in home.people.places()} == {"ada"}
        with pytest.raises(foam.FoamError, match="cannot be written"):
            home.appeal.step(court.ada, "issue_notice", by="worker", role="original_decider", at=NOON)
        with pytest.raises(foam.FoamError, match="cannot be written"):
            home.people.own_run("ada", court.runs["of the house"])
    with court.open_for("ben") as home:
        assert {one.matter for one in home.appeal.matters().matters} == {court.ben}
        with pytest.raises(foam.NotFound):
            home.appeal.status(court.ada)


def test_who_is_named_or_loses_a_place_is_seen_at_once(court: Court) -> None:
    with court.open(**{"record.by_case": True}) as home:
        case = home.appeal.begin({**FORM, "person": "Cy"}, at=NOON).matter
        assert case not in list_seen(court, "ben")
        assert case in list_seen(court, "judge2")
        home.people.grant("ben", case, role="affected_person")
        assert case in list_seen(court, "ben")
        home.people.revoke("ben", case, role="affected_person")
        assert case not in list_seen(court, "ben")
        at = NOON
        for act, role, who, given in STEPS[:-1]:
            at += timedelta(days=5)
            do: Callable[..., Any] = home.appeal.file if act == "file" else home.appeal.step
            do(case, *(() if act == "file" else (act,)), by=who, role=role, at=at, **given)
    assert case in list_seen(court, "judge")
    assert case not in list_seen(court, "judge2"), "another was named to decide"
    assert case in list_seen(court, "ada"), "she acted in it"


def test_it_is_refused_where_it_would_hold_nothing_back(court: Court, database: str, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"record.url": court.owner_url, "record.acts_for": "ada"}
    with (
        foam.open(tmp_path / "owner", environ={}, **settings) as home,
        pytest.raises(InputError, match="does not hold back") as met,
    ):
        home.appeal.matters()
    assert "superuser" in met.value.hint
    open_record_at(database).close()
    settings = {"record.url": database, "record.acts_for": "ada"}
    with (
        foam.open(tmp_path, environ={}, **settings) as home,
        pytest.raises(InputError, match="does not hold back"),
    ):
        home.record.list()
    settings = {"record.by_case": True}
    with (
        foam.open(tmp_path / "file", environ={}, **settings) as home,
        pytest.raises(SettingError, match="PostgreSQL"),
    ):
        home.record.list()


def test_a_role_that_may_not_switch_it_on_is_told_who_may(database: str, tmp_path: Path) -> None:
    open_record_at(database).close()
    grant_rights(database, "court_app2")
    settings: dict[str, Any] = {"record.url": database.replace("foam@", "court_app2@"), "record.by_case": True}
    with (
        foam.open(tmp_path, environ={}, **settings) as home,
        pytest.raises(InputError, match="may not do it") as met,
    ):
        home.appeal.begin(FORM, at=NOON)
    assert "owns the schema" in met.value.hint


@pytest.mark.parametrize(
    "harm",
    [
        "DROP POLICY seen ON foam.entries",
        "ALTER POLICY seen ON foam.entries USING (true)",
        "CREATE POLICY more ON foam.entries FOR SELECT USING (true)",
        "CREATE POLICY less ON foam.entries AS RESTRICTIVE FOR SELECT USING (false)",
        "ALTER TABLE foam.log ENABLE ROW LEVEL SECURITY",
    ],
)
def test_a_rule_that_somebody_changed_is_found(court: Court, cluster: Cluster, harm: str) -> None:
    import psycopg

    with closing(open_record_at(court.url, keys=KeyFolder(court.folder / "vault"))) as store:
        assert verify(store).ok
    url = cluster.copy_database(court.owner_url)
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(harm)
    with closing(open_record_at(url, keys=KeyFolder(court.folder / "vault"))) as store:
        assert [one.key for one in verify(store).damage] == ["database"]
