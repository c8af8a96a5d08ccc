"""The SQLite file behind a record: opening, schema, and what its errors mean to people.

Others may keep tables of their own in the same file, beside the record's.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from foam.errors import FoamError, InputError, NotFound, RecordDamaged
from foam.private import make_file, mend_modes
from foam.record.media import is_unwritable, open_to_read, open_uri

_PAUSE = 0.02
"""Seconds between tries where SQLite does not wait itself."""
APPLICATION_ID = int.from_bytes(b"FOAM", "big")
SCHEMA_VERSION = 3
"""Version 3 has a log over all appends; version 2 kept members in a table that nothing vouched for."""

TABLES = ("log", "entries", "edges")
SCHEMA = (
    "CREATE TABLE log (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, "
    "run TEXT NOT NULL, seal TEXT NOT NULL, node BLOB NOT NULL)",
    "CREATE UNIQUE INDEX log_by_run ON log (run, key) WHERE run <> ''",
    "CREATE TABLE entries (seq INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, "
    "digest TEXT NOT NULL, seal TEXT NOT NULL, at TEXT NOT NULL, body BLOB NOT NULL, erased INTEGER NOT NULL)",
    "CREATE INDEX entries_by_kind ON entries (kind)",
    "CREATE TABLE edges (child TEXT NOT NULL, position INTEGER NOT NULL, parent TEXT NOT NULL, role TEXT NOT NULL, "
    "PRIMARY KEY (child, position)) WITHOUT ROWID",
    "CREATE INDEX edges_by_parent ON edges (parent)",
)
"""The members of a run are the lines of the log that name it. An entry's `seq` is the number of its line, and `erased`
that of the last line that erased words of it."""

_PAGE = 8192
"""Bytes: several entries fit a page, where the usual 4096 would leave half of each empty."""
_CHECKPOINT = 2000
"""Pages of log before it is folded into the file: the fold waits for the disk, so it is done seldom."""

UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What reading a damaged file can raise; the second when a damaged name reaches an error message."""

_RESTORE = "restore the file from a copy; what it still holds can be listed with: foam record verify"
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_DENIED = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH})
_NO_ROOM = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR})


def connect(path: Path, *, timeout: float, readonly: bool = False) -> sqlite3.Connection:
    """A connection in autocommit; it may be used from any thread, one at a time."""
    return open_to_read(path, timeout=timeout) if readonly else open_uri(path, "mode=rwc", timeout=timeout)


def open_file(path: Path, *, timeout: float, readonly: bool) -> sqlite3.Connection:
    """Open the record at this path and make sure that it is one; a new or empty file becomes one.

    Where it cannot be written it is opened to be read, and the first write says so.
    """
    readonly = readonly or is_unwritable(path)
    _require_place(path, readonly)
    with translate_errors(path):
        db = connect(path, timeout=timeout, readonly=readonly)
        try:
            _prepare(db, path, readonly, timeout)
        except BaseException:
            db.close()
            raise
        return db


def open_memory() -> sqlite3.Connection:
    """A record in this process's memory, gone with the connection."""
    db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _create(db)
    return db


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Everything inside is there whole or not at all; other writers wait."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk has SQLite roll back by itself
            db.execute("ROLLBACK")
        raise


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a fault of our own, such as the use of a closed store
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise _explain(error, path) from error


def _explain(error: Exception, path: Path) -> FoamError:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # the low byte is the primary code
    if code in _BUSY:
        return InputError(f"the record {path} is locked by another process", hint="wait for it to finish, then retry")
    if code in _DENIED:
        return InputError(f"the record {path} cannot be opened or written: {error}", hint="check path and permissions")
    if code in _NO_ROOM:
        return InputError(f"the record {path} cannot be written: {error}", hint="check the disk; nothing was lost")
    if code == sqlite3.SQLITE_NOTADB:
        return RecordDamaged(f"{path} is not a FOAM record, or its header is damaged: {error}", hint=_RESTORE)
    return RecordDamaged(f"the record {path} is damaged: {error}", hint=_RESTORE)


def _require_place(path: Path, readonly: bool) -> None:
    if readonly and not path.exists():
        raise _missing(path)
    if readonly:
        return
    try:
        if make_file(path):  # SQLite gives its log the modes of the file
            mend_modes(path.parent)  # the folder is a home from now on
    except OSError as error:
        raise InputError(
            f"cannot make the folder {path.parent}: {error.strerror}",
            hint="set FOAM_HOME to a folder that you may write to",
        ) from error


def _missing(path: Path) -> NotFound:
    return NotFound(f"no record at {path}", hint="run something first, or set FOAM_HOME")


def _prepare(db: sqlite3.Connection, path: Path, readonly: bool, timeout: float) -> None:
    db.execute("PRAGMA cell_size_check=ON")
    if _is_blank(db):
        if readonly:
            raise _missing(path)
        _create(db)
    _require_ours(db, path)
    if not readonly:
        _write_ahead(db, timeout)
        db.execute("PRAGMA synchronous=NORMAL")
        db.execute(f"PRAGMA wal_autocheckpoint={_CHECKPOINT}")


def _write_ahead(db: sqlite3.Connection, timeout: float) -> None:
    """Have readers and a writer not wait for each other. SQLite itself does not wait for others to change this."""
    end = time.monotonic() + timeout
    while True:
        try:
            db.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
        time.sleep(_PAUSE)


def _is_blank(db: sqlite3.Connection) -> bool:
    return (_pragma(db, "application_id"), _pragma(db, "user_version"), _tables(db)) == (0, 0, set())


def _create(db: sqlite3.Connection) -> None:
    db.execute(f"PRAGMA page_size={_PAGE}")
    with transaction(db):
        if not _is_blank(db):
            return  # another process was faster
        for statement in SCHEMA:
            db.execute(statement)
        db.execute(f"PRAGMA application_id={APPLICATION_ID}")
        db.execute(f"PRAGMA user_version={SCHEMA_VERSION}")


def _require_ours(db: sqlite3.Connection, path: Path) -> None:
    version = _pragma(db, "user_version")
    if not _tables(db).intersection(TABLES):
        raise InputError(f"{path} is a database, but not a FOAM record", hint="name another file")
    if _pragma(db, "application_id") != APPLICATION_ID or version < 1:
        raise RecordDamaged(f"the header of {path} is damaged: it does not say that this is a record", hint=_RESTORE)
    if version < SCHEMA_VERSION:
        raise InputError(
            f"{path} was written by an older FOAM (format {version}; this one reads {SCHEMA_VERSION})",
            hint=f"move {path.parent} away or set FOAM_HOME to a new folder; the older FOAM still reads and exports it",
        )
    if version > SCHEMA_VERSION:
        raise InputError(
            f"{path} was written by a newer FOAM (format {version}; this one reads {SCHEMA_VERSION})",
            hint="upgrade FOAM: pip install --upgrade foam",
        )


def _tables(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _pragma(db: sqlite3.Connection, name: str) -> int:
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])
