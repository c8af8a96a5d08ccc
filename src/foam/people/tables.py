"""Where the tables of people are: in the home's file beside the record, or in the database that holds the record.

Statements are written once, in what both engines understand; `?` stands for a value.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from foam.record.database import open_file, transaction, translate_errors
from foam.record.store import Access

if TYPE_CHECKING:
    from foam.record.postgres.connection import Database

Statement: TypeAlias = tuple[str, tuple[Any, ...]]
_PATIENCE = 30.0
"""Seconds to wait for another writer."""


class PeopleTables(Protocol):
    """Runs statements on the tables of people."""

    def rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]: ...

    def write(self, *statements: Statement) -> int:
        """All of them or none; how many rows the last one changed."""
        ...

    def erase_traces(self) -> None:
        """From now on, overwrite what is removed, as far as the place it is kept in allows."""
        ...

    def close(self) -> None: ...


class FileTables:
    """In the home's file."""

    def __init__(self, path: Path, schema: Sequence[str]) -> None:
        self._path = path
        self._lock = RLock()
        self._db = open_file(path, timeout=_PATIENCE, readonly=False)
        with translate_errors(path):
            for statement in schema:
                self._db.execute(statement)

    def rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        with self._lock, translate_errors(self._path):
            return list(self._db.execute(query, tuple(map(_bindable, values))))

    def write(self, *statements: Statement) -> int:
        with self._lock, translate_errors(self._path):
            if len(statements) == 1:
                return self._execute(*statements[0])
            with transaction(self._db):
                return [self._execute(*one) for one in statements][-1]

    def erase_traces(self) -> None:
        with self._lock, translate_errors(self._path):
            self._db.execute("PRAGMA secure_delete=ON")

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def _execute(self, statement: str, values: tuple[Any, ...]) -> int:
        return self._db.execute(statement, tuple(map(_bindable, values))).rowcount


class DatabaseTables:
    """In the PostgreSQL database that holds the record; its migrations make them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        def attempt() -> list[tuple[Any, ...]]:
            with self._database.open() as db:
                return db.execute(_translate(query), tuple(map(_storable, values))).fetchall()

        return self._database.persist(attempt)

    def write(self, *statements: Statement) -> int:
        with self._database.transaction() as db:
            counts = [db.execute(_translate(one), tuple(map(_storable, values))).rowcount for one, values in statements]
        return counts[-1]

    def erase_traces(self) -> None:
        """Nothing to do: what was removed goes when the database cleans its tables up."""

    def close(self) -> None:
        self._database.close()


def open_database_tables(url: str, access: Access) -> DatabaseTables:
    """The tables in this database, on a connection of their own; where it acts for a person, as they may see them.

    A server that acts for whoever asks reads these tables for itself: they say what that person may see.
    """
    # Imported here, since all of these need the extra `postgres`, and a home with its tables in a file has it not.
    from foam.record.postgres.access import enforce
    from foam.record.postgres.connection import Database
    from foam.record.postgres.migrate import prepare

    readonly = bool(access.acts_for)
    database = Database(url, timeout=_PATIENCE, readonly=readonly, acts_for=access.acts_for)
    with database.open() as db:
        prepare(db, database.name, readonly=readonly)
        enforce(db, database.name, access, readonly=readonly)
    return DatabaseTables(database)


def _translate(statement: str) -> str:
    return statement.replace("%", "%%").replace("?", "%s").replace("people_", "foam.people_")


def _bindable(value: Any) -> Any:
    """A text that can be kept, whatever somebody typed."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _storable(value: Any) -> Any:
    """The same for PostgreSQL, which keeps no NUL."""
    kept = _bindable(value)
    return kept.replace("\0", "\ufffd") if isinstance(kept, str) else kept
