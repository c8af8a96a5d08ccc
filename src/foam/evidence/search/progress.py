"""How far an index on disk has come: a small database beside it, and the lock that lets one process write at a time."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from pydantic import ValidationError

from foam.errors import InputError
from foam.private import make_file
from foam.record.media import is_unwritable, open_to_read, open_uri
from foam.values import Value

FORMAT = 4
"""Raised when the columns change: an index of another format is built anew."""
_READER_PATIENCE = 30.0
"""Seconds to wait for a reader or writer of the state."""


class State(Value):
    """How far an index has come."""

    format: int = FORMAT
    words: str = ""
    """The rules by which texts were cut into words."""
    version: int = 0
    rows: int = 0
    unindexed: int = 0
    """Rows that came or changed since the indexes were extended; they are found by reading them."""
    trained_on: int = 0
    """Rows when the vector index was trained; 0 when there is none."""


def read_state(states: sqlite3.Connection) -> State:
    """How far the index has come; of one that another FOAM wrote, a format that is none of ours."""
    row = states.execute("SELECT state FROM state").fetchone()
    try:
        return State.model_validate_json(row[0]) if row else State()
    except ValidationError:
        return State(format=0)


def exclude_others(lock: sqlite3.Connection) -> None:
    """Take the writer's lock, or say that another process holds it."""
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        raise InputError(f"another process is indexing: {error}", hint="wait for it, then try again") from error


def open_states(file: Path) -> sqlite3.Connection:
    """The database of states; where nothing can be written, it is only read."""
    if is_unwritable(file):
        return open_to_read(file, timeout=_READER_PATIENCE)
    make_file(file)
    connection = open_uri(file, "mode=rwc", timeout=_READER_PATIENCE)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY, state TEXT NOT NULL)")
    return connection
