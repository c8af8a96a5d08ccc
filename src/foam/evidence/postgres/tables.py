"""The library in a PostgreSQL database, for several processes and machines that work with one library.

Rows, seals and versions are those of the SQLite file, so a library can be copied from one to the other and back. Its
log is one of its own, so that whoever takes documents in keeps nobody from the record. The database itself refuses to
change or remove what was kept (`record/postgres/migrations/0006_library.sql`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from foam.errors import InputError
from foam.evidence.postgres.salvage import TABLES, audit_database
from foam.private import make_folder
from foam.record.away import AT_ONCE, Endurance
from foam.record.heads import HeadsFile
from foam.record.log import Head, TableLog
from foam.record.postgres import owned, scrubbing
from foam.record.postgres.connection import Connection, Cursor, Database
from foam.record.postgres.migrate import prepare
from foam.record.statements import Rows, Statements, Values
from foam.record.store import Damage

_TABLE = re.compile(r"\b(library_(document|appearance|version|file|band)|memory_utterance)\b")
_LOG = re.compile(r"\b(FROM|INTO) log\b")
_NAMED = re.compile(r"(?<![:\w]):(\w+)")
_FIELD = re.compile(r"(\w+\.\w+) ->> '\$\.(\w+)\.(\w+)'")


class DatabaseStatements:
    """Runs the library's statements on one connection."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def execute(self, query: str, values: Values = (), /) -> Cursor:
        return self._db.execute(translate(query), bind(values), binary=True)

    def executemany(self, query: str, rows: Iterable[Values], /) -> object:
        cursor = self._db.cursor()
        cursor.executemany(translate(query), [bind(one) for one in rows])
        return cursor


_PATIENCE = 120.0
"""Seconds to wait for others who take documents in: a commit of a large import takes several, and there may be many."""
_AT_ONCE = 500
"""Rows that are fetched together where there may be many."""

T = TypeVar("T")


class LibraryDatabase:
    """In a PostgreSQL database, with a log of its own."""

    def __init__(self, url: str, *, heads: Path | None = None, endurance: Endurance = AT_ONCE) -> None:
        """Open it, or make it. `heads`: beside which file heads are noted outside the database, if anywhere.

        `endurance`: how long a server is waited for that goes away later.
        """
        self._reader = Database(url, timeout=_PATIENCE, what="library", endurance=endurance)
        self._writer = Database(url, timeout=_PATIENCE, what="library", endurance=endurance)
        self._heads = None if heads is None else HeadsFile(heads)
        try:
            with self._reader.open() as db:
                prepare(db, self._reader.name, readonly=False)
            if heads is not None:
                make_folder(heads.parent)  # a home without a file of its own has no other reason to be there yet
                self._note_first()
        except BaseException:
            self._reader.close()
            raise

    def execute(self, query: str, values: Values = (), /) -> Rows:
        def attempt() -> Rows:
            with self._reader.open() as db:
                return DatabaseStatements(db).execute(query, values)

        return self._reader.persist(attempt)

    def executemany(self, query: str, rows: Iterable[Values], /) -> object:
        with self._reader.transaction() as db:
            return DatabaseStatements(db).executemany(query, rows)

    def stream(self, query: str, values: Values = ()) -> Iterator[tuple[Any, ...]]:
        with self._reader.open_another() as db:
            # Whoever reads may be long about each row, such as who works out vectors for its sentences.
            db.execute("SET idle_in_transaction_session_timeout = 0")
            with db.transaction(), db.cursor("rows", binary=True) as rows:
                rows.itersize = _AT_ONCE
                rows.execute(translate(query), bind(values))
                yield from rows

    @contextmanager
    def writing(self, *, secure: bool = False) -> Iterator[Statements]:
        with self._writer.open() as db:
            # What gives no rows is sent and not waited for: an error comes with the next answer, before the commit.
            with db.transaction(), db.pipeline():
                db.execute("SELECT foam.lock_library()")
                statements = DatabaseStatements(db)
                log = TableLog(statements)
                log.begin()
                yield statements
                head = log.take_head()
            if head is not None:
                self._note(head)

    def persist(self, attempt: Callable[[], T]) -> T:
        return self._writer.persist(attempt)

    def has_table(self, name: str) -> bool:
        """Always: the migrations make every table."""
        return True

    def lay(self, schema: Sequence[str]) -> None:
        """Nothing to do: the migrations make every table."""

    def audit(self, *, head: Head | None = None) -> Iterator[Damage]:
        noted = self._heads.read() if self._heads else None  # before the snapshot, so that it knows of nothing later
        with self._reader.open_another() as db:
            yield from audit_database(db, noted=noted or (), head=head)

    def measure(self) -> int:
        with self._reader.open() as db:
            query = "SELECT sum(pg_total_relation_size(one::regclass))::bigint FROM unnest(%s::text[]) one"
            row = db.execute(query, (list(TABLES),)).fetchone()
        return int(row[0]) if row else 0

    def scrub(self) -> None:
        with self._writer.open() as db:
            scrubbing.scrub(db, tables=scrubbing.LIBRARY)

    def search(self, finds: Callable[[bytes], bool]) -> tuple[str, ...]:
        with self._reader.open_another() as db:
            return tuple(owned.search_tables(db, finds))

    def close(self) -> None:
        self._reader.close()
        self._writer.close()
        if self._heads is not None:
            self._heads.close()

    def _note(self, head: Head) -> None:
        if self._heads is not None:
            self._heads.note(head)

    def _note_first(self) -> None:
        """A home that meets a library for the first time notes how far it was."""
        if self._heads is not None and self._heads.read() is None:
            head = TableLog(self).head()
            if head.size:
                self._note(head)


@cache
def translate(query: str) -> Any:
    """The statement for PostgreSQL. An erased row has no JSON: nothing is read of it."""
    query = query.replace("%", "%%").replace("?", "%s")
    query = _FIELD.sub(r"(NULLIF(\1, '')::json #>> '{\2,\3}')", query)
    query = _NAMED.sub(r"%(\1)s", query)
    return _LOG.sub(r"\1 foam.library_log", _TABLE.sub(r"foam.\1", query))


def bind(values: Values) -> Any:
    """Values as they are, unless one holds what PostgreSQL keeps in no text."""
    for one in values.values() if isinstance(values, dict) else values:
        if isinstance(one, str) and "\0" in one:
            raise InputError(
                "cannot keep this in the library: a text holds a NUL character",
                hint="take it out; a library in PostgreSQL cannot hold it",
            )
    return values
