"""The record in one SQLite file, safe under `kill -9`.

Write-ahead logging: readers never wait for the writer. An append, of one entry or of several, is one transaction. One
connection serves all threads of the process, a lock around each call; a process that forks opens its own store in the
child.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

from foam.errors import InputError, NotFound
from foam.record import tree
from foam.record.audit import audit
from foam.record.database import connect, open_file, translate_errors
from foam.record.entry import Draft, Entry
from foam.record.heads import HeadsFile, extend_log
from foam.record.log import ENTRY, ERASED, JOINED, Head, Line, SqliteLog
from foam.record.salvage import Salvage
from foam.record.sealed import Sealed, Stored, Unsealed, cut_body, seal, seal_and_read_back, unseal
from foam.record.store import FOUND_AT_MOST, RUN, Cut, Damage, Inclusion, add_tag, not_a_run, not_there
from foam.values import digest_bytes

FILE_NAME = "foam.db"
"""The one file that holds record and library, in the folder of all state."""

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
        self._unsealed = Unsealed()
        self._heads = HeadsFile(self.path)
        self._connection = open_file(self.path, timeout=timeout, readonly=readonly)
        self._log = SqliteLog(self._connection)

    def append(self, entry: Entry, *, run: str | None = None) -> Entry:
        return self.append_all((entry,), run=run)[0]

    def append_all(self, entries: Sequence[Entry], *, run: str | None = None) -> tuple[Entry, ...]:
        ready = [seal_and_read_back(entry) for entry in entries]
        with self._logging() as log:
            earlier = [self._keep(log, sealed, run) for sealed, _ in ready]
        self._seen(run)
        return tuple(
            kept if row is None else unseal(sealed.key, row) for (sealed, kept), row in zip(ready, earlier, strict=True)
        )

    def attach(self, key: str, *, run: str) -> None:
        with self._open() as db:
            if _is_member(db, run, key):
                return
        with self._logging() as log:
            _require(self._connection, [key])
            self._join(log, run, key)
        self._seen(run)

    def get(self, key: str) -> Entry | None:
        with self._open() as db:
            row = _read_row(db, key)
        return None if row is None else self._unsealed.read(key, row)

    def find(self, prefix: str, *, kind: str | None = None) -> tuple[str, ...]:
        low = _bindable(add_tag(prefix))
        return self._keys(
            "SELECT key FROM entries WHERE key >= ? AND key < ? AND (? IS NULL OR kind = ?) ORDER BY key LIMIT ?",
            (low, low + _AFTER_ALL, kind, kind, FOUND_AT_MOST),
        )

    def dependants(self, key: str) -> tuple[str, ...]:
        return self._keys("SELECT DISTINCT child FROM edges WHERE parent = ? ORDER BY child", (_bindable(key),))

    def members(self, run: str) -> tuple[str, ...]:
        return self._keys("SELECT key FROM log WHERE run <> '' AND run = ? ORDER BY seq", (_bindable(run),))

    def entries(self, *, kind: str | None = None) -> Iterator[Entry]:
        last = 0
        while batch := self._batch(last, kind):
            for last, key, body, sealed, digest, erased in batch:  # noqa: B007
                yield self._unsealed.read(key, Stored(body, sealed, digest, erased))

    def count(self) -> int:
        with self._open() as db:
            return int(db.execute("SELECT count(*) FROM entries").fetchone()[0])

    def damaged(self, *, head: Head | None = None) -> Iterator[Damage]:
        """As the port says; on a connection and snapshot of its own, so that nobody waits for it."""
        noted = self._heads.read()  # before the snapshot, so that it knows of nothing later
        with translate_errors(self.path):
            db = connect(self.path, timeout=self._timeout, readonly=True)
        try:
            salvage = Salvage(db)
            yield from salvage.structure()
            log = salvage.log()
            if noted is None and log:
                yield Damage(key=self._heads.path.name, reason="the file of noted heads is gone")
            yield from audit(salvage.entries(), salvage.edges(), log, noted=noted or (), head=head)
            yield from salvage.unread
        finally:
            db.close()

    def close(self) -> None:
        """Let go of the file; the log is folded into it."""
        with self._lock:
            self._connection.close()
            self._heads.close()

    def head(self, size: int | None = None) -> Head:
        with self._reading_log() as log:
            if size is not None and not 0 <= size <= log.size():
                raise NotFound(f"the log has {log.size()} lines, and never had {size}", hint="see: foam record head")
            return log.head(size)

    def noted(self) -> tuple[Head, ...]:
        return tuple(Head.parse(line) for line in self._heads.read() or ())

    def prove_consistency(self, earlier: int, size: int) -> tuple[bytes, ...]:
        with self._reading_log() as log:
            return tree.prove_consistency(log, earlier, size)

    def prove_inclusion(self, key: str, size: int) -> Inclusion:
        with self._reading_log() as log:
            query = "SELECT l.seq, l.run FROM entries e JOIN log l ON l.seq = e.seq WHERE e.key = ?"
            row = self._connection.execute(query, (_bindable(key),)).fetchone()
            if row is None:
                raise not_there(key)
            path = tree.prove_inclusion(log, row[0], size)
        return Inclusion(number=row[0], run=row[1], path=tuple(one.hex() for one in path))

    def erase(self, draft: Draft, cut: Cut, *, at: str, also: Mapping[str, Any] | None = None) -> Entry:
        with self._lock:
            self._connection.execute("PRAGMA secure_delete=ON")
            with self._logging() as log:
                changes = [_cut_row(self._connection, log, key, cut) for key in self._every_key()]
                changed = {change.key: change.seals for change in changes if change is not None}
                kept = Entry(draft=draft, answer={"entries": changed, **(also or {})}, at=at)
                self._keep(log, seal(kept), None)
            self.scrub()
        return kept

    def scrub(self) -> None:
        """Leave no trace of what was removed in the file or in its write-ahead log."""
        with self._open() as db:
            db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _keep(self, log: SqliteLog, sealed: Sealed, run: str | None) -> Stored | None:
        """Keep it unless something is kept under its key already: that is returned, and stands."""
        earlier = _read_row(self._connection, sealed.key)
        if earlier is not None:
            if run is not None and not _is_member(self._connection, run, sealed.key):
                self._join(log, run, sealed.key)
            return earlier
        if run is not None:
            self._require_run(run)
        _insert(self._connection, log.append(Line(ENTRY, sealed.key, run or "", sealed.seal)), sealed)
        return None

    def _join(self, log: SqliteLog, run: str, key: str) -> None:
        self._require_run(run)
        log.append(Line(JOINED, key, run, ""))

    def _require_run(self, run: str) -> None:
        if run not in self._runs and _kind(self._connection, run) != RUN:
            raise not_a_run(run)

    def _seen(self, run: str | None) -> None:
        """Called when it has been committed: nothing is ever removed, so looking once is enough."""
        if run is not None:
            self._runs.add(run)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._lock, translate_errors(self.path):
            yield self._connection

    @contextmanager
    def _logging(self) -> Iterator[SqliteLog]:
        """A transaction that may add to the log; the new head is noted once it has been committed."""
        with self._open() as db, extend_log(db, self._heads, self._log) as log:
            yield log

    @contextmanager
    def _reading_log(self) -> Iterator[SqliteLog]:
        with self._open():
            yield self._log

    def _every_key(self) -> list[str]:
        return [key for (key,) in self._connection.execute("SELECT key FROM entries ORDER BY seq")]

    def _keys(self, query: str, parameters: tuple[str | int | None, ...]) -> tuple[str, ...]:
        with self._open() as db:
            return tuple(key for (key,) in db.execute(query, parameters))

    def _batch(self, last: int, kind: str | None) -> list[tuple[int, str, bytes, str, str, int]]:
        columns = "SELECT seq, key, body, seal, digest, erased FROM entries WHERE seq > ?"
        with self._open() as db:
            if kind is None:
                return db.execute(f"{columns} ORDER BY seq LIMIT ?", (last, _BATCH)).fetchall()
            return db.execute(f"{columns} AND kind = ? ORDER BY seq LIMIT ?", (last, kind, _BATCH)).fetchall()


def open_record(home: Path, *, readonly: bool = False) -> SqliteStore:
    """The record of the folder that holds all state."""
    return SqliteStore(home / FILE_NAME, readonly=readonly)


class _Change(NamedTuple):
    """An entry that words were taken out of."""

    key: str
    seals: dict[str, str]


def _cut_row(db: sqlite3.Connection, log: SqliteLog, key: str, cut: Cut) -> _Change | None:
    """Take words out of one entry; None when it holds none of them. A damaged one is left for `verify` to name."""
    stored = _read_row(db, key)
    assert stored is not None
    try:
        left = cut_body(stored.body, cut)
    except (ValueError, KeyError, TypeError, AttributeError, InputError):
        return None
    if left == stored.body:
        return None
    after = digest_bytes(left)
    number = log.append(Line(ERASED, key, "", after))
    db.execute("UPDATE entries SET body = ?, seal = ?, erased = ? WHERE key = ?", (left, after, number, key))
    return _Change(key, {"before": stored.seal, "after": after})


def _read_row(db: sqlite3.Connection, key: str) -> Stored | None:
    query = "SELECT body, seal, digest, erased FROM entries WHERE key = ?"
    row = db.execute(query, (_bindable(key),)).fetchone()
    return None if row is None else Stored(*row)


def _insert(db: sqlite3.Connection, seq: int, sealed: Sealed) -> None:
    _require(db, [edge.parent for edge in sealed.edges])
    db.execute(
        "INSERT INTO entries (seq, key, kind, digest, seal, at, body, erased) VALUES (?, ?, ?, ?, ?, ?, ?, 0)",
        (seq, sealed.key, sealed.kind, sealed.digest, sealed.seal, sealed.at, sealed.body),
    )
    db.executemany(
        "INSERT INTO edges (child, position, parent, role) VALUES (?, ?, ?, ?)",
        [(sealed.key, position, *edge) for position, edge in enumerate(sealed.edges)],
    )


def _is_member(db: sqlite3.Connection, run: str, key: str) -> bool:
    query = "SELECT 1 FROM log WHERE run <> '' AND run = ? AND key = ?"
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
