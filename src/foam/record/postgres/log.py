"""The log of a record in PostgreSQL. Lines are worked out here and written together with what they are about."""

from __future__ import annotations

from typing import Any, NamedTuple

from foam.errors import RecordDamaged
from foam.record import tree
from foam.record.log import Head, Line, find_head
from foam.record.postgres.connection import Connection

LAST = "SELECT seq, node FROM foam.log ORDER BY seq DESC LIMIT 1"


class LogLine(NamedTuple):
    """A line as it is written: its number, its parts and the node of the tree that ends with it."""

    seq: int
    line: Line
    node: bytes


class Peaks:
    """The nodes that the root is made of, as of the last look: what is needed to add a line."""

    def __init__(self) -> None:
        self.size = 0
        self._peaks: list[bytes] = []

    @property
    def last(self) -> bytes:
        """The node of the last line."""
        return self._peaks[-1] if self._peaks else b""

    def look(self, db: Connection, last: tuple[Any, ...] | None) -> None:
        """Read them again unless the last line is the one that was seen last: others write, too."""
        size, node = (int(last[0]), bytes(last[1])) if last else (0, b"")
        if (size, node) != (self.size, self.last):
            wanted = tree.list_peaks(size)
            query = "SELECT seq, node FROM foam.log WHERE seq = ANY(%s)"
            found: dict[int, bytes] = dict(db.execute(query, (wanted,), binary=True).fetchall())
            if missing := [number for number in wanted if number not in found]:
                raise RecordDamaged(f"line {missing[0]} of the log is missing", hint="run: foam record verify")
            self.size, self._peaks = size, [bytes(found[number]) for number in wanted]

    def add(self, line: Line) -> LogLine:
        number, node = self.size + 1, line.leaf
        size = 1
        while number % (2 * size) == 0:
            node = tree.hash_pair(self._peaks.pop(), node)
            size *= 2
        self._peaks.append(node)
        self.size = number
        return LogLine(number, line, node)

    def forget(self) -> None:
        """What was added here was not kept: look again."""
        self.size, self._peaks = 0, []

    def head(self) -> Head:
        return Head.model_construct(size=self.size, root=tree.fold(self._peaks).hex())


class StoredLog:
    """The log as it is in the database, for heads and proofs."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def size(self) -> int:
        row = self._db.execute(LAST, binary=True).fetchone()
        return int(row[0]) if row else 0

    def head(self, size: int | None = None) -> Head:
        return find_head(self, self.size() if size is None else size)

    def node(self, number: int) -> bytes:
        return bytes(self._line("node", number)[0])

    def leaf(self, number: int) -> bytes:
        return Line(*self._line("kind, key, run, seal", number)).leaf

    def _line(self, columns: str, number: int) -> tuple[Any, ...]:
        row = self._db.execute(f"SELECT {columns} FROM foam.log WHERE seq = %s", (number,), binary=True).fetchone()
        if row is None:
            raise RecordDamaged(f"line {number} of the log is missing", hint="run: foam record verify")
        return row
