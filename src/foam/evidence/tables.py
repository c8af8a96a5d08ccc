"""Where a library's rows lie: in the record's SQLite file, in memory, or in a PostgreSQL database (`postgres`).

Readers never see half of a write: it is done on a connection of its own. One process writes at a time.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from foam.evidence import audit, truth
from foam.record.database import translate_errors
from foam.record.heads import HeadsFile, extend_log
from foam.record.log import Head
from foam.record.statements import Rows, Statements, Values
from foam.record.store import Damage

T = TypeVar("T")


class LibraryTables(Statements, Protocol):
    """The tables of a library: documents, appearances, versions, files, bands, and the log of the versions."""

    def stream(self, query: str, values: Values = ()) -> Iterator[tuple[Any, ...]]:
        """Rows as they are at one moment, one after another, however many there are."""
        ...

    def writing(self, *, secure: bool = False) -> AbstractContextManager[Statements]:
        """A transaction that may add to the log; the new head is noted once it has been committed.

        With `secure`, what is deleted is overwritten where the place it lies in can do that.
        """
        ...

    def persist(self, attempt: Callable[[], T]) -> T:
        """Do what may be done twice without harm, and do it again while the place these lie in is away."""
        ...

    def has_table(self, name: str) -> bool:
        """Whether the table of a guest was made."""
        ...

    def lay(self, schema: Sequence[str]) -> None:
        """Make the table of a guest, as far as it is not there."""
        ...

    def audit(self, *, head: Head | None = None) -> Iterator[Damage]:
        """Everything wrong with the rows, the versions and the log."""
        ...

    def measure(self) -> int:
        """Bytes on the disk, where that can be told."""
        ...

    def scrub(self) -> None:
        """Leave no trace of what was erased in the files that hold the tables."""
        ...

    def search(self, finds: Callable[[bytes], bool]) -> tuple[str, ...]:
        """Tables with a row in which `finds` finds something, where no file of the home holds them."""
        ...

    def close(self) -> None: ...


class LibraryFile:
    """In one SQLite file, beside the record."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._db = truth.connect(file)
        self._writer: sqlite3.Connection | None = None
        self._heads = None if file == truth.IN_MEMORY else HeadsFile(file)
        self._lock = threading.RLock()

    def execute(self, query: str, values: Values = (), /) -> Rows:
        return self._db.execute(query, values)

    def executemany(self, query: str, rows: Iterable[Values], /) -> object:
        return self._db.executemany(query, rows)

    def stream(self, query: str, values: Values = ()) -> Iterator[tuple[Any, ...]]:
        return self._db.cursor().execute(query, values)

    @contextmanager
    def writing(self, *, secure: bool = False) -> Iterator[Statements]:
        with self._lock, translate_errors(self._file):
            if self._writer is None:
                self._writer = self._db if self._file == truth.IN_MEMORY else truth.connect(self._file)
            if secure:
                self._writer.execute("PRAGMA secure_delete=ON")
            with extend_log(self._writer, self._heads):
                yield self._writer

    def persist(self, attempt: Callable[[], T]) -> T:
        """At once: a file does not go away."""
        return attempt()

    def has_table(self, name: str) -> bool:
        query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        return self._db.execute(query, (name,)).fetchone() is not None

    def lay(self, schema: Sequence[str]) -> None:
        with self._lock, translate_errors(self._file):
            for statement in schema:
                self._db.execute(statement)

    def audit(self, *, head: Head | None = None) -> Iterator[Damage]:
        if self._file == truth.IN_MEMORY:
            return audit.audit_library(self._db, noted=(), head=head)
        return audit.audit_file(self._file, head=head)

    def measure(self) -> int:
        return 0 if self._file == truth.IN_MEMORY else self._file.stat().st_size

    def scrub(self) -> None:
        with self._lock, translate_errors(self._file):
            self._db.execute("VACUUM")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def search(self, finds: Callable[[bytes], bool]) -> tuple[str, ...]:
        """Nothing: all of it is in a file that whoever asks can read."""
        return ()

    def close(self) -> None:
        self._db.close()
        if self._writer is not None:
            self._writer.close()
        if self._heads is not None:
            self._heads.close()
