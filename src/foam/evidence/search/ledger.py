"""How far an index has come, who may write it, and which version of its table can be trusted: the ledger of an index.

What the ledger says is the whole truth about an index. Rows that nobody vouched for in it are read by nobody, and
the next writer takes them back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError

from foam.errors import InputError
from foam.private import make_file
from foam.record.database import translate_errors
from foam.record.media import is_unwritable, open_to_read, open_uri
from foam.values import Value

FORMAT = 6
"""Raised when the columns change: an index of another format is built anew."""
STATE_FILE = "state.db"
"""In the folder of an index on this machine."""
PATIENCE = 600.0
"""Seconds to wait for another writer."""
MARKS = 100
"""Versions of the library that an index remembers to have reached."""
_READER_PATIENCE = 30.0
"""Seconds to wait for a reader or writer of the state."""


class State(Value):
    """How far an index has come."""

    format: int = FORMAT
    words: str = ""
    """The rules by which texts were cut into words."""
    table: str = ""
    table_version: int = 0
    """The version of the table, as the engine counts them, that this vouches for; 0 when there is none yet."""
    version: int = 0
    """The version of the library that was reached."""
    marks: tuple[tuple[int, str], ...] = ()
    """Versions of the library that were reached, each with its identity: of which library this is the index."""
    rows: int = 0
    unindexed: int = 0
    """Rows that came or changed since the indexes were extended; they are found by reading them."""
    trained_on: int = 0
    """Rows when the vector index was trained; 0 when there is none."""
    target: int = 0
    """The version of the library that a build under way is to reach; 0 when none is under way."""
    shards: int = 0
    """How many shards of that build are in the table."""
    chain: str = ""
    """The digest of their ids: a build goes on only with the shards it began with."""
    successor: State | None = None
    """The index that is built anew beside this one, until it takes its place."""


class Ledger(Protocol):
    """The state of one index, and one writer at a time."""

    def glance(self) -> State:
        """The state now where that costs nothing, else as it was last read. It may be old and is never half."""
        ...

    def read(self) -> State:
        """The state now."""
        ...

    def keep(self, state: State) -> None:
        """Put another state in place of the one there; only inside `writing`."""
        ...

    def writing(self) -> AbstractContextManager[None]:
        """One writer at a time, wherever the others run; whoever dies lets the next one in."""
        ...

    def close(self) -> None: ...


def parse_state(text: str | None) -> State:
    """A state as it was kept; of one that another FOAM wrote, a format that is none of ours."""
    try:
        return State.model_validate_json(text) if text else State()
    except ValidationError:
        return State(format=0)


class FileLedger:
    """A small database beside an index in a folder of this machine; the lock goes when the process does."""

    def __init__(self, folder: Path, *, patience: float = PATIENCE) -> None:
        self._lock_file = folder / "writer.db"
        self._patience = patience
        self._file = folder / STATE_FILE
        self._states = _open_states(self._file)

    def glance(self) -> State:
        return self.read()

    def read(self) -> State:
        row = self._states.execute("SELECT state FROM state").fetchone()
        return parse_state(row[0] if row else None)

    def keep(self, state: State) -> None:
        with translate_errors(self._file):
            self._states.execute("INSERT OR REPLACE INTO state VALUES (0, ?)", (state.model_dump_json(),))

    @contextmanager
    def writing(self) -> Iterator[None]:
        lock = sqlite3.connect(self._lock_file, timeout=self._patience, isolation_level=None)
        try:
            try:
                lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                raise InputError(f"another process is indexing: {error}", hint="wait for it, then try again") from error
            yield
        finally:
            lock.close()

    def close(self) -> None:
        self._states.close()


def _open_states(file: Path) -> sqlite3.Connection:
    """The database of states; where nothing can be written, it is only read."""
    if is_unwritable(file):
        return open_to_read(file, timeout=_READER_PATIENCE)
    make_file(file)
    connection = open_uri(file, "mode=rwc", timeout=_READER_PATIENCE)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY, state TEXT NOT NULL)")
    return connection
