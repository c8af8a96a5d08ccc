"""Versions of the library: each commit is one, says what it did and is a line in the record's log.

A long import commits many times; `changes` reads neighbouring commits of one import as one change, as people do.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Any, Literal

from foam.errors import NotFound
from foam.evidence.seals import Deed, make_salt, seal, seal_history, seal_version
from foam.evidence.truth import NEVER
from foam.record.log import LIBRARY, Line, TableLog
from foam.record.statements import Statements
from foam.values import Value

if TYPE_CHECKING:
    from foam.evidence.tables import LibraryTables

Action = Literal["add", "remove", "erase"]
ERASED = "(erased)"
"""Stands in the history in place of a text that named an erased document's file."""


class Version(Value):
    """One commit."""

    version: int
    at: str
    action: Action
    what: str
    """The paths that were added or the ids that were removed, as the user gave them; why documents were erased."""
    documents: int
    """How many documents came, went or were erased."""


class Change(Value):
    """Neighbouring commits of one import or removal: from `first` to `last`."""

    first: int
    last: int
    at: str
    action: Action
    what: str
    documents: int


def find_head(connection: Statements) -> int:
    """The newest version; 0 is the empty library."""
    return int(connection.execute("SELECT COALESCE(MAX(version), 0) FROM library_version").fetchone()[0])


def list_versions(connection: Statements) -> tuple[Version, ...]:
    """Every version, oldest first."""
    rows = connection.execute("SELECT version, at, action, what, documents FROM library_version ORDER BY version")
    return tuple(Version(version=v, at=at, action=act, what=w, documents=n) for v, at, act, w, n in rows)


def begin_version(connection: Statements, *, action: Action, what: str, at: str) -> int:
    """A new version inside the caller's transaction."""
    version = find_head(connection) + 1
    connection.execute("INSERT INTO library_version VALUES (?, ?, ?, ?, 0, ?, '', 0)", (version, at, action, what, b""))
    return version


def drop_version(connection: Statements, version: int) -> None:
    """Take a version back that changed nothing."""
    connection.execute("DELETE FROM library_version WHERE version = ?", (version,))


def settle_version(connection: Statements, version: int, *, documents: int) -> None:
    """Say how many documents a version moved, seal all that it did and log it. Nothing of it may change afterwards."""
    columns = connection.execute(f"SELECT {HISTORY} FROM library_version WHERE version = ?", (version,)).fetchone()
    salt = make_salt()
    history = seal_history((*columns[:-1], documents), salt)
    connection.execute(
        "UPDATE library_version SET documents = ?, salt = ?, seal = ? WHERE version = ?",
        (documents, salt, history, version),
    )
    TableLog(connection).append(Line(LIBRARY, str(version), "", seal_version(version, find_deed(connection, version))))


def find_deed(connection: Statements, version: int) -> Deed:
    """All that a version did, as the tables have it."""
    query = "SELECT seal, action FROM library_version WHERE version = ?"
    history, action = connection.execute(query, (version,)).fetchone()
    guests = _list_guests(connection)
    return Deed(
        history=history,
        added=_rows(connection, _ADDED.format("library_appearance"), version),
        ended=_numbers(connection, "library_appearance", version),
        files=_rows(connection, "SELECT number, digest FROM library_file WHERE added_in = ?", version),
        forgotten=_numbers(connection, "library_file", version),
        erased=list_stubs(connection, version) if action == "erase" else (),
        guests=[(table, *row) for table in guests for row in _rows(connection, _ADDED.format(table), version)],
        parted=[(table, number) for table in guests for number in _numbers(connection, table, version)],
    )


_ADDED = "SELECT number, seal FROM {} WHERE added_in = ?"


GUESTS = ("memory_utterance",)
"""Tables of others whose rows come and go with the library's versions. Each has `number`, `added_in`, `removed_in` and
`seal`, which covers every other column but `removed_in` and `erased` in the order of the table."""


def _list_guests(connection: Statements) -> list[str]:
    if not isinstance(connection, sqlite3.Connection):
        return list(GUESTS)  # the migrations of a database make every table
    query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    return [table for table in GUESTS if connection.execute(query, (table,)).fetchone()]


HISTORY = "version, at, action, what, documents"
"""What the seal of a version's row covers."""
STUBS = {
    "library_document": "number, id, text, ends, signature, seal",
    "library_appearance": "number, document, about, about_digest, filing, leads, file, added_in, removed_in, removal,"
    " salt, seal",
    "memory_utterance": "number, id, debate, digest, body, terms, embedder, vector, added_in, removed_in, seal",
    "library_version": f"{HISTORY}, salt, seal",
}
"""What is left of erased rows: every column of each table but `erased`, and a document's family, which may change."""


def list_stubs(connection: Statements, version: int) -> list[tuple[Any, ...]]:
    """What is left of the rows whose words this version erased."""
    return [
        (table, *row)
        for table, columns in STUBS.items()
        if table not in GUESTS or table in _list_guests(connection)
        for row in connection.execute(f"SELECT {columns} FROM {table} WHERE erased = ? ORDER BY 1", (version,))
    ]


def _rows(connection: Statements, query: str, version: int) -> list[tuple[Any, Any]]:
    return connection.execute(f"{query} ORDER BY number", (version,)).fetchall()


def _numbers(connection: Statements, table: str, version: int) -> list[int]:
    """What a version removed. The condition that says nothing lets SQLite use the index of removals."""
    query = f"SELECT number FROM {table} WHERE removed_in = ? AND removed_in <> {NEVER} ORDER BY number"
    return [number for (number,) in connection.execute(query, (version,))]


def resolve_version(connection: Statements, version: int | None) -> int:
    """The version asked for, the newest when none was; NotFound when there is no such version."""
    newest = find_head(connection)
    if version is None:
        return newest
    if not 0 <= version <= newest:
        raise NotFound(f"the library has no version {version}", hint=f"it has versions 0 to {newest}")
    return version


def identify_version(connection: Statements, version: int) -> str:
    """A digest that tells this version from one of the same number in another library; erasing does not change it."""
    facts = connection.execute("SELECT at, action, documents FROM library_version WHERE version = ?", (version,))
    # Numbers grow with versions: in this order the index of versions gives the last one at once.
    query = "SELECT seal FROM library_appearance WHERE added_in <= ? ORDER BY added_in DESC, number DESC LIMIT 1"
    last = connection.execute(query, (version,)).fetchone() or ()
    gone = _numbers(connection, "library_appearance", version)
    return seal("identity", version, *(facts.fetchone() or ()), *last, *gone)


def has_erased(connection: Statements, *, after: int) -> bool:
    """Whether a later version erased documents."""
    query = "SELECT 1 FROM library_version WHERE version > ? AND action = 'erase' LIMIT 1"
    return connection.execute(query, (after,)).fetchone() is not None


def count_sentences(connection: Statements, *, after: int) -> int:
    """How many sentences later versions brought to index."""
    row = connection.execute(
        "SELECT COALESCE(SUM(LENGTH(d.ends) / 4), 0) FROM library_appearance a"
        " JOIN library_document d ON d.number = a.document WHERE a.leads = 1 AND a.added_in > ?",
        (after,),
    ).fetchone()
    return int(row[0])


def list_left(connection: Statements, *, after: int, upto: int) -> list[tuple[int, int]]:
    """Appearances that were there and were removed in these versions, each with the version that removed it."""
    return connection.execute(
        "SELECT number, removed_in FROM library_appearance WHERE removed_in > ? AND removed_in <= ?"
        f" AND removed_in <> {NEVER} AND added_in <= ?",
        (after, upto, after),
    ).fetchall()


def list_changes(history: Iterable[Version]) -> tuple[Change, ...]:
    """The history as people read it: neighbouring commits of one import are one change."""
    return tuple(_one_change(tuple(group)) for _, group in groupby(history, key=lambda v: (v.action, v.what)))


def _one_change(commits: tuple[Version, ...]) -> Change:
    return Change(
        first=commits[0].version,
        last=commits[-1].version,
        at=commits[-1].at,
        action=commits[0].action,
        what=commits[0].what,
        documents=sum(commit.documents for commit in commits),
    )


def name_documents(ids: Sequence[str], *, at_most: int = 8) -> str:
    """Documents as a history names them."""
    more = [f"and {len(ids) - at_most} more"] if len(ids) > at_most else []
    return ", ".join([*(f"d:{one[:8]}" for one in ids[:at_most]), *more])


ALIVE = "a.added_in <= :v AND :v < a.removed_in AND a.erased = 0"
"""Of an appearance: whether it lies in a version."""
_ALL = 2**62
_IN_VERSION = f"EXISTS (SELECT 1 FROM library_appearance a WHERE a.document = d.number AND {ALIVE})"


def list_ids(db: Statements, version: int | None = None, *, newest: int = _ALL) -> tuple[str, ...]:
    """The ids of a version's documents, in the order they came; of so many that came last, if that is said."""
    found = db.execute(
        f"SELECT d.id FROM library_document d WHERE {_IN_VERSION} ORDER BY d.number DESC LIMIT :n",
        {"v": resolve_version(db, version), "n": newest},
    )
    return tuple(one for (one,) in found)[::-1]


def has_at_most(db: LibraryTables, sentences: int) -> bool:
    """Whether the newest version has no more than so many sentences; counts no further."""
    found = db.stream(
        f"SELECT LENGTH(ends) / 4 FROM library_document d WHERE {_IN_VERSION}", {"v": resolve_version(db, None)}
    )
    return all(total <= sentences for total in accumulate(count for (count,) in found))
