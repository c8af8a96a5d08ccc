"""Rows of a database that belong to personal files: whose they are, and what stays of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from foam.record.log import ERASED, Line
from foam.record.personal import STUB, Held, Stub, name_owner, write_prefix
from foam.record.postgres.connection import Connection
from foam.record.postgres.writing import Writing

OWNED = r"substr(body, 1, 1) = '\x00'"
"""What the indexes of rows that belong to personal files are over."""
_MINE = rf"FROM foam.entries WHERE {OWNED} AND substr(body, 1, 33) = %b"

COUNT = f"SELECT count(*), coalesce(max(at), '') {_MINE}"
KEYS = f"SELECT key {_MINE} ORDER BY seq"
_NEXT = f"SELECT substr(body, 1, 33) AS start FROM foam.entries WHERE {OWNED}"
OWNERS = (
    f"WITH RECURSIVE found AS (({_NEXT} ORDER BY 1 LIMIT 1) UNION ALL "
    f"SELECT ({_NEXT} AND substr(body, 1, 33) > found.start ORDER BY 1 LIMIT 1) FROM found WHERE start IS NOT NULL) "
    "SELECT start FROM found WHERE start IS NOT NULL"
)
"""From one file to the next along the index, whatever each of them holds: it is asked whenever a record is opened."""
ORPHANS = (
    "SELECT DISTINCT e.parent FROM foam.edges e JOIN foam.entries child ON child.key = e.child"
    " JOIN foam.entries run ON run.key = e.parent WHERE child.kind = 'act' AND run.kind = 'run'"
    " AND substr(child.body, 1, 6) = %b AND substr(run.body, 1, 6) <> %b AND position(%b IN child.body) > 0"
    " AND e.role IN ('run', 'advice') ORDER BY e.parent"
)
_TABLES = (
    "SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'foam'::regnamespace AND c.relkind = 'r'"
    " AND c.relname <> 'entries' AND has_table_privilege(c.oid, 'SELECT') ORDER BY c.relname"
)


def read_held(row: tuple[Any, ...]) -> Held:
    return Held(int(row[0]), str(row[1]))


def read_owner(row: tuple[Any, ...]) -> str:
    return name_owner(bytes(row[0]))


def name_orphans(person: str) -> tuple[bytes, bytes, bytes]:
    """What `ORPHANS` asks for: erased acts of one personal file, or of all."""
    return STUB, STUB, f'"person":"{person or "p-"}'.encode()


def stub_rows(writing: Writing, person: str) -> dict[str, dict[str, str]]:
    """Replace what is kept of a personal file by stubs; the seals before and after, by key."""
    query = f"SELECT key, kind, seal, at {_MINE} ORDER BY seq"
    changed: dict[str, dict[str, str]] = {}
    rows = []
    for key, kind, seal, at in writing.db.execute(query, (write_prefix(person),)).fetchall():
        edges = "SELECT parent, role FROM foam.edges WHERE child = %s ORDER BY position"
        parents = tuple((parent, role) for parent, role in writing.db.execute(edges, (key,)))
        stub = Stub(at=at, key=key, kind=kind, parents=parents, person=person)
        rows.append((stub.body, stub.seal, writing.log(Line(ERASED, key, "", stub.seal)), key))
        changed[key] = {"before": seal, "after": stub.seal}
    writing.flush()  # the database allows the change because the log names it
    change = "UPDATE foam.entries SET body = %b, seal = %s, erased = %s WHERE key = %s"
    with writing.db.cursor() as cursor:
        cursor.executemany(change, rows)
    return changed


def search_tables(db: Connection, finds: Callable[[bytes], bool]) -> Iterator[str]:
    """Tables beside the record, and its own, with a row in which `finds` finds something."""
    wanted = {"entries": "SELECT body FROM foam.entries"}
    for (name,) in db.execute(_TABLES):
        wanted[name] = f"SELECT convert_to(row_to_json(t)::text, 'UTF8') FROM foam.{name} t"
    for name, query in sorted(wanted.items()):
        with db.transaction(), db.cursor(f"search_{name}", binary=True) as rows:
            rows.execute(query)
            if any(finds(bytes(content)) for (content,) in rows):
                yield f"foam.{name}"
