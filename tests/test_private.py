"""What a home holds is its owner's alone, under any umask, and is written whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.private import make_file, make_folder, mend_modes, new_file, write_private, write_public


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _write_half(path: Path) -> None:
    with new_file(path) as file:
        file.write(b"half")
        raise OSError(28, "No space left on device")


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o777])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def test_folders_and_files_are_private_under_any_umask(tmp_path: Path, umask: int) -> None:
    make_folder(tmp_path / "a" / "b")
    make_file(tmp_path / "a" / "empty")
    write_private(tmp_path / "c" / "d" / "file", "text")
    folders = [tmp_path / name for name in ("a", "a/b", "c", "c/d")]
    assert {_mode(folder) for folder in folders} == {0o700}
    assert {_mode(tmp_path / name) for name in ("a/empty", "c/d/file")} == {0o600}
    assert (tmp_path / "c" / "d" / "file").read_text() == "text"


def test_a_writer_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_private(path, "old")

    with pytest.raises(OSError, match="No space"):
        _write_half(path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["file"]


def test_a_file_that_was_asked_for_has_the_usual_modes_or_keeps_its_own(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        tmp_path.chmod(0o755)
        write_public(tmp_path / "new", "a")
        (tmp_path / "known").touch(mode=0o640)
        write_public(tmp_path / "known", "b")
        tmp_path.chmod(0o700)
        write_public(tmp_path / "inside", "c")
    finally:
        os.umask(before)
    assert [_mode(tmp_path / name) for name in ("new", "known", "inside")] == [0o644, 0o640, 0o600]


def test_a_link_is_written_through_and_a_device_is_written_to(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_public(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
    write_public(Path(os.devnull), "gone")
    assert not Path(os.devnull).is_file()


def test_what_an_older_foam_left_open_is_mended_and_said_once(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "words").mkdir(parents=True)
    files = [home / name for name in ("foam.db", "foam.db-wal", "foam.heads", "config.toml", "words/a.json")]
    for path in files:
        path.touch()
        path.chmod(0o644)
    beside = home / "script.sh"
    beside.touch()
    beside.chmod(0o755)
    home.chmod(0o755)
    (home / "config.toml").unlink()
    with foam.open(home, environ={}) as opened:
        assert "now only you can" in opened.remark
    with foam.open(home, environ={}) as opened:
        assert "now only you can" not in opened.remark
    assert _mode(home) == _mode(home / "words") == 0o700
    assert {_mode(path) for path in files if path.exists()} == {0o600}
    assert _mode(beside) == 0o755, "what is not FOAM's is not touched"


def test_an_open_folder_is_closed_when_it_becomes_a_home(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with foam.open(tmp_path, models=foam.ScriptedModel(), environ={}) as home:
        assert home.library.stats().documents == 0
    assert (_mode(tmp_path), _mode(tmp_path / "foam.db")) == (0o700, 0o600)


def test_a_folder_that_is_no_home_keeps_its_modes(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "notes.txt").touch(mode=0o644)
    assert not mend_modes(tmp_path)
    assert not mend_modes(tmp_path / "absent")
    assert _mode(tmp_path) == 0o755


def test_a_link_in_a_home_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "public").touch(mode=0o644)
    outside.chmod(0o755)
    home = tmp_path / ".foam"
    home.mkdir(mode=0o755)
    (home / "words").symlink_to(outside)
    assert mend_modes(home)
    assert (_mode(outside), _mode(outside / "public")) == (0o755, 0o644)


def test_everything_in_a_home_that_was_used_is_private(tmp_path: Path) -> None:
    before = os.umask(0o000)
    try:
        with foam.open(tmp_path / "home", models=foam.ScriptedModel(), embedder=HashingEmbedder(), environ={}) as home:
            home.ask("Should cities make public transport free?")
            source = tmp_path / "a.txt"
            source.write_text("Buses are cheap. Trams are dear.")
            home.library.add(source, workers=1)
            home.search("cheap buses")
            home.quote.check(source)
            inside = [Path(place, name) for place, folders, files in os.walk(home.folder) for name in folders + files]
            wide = [path for path in (home.folder, *inside) if _mode(path) & 0o077 and "models" not in path.parts]
            assert len(inside) > 3
            assert wide == []
    finally:
        os.umask(before)


def test_a_file_that_goes_while_the_home_is_looked_at_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("foam.db", "foam.db-wal"):
        make_file(tmp_path / name)
    listed = list(os.scandir(tmp_path))
    (tmp_path / "foam.db-wal").unlink()
    monkeypatch.setattr("os.scandir", lambda folder: listed)
    assert not mend_modes(tmp_path)
