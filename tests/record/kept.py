"""A record that outlives its process, of each kind: opened anew, changed behind the store's back, copied."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from foam.record.keys import Keys
from foam.record.opening import open_record_at
from foam.record.store import Store
from foam.record.verify import VerifyReport, verify

if TYPE_CHECKING:
    from tests.cluster import Cluster


class Raw(Protocol):
    """A connection that goes round the store: `?` stands for a value."""

    def execute(self, statement: str, parameters: tuple[Any, ...] = (), /) -> Any: ...


class Kept(Protocol):
    """Where a record is kept."""

    engine: str
    url: str
    """What `open_record_at` takes, in this process or another."""
    heads: Path

    def open(self, *, timeout: float = 30.0, readonly: bool = False, keys: Keys | None = None) -> Store: ...

    def read_bytes(self) -> Iterator[bytes]:
        """Every file that it is in, as it lies on the disk."""
        ...

    def read_tables(self) -> Iterator[bytes]:
        """Those that hold its tables and indexes."""
        ...

    def read_own(self) -> Iterator[bytes]:
        """Those that hold its tables and indexes, and nobody else's."""
        ...

    def raw(self) -> Any:
        """A context of a `Raw`, in no hurry to reach the disk."""
        ...

    def copy(self) -> Kept: ...


class KeptFile:
    """In a SQLite file."""

    engine = "sqlite"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.url = str(path)
        self.heads = path.with_suffix(".heads")

    def open(self, *, timeout: float = 30.0, readonly: bool = False, keys: Keys | None = None) -> Store:
        return open_record_at(self.url, timeout=timeout, readonly=readonly, keys=keys)

    def read_bytes(self) -> Iterator[bytes]:
        yield from (path.read_bytes() for path in self.path.parent.iterdir() if path.is_file())

    def read_tables(self) -> Iterator[bytes]:
        yield from self.read_bytes()

    def read_own(self) -> Iterator[bytes]:
        yield from self.read_bytes()

    @contextmanager
    def raw(self) -> Iterator[Raw]:
        db = sqlite3.connect(self.path, isolation_level=None)
        db.execute("PRAGMA synchronous=OFF")
        yield db
        db.close()

    def copy(self) -> KeptFile:
        copy = self.path.with_name("copy.sqlite")
        shutil.copy(self.path, copy)
        return KeptFile(copy)


class KeptDatabase:
    """In a PostgreSQL database."""

    engine = "postgres"

    def __init__(self, cluster: Cluster, url: str, heads: Path) -> None:
        self._cluster = cluster
        self.url = url
        self._record = heads
        self.heads = heads.with_suffix(".heads")

    def open(self, *, timeout: float = 30.0, readonly: bool = False, keys: Keys | None = None) -> Store:
        return open_record_at(self.url, heads=self._record, timeout=timeout, readonly=readonly, keys=keys)

    def read_bytes(self) -> Iterator[bytes]:
        yield from self._cluster.read_bytes()

    def read_tables(self) -> Iterator[bytes]:
        yield from self._cluster.read_bytes("base", "global")

    def read_own(self) -> Iterator[bytes]:
        yield from self._cluster.read_bytes(str(self._cluster.find_folder(self.url)))

    @contextmanager
    def raw(self) -> Iterator[Raw]:
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as db:
            db.execute("SET session_replication_role = replica")  # what the owner of the server can do: no triggers
            db.execute("SET search_path = foam")
            yield _Questioned(db)

    def copy(self) -> KeptDatabase:
        return KeptDatabase(self._cluster, self._cluster.copy_database(self.url), self._record.with_name("copied"))


class _Questioned:
    """Takes `?` where psycopg takes `%s`."""

    def __init__(self, db: Any) -> None:
        self._db = db

    def execute(self, statement: str, parameters: tuple[Any, ...] = (), /) -> Any:
        return self._db.execute(statement.replace("?", "%s"), parameters)


def change(kept: Kept, statement: str, *parameters: Any) -> None:
    """Change rows behind the store's back."""
    with kept.raw() as db:
        done = db.execute(statement, parameters)
        assert done.rowcount > 0, "the test must change something"


def verified(kept: Kept) -> VerifyReport:
    store = kept.open(readonly=True)
    try:
        return verify(store)
    finally:
        store.close()


def named(kept: Kept) -> set[str]:
    """What `verify` names."""
    return {damage.key for damage in verified(kept).damage}
