"""Reading a record's file as it lies, damaged or not. What the content means is judged by `audit`.

A damaged page must not hide the rest: the names of entries are read from the index on their keys as well as from
the table, so that an entry whose own row is unreadable is still named.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from foam.record.audit import LOG, EdgeRow, LogRow, Row, make_printable
from foam.record.database import SCHEMA, TABLES, UNREADABLE
from foam.record.store import RESTORED, Damage
from foam.values import digest_bytes

FILE = "file"
_MOST_LINES = 50
_COLUMNS = ", ".join(Row._fields)


class Salvage:
    """One read of a whole file, in one snapshot. `unread` says which tables could not be read to their end."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.unread: list[Damage] = []

    def structure(self) -> Iterator[Damage]:
        """What SQLite's own check finds, and a schema that is not ours. Begins the snapshot."""
        try:
            self._db.execute("BEGIN")
            yield from self._schema()
            lines = self._db.execute(f"PRAGMA integrity_check({_MOST_LINES})")
            yield from (Damage(key=FILE, reason=str(line)) for (line,) in lines if line != "ok")
        except UNREADABLE as error:
            yield Damage(key=FILE, reason=f"it cannot be checked: {error}")

    def entries(self) -> Iterator[Row | Damage]:
        """Every row that can be read, and a damage for each that is known to have been there and cannot."""
        named = self._names()
        seen: set[int] = set()
        for seq, row in self._readable(named, seen):
            seen.add(seq)
            yield row
        yield from self._lost(named, seen)

    def edges(self) -> list[EdgeRow]:
        return [EdgeRow(*row) for row in self._whole("edges", "SELECT child, position, parent, role FROM edges")]

    def log(self) -> list[LogRow]:
        """Every line of the log."""
        rows = self._whole(LOG, "SELECT seq, kind, key, run, seal, node FROM log ORDER BY seq")
        return [LogRow(*row) for row in rows]

    def lost(self) -> list[str]:
        """Heads that somebody declared lost, by entries that are as they were logged."""
        query = "SELECT e.body, l.seal FROM entries e JOIN log l ON l.seq = e.seq AND l.key = e.key WHERE e.kind = ?"
        found: list[str] = []
        with suppress(*UNREADABLE, ValueError, KeyError, TypeError):
            for body, seal in self._db.execute(query, (RESTORED,)):
                if digest_bytes(body) == seal:
                    found.append(str(json.loads(body)["draft"]["question"]["lost"]))
        return found

    def _schema(self) -> Iterator[Damage]:
        if self._db.execute("PRAGMA encoding").fetchone()[0] != "UTF-8":
            yield Damage(key=FILE, reason="its header names another text encoding")
        query = f"SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name IN {TABLES}"
        if {sql for (sql,) in self._db.execute(query)} != set(SCHEMA):
            yield Damage(key=FILE, reason="its tables are not declared as a record's are")

    def _names(self) -> dict[int, str]:
        """Number and key of every entry, from the index alone."""
        query = "SELECT seq, key FROM entries INDEXED BY sqlite_autoindex_entries_1"
        return dict(self._whole("the index of entries by key", query))

    def _readable(self, named: dict[int, str], seen: set[int]) -> Iterator[tuple[int, Row]]:
        query = f"SELECT {_COLUMNS} FROM entries NOT INDEXED"
        try:
            for columns in self._db.execute(query):
                row = Row(*columns)
                yield row.seq, row
        except UNREADABLE as error:
            self.unread.append(Damage(key="entries", reason=f"the table cannot be read through: {error}"))
            self._tolerate()
            for seq in sorted(named.keys() - seen):
                yield from self._single(seq)

    def _single(self, seq: int) -> Iterator[tuple[int, Row]]:
        with suppress(*UNREADABLE):  # then it is reported as lost, by its name
            for columns in self._db.execute(f"SELECT {_COLUMNS} FROM entries WHERE seq = ?", (seq,)):
                yield seq, Row(*columns)

    def _lost(self, named: dict[int, str], seen: set[int]) -> Iterator[Damage]:
        for seq in sorted(named.keys() - seen):
            yield Damage(
                key=make_printable(named[seq]), reason=f"its row (entry number {seq}) is missing or cannot be read"
            )

    def _whole(self, table: str, query: str) -> list[tuple[Any, ...]]:
        """All rows of a table, or those before the place where it breaks."""
        try:
            return self._db.execute(query).fetchall()
        except UNREADABLE as error:
            self.unread.append(Damage(key=table, reason=f"it cannot be read through: {error}"))
            self._tolerate()
            return list(self._until_it_breaks(query))

    def _until_it_breaks(self, query: str) -> Iterator[tuple[Any, ...]]:
        with suppress(*UNREADABLE):
            yield from self._db.execute(query)

    def _tolerate(self) -> None:
        """From here on, text that is no text is read with marks in its place (slower, hence not from the start)."""
        self._db.text_factory = lambda raw: raw.decode("utf-8", "replace")
