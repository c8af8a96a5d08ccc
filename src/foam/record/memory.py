"""The store in memory: the shipped fake, for tests and trials. Everything is gone with the process.

It keeps the same bytes as the file does and hands out fresh entries, so what works here works there.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, takewhile
from threading import RLock
from typing import Any

from foam.errors import NotFound
from foam.record import tree
from foam.record.audit import EdgeRow, LogRow, Row, audit, unlock_rows
from foam.record.entry import Draft, Entry
from foam.record.keys import Keys, MemoryKeys
from foam.record.log import ENTRY, ERASED, JOINED, Head, Line, ListedLog
from foam.record.personal import (
    STUB,
    Held,
    Owned,
    Seal,
    Stub,
    check_joining,
    check_owner,
    describe_owner,
    make_seal,
    name_owner,
    wrap,
)
from foam.record.sealed import Sealed, Stored, cut_body, lock, seal, seal_and_read_back, unlock, unseal
from foam.record.store import FOUND_AT_MOST, RUN, Cut, Damage, Inclusion, add_tag, not_a_run, not_there
from foam.values import digest_bytes


class MemoryStore:
    """An append-only store of entries in this process's memory."""

    def __init__(self, keys: Keys | None = None) -> None:
        self.keys = keys or MemoryKeys()
        self._rows: dict[str, Sealed] = {}
        self._numbers: dict[str, int] = {}
        """The line of the log that each entry was kept with."""
        self._erased: dict[str, int] = {}
        self._log = ListedLog()
        self._sorted: list[str] = []
        self._children: dict[str, set[str]] = defaultdict(set)
        self._members: dict[str, dict[str, None]] = defaultdict(dict)
        self._lock = RLock()

    def copy(self) -> MemoryStore:
        """Another store with the same entries and log, and the same keys. What is put into one is not in the other."""
        other = MemoryStore(self.keys)
        with self._lock:
            other._rows.update(self._rows)
            other._numbers.update(self._numbers)
            other._erased.update(self._erased)
            other._log.lines += self._log.lines
            other._log.nodes += self._log.nodes
            other._sorted += self._sorted
            other._children.update((key, set(children)) for key, children in self._children.items())
            other._members.update((run, dict(members)) for run, members in self._members.items())
        return other

    def append(self, entry: Entry, *, run: str | None = None) -> Entry:
        return self.append_all((entry,), run=run)[0]

    def append_all(self, entries: Sequence[Entry], *, run: str | None = None) -> tuple[Entry, ...]:
        ready = [
            (lock(sealed, kept, self.keys), kept) for sealed, kept in (seal_and_read_back(entry) for entry in entries)
        ]
        with self._lock:
            for sealed, _ in ready if run is not None else ():
                self._require_run(run or "")
                check_joining(name_owner(sealed.body), self._describe(run or ""))
            self._require_parents([sealed for sealed, _ in ready])
            return tuple(self._keep(sealed, kept, run) for sealed, kept in ready)

    def put(self, sealed: Sealed, *, erased: bool) -> None:
        """Keep an entry as another store had it, also one whose words no longer give its key."""
        with self._lock:
            self._require_parents([sealed])
            self._insert(sealed, None)
            if erased:
                self._erased[sealed.key] = self._log.append(Line(ERASED, sealed.key, "", sealed.seal))

    def attach(self, key: str, *, run: str) -> None:
        with self._lock:
            self._require_run(run)
            self._require(key)
            check_joining(self._describe(key).person, self._describe(run))
            self._join(run, key)

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
            with suppress(NotFound):  # of a personal file that was erased, or whose key is not here
                yield self._opened(key)

    def count(self) -> int:
        return len(self._rows)

    def damaged(self, *, head: Head | None = None) -> Iterator[Damage]:
        with self._lock:
            rows = [Row(*row[:6], self._numbers[row.key], self._erased.get(row.key, 0)) for row in self._rows.values()]
            edges = [EdgeRow(r.key, i, *e) for r in self._rows.values() for i, e in enumerate(r.edges)]
            lines = zip(self._log.lines, self._log.nodes, strict=True)
            log = [LogRow(number, *line, node) for number, (line, node) in enumerate(lines, 1)]
        yield from audit(unlock_rows(rows, self.keys), edges, log, head=head)

    def head(self, size: int | None = None) -> Head:
        with self._lock:
            if size is not None and not 0 <= size <= self._log.size():
                raise NotFound(f"the log has {self._log.size()} lines, and never had {size}")
            return self._log.head(size)

    def noted(self) -> tuple[Head, ...]:
        """None: nothing of it is outside this process."""
        return ()

    def prove_consistency(self, earlier: int, size: int) -> tuple[bytes, ...]:
        return tree.prove_consistency(self._log, earlier, size)

    def prove_inclusion(self, key: str, size: int) -> Inclusion:
        with self._lock:
            self._require(key)
            number = self._numbers[key]
            path = tree.prove_inclusion(self._log, number, size)
        run = self._log.lines[number - 1].run
        return Inclusion(number=number, run=run, path=tuple(one.hex() for one in path))

    def erase(self, draft: Draft, cut: Cut, *, at: str, also: Mapping[str, Any] | None = None) -> Entry:
        with self._lock:
            changed = {}
            for key, row in self._rows.items():
                if row.body.startswith(STUB):
                    continue
                body = unlock(key, row.body, self.keys)
                left = cut_body(body, cut)
                if left != body:
                    after = digest_bytes(left)
                    self._erased[key] = self._log.append(Line(ERASED, key, "", after))
                    person = name_owner(row.body)
                    kept_body = wrap(left, self.keys, person, bound=key) if person else left
                    self._rows[key] = row._replace(body=kept_body, seal=after)
                    changed[key] = {"before": row.seal, "after": after}
            kept = Entry(draft=draft, answer={"entries": changed, **(also or {})}, at=at)
            self._insert(seal(kept), None)
            return kept

    def find_seal(self, key: str) -> Seal | None:
        with self._lock:
            person = self._describe(key).person if key in self._rows else ""
        return make_seal(self.keys, person) if person else None

    def erase_person(self, person: str, draft: Draft, *, at: str) -> Entry:
        with self._lock:
            changed = {}
            for key, row in self._rows.items():
                if name_owner(row.body) == person:
                    stub = Stub(at=row.at, key=key, kind=row.kind, parents=row.edges, person=person)
                    self._erased[key] = self._log.append(Line(ERASED, key, "", stub.seal))
                    self._rows[key] = row._replace(body=stub.body, seal=stub.seal, digest="")
                    changed[key] = {"before": row.seal, "after": stub.seal}
            kept = Entry(draft=draft, answer={"entries": changed, "person": person}, at=at)
            return self._keep(seal(kept), kept, None)

    def count_owned(self, person: str) -> Held:
        times = [row.at for row in self._list_rows() if name_owner(row.body) == person]
        return Held(len(times), max(times, default=""))

    def list_owned(self, person: str) -> tuple[str, ...]:
        return tuple(row.key for row in self._list_rows() if name_owner(row.body) == person)

    def list_owners(self) -> frozenset[str]:
        return frozenset(filter(None, (name_owner(row.body) for row in self._list_rows())))

    def list_orphans(self, person: str = "") -> tuple[str, ...]:
        named = f'"person":"{person or "p-"}'.encode()
        erased = [one for one in self._list_rows() if one.kind == "act" and one.body.startswith(STUB)]
        bases = {e.parent for one in erased if named in one.body for e in one.edges if e.role in ("run", "advice")}
        plain = (key for key in bases if self._rows[key].kind == RUN and not self._rows[key].body.startswith(STUB))
        return tuple(sorted(plain))

    def search(self, finds: Callable[[bytes], bool]) -> tuple[str, ...]:
        return ("memory",) if any(finds(row.body) for row in self._list_rows()) else ()

    def scrub(self) -> None:
        """Nothing to do: what was replaced is gone."""

    def close(self) -> None:
        """Nothing to let go of."""

    def _require_parents(self, coming: Sequence[Sealed]) -> None:
        """What each depends on is there, or comes before it."""
        before: dict[str, Owned] = {}
        for sealed in coming:
            for edge in sealed.edges:
                if edge.parent not in before:
                    self._require(edge.parent)
                owned = before.get(edge.parent) or self._describe(edge.parent)
                check_owner(name_owner(sealed.body), [owned])
            before[sealed.key] = describe_owner(sealed.key, sealed.body)

    def _keep(self, sealed: Sealed, kept: Entry, run: str | None) -> Entry:
        if new := sealed.key not in self._rows:
            self._insert(sealed, run)
        elif run is not None:
            self._join(run, sealed.key)
        return kept if new else self._opened(sealed.key)

    def _join(self, run: str, key: str) -> None:
        if key not in self._members[run]:
            self._members[run][key] = None
            self._log.append(Line(JOINED, key, run, ""))

    def _insert(self, sealed: Sealed, run: str | None) -> None:
        self._numbers[sealed.key] = self._log.append(Line(ENTRY, sealed.key, run or "", sealed.seal))
        self._rows[sealed.key] = sealed
        if run is not None:
            self._members[run][sealed.key] = None
        insort(self._sorted, sealed.key)
        for edge in sealed.edges:
            self._children[edge.parent].add(sealed.key)

    def _opened(self, key: str) -> Entry:
        row = self._rows[key]
        return unseal(row.key, Stored(row.body, row.seal, row.digest, self._erased.get(key, 0)), self.keys)

    def _list_rows(self) -> list[Sealed]:
        with self._lock:
            return list(self._rows.values())

    def _describe(self, key: str) -> Owned:
        return describe_owner(key, self._rows[key].body)

    def _require(self, key: str) -> None:
        if key not in self._rows:
            raise not_there(key)

    def _require_run(self, run: str) -> None:
        if run not in self._rows or self._rows[run].kind != RUN:
            raise not_a_run(run)
