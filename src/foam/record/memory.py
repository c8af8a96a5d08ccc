"""The store in memory: the shipped fake, for tests and trials. Everything is gone with the process.

It keeps the same bytes as the file does and hands out fresh entries, so what works here works there.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from threading import RLock

from foam.record.audit import EdgeRow, MemberRow, Row, audit
from foam.record.entry import Entry
from foam.record.sealed import Sealed, seal_and_read_back, unseal
from foam.record.store import FOUND_AT_MOST, RUN, Damage, add_tag, not_a_run, not_there


class MemoryStore:
    """An append-only store of entries in this process's memory."""

    def __init__(self) -> None:
        self._rows: dict[str, Sealed] = {}
        self._sorted: list[str] = []
        self._children: dict[str, set[str]] = defaultdict(set)
        self._members: dict[str, dict[str, None]] = defaultdict(dict)
        self._lock = RLock()

    def append(self, entry: Entry, *, run: str | None = None) -> Entry:
        return self.append_all((entry,), run=run)[0]

    def append_all(self, entries: Sequence[Entry], *, run: str | None = None) -> tuple[Entry, ...]:
        ready = [seal_and_read_back(entry) for entry in entries]
        with self._lock:
            if run is not None:
                self._require_run(run)
            self._require_parents([sealed for sealed, _ in ready])
            return tuple(self._keep(sealed, kept, run) for sealed, kept in ready)

    def attach(self, key: str, *, run: str) -> None:
        with self._lock:
            self._require_run(run)
            self._require(key)
            self._members[run].setdefault(key)

    def get(self, key: str) -> Entry | None:
        with self._lock:
            return self._opened(key) if key in self._rows else None

    def find(self, prefix: str, *, kind: str | None = None) -> tuple[str, ...]:
        wanted = add_tag(prefix)
        with self._lock:
            later = islice(self._sorted, bisect_left(self._sorted, wanted), None)
            near = takewhile(lambda key: key.startswith(wanted), later)
            return tuple(islice((k for k in near if kind in (None, self._rows[k].kind)), FOUND_AT_MOST))

    def dependants(self, key: str) -> tuple[str, ...]:
        with self._lock:
            return tuple(sorted(self._children.get(key, ())))

    def members(self, run: str) -> tuple[str, ...]:
        with self._lock:
            return tuple(self._members.get(run, ()))

    def entries(self, *, kind: str | None = None) -> Iterator[Entry]:
        with self._lock:
            keys = [row.key for row in self._rows.values() if kind in (None, row.kind)]
        for key in keys:
            yield self._opened(key)

    def count(self) -> int:
        return len(self._rows)

    def damaged(self) -> Iterator[Damage]:
        with self._lock:
            rows = [Row(*row[: len(Row._fields)]) for row in self._rows.values()]
            edges = [EdgeRow(r.key, i, *e) for r in self._rows.values() for i, e in enumerate(r.edges)]
            members = [MemberRow(run, i, k) for run, keys in self._members.items() for i, k in enumerate(keys, 1)]
        yield from audit(rows, edges, members)

    def close(self) -> None:
        """Nothing to let go of."""

    def _require_parents(self, coming: Sequence[Sealed]) -> None:
        """What each depends on is there, or comes before it."""
        before: set[str] = set()
        for sealed in coming:
            for edge in sealed.edges:
                if edge.parent not in before:
                    self._require(edge.parent)
            before.add(sealed.key)

    def _keep(self, sealed: Sealed, kept: Entry, run: str | None) -> Entry:
        if new := sealed.key not in self._rows:
            self._insert(sealed)
        if run is not None:
            self._members[run].setdefault(sealed.key)
        return kept if new else self._opened(sealed.key)

    def _insert(self, sealed: Sealed) -> None:
        self._rows[sealed.key] = sealed
        insort(self._sorted, sealed.key)
        for edge in sealed.edges:
            self._children[edge.parent].add(sealed.key)

    def _opened(self, key: str) -> Entry:
        row = self._rows[key]
        return unseal(row.key, row.body, row.seal)

    def _require(self, key: str) -> None:
        if key not in self._rows:
            raise not_there(key)

    def _require_run(self, run: str) -> None:
        if run not in self._rows or self._rows[run].kind != RUN:
            raise not_a_run(run)
