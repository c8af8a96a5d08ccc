"""Copying a library from one place to another, row by row and byte for byte, so that seals and pointers still hold.

The place it goes to has no library, or the beginning of the same one: then what is missing is added, and what was
removed or erased since is removed and erased there. Both ends are verified. The log there gets a line for each version,
with the seal that it has here; heads are those of the log they are taken from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from foam.errors import InputError, RecordDamaged
from foam.evidence.library import Library
from foam.evidence.likeness import split_bands
from foam.evidence.tables import LibraryTables
from foam.evidence.truth import NEVER, write_marks
from foam.evidence.versions import GUESTS, STUBS
from foam.record.log import LIBRARY, Line, TableLog
from foam.record.statements import Statements
from foam.values import Value

_AT_ONCE = 500
_COLUMNS = {
    "library_version": f"{STUBS['library_version']}, erased",
    "library_document": "number, id, text, ends, signature, family, seal, erased",
    "library_appearance": f"{STUBS['library_appearance']}, erased",
    "library_file": "number, digest, added_in, removed_in",
    "memory_utterance": f"{STUBS['memory_utterance']}, erased",
}
"""Every column of each table, the number first. Versions are written first: an erasure must be named to be allowed."""
_REMOVED = f"(removed_in > :v AND removed_in <> {NEVER})"
_CHANGED = {
    "library_version": "erased > :v",
    "library_document": "erased > :v",
    "library_appearance": f"(erased > :v OR {_REMOVED})",
    "library_file": _REMOVED,
    "memory_utterance": f"(erased > :v OR {_REMOVED})",
}
"""Which rows versions after one have changed."""


class LibraryCopy(Value):
    """What a copy brought."""

    documents: int
    """How many documents the copy has, erased ones included."""
    versions: int
    added: int
    """Versions that the other end did not have; 0 where it had all."""


def copy_library(source: Library, target: Library, *, guests: Mapping[str, Sequence[str]]) -> LibraryCopy:
    """Copy what the target lacks: all of it or nothing. `guests` say how tables of others are made in a file."""
    _require_whole(source, "the library does not verify, and is not copied")
    _require_whole(target, "what is at the other end does not verify")
    lines, there = _list_lines(source.tables), _list_lines(target.tables)
    if lines[: len(there)] != there:
        raise InputError(
            "the other end holds another library, or one that has grown by itself",
            hint="copy into a database without a library, or to a file that is not there yet",
        )
    if len(there) < len(lines):
        for table, schema in guests.items():
            if source.tables.has_table(table):
                target.tables.lay(schema)
        with target.tables.writing(secure=True) as db:
            _write(source, db, lines, after=len(there))
        if there and source.has_erased(after=len(there)):
            target.scrub()  # it held the words until now
        _require_whole(target, "the copy does not verify")
    return LibraryCopy(documents=target.document_count(), versions=len(lines), added=len(lines) - len(there))


def _write(source: Library, db: Statements, lines: Sequence[Line], *, after: int) -> None:
    """Bring a library of so many versions up to the source."""
    if len(_list_lines(db)) != after:
        raise InputError("the other end has grown while it was copied to", hint="have nobody write to it, and retry")
    tables = source.tables
    last = _find_last(db, "library_document")
    _drop_bands(tables, db, after)
    for table in _COLUMNS:
        if table not in GUESTS or tables.has_table(table):
            _copy_rows(tables, db, table, after=after)
    query = "SELECT number, family FROM library_document WHERE number <= ?"
    held: dict[int, int] = dict(db.execute(query, (last,)).fetchall())
    moved = ((family, number) for number, family in tables.stream(query, (last,)) if held[number] != family)
    _write_all(db, "UPDATE library_document SET family = ? WHERE number = ?", moved)
    since = 0 if source.has_erased(after=after) else last  # of equal texts, the next one is found when one is erased
    bands = tables.stream("SELECT band, document FROM library_band WHERE document > ?", (since,))
    _write_all(db, "INSERT INTO library_band (band, document) VALUES (?, ?) ON CONFLICT DO NOTHING", bands)
    log = TableLog(db)
    for line in lines[after:]:
        log.append(line)
    if source.version != len(lines):  # every change makes a version
        raise InputError("the library has grown while it was copied", hint="have nobody write to it, and retry")


def _copy_rows(tables: LibraryTables, db: Statements, table: str, *, after: int) -> None:
    """Add the rows that came since, and change those that were removed or erased since."""
    columns = _COLUMNS[table]
    number, *others = columns.split(", ")
    last = _find_last(db, table)
    insert = f"INSERT INTO {table} ({columns}) VALUES ({write_marks([number, *others])})"
    _write_all(db, insert, tables.stream(f"SELECT {columns} FROM {table} WHERE {number} > ? ORDER BY 1", (last,)))
    if last:
        changed = f"SELECT {columns} FROM {table} WHERE {number} <= :last AND {_CHANGED[table]}"
        update = f"UPDATE {table} SET {', '.join(f'{one} = ?' for one in others)} WHERE {number} = ?"
        rows = tables.stream(changed, {"last": last, "v": after})
        _write_all(db, update, ((*content, key) for key, *content in rows))


def _drop_bands(tables: LibraryTables, db: Statements, after: int) -> None:
    """Of texts that were erased since; what they were is told by the signature, which is still there."""
    gone = tables.execute("SELECT number FROM library_document WHERE erased > ?", (after,)).fetchall()
    for (number,) in gone if after else ():
        row = db.execute("SELECT signature FROM library_document WHERE number = ?", (number,)).fetchone()
        if row is not None:
            drop = "DELETE FROM library_band WHERE band = ? AND document = ?"
            db.executemany(drop, [(band, number) for band in split_bands(row[0])])


def _find_last(db: Statements, table: str) -> int:
    number = _COLUMNS[table].partition(",")[0]
    return int(db.execute(f"SELECT COALESCE(MAX({number}), 0) FROM {table}").fetchone()[0])


def _write_all(db: Statements, statement: str, rows: Iterable[tuple[Any, ...]]) -> None:
    left: Iterator[tuple[Any, ...]] = iter(rows)
    while some := list(islice(left, _AT_ONCE)):
        db.executemany(statement, some)


def _list_lines(tables: Statements) -> list[Line]:
    rows = tables.execute("SELECT kind, key, run, seal FROM log WHERE kind = ? ORDER BY seq", (LIBRARY,))
    return [Line(*row) for row in rows]


def _require_whole(library: Library, what: str) -> None:
    for damage in library.damaged():
        raise RecordDamaged(f"{what}: {damage.key}: {damage.reason}", hint="see: foam library verify")
