"""The record in memory: the shipped fake, and where bundles are read. Everything is gone with the process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from foam.record.database import open_memory
from foam.record.keys import Keys, MemoryKeys
from foam.record.log import ENTRY, ERASED, Head, Line
from foam.record.owned import require_parents
from foam.record.rows import insert_row
from foam.record.sealed import Sealed
from foam.record.sqlite import SqliteStore
from foam.record.store import Damage


class MemoryStore(SqliteStore):
    """An append-only store of entries in this process's memory. No heads are noted: nothing of it is outside."""

    def __init__(self, keys: Keys | None = None) -> None:
        super().__init__(":memory:", keys=keys or MemoryKeys(), connection=open_memory())

    def copy(self) -> MemoryStore:
        """Another store with the same entries and log, and the same keys. What is put into one is not in the other."""
        other = MemoryStore(self.keys)
        with self._open() as db:
            db.backup(other._connection)
        return other

    def put(self, sealed: Sealed, *, erased: bool) -> None:
        """Keep an entry as another store had it, also one whose words no longer give its key."""
        with self._logging() as log:
            require_parents(self._connection, sealed)
            number = log.append(Line(ENTRY, sealed.key, "", sealed.seal))
            last = log.append(Line(ERASED, sealed.key, "", sealed.seal)) if erased else 0
            insert_row(self._connection, number, sealed, erased=last)

    def damaged(self, *, head: Head | None = None) -> Iterator[Damage]:
        """As the port says; on a copy, so that nobody waits for it."""
        yield from self._audit(self.copy()._connection, (), head)

    def search(self, finds: Callable[[bytes], bool]) -> tuple[str, ...]:
        with self._open() as db:
            return ("memory",) if any(finds(body) for (body,) in db.execute("SELECT body FROM entries")) else ()

    def close(self) -> None:
        """Nothing to let go of."""
