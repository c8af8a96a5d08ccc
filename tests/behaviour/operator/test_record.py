"""The record, the library and their copies: whole, grown only, put back, and never overwritten."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zipfile
from pathlib import Path

import pytest
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held

import foam


@pytest.fixture
def home(sunday: Held, tmp_path: Path) -> Path:
    return sunday.copy(tmp_path / "home")


def read_head(home: Path) -> str:
    head: str = read_foam(home, "record", "head")["head"]
    return head


def grow(home: Path, folder: Path, name: str) -> None:
    """Something more on record."""
    (folder / f"{name}.txt").write_text(f"The {name} sails at nine and comes back at noon.", "utf-8")
    run_foam(home, "library", "add", folder / f"{name}.txt")


def change_byte(home: Path, table: str, column: str, *, where: str = "1") -> None:
    """Change one letter of one row as it lies in the file."""
    with sqlite3.connect(home / "foam.db") as database:
        (row, held) = database.execute(f"SELECT rowid, {column} FROM {table} WHERE {where} LIMIT 1").fetchone()
        changed = held[:-3] + (b"x" if isinstance(held, bytes) else "x") + held[-2:]
        database.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (changed, row))
    database.close()


def test_a_sound_record_verifies_and_ends_with_its_head(home: Path) -> None:
    found = read_foam(home, "record", "verify")
    assert found["ok"]
    printed = run_foam(home, "record", "verify").stdout.strip().splitlines()
    assert read_head(home) in printed[-1]


def test_a_run_is_listed_shown_and_replayed(home: Path, sunday: Held) -> None:
    (run,) = [one for one in read_foam(home, "record", "list")["runs"] if one["run"] == sunday.run]
    assert run["digest"] == sunday.digest
    assert read_foam(home, "record", "show", sunday.run[:12])["run"] == sunday.run
    replayed = read_foam(home, "record", "replay", sunday.run)
    assert replayed["ok"]
    assert replayed["recorded"] == replayed["computed"]
    assert read_foam(home, "record", "diff", sunday.run, sunday.run)["changed"] == []


def test_damage_is_named_and_never_handed_out(home: Path, sunday: Held) -> None:
    tables = _list_tables(home)
    change_byte(home, "entries", tables["entries"])
    found = read_foam(home, "record", "verify", code=1)
    assert found.get("damage") or "damaged" in found["error"]
    assert run_foam(home, "record", "replay", sunday.run, code=None).exit_code != 0


def _list_tables(home: Path) -> dict[str, str]:
    """Each table, and its longest column."""
    with sqlite3.connect(home / "foam.db") as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {}
        for name in names:
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})")]
            sizes = {
                one: database.execute(f"SELECT max(length({one})) FROM {name}").fetchone()[0] or 0 for one in columns
            }
            found[name] = max(sizes, key=lambda one: sizes[one])
    database.close()
    return found


def test_the_record_is_proved_to_have_only_grown(home: Path, tmp_path: Path) -> None:
    before = read_head(home)
    grow(home, tmp_path, "ferry")
    after = read_head(home)
    assert after != before
    proof = tmp_path / "proof.json"
    run_foam(home, "record", "prove", before, "--output", proof)
    shutil.rmtree(home)
    assert read_foam(home, "record", "check", proof, "--from", before, "--to", after)["ok"]
    assert foam.check_growth(proof, earlier=before, later=after).ok
    wrong = f"{before.split('-')[0]}-{'0' * 16}"
    assert not read_foam(home, "record", "check", proof, "--from", wrong, "--to", after, code=1)["ok"]


def test_a_head_kept_elsewhere_finds_an_older_copy(home: Path, tmp_path: Path) -> None:
    shutil.copytree(home, tmp_path / "old")
    grow(home, tmp_path, "ferry")
    later = read_head(home)
    assert read_foam(home, "record", "verify", "--head", later)["ok"]
    assert not read_foam(tmp_path / "old", "record", "verify", "--head", later, code=1)["ok"]


def test_an_older_file_put_back_is_reported_until_somebody_says_why(home: Path, tmp_path: Path) -> None:
    old = tmp_path / "foam.db"
    shutil.copy(home / "foam.db", old)
    grow(home, tmp_path, "ferry")
    later = read_head(home)
    for leftover in home.glob("foam.db*"):
        leftover.unlink()
    shutil.copy(old, home / "foam.db")
    assert read_foam(home, "record", "verify", code=1)["damage"]
    run_foam(home, "record", "restored", "--because", "the disk failed", "--by", "ann")
    found = read_foam(home, "record", "verify")
    assert any("the disk failed" in note for note in found["notes"])
    assert not read_foam(home, "record", "verify", "--head", later, code=1)["ok"]


def test_the_library_is_verified_and_a_changed_sentence_is_found(home: Path) -> None:
    assert read_foam(home, "library", "verify")["damaged"] == []
    tables = _list_tables(home)
    document = next(name for name in tables if "document" in name)
    change_byte(home, document, tables[document])
    assert read_foam(home, "library", "verify", code=1)["damaged"]


def test_a_copy_of_the_home_comes_back_as_it_was(home: Path, sunday: Held, tmp_path: Path) -> None:
    copied = read_foam(home, "backup", tmp_path / "copy.foam")
    there = tmp_path / "there"
    restored = read_foam(there, "restore", tmp_path / "copy.foam")
    assert restored["head"] == copied["head"] == read_head(home)
    assert read_foam(there, "record", "verify", "--head", copied["head"])["ok"]
    assert read_foam(there, "record", "replay", sunday.run)["ok"]
    assert read_foam(there, "library", "verify")["damaged"] == []
    assert len(read_foam(there, "library", "list")["documents"]) == len(sunday.file.papers)
    assert there.stat().st_mode & 0o077 == 0


def test_neither_a_copy_nor_a_home_is_overwritten(home: Path, tmp_path: Path) -> None:
    run_foam(home, "backup", tmp_path / "copy.foam")
    before = (tmp_path / "copy.foam").read_bytes()
    run_foam(home, "backup", tmp_path / "copy.foam", code=2)
    assert (tmp_path / "copy.foam").read_bytes() == before
    head = read_head(home)
    run_foam(home, "restore", tmp_path / "copy.foam", code=2)
    assert read_head(home) == head


@pytest.mark.parametrize("change", ["a byte", "a file more", "a file less"])
def test_a_copy_that_was_changed_is_refused_whole(home: Path, tmp_path: Path, change: str) -> None:
    run_foam(home, "backup", tmp_path / "copy.foam")
    with zipfile.ZipFile(tmp_path / "copy.foam") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    largest = max(files, key=lambda name: len(files[name]))
    match change:
        case "a byte":
            files[largest] = files[largest][:-1] + bytes([files[largest][-1] ^ 1])
        case "a file more":
            files["words/more.json"] = b"{}"
        case _:
            del files[largest]
    with zipfile.ZipFile(tmp_path / "bad.foam", "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    refused = run_foam(tmp_path / "there", "restore", tmp_path / "bad.foam", code=None)
    assert refused.exit_code in (1, 2)
    assert not (tmp_path / "there" / "foam.db").exists()


def test_the_keys_of_personal_files_are_copied_apart(tmp_path: Path) -> None:
    home = tmp_path / "home"
    person = read_foam(home, "person", "open", "Ada Example")["person"]
    (tmp_path / "letter.txt").write_text("Ada keeps a boat named Sturmvogel in the harbour.", "utf-8")
    run_foam(home, "person", "add", person, tmp_path / "letter.txt")
    run_foam(home, "backup", tmp_path / "copy.foam")
    run_foam(home, "backup", tmp_path / "copy.keys", "--keys")
    with zipfile.ZipFile(tmp_path / "copy.foam") as archive:
        assert not [name for name in archive.namelist() if b"Sturmvogel" in archive.read(name)]
    run_foam(tmp_path / "without", "restore", tmp_path / "copy.foam")
    run_foam(tmp_path / "without", "person", "export", person, tmp_path / "no.json", code=2)
    run_foam(tmp_path / "with", "restore", tmp_path / "copy.foam", "--keys", tmp_path / "copy.keys")
    run_foam(tmp_path / "with", "person", "export", person, tmp_path / "all.json")
    assert "Sturmvogel" in (tmp_path / "all.json").read_text("utf-8")


def test_a_personal_file_is_held_erased_and_still_verifies(tmp_path: Path) -> None:
    home = tmp_path / "home"
    person = read_foam(home, "person", "open", "Ada Example", "--kind", "inquiry")["person"]
    (tmp_path / "letter.txt").write_text("Ada keeps a boat named Sturmvogel in the harbour.", "utf-8")
    run_foam(home, "person", "add", person, tmp_path / "letter.txt")
    head = read_head(home)
    erase = ("person", "erase", person, "--because", "request 12", "--rule", "article 17", "--yes")
    run_foam(home, "person", "hold", person, "--because", "lawsuit 9")
    run_foam(home, *erase, code=2)
    run_foam(home, "person", "release", person, "--because", "it ended")
    run_foam(home, *erase)
    found = read_foam(home, "record", "verify", "--head", head)
    assert any("article 17" in note for note in found["notes"])
    for path in (one for one in home.rglob("*") if one.is_file()):
        assert b"Sturmvogel" not in path.read_bytes(), path.name


def test_a_run_is_exported_as_prov(home: Path, sunday: Held, tmp_path: Path) -> None:
    run_foam(home, "record", "export", sunday.run, "--output", tmp_path / "run.json")
    document = json.loads((tmp_path / "run.json").read_text("utf-8"))
    assert {"activity", "agent", "entity", "wasGeneratedBy"} <= set(document)
    first = (tmp_path / "run.json").read_bytes()
    run_foam(home, "record", "export", sunday.run, "--output", tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == first
