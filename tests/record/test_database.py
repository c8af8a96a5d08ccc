"""The file of a record: what is made, what is refused, and what SQLite's errors mean."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from foam.errors import FoamError, InputError, NotFound, RecordDamaged
from foam.record.database import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    TABLES,
    open_file,
    transaction,
    translate_errors,
)


def _pragma(db: sqlite3.Connection, name: str) -> int:
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])


def test_a_new_file_is_a_record_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "home" / "foam.db"
    with closing(open_file(path, timeout=1, readonly=False)) as db:
        assert (_pragma(db, "application_id"), _pragma(db, "user_version")) == (APPLICATION_ID, SCHEMA_VERSION)
        assert _pragma(db, "page_size") == 8192
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert names == set(TABLES)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_becomes_a_home_is_closed_to_others_once(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o755)
    home.chmod(0o755)
    open_file(home / "foam.db", timeout=1, readonly=False).close()
    assert home.stat().st_mode & 0o777 == 0o700
    home.chmod(0o755)
    open_file(home / "foam.db", timeout=1, readonly=False).close()
    assert home.stat().st_mode & 0o777 == 0o755, "who opened it to others later meant to"


def test_to_read_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no record at"):
        open_file(tmp_path / "foam.db", timeout=1, readonly=True)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "empty.db").touch()
    with pytest.raises(NotFound, match="no record at"):
        open_file(tmp_path / "empty.db", timeout=1, readonly=True)
    open_file(tmp_path / "empty.db", timeout=1, readonly=False).close()
    open_file(tmp_path / "empty.db", timeout=1, readonly=True).close()


@pytest.mark.parametrize(
    ("statement", "error", "said"),
    [
        (f"PRAGMA user_version={SCHEMA_VERSION - 1}", InputError, "written by an older FOAM"),
        (f"PRAGMA user_version={SCHEMA_VERSION + 1}", InputError, "written by a newer FOAM"),
        ("PRAGMA user_version=0", RecordDamaged, "the header of"),
        ("PRAGMA user_version=-1", RecordDamaged, "the header of"),
        ("PRAGMA application_id=7", RecordDamaged, "the header of"),
        ("PRAGMA user_version=1", InputError, "written by an older FOAM"),
    ],
)
def test_a_header_that_is_not_ours_is_refused(
    tmp_path: Path, statement: str, error: type[FoamError], said: str
) -> None:
    path = tmp_path / "foam.db"
    open_file(path, timeout=1, readonly=False).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(statement)
    with pytest.raises(error, match=said):
        open_file(path, timeout=1, readonly=False)


def test_another_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE mine (x)")
    before = path.read_bytes()
    with pytest.raises(InputError, match="is a database, but not a FOAM record"):
        open_file(path, timeout=1, readonly=False)
    assert path.read_bytes() == before
    (tmp_path / "text.db").write_text("no database at all, but long enough to be read as one" * 9)
    with pytest.raises(RecordDamaged, match="is not a FOAM record"):
        open_file(tmp_path / "text.db", timeout=1, readonly=False)


@pytest.mark.parametrize(
    ("code", "kind", "said"),
    [
        (sqlite3.SQLITE_BUSY, InputError, "locked by another process"),
        (sqlite3.SQLITE_LOCKED, InputError, "locked by another process"),
        (sqlite3.SQLITE_BUSY | 2 << 8, InputError, "locked by another process"),
        (sqlite3.SQLITE_READONLY, InputError, "cannot be opened or written"),
        (sqlite3.SQLITE_CANTOPEN, InputError, "cannot be opened or written"),
        (sqlite3.SQLITE_PERM, InputError, "cannot be opened or written"),
        (sqlite3.SQLITE_FULL, InputError, "cannot be written"),
        (sqlite3.SQLITE_IOERR, InputError, "cannot be written"),
        (sqlite3.SQLITE_NOTADB, RecordDamaged, "is not a FOAM record"),
        (sqlite3.SQLITE_CORRUPT, RecordDamaged, "is damaged"),
    ],
)
def test_what_an_error_means(tmp_path: Path, code: int, kind: type[FoamError], said: str) -> None:
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorcode = code
    with pytest.raises(kind, match=said) as raised, translate_errors(tmp_path / "foam.db"):
        raise error
    assert raised.value.__cause__ is error


def test_a_fault_of_our_own_is_not_translated(tmp_path: Path) -> None:
    db = open_file(tmp_path / "foam.db", timeout=1, readonly=False)
    db.close()
    with pytest.raises(sqlite3.ProgrammingError), translate_errors(tmp_path / "foam.db"):
        db.execute("SELECT 1")


def test_a_transaction_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    with closing(open_file(tmp_path / "foam.db", timeout=1, readonly=False)) as db:
        insert = "INSERT INTO edges VALUES ('a', ?, 'b', 'c')"
        with transaction(db):
            db.execute(insert, (1,))
        with pytest.raises(sqlite3.IntegrityError), transaction(db):
            db.executemany(insert, [(2,), (2,)])
        assert db.execute("SELECT position FROM edges").fetchall() == [(1,)]
        assert not db.in_transaction
