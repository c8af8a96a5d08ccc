"""Reading a database from a place that cannot be written: a mounted image, a disc, somebody else's folder.

SQLite wants to write even to read, since readers share an index of the log. Where it cannot, a file without a log is
read as one that nobody changes; a log that was left over is read with a private copy of both, never ignored.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from functools import cache
from pathlib import Path

_REFUSED = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY})


def is_unwritable(path: Path) -> bool:
    """Whether a file is there, and it or its folder cannot be written."""
    return path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def describe_medium(path: Path) -> str:
    """What a person should know of a database that can only be read; empty when it can be written."""
    if not is_unwritable(path):
        return ""
    left = "; its last writes are in a log that was left over, and are read from a private copy"
    return f"{path.parent} cannot be written, and is only read{left if _has_log(path) else ''}"


def open_to_read(path: Path, *, timeout: float) -> sqlite3.Connection:
    """A connection that writes nothing at the path."""
    db = open_uri(path, "mode=ro", timeout=timeout)
    try:
        db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in _REFUSED:
            return db  # whoever reads it says what is wrong
        db.close()
        if _has_log(path):
            return open_uri(_copy(path, *map(_identify, (path, _log(path)))), "mode=rw", timeout=timeout)
        return open_uri(path, "mode=ro&immutable=1", timeout=timeout)
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return db
    return db


def open_uri(path: Path, how: str, *, timeout: float) -> sqlite3.Connection:
    """A connection in autocommit; it may be used from any thread, one at a time."""
    uri = f"{path.absolute().as_uri()}?{how}"
    return sqlite3.connect(uri, uri=True, timeout=timeout, isolation_level=None, check_same_thread=False)


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _has_log(path: Path) -> bool:
    log = _log(path)
    return log.exists() and log.stat().st_size > 0


def _identify(path: Path) -> tuple[int, int, int]:
    held = path.stat()
    return held.st_ino, held.st_size, held.st_mtime_ns


_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []
"""Copies live as long as the process; Python removes them when it ends."""


@cache
def _copy(path: Path, file: tuple[int, int, int], log: tuple[int, int, int]) -> Path:
    """The file and its log in a folder of this process, copied once as long as neither changes."""
    folder = tempfile.TemporaryDirectory(prefix="foam-")
    _FOLDERS.append(folder)
    for one in (path, _log(path)):
        shutil.copyfile(one, Path(folder.name, one.name))
    return Path(folder.name, path.name)
