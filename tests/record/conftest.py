"""A store of each kind, and entries to put in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pytest
from tests.record.kept import Kept, KeptDatabase, KeptFile

from foam.record.entry import Decider, Draft, Entry, EntryInput, Input
from foam.record.memory import MemoryStore
from foam.record.sqlite import SqliteStore
from foam.record.store import RUN, Store

if TYPE_CHECKING:
    from foam.record.postgres.store import PostgresStore

AT = "2026-03-01T12:00:00.000+00:00"


class MakeEntry(Protocol):
    """An entry of some kind, resting on the given entries; `n` tells questions apart."""

    def __call__(
        self, n: int = 0, *parents: Entry, kind: str = "stance", answer: Any = None, inputs: tuple[Input, ...] = ()
    ) -> Entry: ...


def _entry(
    n: int = 0, *parents: Entry, kind: str = "stance", answer: Any = None, inputs: tuple[Input, ...] = ()
) -> Entry:
    resting = tuple(EntryInput(role="premise", key=parent.key) for parent in parents)
    decider = Decider(type="model", id="tiny", version="1", family="tiny", parameters={"temperature": 0.0}, seed=7)
    draft = Draft(kind=kind, inputs=resting + inputs, template="b2:" + "0" * 64, question={"n": n}, decider=decider)
    return Entry(draft=draft, answer={"n": n} if answer is None else answer, at=AT)


@pytest.fixture(scope="session")
def make_entry() -> MakeEntry:
    return _entry


@pytest.fixture(scope="session")
def run_entry() -> Entry:
    return _entry(kind=RUN)


@pytest.fixture
def clock() -> Callable[[], datetime]:
    return lambda: datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "record.sqlite"


@pytest.fixture(params=["sqlite", "postgres"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    """Where a record is kept, each kind in turn."""
    if request.param == "sqlite":
        return KeptFile(tmp_path / "record.sqlite")
    url: str = request.getfixturevalue("database")
    return KeptDatabase(request.getfixturevalue("cluster"), url, tmp_path / "record")


@pytest.fixture
def sqlite_store(path: Path) -> Iterator[SqliteStore]:
    store = SqliteStore(path)
    yield store
    store.close()


@pytest.fixture
def postgres_store(database: str, tmp_path: Path) -> Iterator[PostgresStore]:
    from foam.record.postgres.store import PostgresStore

    store = PostgresStore(database, heads=tmp_path / "record")
    yield store
    store.close()


@pytest.fixture(params=["sqlite", "memory", "postgres"])
def store(request: pytest.FixtureRequest) -> Store:
    """Every implementation of the port in turn."""
    return MemoryStore() if request.param == "memory" else request.getfixturevalue(f"{request.param}_store")
