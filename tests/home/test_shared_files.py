"""Personal files of a record that several homes share: erased in one, they are erased in each."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.cluster import Cluster
from tests.home.personal import NAME, REASON, data, find_bytes

from foam.record.keys import KeyFolder
from foam.record.personal import write_prefix

LETTER = f"{NAME} keeps a boat in the harbour all winter. The boat is the Sturmvogel."


class Office:
    """Homes on several machines that share one record."""

    def __init__(self, folder: Path, url: str, patch: pytest.MonkeyPatch) -> None:
        self._folder, self._patch = folder, patch
        self.connect(url)
        self.letter = folder / "letter.txt"
        self.letter.write_text(LETTER, "utf-8")

    def connect(self, url: str) -> None:
        self._patch.setenv("FOAM_RECORD__URL", url)

    def enter(self, name: str) -> Path:
        """Work in this home from now on."""
        self._patch.setenv("FOAM_HOME", str(self._folder / name))
        return self._folder / name

    def open_file(self) -> str:
        opened: str = data("person", "open", NAME)["person"]
        data("person", "add", opened, self.letter)
        return opened

    def erase(self, person: str) -> Any:
        return data("person", "erase", person, *REASON, "--yes")


@pytest.fixture
def office(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> Office:
    return Office(tmp_path, database, monkeypatch)


def test_a_file_erased_in_one_home_is_erased_in_the_others(office: Office) -> None:
    """Each has a copy of the keys; a kept view of the file lies in the second."""
    first = office.enter("first")
    person, other = office.open_file(), office.open_file()
    second = office.enter("second")
    shutil.copytree(first / "vault", second / "vault")
    assert data("person", "show", person)["documents"] == 1
    (second / "kept").mkdir(mode=0o700)
    (second / "kept" / "view.json").write_bytes(write_prefix(person) + b"sealed")
    office.enter("first")
    office.erase(person)
    office.enter("second")
    key = KeyFolder(second / "vault").find(person)
    assert key is not None, "nobody has worked here since"
    assert [one["person"] for one in data("person", "list")["files"]] == [other]
    assert find_bytes([key.hex().encode(), write_prefix(person)], [second]) == []
    [stone] = KeyFolder(second / "vault").list_buried()
    assert (stone.done, stone.by, stone.rule) == (True, "clerk-2", "records law, section 4")
    assert "was erased on" in data("person", "show", person, exit_code=2)["error"]
    assert data("record", "verify")["ok"]


def test_a_home_without_the_key_reads_nothing_and_says_so(office: Office) -> None:
    office.enter("first")
    person = office.open_file()
    office.enter("second")
    assert "is not here" in data("person", "show", person, exit_code=2)["error"]
    assert data("person", "list")["files"] == []
    told = data("record", "verify", exit_code=1)
    assert all("is not here" in one["reason"] for one in told["damage"])


def test_one_folder_of_keys_serves_several_homes(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_VAULT", str(tmp_path / "keys"))
    office.enter("first")
    person = office.open_file()
    office.enter("second")
    assert data("person", "show", person)["names"] == [NAME]
    office.erase(person)
    office.enter("first")
    assert "was erased on" in data("person", "show", person, exit_code=2)["error"]


def test_what_a_dump_brings_back_is_erased_again(office: Office, cluster: Cluster, database: str) -> None:
    office.enter("first")
    person, other = office.open_file(), office.open_file()
    older = cluster.copy_database(database)
    office.erase(person)
    head = data("record", "head")["head"]
    office.connect(older)
    assert [one["person"] for one in data("person", "list")["files"]] == [other]
    assert find_bytes([write_prefix(person)], [cluster.find_folder(older)]) == []
    assert any("records law, section 4" in one for one in data("record", "verify", "--head", head)["notes"])


def test_a_role_that_may_not_rewrite_tables_can_go_on_working(office: Office, database: str, tmp_path: Path) -> None:
    """The key is gone and the rows are stubs; the owner ends the rest."""
    import psycopg

    home = office.enter("first")
    person = office.open_file()
    grants = (Path(__file__).parents[2] / "docs" / "postgres.md").read_text("utf-8")
    grants = grants.partition("```sql\n")[2].partition("```")[0].replace("foam_app", "clerks_role")
    with psycopg.connect(database, autocommit=True) as owner:
        owner.execute(grants)
    office.connect(database.replace("foam@", "clerks_role@"))
    other = office.open_file()
    told = data("person", "erase", person, *REASON, "--yes", exit_code=2)
    assert "may not rewrite" in told["error"]
    assert KeyFolder(home / "vault").find(person) is None
    assert data("person", "show", other)["documents"] == 1
    assert data("record", "verify")["ok"]
    assert [one.done for one in KeyFolder(home / "vault").list_buried()] == [False]
    office.connect(database)
    data("person", "list")
    assert [one.done for one in KeyFolder(home / "vault").list_buried()] == [True], "opening it is enough"


def test_orders_are_not_put_into_the_queue_from_a_personal_file(office: Office) -> None:
    office.enter("first")
    person = office.open_file()
    told = data("work", "add", "Should the boat be moved?", person=person, exit_code=2)
    assert "outside of the personal file" in told["error"]
    assert "outside of the personal file" in data("worker", "--until-empty", person=person, exit_code=2)["error"]
    assert data("work", "list")["works"] == []


def test_a_record_with_personal_files_moves_to_a_database_and_back(
    office: Office, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FOAM_RECORD__URL")
    office.enter("first")
    person, other = office.open_file(), office.open_file()
    head = data("record", "head")["head"]
    assert data("record", "copy", "--to", database)["head"] == head
    office.connect(database)
    assert data("person", "show", person)["documents"] == 1
    office.erase(person)
    back = tmp_path / "back.db"
    data("record", "copy", "--to", back)
    office.connect(f"sqlite:///{back}")
    assert data("person", "show", other)["documents"] == 1
    assert data("record", "verify", "--head", head)["ok"]
    assert "was erased on" in data("person", "show", person, exit_code=2)["error"]


def test_a_copy_of_the_home_is_put_back_beside_the_database(office: Office, tmp_path: Path) -> None:
    office.enter("first")
    person, other = office.open_file(), office.open_file()
    copied = data("backup", tmp_path / "copy.foam")
    assert copied["head"] == data("record", "head")["head"]
    data("backup", tmp_path / "copy.keys", "--keys")
    office.erase(person)
    there = office.enter("second")
    restored = data("restore", tmp_path / "copy.foam", "--keys", tmp_path / "copy.keys")
    assert restored["erased_again"] == [person]
    assert [one["person"] for one in data("person", "list")["files"]] == [other]
    assert KeyFolder(there / "vault").find(person) is None, "the record says that it was erased"
    assert data("record", "verify", "--head", copied["head"])["ok"]
