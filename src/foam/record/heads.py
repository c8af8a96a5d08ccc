"""The file of noted heads beside a record: one line for each commit, only ever added to.

A record that was rolled back to an older copy, or cut short, still holds together; but it no longer has the heads that
were noted here. Noted after the commit, so that a process killed in between leaves a head out and never one too many.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from foam.errors import InputError
from foam.record.database import transaction
from foam.record.log import Head, TableLog

SUFFIX = ".heads"


class HeadsFile:
    """Heads of one record, in a file beside it."""

    def __init__(self, record: Path) -> None:
        self.path = record.with_suffix(SUFFIX)
        self._handle: int | None = None

    def note(self, head: Head) -> None:
        """Add a head. The commit that it is of stands, also when this fails."""
        try:
            if self._handle is None:
                self._handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
                os.fchmod(self._handle, 0o600)  # whatever the umask
            os.write(self._handle, f"{head}\n".encode())
        except OSError as error:
            hint = "nothing was lost; check the disk and the permissions, then do it again"
            raise InputError(
                f"the head of the record cannot be noted in {self.path}: {error.strerror}", hint=hint
            ) from error

    def read(self) -> tuple[str, ...] | None:
        """Every line, oldest first, as it lies there; None when there is no file."""
        try:
            return tuple(self.path.read_text("ascii", "replace").splitlines())
        except FileNotFoundError:
            return None

    def close(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


@contextmanager
def extend_log(db: sqlite3.Connection, heads: HeadsFile | None, log: TableLog | None = None) -> Iterator[TableLog]:
    """A transaction that may add to the log; a new head is noted once it has been committed.

    Who appends often keeps a `log` for it, which need not be read again every time.
    """
    log = log or TableLog(db)
    try:
        with transaction(db):
            log.begin()
            yield log
            head = log.take_head()
    except BaseException:
        log.forget()
        raise
    if head is not None and heads is not None:
        heads.note(head)
