"""The log of a record: everything that was ever appended, in order, under a tree of hashes.

Each append is one line: an entry that was kept (and the run it joined), an entry that joined a further run, a version
of the library, words that were erased. Taking a line away, changing it or putting one in between changes the *head*,
which is the number of lines and the root of the tree over them. Whoever noted a head can tell later whether all that
was there then is still there.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple, Self

from foam.canonical import write_canonical
from foam.errors import InputError, RecordDamaged
from foam.record import tree
from foam.record.statements import Statements
from foam.values import Value

ENTRY = "entry"
"""An entry was kept; `run` names the run that it joined, if any."""
JOINED = "joined"
"""An entry that was there already joined a further run."""
LIBRARY = "library"
"""The library has a new version: `key` is its number."""
ERASED = "erased"
"""Words were erased: `seal` is that of what is left under `key`."""

_QUOTES = 8
_HEAD = re.compile(r"(\d{1,18})-([0-9a-f]{16,64})")


class Head(Value):
    """How many lines the log has, and the root of the tree over them."""

    size: int
    root: str
    """In hex; at least the first 16 digits of it, where people write it down."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """A head as people write it: `1234-` and the root, or its first 16 digits at least."""
        found = _HEAD.fullmatch(text.strip().lower())
        if found is None:
            raise InputError(
                f"{text!r} is no head of a record", hint="it looks like 1234-9f86d081884c7d65…: see foam record head"
            )
        return cls(size=int(found[1]), root=found[2])

    def __str__(self) -> str:
        return f"{self.size}-{self.root}"


class Line(NamedTuple):
    """One line of the log: a kind of append, what was appended, the run that it joined, and its seal."""

    kind: str
    key: str
    run: str
    seal: str

    @property
    def leaf(self) -> bytes:
        """Its hash in the tree."""
        return hash_line(self)


def hash_line(parts: tuple[str, ...]) -> bytes:
    """The leaf of a line: the hash of its parts as a JSON array."""
    plain = '["' + '","'.join(parts) + '"]'
    if plain.isascii() and plain.isprintable() and plain.count('"') == _QUOTES and "\\" not in plain:
        return tree.hash_leaf(plain.encode())  # canonical as it is, and it always is unless somebody changed it
    return tree.hash_leaf(write_canonical(list(parts)))


class TableLog:
    """The log as a table of a database; every call wants to be inside a transaction of the caller's."""

    def __init__(self, db: Statements) -> None:
        self._db = db
        self._peaks: list[bytes] = []
        """The nodes that the root is made of, as of the last look; the last one is the last line's."""
        self._size = 0
        self._appended = False
        self._taken: int | None = None
        """The size at which the head was last taken."""

    def append(self, line: Line) -> int:
        """Add a line; its number is returned."""
        self._look()
        number, node = self._size + 1, line.leaf
        size = 1
        while number % (2 * size) == 0:
            node = tree.hash_pair(self._peaks.pop(), node)
            size *= 2
        self._peaks.append(node)
        self._size, self._appended = number, True
        self._db.execute(
            "INSERT INTO log (seq, kind, key, run, seal, node) VALUES (?, ?, ?, ?, ?, ?)", (number, *line, node)
        )
        return number

    def begin(self) -> None:
        """A transaction begins: `take_head` will tell whether anybody appended in it."""
        if self._taken is None:
            self._taken = self.size()

    def take_head(self) -> Head | None:
        """The head, when the log has grown since this was last asked; None when it has not."""
        if not self._appended:
            if self.size() == self._taken:
                return None
            self._look()
        self._appended, self._taken = False, self._size
        return Head.model_construct(size=self._size, root=tree.fold(self._peaks).hex())

    def forget(self) -> None:
        """What was appended here was taken back: look again."""
        self._size, self._peaks, self._appended = 0, [], False

    def size(self) -> int:
        return self._last()[0]

    def head(self, size: int | None = None) -> Head:
        """The head now, or as it was at an earlier size."""
        if size is not None:
            return find_head(self, size)
        self._look()
        return Head(size=self._size, root=tree.fold(self._peaks).hex())

    def node(self, number: int) -> bytes:
        return bytes(self._line("node", number)[0])

    def leaf(self, number: int) -> bytes:
        return Line(*self._line("kind, key, run, seal", number)).leaf

    def _look(self) -> None:
        """Read the peaks again unless the last line is the one that was seen last: others write, too."""
        size, node = self._last()
        if (size, node) != (self._size, self._peaks[-1] if self._peaks else b""):
            self._size, self._peaks = size, [self.node(number) for number in tree.list_peaks(size)]

    def _last(self) -> tuple[int, bytes]:
        row = self._db.execute("SELECT seq, node FROM log ORDER BY seq DESC LIMIT 1").fetchone()
        return (int(row[0]), bytes(row[1])) if row else (0, b"")

    def _line(self, columns: str, number: int) -> tuple[Any, ...]:
        row: tuple[Any, ...] | None = self._db.execute(f"SELECT {columns} FROM log WHERE seq = ?", (number,)).fetchone()
        if row is None:
            raise RecordDamaged(f"line {number} of the log is missing", hint="run: foam record verify")
        return row


def find_head(nodes: tree.Nodes, size: int) -> Head:
    return Head(size=size, root=tree.root(nodes, size).hex())
