"""Reading a library's tables as they lie in a database, damaged or not, for the audit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any

import psycopg

from foam.evidence.audit import audit_tables
from foam.evidence.versions import STUBS
from foam.record.audit import LOG, LogRow, audit_log
from foam.record.log import Head
from foam.record.postgres.connection import Connection
from foam.record.postgres.salvage import begin_snapshot, check_structure
from foam.record.store import Damage

TABLES = (
    "foam.library_log",
    "foam.library_document",
    "foam.library_appearance",
    "foam.library_version",
    "foam.library_file",
    "foam.library_band",
    "foam.memory_utterance",
)
SHAPE = frozenset(files(__package__).joinpath("shape.txt").read_text("utf-8").splitlines())
"""How the tables are declared in a database that nobody touched, functions aside."""
_AT_ONCE = 500


def audit_database(db: Connection, *, noted: Sequence[str], head: Head | None = None) -> Iterator[Damage]:
    """Everything wrong with the library in this database and with the log that vouches for it, in one snapshot."""
    begin_snapshot(db)
    yield from check_structure(db, TABLES, SHAPE, whose="library")
    tables = SalvagedDatabase(db)
    log = tables.log()
    yield from audit_log(log, noted=noted, lost=(), head=head)
    yield from audit_tables(tables, log)


class SalvagedDatabase:
    """The library's tables in one snapshot. `unread` says which could not be read to their end."""

    are_there = True
    """Whoever opened the database has made them; one that was dropped since is named by the first look."""

    def __init__(self, db: Connection) -> None:
        self._db = db
        self.unread: list[Damage] = []

    def list_columns(self, table: str) -> list[str]:
        """The names of a guest's columns, in their order."""
        return [*STUBS[table].split(", "), "erased"]

    def check_declarations(self) -> Iterator[Damage]:
        """Nothing: that was looked at before any row was read."""
        return iter(())

    def log(self) -> list[LogRow]:
        query = "SELECT seq, kind, key, run, seal, node FROM foam.library_log ORDER BY seq"
        return [LogRow(*row) for row in self._read(LOG, query)]

    def list_bands(self) -> list[tuple[Any, ...]]:
        """Every band with its document."""
        return list(self._read("library_band", "SELECT band, document FROM foam.library_band"))

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """Every row that can be read, in the order of the numbers, which are the first column."""
        return self._read(table, f"SELECT {', '.join(columns)} FROM foam.{table} ORDER BY {columns[0]}")

    def _read(self, table: str, query: str) -> Iterator[tuple[Any, ...]]:
        try:
            with self._db.transaction(), self._db.cursor(f"read_{table}", binary=True) as rows:
                rows.itersize = _AT_ONCE
                rows.execute(query)
                yield from rows
        except psycopg.Error as error:
            said = str(error).splitlines()[0]
            self.unread.append(Damage(key=table, reason=f"it cannot be read through: {said}"))
