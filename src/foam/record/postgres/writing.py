"""One write to a record in PostgreSQL.

Whoever holds the lock of the log is the only one who adds to it, so its lines have no gaps. There are two ways. What is
new is prepared for the log as it was last seen and handed over in one round trip (`append_prepared`), which is all that
a record with one writer and no personal files ever needs. Where something is not as it was supposed (somebody else has
written, the entry is there already, what it needs is not) or a personal file has a part in it, a `Writing` takes the
lock first, looks, and then writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from psycopg.pq import TransactionStatus

from foam.errors import InputError
from foam.record.copying import CopiedRow
from foam.record.keys import Keys, require_key
from foam.record.log import ENTRY, JOINED, Line
from foam.record.personal import Owned, check_joining, check_owner, describe_owner, is_wrapped, list_named, name_owner
from foam.record.postgres.connection import Connection
from foam.record.postgres.log import LAST, LogLine, Peaks
from foam.record.sealed import Sealed, Stored
from foam.record.store import ERASURE, RUN, not_a_run, not_there

_ROWS = "%s, %s, %s, %s, %s, %b, %s, %s, %s, %s, %s, %s, %b, %s, %s, %s, %s"
_INSERT = f"SELECT foam.insert_rows({_ROWS})"
_APPEND = f"SELECT foam.append_open(%s, %b, %s, %s, %s, {_ROWS})"


def append_prepared(
    db: Connection, peaks: Peaks, coming: Sequence[Sealed], parents: Sequence[str], run: str | None
) -> bool:
    """Append entries that are not there yet, in one round trip; False, and nothing is done, when that cannot be.

    It cannot be where a personal file has a part in it: then a `Writing` looks who may rest on what.
    """
    size, last = peaks.size, peaks.last
    if not size or len({sealed.key for sealed in coming}) < len(coming):
        return False  # nothing is known of the log yet
    if any(is_wrapped(sealed.body) for sealed in coming):
        return False
    lines = [peaks.add(Line(ENTRY, sealed.key, run or "", sealed.seal)) for sealed in coming]
    entries = [(line.seq, sealed) for line, sealed in zip(lines, coming, strict=True)]
    named = list_all_named(coming)
    given = (size, last, list(parents), named, run or "", *_write_rows(lines, entries))
    row = db.execute(_APPEND, given).fetchone()
    if row is not None and row[0]:
        return True
    peaks.forget()
    return False


class Writing:
    """A transaction that holds the lock: what is there already, and what is to be added."""

    def __init__(self, db: Connection, peaks: Peaks, run: str | None, keys: Keys) -> None:
        self.db = db
        self.peaks = peaks
        self._run = run
        self._keys = keys
        self._run_owned: Owned | None = None
        self.stored: dict[str, Stored] = {}
        """Entries under the wanted keys."""
        self._there: dict[str, Owned] = {}
        """Entries that the wanted ones depend on."""
        self._named: dict[str, Owned] = {}
        """Entries of personal files that the wanted ones speak of."""
        self._members: set[str] = set()
        self._lines: list[LogLine] = []
        self._entries: list[tuple[int, Sealed]] = []

    def look(self, keys: Sequence[str], parents: Sequence[str], named: Sequence[str]) -> None:
        """Begin, take the lock and read, in one round trip."""
        db, run = self.db, self._run
        with db.pipeline():
            db.execute("BEGIN")
            db.execute("SELECT foam.lock_log()")
            last = db.execute(LAST, binary=True)
            query = "SELECT key, body, seal, digest, erased FROM foam.entries WHERE key = ANY(%s)"
            stored = db.execute(query, (keys,), binary=True)
            query = "SELECT key, substr(body, 1, 33) FROM foam.entries WHERE key = ANY(%s)"
            there = db.execute(query, (parents,), binary=True)
            mine = db.execute(rf"{query} AND substr(body, 1, 1) = '\x00'", (named,), binary=True)
            query = "SELECT key FROM foam.log WHERE run <> '' AND run = %s AND key = ANY(%s)"
            members = db.execute(query, (run or "", keys))
            query = "SELECT kind, substr(body, 1, 33) FROM foam.entries WHERE key = %s"
            found = db.execute(query, (run or "",), binary=True)
        self.stored = {key: Stored(bytes(body), *rest) for key, body, *rest in stored}
        self._there = {key: describe_owner(key, bytes(start)) for key, start in there}
        self._named = {key: describe_owner(key, bytes(start)) for key, start in mine}
        self._members = {key for (key,) in members}
        row = found.fetchone()
        self._run_owned = describe_owner(run or "", bytes(row[1])) if row and row[0] == RUN else None
        self.peaks.look(db, last.fetchone())

    def keep(self, sealed: Sealed) -> Stored | None:
        """Keep it unless something is kept under its key already: that is returned, and stands."""
        earlier = self.stored.get(sealed.key)
        if earlier is not None:
            self.join(sealed.key)
            return earlier
        self._check_owner(sealed)
        number = self.log(Line(ENTRY, sealed.key, self._run or "", sealed.seal))
        self._entries.append((number, sealed))
        self.stored[sealed.key] = Stored(sealed.body, sealed.seal, sealed.digest, 0)
        self._members.add(sealed.key)
        return None

    def join(self, key: str) -> None:
        """Make an entry that is there a member of the run, if it is none."""
        if self._run is not None and key not in self._members:
            check_joining(describe_owner(key, self.stored[key].body).person, self._require_run(self._run))
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

    def _require_run(self, run: str) -> Owned:
        if self._run_owned is None:
            raise not_a_run(run)
        return self._run_owned

    def _check_owner(self, sealed: Sealed) -> None:
        """Refuse what rests on nothing, or belongs to a personal file and would be kept outside of it."""
        person = name_owner(sealed.body)
        if self._run is not None:
            check_joining(person, self._require_run(self._run))
        if person:
            require_key(self._keys, person)  # it may have been destroyed since the body was locked
        check_owner(person, [self._require_there(edge.parent) for edge in sealed.edges])
        if not person and sealed.kind != ERASURE:
            check_owner("", [one for one in map(self._find_named, list_named(sealed.body)) if one and one.person])

    def _require_there(self, key: str) -> Owned:
        if key in self._there:
            return self._there[key]
        if key not in self.stored:
            raise not_there(key)
        return describe_owner(key, self.stored[key].body)

    def _find_named(self, key: str) -> Owned | None:
        """An entry that is spoken of, where it is of a personal file or came a moment ago."""
        return describe_owner(key, self.stored[key].body) if key in self.stored else self._named.get(key)


def list_all_named(coming: Sequence[Sealed]) -> list[str]:
    """Whatever entries that are nobody's speak of; what an erasure lists is gone."""
    plain = (sealed for sealed in coming if sealed.kind != ERASURE and not is_wrapped(sealed.body))
    return [key for sealed in plain for key in list_named(sealed.body) if key != sealed.key]


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
