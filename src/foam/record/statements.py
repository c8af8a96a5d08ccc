"""Statements that are written once, for tables in a SQLite file and in a PostgreSQL database.

They are in what both engines understand; `?` or `:name` stands for a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

Values: TypeAlias = Sequence[Any] | Mapping[str, Any]


class Rows(Protocol):
    """What a statement gave."""

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Statements(Protocol):
    """Runs statements: a connection of Python's `sqlite3` does, and so does whatever stands for a database."""

    def execute(self, query: str, values: Values = (), /) -> Rows: ...

    def executemany(self, query: str, rows: Iterable[Values], /) -> object: ...
