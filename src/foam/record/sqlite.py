"""The record in one SQLite file, safe under `kill -9`.

Write-ahead logging: readers never wait for the writer. An append, of one entry or of several, is one transaction. One
connection serves all threads of the process, a lock around each call; a process that forks opens its own store in the
child.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

from foam.record.audit import audit
from foam.record.database import connect, open_file, transaction, translate_errors
from foam.record.entry import Entry
from foam.record.salvage import Salvage
from foam.record.sealed import Sealed, seal_and_read_back, unseal
from foam.record.store import FOUND_AT_MOST, RUN, Damage, add_tag, not_a_run, not_there

FILE_NAME = "foam.db"
"""The one file that holds record and library, in the folder of all state."""

_JOIN = (
    "INSERT OR IGNORE INTO members (run, position, key) "
    "SELECT ?1, coalesce(max(position), 0) + 1, ?2 FROM members WHERE run = ?1"
)
_BATCH = 200
_AFTER_ALL = "\U0010ffff"


class SqliteStore:
    """An append-only store of entries in one file."""

    def __init__(self, path: Path | str, *, timeout: float = 30.0, readonly: bool = False) -> None:
        """Open the record, or make it. `timeout`: seconds to wait for another process that is writing."""
        self.path = Path(path)
        self._timeout = timeout
        self._lock = RLock()
        self._runs: set[str] = set()
        self._connection = open_file(self.path, timeout=timeout, readonly=readonly)

    def append(self, entry: Entry, *, run: str | None = None) -> Entry:
        return self.append_all((entry,), run=run)[0]

    def append_all(self, entries: Sequence[Entry], *, run: str | None = None) -> tuple[Entry, ...]:
        ready = [seal_and_read_back(entry) for entry in entries]
        with self._open() as db, transaction(db):
            earlier = [self._keep(db, sealed, run) for sealed, _ in ready]
        self._seen(run)
        return tuple(
            kept if row is None else unseal(sealed.key, *row)
            for (sealed, kept), row in zip(ready, earlier, strict=True)
        )

    def attach(self, key: str, *, run: str) -> None:
        with self._open() as db:
            if _is_member(db, run, key):
                return
            with transaction(db):
                _require(db, [key])
                self._join(db, run, key)
            self._seen(run)

    def get(self, key: str) -> Entry | None:
        with self._open() as db:
            row = _read_row(db, key)
        return None if row is None else unseal(key, *row)

    def find(self, prefix: str, *, kind: str | None = None) -> tuple[str, ...]:
        low = _bindable(add_tag(prefix))
        return self._keys(
            "SELECT key FROM entries WHERE key >= ? AND key < ? AND (? IS NULL OR kind = ?) ORDER BY key LIMIT ?",
            (low, low + _AFTER_ALL, kind, kind, FOUND_AT_MOST),
        )

    def dependants(self, key: str) -> tuple[str, ...]:
        return self._keys("SELECT DISTINCT child FROM edges WHERE parent = ? ORDER BY child", (_bindable(key),))

    def members(self, run: str) -> tuple[str, ...]:
        return self._keys("SELECT key FROM members WHERE run = ? ORDER BY position", (_bindable(run),))

    def entries(self, *, kind: str | None = None) -> Iterator[Entry]:
        last = 0
        while batch := self._batch(last, kind):
            for last, key, body, sealed in batch:  # noqa: B007
                yield unseal(key, body, sealed)

    def count(self) -> int:
        with self._open() as db:
            return int(db.execute("SELECT count(*) FROM entries").fetchone()[0])

    def damaged(self) -> Iterator[Damage]:
        """As the port says; on a connection and snapshot of its own, so that nobody waits for it."""
        with translate_errors(self.path):
            db = connect(self.path, timeout=self._timeout, readonly=True)
        try:
            salvage = Salvage(db)
            yield from salvage.structure()
            yield from audit(salvage.entries(), salvage.edges(), salvage.members())
            yield from salvage.unread
        finally:
            db.close()

    def close(self) -> None:
        """Let go of the file; the log is folded into it."""
        with self._lock:
            self._connection.close()

    def _keep(self, db: sqlite3.Connection, sealed: Sealed, run: str | None) -> tuple[bytes, str] | None:
        """Keep it unless something is kept under its key already: that is returned, and stands."""
        earlier = _read_row(db, sealed.key)
        if earlier is None:
            _insert(db, sealed)
        if run is not None:
            self._join(db, run, sealed.key)
        return earlier

    def _join(self, db: sqlite3.Connection, run: str, key: str) -> None:
        if run not in self._runs and _kind(db, run) != RUN:
            raise not_a_run(run)
        db.execute(_JOIN, (run, key))

    def _seen(self, run: str | None) -> None:
        """Called when it has been committed: nothing is ever removed, so looking once is enough."""
        if run is not None:
            self._runs.add(run)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._lock, translate_errors(self.path):
            yield self._connection

    def _keys(self, query: str, parameters: tuple[str | int | None, ...]) -> tuple[str, ...]:
        with self._open() as db:
            return tuple(key for (key,) in db.execute(query, parameters))

    def _batch(self, last: int, kind: str | None) -> list[tuple[int, str, bytes, str]]:
        columns = "SELECT seq, key, body, seal FROM entries WHERE seq > ?"
        with self._open() as db:
            if kind is None:
                return db.execute(f"{columns} ORDER BY seq LIMIT ?", (last, _BATCH)).fetchall()
            return db.execute(f"{columns} AND kind = ? ORDER BY seq LIMIT ?", (last, kind, _BATCH)).fetchall()


def open_record(home: Path, *, readonly: bool = False) -> SqliteStore:
    """The record of the folder that holds all state."""
    return SqliteStore(home / FILE_NAME, readonly=readonly)


def _read_row(db: sqlite3.Connection, key: str) -> tuple[bytes, str] | None:
    row: tuple[bytes, str] | None = db.execute(
        "SELECT body, seal FROM entries WHERE key = ?", (_bindable(key),)
    ).fetchone()
    return row


def _insert(db: sqlite3.Connection, sealed: Sealed) -> None:
    _require(db, [edge.parent for edge in sealed.edges])
    db.execute(
        "INSERT INTO entries (key, kind, digest, seal, at, body) VALUES (?, ?, ?, ?, ?, ?)",
        (sealed.key, sealed.kind, sealed.digest, sealed.seal, sealed.at, sealed.body),
    )
    db.executemany(
        "INSERT INTO edges (child, position, parent, role) VALUES (?, ?, ?, ?)",
        [(sealed.key, position, *edge) for position, edge in enumerate(sealed.edges)],
    )


def _is_member(db: sqlite3.Connection, run: str, key: str) -> bool:
    query = "SELECT 1 FROM members WHERE run = ? AND key = ?"
    return db.execute(query, (_bindable(run), _bindable(key))).fetchone() is not None


def _kind(db: sqlite3.Connection, key: str) -> str | None:
    row = db.execute("SELECT kind FROM entries WHERE key = ?", (_bindable(key),)).fetchone()
    return None if row is None else str(row[0])


def _require(db: sqlite3.Connection, keys: list[str]) -> None:
    for key in dict.fromkeys(keys):
        if db.execute("SELECT 1 FROM entries WHERE key = ?", (_bindable(key),)).fetchone() is None:
            raise not_there(key)


def _bindable(text: str) -> str:
    """A name that SQLite can look up: whatever is no valid text is no key either."""
    return text.encode("utf-8", "replace").decode("utf-8")
