"""Single rows of a record's file: read one, add one, take words out of one."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from foam.errors import FoamError
from foam.record.copying import CopiedRow
from foam.record.keys import Keys
from foam.record.log import ERASED, Line, TableLog
from foam.record.personal import name_owner, wrap
from foam.record.sealed import Sealed, Stored, cut_body, unlock
from foam.record.store import Cut
from foam.values import digest_bytes


class CutRow(NamedTuple):
    """An entry that words were taken out of."""

    key: str
    seals: dict[str, str]


def cut_row(db: sqlite3.Connection, log: TableLog, key: str, cut: Cut, keys: Keys) -> CutRow | None:
    """Take words out of one entry; None when it holds none of them. A damaged one is left for `verify` to name."""
    stored = read_row(db, key)
    assert stored is not None
    try:
        body = unlock(key, stored.body, keys)
        left = cut_body(body, cut)
    except (ValueError, KeyError, TypeError, AttributeError, FoamError):
        return None
    if left == body:
        return None
    after = digest_bytes(left)
    number = log.append(Line(ERASED, key, "", after))
    person = name_owner(stored.body)
    kept = wrap(left, keys, person, bound=key) if person else left
    db.execute("UPDATE entries SET body = ?, seal = ?, erased = ? WHERE key = ?", (kept, after, number, key))
    return CutRow(key, {"before": stored.seal, "after": after})


def read_row(db: sqlite3.Connection, key: str) -> Stored | None:
    """What is kept under a key; None when nothing is."""
    query = "SELECT body, seal, digest, erased FROM entries WHERE key = ?"
    row = db.execute(query, (make_bindable(key),)).fetchone()
    return None if row is None else Stored(*row)


def add_row(db: sqlite3.Connection, row: CopiedRow) -> None:
    """Add a line as another store had it, and what it says of its entry."""
    insert = "INSERT INTO log (seq, kind, key, run, seal, node) VALUES (?, ?, ?, ?, ?, ?)"
    db.execute(insert, (row.seq, *row.line, row.node))
    if row.entry is not None and row.is_new:
        insert_row(db, row.seq, row.entry, erased=row.erased)
    elif row.entry is not None and row.is_last_erasure:
        change = "UPDATE entries SET body = ?, seal = ?, erased = ? WHERE key = ?"
        db.execute(change, (row.entry.body, row.entry.seal, row.erased, row.entry.key))


def insert_row(db: sqlite3.Connection, seq: int, sealed: Sealed, *, erased: int = 0) -> None:
    """Add an entry and what it rests on, at this line of the log."""
    db.execute(
        "INSERT INTO entries (seq, key, kind, digest, seal, at, body, erased) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (seq, sealed.key, sealed.kind, sealed.digest, sealed.seal, sealed.at, sealed.body, erased),
    )
    db.executemany(
        "INSERT INTO edges (child, position, parent, role) VALUES (?, ?, ?, ?)",
        [(sealed.key, position, *edge) for position, edge in enumerate(sealed.edges)],
    )


def is_member(db: sqlite3.Connection, run: str, key: str) -> bool:
    """Whether an entry belongs to a run."""
    query = "SELECT 1 FROM log WHERE run <> '' AND run = ? AND key = ?"
    return db.execute(query, (make_bindable(run), make_bindable(key))).fetchone() is not None


def read_kind(db: sqlite3.Connection, key: str) -> str | None:
    """The kind of an entry; None when it is not there."""
    row = db.execute("SELECT kind FROM entries WHERE key = ?", (make_bindable(key),)).fetchone()
    return None if row is None else str(row[0])


def make_bindable(text: str) -> str:
    """A name that SQLite can look up: whatever is no valid text is no key either."""
    return text.encode("utf-8", "replace").decode("utf-8")
