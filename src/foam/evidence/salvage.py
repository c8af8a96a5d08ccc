"""A library's tables read as they lie, damaged or not. What the content means is judged by `audit`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from foam.evidence.truth import SCHEMA, TABLES
from foam.record.database import UNREADABLE
from foam.record.salvage import FILE
from foam.record.store import Damage

_MOST_SINGLE = 1_000_000
"""Rows that are tried one by one where a table cannot be read through."""


class SalvagedFile:
    """The library's tables, read as they lie. `unread` says which could not be read to their end."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.unread: list[Damage] = []
        self._declared = self.whole("sqlite_master", f"SELECT name, sql FROM sqlite_master WHERE tbl_name IN {TABLES}")

    @property
    def are_there(self) -> bool:
        return bool(self._declared)

    def list_columns(self, table: str) -> list[str]:
        """The names of a table's columns, in their order; none when it is not there."""
        return [name for _, name, *_ in self.whole(table, f"PRAGMA table_info({table})") if isinstance(name, str)]

    def check_declarations(self) -> Iterator[Damage]:
        """Tables and indexes are ours, under their names, and nothing else hangs on them."""
        there = {(name, sql) for name, sql in self._declared if sql is not None}
        if there != {(statement.split()[2], statement) for statement in SCHEMA}:
            yield Damage(key=FILE, reason="its tables are not declared as a library's are")

    def list_bands(self) -> list[tuple[Any, ...]]:
        """Every band with its document."""
        return self.whole("library_band", "SELECT band, document FROM library_band")

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """Every row that can be read, in the order of the numbers, which are the first column."""
        query = f"SELECT {', '.join(columns)} FROM {table} NOT INDEXED"
        last = 0
        try:
            for row in self._db.execute(query):
                yield row
                last = row[0]
        except UNREADABLE as error:
            self.unread.append(Damage(key=table, reason=f"it cannot be read through: {error}"))
            # From here on, text that is no text is read with marks in its place.
            self._db.text_factory = lambda raw: raw.decode("utf-8", "replace")
            yield from self._single(query, columns[0], table, last)

    def _single(self, query: str, number: str, table: str, last: int) -> Iterator[tuple[Any, ...]]:
        """The rows after the last one read, one by one."""
        for one in range(last + 1, min(self._find_highest(table, number), last + _MOST_SINGLE) + 1):
            try:
                yield from self._db.execute(f"{query} WHERE {number} = ?", (one,))
            except UNREADABLE:
                self.unread.append(Damage(key=table, reason=f"row {one} cannot be read"))

    def _find_highest(self, table: str, number: str) -> int:
        """The highest number in a table, by itself or by the rows that name it; 0 when there is no such table."""
        queries = [f"SELECT MAX({number}) FROM {table}", "SELECT MAX(document) FROM library_appearance"]
        for query in queries if table in {name for name, _ in self._declared} else ():
            with suppress(*UNREADABLE):
                found = self._db.execute(query).fetchone()[0]
                if isinstance(found, int):
                    return found
        return 0

    def whole(self, table: str, query: str) -> list[tuple[Any, ...]]:
        """All rows, or those before the place where the table breaks."""
        rows: list[tuple[Any, ...]] = []
        try:
            rows.extend(self._db.execute(query))
        except UNREADABLE as error:
            self.unread.append(Damage(key=table, reason=f"it cannot be read through: {error}"))
        return rows
