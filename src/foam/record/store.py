"""The store port: where entries are kept. Knows nothing of SQL or of what entries say.

A *run* is itself an entry (kind `run`), and its key is the run's id. The entries a run asked or reused are its
members. Whatever else can be asked of a record (lineage, diff, verify, replay) is computed over this port.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from foam.record.entry import Entry


class Store(Protocol):
    """An append-only store of entries. An entry is there whole or not at all."""

    def append(self, entry: Entry, *, run: str | None = None) -> Entry:
        """Keep the entry and make it a member of the run. The first answer under a key stands: it is returned."""
        ...

    def attach(self, key: str, *, run: str) -> None:
        """Make a kept entry a member of the run, too."""
        ...

    def get(self, key: str) -> Entry | None:
        """The entry under this key."""
        ...

    def find(self, prefix: str, *, kind: str | None = None) -> tuple[str, ...]:
        """Keys that start with the prefix, at most a handful, so that people can type short ids."""
        ...

    def dependants(self, key: str) -> tuple[str, ...]:
        """Keys of the entries that name this one among their inputs, sorted."""
        ...

    def members(self, run: str) -> tuple[str, ...]:
        """Keys of the run's entries, in the order in which they joined it."""
        ...

    def entries(self, *, kind: str | None = None) -> Iterator[Entry]:
        """Every entry, oldest first."""
        ...

    def damaged(self) -> Iterable[Damage]:
        """Re-derive every digest; yield what does not match. Reads everything, trusts nothing."""
        ...

    def close(self) -> None: ...


class Damage(Protocol):
    """One thing found wrong: `key` names the entry (or the table), `reason` says what does not match."""

    key: str
    reason: str
