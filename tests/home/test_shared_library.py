"""Homes on several machines that work with one library in PostgreSQL."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.cluster import Cluster

import foam
from foam.cli.main import foam as command
from foam.errors import NotFound
from foam.evidence.search.fake import HashingEmbedder

LETTER = "Quendelin keeps a boat in the harbour all winter. The boat is the Sturmvogel."
OTHERS = "The harbour is dredged twice a year. Private boats pay a tenth."
OpenHome = Callable[..., foam.Home]


@pytest.fixture
def open_home(tmp_path: Path, database: str) -> OpenHome:
    """A home of this name whose library is in the database, and whose record is in its own file."""

    def open_one(name: str, **settings: Any) -> foam.Home:
        given = {"library.url": database, **settings}
        return foam.open(tmp_path / name, embedder=HashingEmbedder(), environ={}, **given)

    return open_one


def write(tmp_path: Path) -> tuple[Path, Path]:
    letter, others = tmp_path / "letter.txt", tmp_path / "others.txt"
    letter.write_text(LETTER, "utf-8")
    others.write_text(OTHERS, "utf-8")
    return letter, others


@pytest.mark.parametrize("index", ["", "file://"])
def test_what_one_home_adds_removes_and_erases_the_other_finds_no_more(
    tmp_path: Path, database: str, cluster: Cluster, open_home: OpenHome, index: str
) -> None:
    letter, others = write(tmp_path)
    settings = {"library.index": f"file://{tmp_path}/shared"} if index else {}
    with open_home("one", **settings) as one, open_home("two", **settings) as two:
        one.library.add(letter)
        assert two.search("boat in the harbour").found[0].text.startswith("Quendelin")
        two.library.add(others)
        assert {found.text for found in one.search("private boats harbour").found} >= {"Private boats pay a tenth."}
        assert one.library.verify().ok
        assert two.library.verify().ok
        gone = next(line.id for line in one.library.list().documents if "letter" in line.title)
        done = one.erase(document=[gone], because="asked for", by="clerk")
        assert done.documents == (gone,)
        assert done.left == ()
        with pytest.raises(NotFound, match="asked for"):
            two.library.show(gone)
        assert all("Quendelin" not in found.text for found in two.search("boat in the harbour").found)
        assert two.library.verify().ok
        assert any("the library holds" in note for note in one.record.verify().notes)
    assert not any(b"Sturmvogel" in data for data in cluster.read_bytes(str(cluster.find_folder(database))))
    assert not any(b"Sturmvogel" in path.read_bytes() for path in (tmp_path / "one").rglob("*") if path.is_file())


def test_removing_for_good_leaves_no_byte_in_the_database(
    tmp_path: Path, database: str, cluster: Cluster, open_home: OpenHome
) -> None:
    letter, others = write(tmp_path)
    with open_home("one") as home:
        home.library.add(letter, others)
        gone = next(line.id for line in home.library.list().documents if "letter" in line.title)
        assert home.library.remove(gone).left == ()
        assert home.library.stats().documents == 1
        assert home.library.stats().megabytes > 0
    assert not any(b"Sturmvogel" in data for data in cluster.read_bytes(str(cluster.find_folder(database))))


def test_a_file_whose_record_is_in_a_database_is_scrubbed_too(tmp_path: Path, database: str) -> None:
    letter, others = write(tmp_path)
    settings: dict[str, Any] = {"record.url": database}
    with foam.open(tmp_path / "one", embedder=HashingEmbedder(), environ={}, **settings) as home:
        home.library.add(letter, others)
        gone = next(line.id for line in home.library.list().documents if "letter" in line.title)
        home.erase(document=[gone], because="asked for", by="clerk")
        assert home.library.verify().ok
    assert not any(b"Sturmvogel" in path.read_bytes() for path in (tmp_path / "one").rglob("*") if path.is_file())


def test_what_was_left_behind_in_the_file_is_named_and_goes_with_a_copy_back(
    tmp_path: Path, database: str, open_home: OpenHome
) -> None:
    letter, others = write(tmp_path)
    with foam.open(tmp_path / "one", embedder=HashingEmbedder(), environ={}) as home:
        home.library.add(letter, others)
        home.library.copy(to=database)
    with open_home("one") as home:
        gone = next(line.id for line in home.library.list().documents if "letter" in line.title)
        assert home.library.remove(gone).left == ("foam.db",)
        assert home.library.copy(to=str(tmp_path / "one" / "foam.db")).added == 1
    assert b"Sturmvogel" not in (tmp_path / "one" / "foam.db").read_bytes()


def test_a_backup_says_that_the_library_is_not_in_it(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter, _ = write(tmp_path)
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    CliRunner().invoke(command, ["library", "add", str(letter), "--no-index"])
    monkeypatch.setenv("FOAM_LIBRARY__URL", database)
    CliRunner().invoke(command, ["library", "add", str(letter), "--no-index"])
    done = CliRunner().invoke(command, ["backup", str(tmp_path / "copy.foam"), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["apart"] == ["library"]
    assert "the library is in a database and not in the file" in done.stderr
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "other"))
    done = CliRunner().invoke(command, ["restore", str(tmp_path / "copy.foam"), "--json"])
    assert done.exit_code == 0, done.output
    done = CliRunner().invoke(command, ["library", "verify", "--no-index", "--json"])
    assert json.loads(done.stdout)["damaged"] == []
    assert (tmp_path / "other" / "library.heads").exists()


def test_the_address_is_shown_nowhere(tmp_path: Path, open_home: OpenHome, database: str) -> None:
    with open_home("one", **{"library.url": database.replace("foam@", "foam:hunter2@")}) as home:
        assert "hunter2" not in str(home.config())
