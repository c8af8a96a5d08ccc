"""Copies of a home, tested by putting them back."""

from __future__ import annotations

import asyncio
import json
import zipfile
from pathlib import Path

import pytest
from tests.home.personal import GIVEN, NAME, QUESTION, REASON, data, deliberate, run

import foam
from foam.model.scripted import agree
from foam.record.keys import KeyFolder

LETTER = f"{NAME} keeps a boat in the harbour all winter. The boat is the Sturmvogel."


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    (tmp_path / "others.txt").write_text("The harbour is dredged twice a year. Private boats pay a tenth.", "utf-8")
    data("library", "add", tmp_path / "others.txt")
    deliberate(f"{QUESTION}?")
    return tmp_path / "home"


@pytest.fixture
def person(tmp_path: Path) -> str:
    opened: str = data("person", "open", NAME)["person"]
    (tmp_path / "letter.txt").write_text(LETTER, "utf-8")
    data("person", "add", opened, tmp_path / "letter.txt")
    return opened


def move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str = "other") -> Path:
    """A new, empty home."""
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / name))
    return tmp_path / name


def test_what_was_copied_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, person: str) -> None:
    ran = data("record", "list")["runs"][0]["run"]
    copied = data("backup", tmp_path / "copy.foam")
    data("backup", tmp_path / "copy.keys", "--keys")
    there = move(tmp_path, monkeypatch)
    restored = data("restore", tmp_path / "copy.foam", "--keys", tmp_path / "copy.keys")
    assert restored["head"] == copied["head"]
    assert data("record", "verify", "--head", copied["head"])["ok"]
    assert data("record", "replay", ran)["ok"]
    assert data("library", "verify")["damaged"] == []
    assert data("person", "show", person)["documents"] == 1
    assert there.stat().st_mode & 0o077 == 0


def test_without_the_keys_nothing_personal_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, person: str
) -> None:
    data("backup", tmp_path / "copy.foam")
    with zipfile.ZipFile(tmp_path / "copy.foam") as archive:
        assert not any(b"Sturmvogel" in archive.read(name) for name in archive.namelist())
        assert not any("vault" in name for name in archive.namelist())
    move(tmp_path, monkeypatch)
    data("restore", tmp_path / "copy.foam")
    assert "is not here" in data("person", "export", person, tmp_path / "x.json", exit_code=2)["error"]
    told = data("record", "verify", exit_code=1)
    assert all("is not here" in one["reason"] for one in told["damage"])


def test_what_was_erased_since_is_erased_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, person: str, home: Path
) -> None:
    data("backup", tmp_path / "old.foam")
    data("backup", tmp_path / "old.keys", "--keys")
    data("person", "erase", person, *REASON, "--yes")
    data("backup", tmp_path / "new.keys", "--keys")
    move(tmp_path, monkeypatch)
    restored = data("restore", tmp_path / "old.foam", "--keys", tmp_path / "new.keys")
    assert restored["erased_again"] == [person]
    verified = data("record", "verify")
    assert any("records law, section 4" in note for note in verified["notes"])
    assert "was erased" in data("person", "show", person, exit_code=2)["error"]

    there = move(tmp_path, monkeypatch, "with-own-keys")
    there.mkdir(mode=0o700)
    (home / "vault").rename(there / "vault")
    assert data("restore", tmp_path / "old.foam", "--keys", tmp_path / "old.keys")["erased_again"] == [person]
    assert KeyFolder(there / "vault").find(person) is None, "an old copy of the keys does not bring it back"
    assert data("record", "verify")["ok"]


def test_nothing_is_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data("backup", tmp_path / "copy.foam")
    assert "is there already" in data("backup", tmp_path / "copy.foam", exit_code=2)["error"]
    before = data("record", "head")
    assert "already" in data("restore", tmp_path / "copy.foam", exit_code=2)["error"]
    assert data("record", "head") == before


@pytest.mark.parametrize("change", ["byte", "missing", "added", "outside"])
def test_a_changed_copy_is_refused_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    data("backup", tmp_path / "copy.foam")
    with zipfile.ZipFile(tmp_path / "copy.foam") as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    if change == "byte":
        files["foam.db"] = files["foam.db"][:-1] + bytes([files["foam.db"][-1] ^ 1])
    elif change == "missing":
        del files["foam.heads"]
    elif change == "added":
        files["words/x.json"] = b"{}"
    else:
        manifest = json.loads(files["manifest.json"])
        manifest["files"]["../escaped"] = manifest["files"]["foam.heads"]
        files |= {"manifest.json": json.dumps(manifest).encode(), "../escaped": files["foam.heads"]}
    with zipfile.ZipFile(tmp_path / "bad.foam", "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    there = move(tmp_path, monkeypatch)
    assert data("restore", tmp_path / "bad.foam", exit_code=1)["error"]
    assert not there.exists()
    assert not (tmp_path / "escaped").exists()
    assert not list(tmp_path.glob(".other*"))


def test_what_is_no_copy_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    move(tmp_path, monkeypatch)
    assert run("restore", tmp_path / "others.txt").exit_code == 2
    assert run("backup", tmp_path / "none.foam").exit_code == 2
    assert not (tmp_path / "none.foam").exists()


def test_a_copy_made_while_a_run_goes_on_verifies(tmp_path: Path, home: Path) -> None:
    """Copies are made in another thread, one after another, until the run ends."""

    async def copy_until_done() -> list[Path]:
        slow = {**GIVEN, "models": foam.ScriptedModel(agree(), writes=True, delay=0.5)}
        with foam.open(home, environ={}, **slow) as running, foam.open(home, environ={}, **GIVEN) as copying:
            work = asyncio.create_task(
                running.deliberate.aio(f"{QUESTION}, for a bridge?", pack="benefits-appeal", library=True)
            )
            made: list[Path] = []
            while not work.done():
                path = tmp_path / f"copy-{len(made)}.foam"
                await copying.backup.aio(path)
                made.append(path)
            await work
            return made

    made = asyncio.run(copy_until_done())
    assert len(made) > 1
    sizes = []
    for number, path in enumerate(made):
        with foam.open(tmp_path / f"restored-{number}", environ={}, **GIVEN) as restored:
            restored.restore(path)
            report = restored.record.verify()
            assert report.ok, report.damage
            sizes.append(report.entries)
    assert len(set(sizes)) > 1, "no copy fell into the run"
