"""A home on a medium that cannot be written can be audited; a log that was left over is read, not ignored."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import foam
from foam.errors import InputError
from foam.evidence.library import Library
from foam.evidence.search.fake import HashingEmbedder
from foam.record.media import describe_medium, is_unwritable

QUESTION = "Should cities make public transport free?"


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Path]:
    """A folder that shows another one, and cannot be written: a read-only bind mount."""
    place = tmp_path / "medium"
    place.mkdir()
    (tmp_path / "source").mkdir()
    command = ["mount", "--bind", "-o", "ro", str(tmp_path / "source"), str(place)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def _open(folder: Path) -> foam.Home:
    models, embedder = foam.ScriptedModel(), HashingEmbedder()
    return foam.open(folder, models=models, embedder=embedder, stance=lambda _, texts: [0.5] * len(texts), environ={})


def _fill(folder: Path) -> str:
    with _open(folder) as home:
        run = home.ask(QUESTION).run
        note = folder / "note.txt"
        note.write_text("Buses are cheap. Trams are dear.")
        home.library.add(note, workers=1)
        home.search("cheap buses")
    return run


def test_everything_that_reads_works_without_writing(mounted: Path) -> None:
    source = mounted.parent / "source"
    run = _fill(source)
    before = {path: path.stat().st_mtime_ns for path in source.rglob("*")}
    with _open(mounted) as home:
        assert is_unwritable(home.folder / "foam.db")
        assert home.remark
        assert home.record.verify().ok
        assert [one.run for one in home.record.list()] == [run]
        assert home.record.replay(run).ok
        assert home.record.show(run).entry.key == run
        assert home.library.verify().ok
        document = home.library.list().documents[0]
        assert home.library.show(document.id).document.id == document.id
        found = home.search("cheap buses").found[0]
        assert home.cite(str(found.pointer)).text == "Buses are cheap."
    assert {path: path.stat().st_mtime_ns for path in source.rglob("*")} == before


def test_a_library_without_the_index_by_files_is_read_as_it_is(mounted: Path) -> None:
    source = mounted.parent / "source"
    _fill(source)
    with closing(sqlite3.connect(source / "foam.db")) as db:
        db.execute("DROP INDEX library_appearance_file")
    with Library.open(mounted / "foam.db") as library:
        files = [file for file, _ in library.find_files(library.ids())]
        assert [one.document.text for one in library.read_files(files)] == ["Buses are cheap. Trams are dear."]


def test_a_search_works_where_the_index_cannot_be_kept(mounted: Path) -> None:
    source = mounted.parent / "source"
    _fill(source)
    shutil.rmtree(source / "index")
    with _open(mounted) as home:
        assert home.search("cheap buses").found
    assert not (source / "index").exists()


def test_a_write_is_refused_in_one_plain_error(mounted: Path) -> None:
    _fill(mounted.parent / "source")
    with _open(mounted) as home:
        with pytest.raises(InputError, match=r"foam\.db"):
            home.ask("Should trams be free?")
        with pytest.raises(InputError, match=r"foam\.db"):
            home.library.remove(home.library.list().documents[0].id)


def test_a_log_that_was_left_over_is_read_from_a_private_copy(mounted: Path) -> None:
    source = mounted.parent / "source"
    _fill(source)
    writer = sqlite3.connect(source / "foam.db")
    writer.execute("PRAGMA wal_autocheckpoint=0")
    with _open(source) as home:
        later = home.ask("Should trams be free?").run
        for name in ("foam.db", "foam.db-wal"):  # as a kill leaves them: the log was not folded in
            shutil.copyfile(source / name, source / f"{name}.kept")
    writer.close()
    for name in ("foam.db", "foam.db-wal"):
        os.replace(source / f"{name}.kept", source / name)
    (source / "foam.db-shm").unlink(missing_ok=True)
    log = (source / "foam.db-wal").read_bytes()
    assert log
    with _open(mounted) as home:
        assert home.remark
        assert later in [one.run for one in home.record.list()]
        assert home.record.verify().ok
        assert home.library.verify().ok
    assert (source / "foam.db-wal").read_bytes() == log
    assert not (source / "foam.db-shm").exists()


def test_a_place_that_can_be_written_has_nothing_to_say(tmp_path: Path) -> None:
    _fill(tmp_path)
    assert describe_medium(tmp_path / "foam.db") == ""
    assert describe_medium(tmp_path / "absent.db") == ""


def test_a_bundle_can_be_written_elsewhere(mounted: Path, tmp_path: Path) -> None:
    source = mounted.parent / "source"
    with _open(source) as home:
        run = home.deliberate(QUESTION).run
        home.bundle.key()
    with _open(mounted) as home:
        home.bundle.export(run, tmp_path / "file.zip")
    assert (tmp_path / "file.zip").stat().st_size
    assert not (source / "kept").exists()
