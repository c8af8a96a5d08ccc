"""The record in one SQLite file, safe under `kill -9`.

Write-ahead logging: readers never wait for the writer. An append, of one entry or of several, is one transaction. One
connection serves all threads of the process, a lock around each call; a process that forks opens its own store in the
child.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import Any

from foam.errors import NotFound
from foam.record import tree
from foam.record.audit import audit, unlock_rows
from foam.record.copying import CopiedRow, make_row, refuse_other_size
from foam.record.database import connect, open_file, translate_errors
from foam.record.entry import Draft, Entry
from foam.record.heads import HeadsFile, extend_log
from foam.record.keys import FOLDER, KeyFolder, Keys, require_key
from foam.record.log import ENTRY, JOINED, Head, Line, TableLog
from foam.record.owned import (
    check_mentions,
    count_owned,
    find_owned,
    list_orphans,
    list_owned_keys,
    list_owners,
    require_parents,
    require_there,
    stub_rows,
)
from foam.record.personal import (
    Held,
    Owned,
    Seal,
    check_joining,
    check_place,
    describe_owner,
    make_seal,
    name_owner,
)
from foam.record.rows import add_row, cut_row, insert_row, is_member, make_bindable, read_kind, read_row
from foam.record.salvage import Salvage
from foam.record.sealed import Sealed, Stored, Unsealed, lock, seal, seal_and_read_back, unseal
from foam.record.store import FOUND_AT_MOST, RUN, Cut, Damage, Inclusion, add_tag, not_a_run, not_there

FILE_NAME = "foam.db"
"""The one file that holds record and library, in the folder of all state."""

_BATCH = 200
_AFTER_ALL = "\U0010ffff"


class SqliteStore:
    """An append-only store of entries in one file."""

    def __init__(
        self,
        path: Path | str,
        *,
        timeout: float = 30.0,
        readonly: bool = False,
        keys: Keys | None = None,
        only: str = "",
        connection: sqlite3.Connection | None = None,
    ) -> None:
        """Open the record, or make it. `timeout`: seconds to wait for another process that is writing.

        `keys` are those of personal files; without them, the keys that lie beside the record. With `only`, nothing is
        appended but entries of that personal file. A `connection` is to a record that is in no file.
        """
        self.path = Path(path)
        self.keys = keys or KeyFolder(self.path.parent / FOLDER)
        self._only = only
        self._timeout = timeout
        self._lock = RLock()
        self._runs: dict[str, Owned] = {}
        self._unsealed = Unsealed()
        self._heads = HeadsFile(self.path) if connection is None else None
        self._connection = connection or open_file(self.path, timeout=timeout, readonly=readonly)
        self._log = TableLog(self._connection)

    def append(self, entry: Entry, *, run: str | None = None) -> Entry:
        return self.append_all((entry,), run=run)[0]

    def append_all(self, entries: Sequence[Entry], *, run: str | None = None) -> tuple[Entry, ...]:
        ready = [
            (lock(sealed, kept, self.keys), kept) for sealed, kept in (seal_and_read_back(entry) for entry in entries)
        ]
        for sealed, _ in ready if self._only else ():
            check_place(sealed.kind, name_owner(sealed.body), self._only)
        with self._logging() as log:
            earlier = [self._keep(log, sealed, run) for sealed, _ in ready]
        return tuple(
            kept if row is None else unseal(sealed.key, row, self.keys)
            for (sealed, kept), row in zip(ready, earlier, strict=True)
        )

    def attach(self, key: str, *, run: str) -> None:
        with self._open() as db:
            if is_member(db, run, key):
                return
        with self._logging() as log:
            owned = find_owned(self._connection, key)
            if owned is None:
                raise not_there(key)
            self._join(log, run, owned)

    def get(self, key: str) -> Entry | None:
        with self._open() as db:
            row = read_row(db, key)
        return None if row is None else self._unsealed.read(key, row, self.keys)

    def find(self, prefix: str, *, kind: str | None = None) -> tuple[str, ...]:
        low = make_bindable(add_tag(prefix))
        return self._keys(
            "SELECT key FROM entries WHERE key >= ? AND key < ? AND (? IS NULL OR kind = ?) ORDER BY key LIMIT ?",
            (low, low + _AFTER_ALL, kind, kind, FOUND_AT_MOST),
        )

    def dependants(self, key: str) -> tuple[str, ...]:
        return self._keys("SELECT DISTINCT child FROM edges WHERE parent = ? ORDER BY child", (make_bindable(key),))

    def members(self, run: str) -> tuple[str, ...]:
        return self._keys("SELECT key FROM log WHERE run <> '' AND run = ? ORDER BY seq", (make_bindable(run),))

    def entries(self, *, kind: str | None = None) -> Iterator[Entry]:
        last = 0
        while batch := self._batch(last, kind):
            for last, key, body, sealed, digest, erased in batch:  # noqa: B007
                with suppress(NotFound):  # of a personal file that was erased, or whose key is not here
                    yield self._unsealed.read(key, Stored(body, sealed, digest, erased), self.keys)

    def count(self) -> int:
        with self._open() as db:
            return int(db.execute("SELECT count(*) FROM entries").fetchone()[0])

    def damaged(self, *, head: Head | None = None) -> Iterator[Damage]:
        """As the port says; on a connection and snapshot of its own, so that nobody waits for it."""
        noted = HeadsFile(self.path).read()  # before the snapshot, so that it knows of nothing later
        with translate_errors(self.path):
            db = connect(self.path, timeout=self._timeout, readonly=True)
        yield from self._audit(db, noted, head)

    def _audit(self, db: sqlite3.Connection, noted: tuple[str, ...] | None, head: Head | None) -> Iterator[Damage]:
        try:
            salvage = Salvage(db)
            yield from salvage.structure()
            log = salvage.log()
            if noted is None and log:
                yield Damage(key=HeadsFile(self.path).path.name, reason="the file of noted heads is gone")
            rows = unlock_rows(salvage.entries(), self.keys)
            yield from audit(rows, salvage.edges(), log, noted=noted or (), head=head)
            yield from salvage.unread
        finally:
            db.close()

    def close(self) -> None:
        """Let go of the file; the log is folded into it."""
        with self._lock:
            self._connection.close()
            if self._heads is not None:
                self._heads.close()

    def head(self, size: int | None = None) -> Head:
        with self._reading_log() as log:
            if size is not None and not 0 <= size <= log.size():
                raise NotFound(f"the log has {log.size()} lines, and never had {size}", hint="see: foam record head")
            return log.head(size)

    def noted(self) -> tuple[Head, ...]:
        return tuple(Head.parse(line) for line in (self._heads.read() if self._heads else None) or ())

    def prove_consistency(self, earlier: int, size: int) -> tuple[bytes, ...]:
        with self._reading_log() as log:
            return tree.prove_consistency(log, earlier, size)

    def prove_inclusion(self, key: str, size: int) -> Inclusion:
        with self._reading_log() as log:
            query = "SELECT l.seq, l.run FROM entries e JOIN log l ON l.seq = e.seq WHERE e.key = ?"
            row = self._connection.execute(query, (make_bindable(key),)).fetchone()
            if row is None:
                raise not_there(key)
            path = tree.prove_inclusion(log, row[0], size)
        return Inclusion(number=row[0], run=row[1], path=tuple(one.hex() for one in path))

    def erase(self, draft: Draft, cut: Cut, *, at: str, also: Mapping[str, Any] | None = None) -> Entry:
        with self._lock:
            self._connection.execute("PRAGMA secure_delete=ON")
            with self._logging() as log:
                changes = [cut_row(self._connection, log, key, cut, self.keys) for key in self._every_key()]
                changed = {change.key: change.seals for change in changes if change is not None}
                kept = Entry(draft=draft, answer={"entries": changed, **(also or {})}, at=at)
                self._keep(log, seal(kept), None)
            self.scrub()
        return kept

    def find_seal(self, key: str) -> Seal | None:
        with self._open() as db:
            owned = find_owned(db, key)
        return make_seal(self.keys, owned.person) if owned and owned.person else None

    def erase_person(self, person: str, draft: Draft, *, at: str) -> Entry:
        with self._lock:
            self._connection.execute("PRAGMA secure_delete=ON")
            with self._logging() as log:
                changed = stub_rows(self._connection, log, person)
                kept = Entry(draft=draft, answer={"entries": changed, "person": person}, at=at)
                earlier = self._keep(log, seal(kept), None)
            self.scrub()
        return kept if earlier is None else unseal(draft.key, earlier, self.keys)

    def count_owned(self, person: str) -> Held:
        with self._open() as db:
            return count_owned(db, person)

    def list_owned(self, person: str) -> tuple[str, ...]:
        with self._open() as db:
            return list_owned_keys(db, person)

    def list_orphans(self, person: str = "") -> tuple[str, ...]:
        with self._open() as db:
            return list_orphans(db, person)

    def list_owners(self) -> frozenset[str]:
        with self._open() as db:
            return list_owners(db)

    def search(self, finds: Callable[[bytes], bool]) -> tuple[str, ...]:
        """Nothing: all of it is in a file that whoever asks can read."""
        return ()

    def scrub(self) -> None:
        """Leave no trace of what was removed in the file or in its write-ahead log."""
        with self._open() as db:
            db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def read_rows(self, after: int) -> Iterator[CopiedRow]:
        """Every line of the log after this one, with the entry that it is about."""
        while batch := self._read_lines(after):
            for after, kind, key, run, sealed, node, *rest in batch:
                stored = None if rest[0] is None else Stored(*rest)
                yield make_row(after, Line(kind, key, run, sealed), bytes(node), stored, self.keys)

    def add_rows(self, rows: Iterable[CopiedRow], *, after: int) -> None:
        """Add lines as another store had them to a log of this length: all or none."""
        with self._logging() as log:
            refuse_other_size(log.size(), after)
            for row in rows:
                add_row(self._connection, row)

    def _read_lines(self, after: int) -> list[tuple[Any, ...]]:
        query = (
            "SELECT l.seq, l.kind, l.key, l.run, l.seal, l.node, e.body, e.seal, e.digest, e.erased "
            "FROM log l LEFT JOIN entries e ON e.key = l.key WHERE l.seq > ? ORDER BY l.seq LIMIT ?"
        )
        with self._open() as db:
            return db.execute(query, (after, _BATCH)).fetchall()

    def _keep(self, log: TableLog, sealed: Sealed, run: str | None) -> Stored | None:
        """Keep it unless something is kept under its key already: that is returned, and stands."""
        earlier = read_row(self._connection, sealed.key)
        if earlier is not None:
            if run is not None and not is_member(self._connection, run, sealed.key):
                self._join(log, run, describe_owner(sealed.key, earlier.body))
            return earlier
        joined = self._require_run(run) if run is not None else None
        if self.keys.is_used():
            self._check_owner(sealed, joined)
        else:
            require_there(self._connection, sealed)
        insert_row(self._connection, log.append(Line(ENTRY, sealed.key, run or "", sealed.seal)), sealed)
        return None

    def _check_owner(self, sealed: Sealed, run: Owned | None) -> None:
        """Refuse what belongs to a personal file and would be kept outside of it."""
        person = name_owner(sealed.body)
        if run is not None:
            check_joining(person, run)
        if person:
            require_key(self.keys, person)  # it may have been destroyed since the body was locked
        require_parents(self._connection, sealed)
        check_mentions(self._connection, sealed)

    def _join(self, log: TableLog, run: str, entry: Owned) -> None:
        check_joining(entry.person, self._require_run(run))
        log.append(Line(JOINED, entry.key, run, ""))

    def _require_run(self, run: str) -> Owned:
        """Whose a run is; NotFound when there is no such run. Nothing is ever removed, so looking once is enough."""
        if run not in self._runs:
            owned = find_owned(self._connection, run)
            if owned is None or read_kind(self._connection, run) != RUN:
                raise not_a_run(run)
            self._runs[run] = owned
        return self._runs[run]

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._lock, translate_errors(self.path):
            yield self._connection

    @contextmanager
    def _logging(self) -> Iterator[TableLog]:
        """A transaction that may add to the log; the new head is noted once it has been committed."""
        with self._open() as db, extend_log(db, self._heads, self._log) as log:
            yield log

    @contextmanager
    def _reading_log(self) -> Iterator[TableLog]:
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


def open_record(home: Path, *, readonly: bool = False, keys: Keys | None = None, only: str = "") -> SqliteStore:
    """The record of the folder that holds all state."""
    return SqliteStore(home / FILE_NAME, readonly=readonly, keys=keys, only=only)
