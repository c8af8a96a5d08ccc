"""Rows of a record's file that belong to personal files: whose they are, and what stays of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator

from foam.record.log import ERASED, Line, TableLog
from foam.record.personal import (
    PREFIX_BYTES,
    STUB,
    Held,
    Owned,
    Stub,
    check_owner,
    describe_owner,
    list_named,
    name_owner,
    write_prefix,
)
from foam.record.rows import make_bindable
from foam.record.sealed import Sealed
from foam.record.store import ERASURE, not_there


def find_owned(db: sqlite3.Connection, key: str) -> Owned | None:
    """Whose an entry is; None when it is not there."""
    query = "SELECT substr(body, 1, ?) FROM entries WHERE key = ?"
    row = db.execute(query, (PREFIX_BYTES, make_bindable(key))).fetchone()
    return None if row is None else describe_owner(key, row[0])


def require_there(db: sqlite3.Connection, sealed: Sealed) -> None:
    """Everything that the entry rests on is there: all to be asked where there is no personal file."""
    for key in dict.fromkeys(edge.parent for edge in sealed.edges):
        if db.execute("SELECT 1 FROM entries WHERE key = ?", (make_bindable(key),)).fetchone():
            continue
        raise not_there(key)


def require_parents(db: sqlite3.Connection, sealed: Sealed) -> None:
    """Everything that the entry rests on is there, and is not a personal file's unless the entry is of the same."""
    found = []
    for key in dict.fromkeys(edge.parent for edge in sealed.edges):
        owned = find_owned(db, key)
        if owned is None:
            raise not_there(key)
        found.append(owned)
    check_owner(name_owner(sealed.body), found)


def check_mentions(db: sqlite3.Connection, sealed: Sealed) -> None:
    """Refuse an entry outside of personal files that names an entry of one: it was made from what that says."""
    if name_owner(sealed.body) or sealed.kind == ERASURE:
        return
    named = (key for key in list_named(sealed.body) if key != sealed.key)
    check_owner("", [owned for key in named if (owned := find_owned(db, key)) is not None and owned.person])


def stub_rows(db: sqlite3.Connection, log: TableLog, person: str) -> dict[str, dict[str, str]]:
    """Replace what is kept of a personal file by stubs; the seals before and after, by key."""
    prefix = write_prefix(person)
    query = "SELECT key, kind, seal, at FROM entries WHERE substr(body, 1, ?) = ? ORDER BY seq"
    changed: dict[str, dict[str, str]] = {}
    for key, kind, seal, at in db.execute(query, (len(prefix), prefix)).fetchall():
        parents = tuple(_list_parents(db, key))
        stub = Stub(at=at, key=key, kind=kind, parents=parents, person=person)
        number = log.append(Line(ERASED, key, "", stub.seal))
        row = (stub.body, stub.seal, number, key)
        db.execute("UPDATE entries SET body = ?, seal = ?, digest = '', erased = ? WHERE key = ?", row)
        changed[key] = {"before": seal, "after": stub.seal}
    return changed


def list_owners(db: sqlite3.Connection) -> frozenset[str]:
    """Every personal file of which the record holds something that is not erased."""
    rows: Iterable[tuple[bytes]] = db.execute(
        "SELECT DISTINCT substr(body, 1, ?) FROM entries WHERE substr(body, 1, 1) = x'00'", (PREFIX_BYTES,)
    )
    return frozenset(name_owner(prefix) for (prefix,) in rows)


def count_owned(db: sqlite3.Connection, person: str) -> Held:
    """How much the record holds of a personal file."""
    prefix = write_prefix(person)
    query = "SELECT count(*), max(at) FROM entries WHERE substr(body, 1, ?) = ?"
    entries, last = db.execute(query, (len(prefix), prefix)).fetchone()
    return Held(entries, last or "")


def list_owned_keys(db: sqlite3.Connection, person: str) -> tuple[str, ...]:
    """The keys of a personal file's entries that are not erased, oldest first."""
    prefix = write_prefix(person)
    query = "SELECT key FROM entries WHERE substr(body, 1, ?) = ? ORDER BY seq"
    return tuple(key for (key,) in db.execute(query, (len(prefix), prefix)))


def list_orphans(db: sqlite3.Connection, person: str = "") -> tuple[str, ...]:
    """Runs in the open on which erased acts of matters rested; of one personal file, or of all."""
    query = (
        "SELECT DISTINCT e.parent FROM edges e JOIN entries child ON child.key = e.child"
        " JOIN entries run ON run.key = e.parent WHERE child.kind = 'act' AND run.kind = 'run'"
        " AND substr(child.body, 1, 6) = ? AND substr(run.body, 1, 6) <> ? AND instr(child.body, ?) > 0"
        " AND e.role IN ('run', 'advice') ORDER BY e.parent"
    )
    named = f'"person":"{person}' if person else '"person":"p-'
    return tuple(key for (key,) in db.execute(query, (STUB, STUB, named.encode())))


def _list_parents(db: sqlite3.Connection, key: str) -> Iterator[tuple[str, str]]:
    yield from db.execute("SELECT parent, role FROM edges WHERE child = ? ORDER BY position", (key,))
