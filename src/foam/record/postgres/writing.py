"""One write to a record in PostgreSQL.

Whoever holds the lock of the log is the only one who adds to it, so its lines have no gaps. There are two ways. What is
new is prepared for the log as it was last seen and handed over in one round trip (`append_prepared`), which is all that
a record with one writer ever needs. Where something is not as it was supposed (somebody else has written, the entry is
there already, what it needs is not), a `Writing` takes the lock first, looks, and then writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from psycopg.pq import TransactionStatus

from foam.errors import InputError
from foam.record.copying import CopiedRow
from foam.record.log import ENTRY, JOINED, Line
from foam.record.postgres.connection import Connection
from foam.record.postgres.log import LAST, LogLine, Peaks
from foam.record.sealed import Sealed, Stored
from foam.record.store import RUN, not_a_run, not_there

_ROWS = "%s, %s, %s, %s, %s, %b, %s, %s, %s, %s, %s, %s, %b, %s, %s, %s, %s"
_INSERT = f"SELECT foam.insert_rows({_ROWS})"
_APPEND = f"SELECT foam.append_prepared(%s, %b, %s, %s, {_ROWS})"


def append_prepared(
    db: Connection, peaks: Peaks, coming: Sequence[Sealed], parents: Sequence[str], run: str | None
) -> bool:
    """Append entries that are not there yet, in one round trip; False, and nothing is done, when that cannot be."""
    size, last = peaks.size, peaks.last
    if not size or len({sealed.key for sealed in coming}) < len(coming):
        return False  # nothing is known of the log yet
    lines = [peaks.add(Line(ENTRY, sealed.key, run or "", sealed.seal)) for sealed in coming]
    entries = [(line.seq, sealed) for line, sealed in zip(lines, coming, strict=True)]
    given = (size, last, list(parents), run or "", *_write_rows(lines, entries))
    row = db.execute(_APPEND, given).fetchone()
    if row is not None and row[0]:
        return True
    peaks.forget()
    return False


class Writing:
    """A transaction that holds the lock: what is there already, and what is to be added."""

    def __init__(self, db: Connection, peaks: Peaks, run: str | None) -> None:
        self.db = db
        self.peaks = peaks
        self._run = run
        self._run_is_there = False
        self.stored: dict[str, Stored] = {}
        """Entries under the wanted keys."""
        self._there: set[str] = set()
        """Entries that the wanted ones depend on."""
        self._members: set[str] = set()
        self._lines: list[LogLine] = []
        self._entries: list[tuple[int, Sealed]] = []

    def look(self, keys: Sequence[str], parents: Sequence[str]) -> None:
        """Begin, take the lock and read, in one round trip."""
        db, run = self.db, self._run
        with db.pipeline():
            db.execute("BEGIN")
            db.execute("SELECT foam.lock_log()")
            last = db.execute(LAST, binary=True)
            query = "SELECT key, body, seal, digest, erased FROM foam.entries WHERE key = ANY(%s)"
            stored = db.execute(query, (keys,), binary=True)
            there = db.execute("SELECT key FROM foam.entries WHERE key = ANY(%s)", (parents,))
            query = "SELECT key FROM foam.log WHERE run <> '' AND run = %s AND key = ANY(%s)"
            members = db.execute(query, (run or "", keys))
            kind = db.execute("SELECT kind FROM foam.entries WHERE key = %s", (run or "",))
        self.stored = {key: Stored(bytes(body), *rest) for key, body, *rest in stored}
        self._there = {key for (key,) in there}
        self._members = {key for (key,) in members}
        self._run_is_there = kind.fetchall() == [(RUN,)]
        self.peaks.look(db, last.fetchone())

    def keep(self, sealed: Sealed) -> Stored | None:
        """Keep it unless something is kept under its key already: that is returned, and stands."""
        earlier = self.stored.get(sealed.key)
        if earlier is not None:
            self.join(sealed.key)
            return earlier
        self._require_run()
        for edge in sealed.edges:
            if edge.parent not in self._there and edge.parent not in self.stored:
                raise not_there(edge.parent)
        number = self.log(Line(ENTRY, sealed.key, self._run or "", sealed.seal))
        self._entries.append((number, sealed))
        self.stored[sealed.key] = Stored(sealed.body, sealed.seal, sealed.digest, 0)
        self._members.add(sealed.key)
        return None

    def join(self, key: str) -> None:
        """Make an entry that is there a member of the run, if it is none."""
        if self._run is not None and key not in self._members:
            self._require_run()
            self.log(Line(JOINED, key, self._run, ""))
            self._members.add(key)

    def log(self, line: Line) -> int:
        """Add a line; its number is returned."""
        self._lines.append(self.peaks.add(line))
        return self.peaks.size

    def add_rows(self, rows: Sequence[CopiedRow]) -> None:
        """Add lines as another store had them."""
        lines = [LogLine(row.seq, row.line, row.node) for row in rows]
        entries = [(row.seq, row.entry) for row in rows if row.entry is not None and row.is_new]
        for _, sealed in entries:
            require_storable(sealed)
        self.db.execute(_INSERT, _write_rows(lines, entries))
        done = {row.seq: row.entry for row in rows if row.is_last_erasure}
        query = "UPDATE foam.entries SET body = %s, seal = %s, erased = %s WHERE key = %s"
        for seq, left in done.items():
            assert left is not None
            self.db.execute(query, (left.body, left.seal, seq, left.key))

    def flush(self) -> None:
        """Write what was added so far, without a commit."""
        if self._lines:
            self.db.execute(_INSERT, _write_rows(self._lines, self._entries))
        self._lines, self._entries = [], []

    def commit(self) -> None:
        """Write what was added and commit, in one round trip."""
        with self.db.pipeline():
            self.flush()
            self.db.execute("COMMIT")

    def _require_run(self) -> None:
        if self._run is not None and not self._run_is_there:
            raise not_a_run(self._run)


@contextmanager
def undo_on_error(db: Connection, peaks: Peaks) -> Iterator[None]:
    """Take back an open transaction, and what was worked out from it, when anything inside fails."""
    try:
        yield
    except BaseException:
        peaks.forget()
        if not db.closed and db.info.transaction_status != TransactionStatus.IDLE:
            db.execute("ROLLBACK")
        raise


def require_storable(sealed: Sealed) -> None:
    """PostgreSQL keeps no NUL in a text; a body is bytes, and may hold any."""
    if any("\0" in text for text in (sealed.kind, sealed.at, *(edge.role for edge in sealed.edges))):
        raise InputError(
            "cannot record the entry: a kind, a role or a time holds a NUL character",
            hint="take it out; a record in PostgreSQL cannot hold it there",
        )


def bindable(text: str) -> str:
    """A name that PostgreSQL can look up: whatever is no valid text is no key either."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")


def _write_rows(lines: Sequence[LogLine], entries: Sequence[tuple[int, Sealed]]) -> list[list[Any]]:
    """Everything that is to be inserted, by columns."""
    edges = [
        (sealed.key, place, edge.parent, edge.role) for _, sealed in entries for place, edge in enumerate(sealed.edges)
    ]
    return [
        *_list_columns([(one.seq, *one.line, one.node) for one in lines], 6),
        *_list_columns([(number, *sealed[:6]) for number, sealed in entries], 7),
        *_list_columns(edges, 4),
    ]


def _list_columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[list[Any]]:
    return [[row[place] for row in rows] for place in range(count)]
