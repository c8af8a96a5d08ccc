"""The record in a PostgreSQL database, for several processes and machines that write to one record.

Tables, digests and log are those of the SQLite file, so a record can be copied from one to the other and back. The
database itself refuses to change or remove what was kept (`migrations/0001_record.sql`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from foam.errors import FoamError, NotFound
from foam.private import make_folder
from foam.record import tree
from foam.record.audit import audit, unlock_rows
from foam.record.away import AT_ONCE, Endurance
from foam.record.copying import CopiedRow, make_row, refuse_other_size
from foam.record.entry import Draft, Entry
from foam.record.heads import HeadsFile
from foam.record.keys import Keys, MemoryKeys
from foam.record.log import ERASED, Head, Line
from foam.record.personal import (
    PREFIX_BYTES,
    Held,
    Seal,
    check_place,
    describe_owner,
    make_seal,
    name_owner,
    wrap,
    write_prefix,
)
from foam.record.postgres import owned, scrubbing
from foam.record.postgres.access import enforce
from foam.record.postgres.connection import Database
from foam.record.postgres.log import Peaks, StoredLog
from foam.record.postgres.migrate import prepare
from foam.record.postgres.salvage import Salvage
from foam.record.postgres.writing import (
    Writing,
    append_prepared,
    bindable,
    list_all_named,
    require_storable,
    undo_on_error,
)
from foam.record.sealed import Sealed, Stored, cut_body, lock, seal, seal_and_read_back, unlock, unseal
from foam.record.store import FOUND_AT_MOST, OPEN, Access, Cut, Damage, Inclusion, add_tag, not_there
from foam.values import digest_bytes

_BATCH = 200
_AFTER_ALL = "\U0010ffff"
_PATIENCE = 30.0
Found = TypeVar("Found")


class PostgresStore:
    """An append-only store of entries in a database. The keys of personal files never go there."""

    def __init__(
        self,
        url: str,
        *,
        heads: Path | None = None,
        timeout: float = _PATIENCE,
        readonly: bool = False,
        keys: Keys | None = None,
        only: str = "",
        endurance: Endurance = AT_ONCE,
        access: Access = OPEN,
    ) -> None:
        """Open the record, or make it. `heads`: where heads are noted outside the database, if anywhere.

        `keys` are those of personal files; without them nothing of any can be read or added. With `only`, nothing is
        appended but entries of that personal file. `endurance`: how long a server is waited for that goes away later.
        `access` says whether the database holds back what people may not see; who acts for a person only reads.
        """
        readonly = readonly or bool(access.acts_for)
        self.keys = keys or MemoryKeys()
        self._only = only
        self._database = Database(
            url, timeout=timeout, readonly=readonly, endurance=endurance, acts_for=access.acts_for,
            by_person=access.by_case,
        )  # fmt: skip
        self._heads = None if heads is None else HeadsFile(heads)
        self._peaks = Peaks()
        if heads is not None and not readonly:
            make_folder(heads.parent)  # a home without a file of its own has no other reason to be there yet
        try:
            with self._database.open() as db:
                prepare(db, self._database.name, readonly=readonly)
                enforce(db, self._database.name, access, readonly=readonly)
            self._note_first()
        except BaseException:
            self._database.close()
            raise

    @property
    def database(self) -> Database:
        """The connection, for others who keep tables beside the record's."""
        return self._database

    def append(self, entry: Entry, *, run: str | None = None) -> Entry:
        return self.append_all((entry,), run=run)[0]

    def append_all(self, entries: Sequence[Entry], *, run: str | None = None) -> tuple[Entry, ...]:
        ready = [
            (lock(sealed, kept, self.keys), kept) for sealed, kept in (seal_and_read_back(entry) for entry in entries)
        ]
        coming = [sealed for sealed, _ in ready]
        for sealed in coming:
            require_storable(sealed)
            if self._only:
                check_place(sealed.kind, name_owner(sealed.body), self._only)
        if not ready:
            return ()
        joined = None if run is None else bindable(run)
        # Twice does no harm: what was kept although the answer was lost is found under its key, and stands.
        earlier = self._database.persist(lambda: self._keep(coming, joined))
        return tuple(
            kept if row is None else unseal(sealed.key, row, self.keys)
            for (sealed, kept), row in zip(ready, earlier, strict=True)
        )

    def attach(self, key: str, *, run: str) -> None:
        query = "SELECT 1 FROM foam.log WHERE run <> '' AND run = %s AND key = %s"
        if self._rows(query, (bindable(run), bindable(key))):
            return
        self._database.persist(lambda: self._join(key, run))

    def get(self, key: str) -> Entry | None:
        rows = self._rows("SELECT body, seal, digest, erased FROM foam.entries WHERE key = %s", (bindable(key),))
        return unseal(key, Stored(bytes(rows[0][0]), *rows[0][1:]), self.keys) if rows else None

    def find(self, prefix: str, *, kind: str | None = None) -> tuple[str, ...]:
        low = bindable(add_tag(prefix))
        return self._keys(
            "SELECT key FROM foam.entries WHERE key >= %s AND key < %s AND (%s::text IS NULL OR kind = %s) "
            "ORDER BY key LIMIT %s",
            (low, low + _AFTER_ALL, kind, kind, FOUND_AT_MOST),
        )

    def dependants(self, key: str) -> tuple[str, ...]:
        # What somebody is not shown is not named to them either: it would read as gone.
        seen = " AND EXISTS (SELECT FROM foam.entries e WHERE e.key = child)" if self._database.reader else ""
        return self._keys(
            f"SELECT DISTINCT child FROM foam.edges WHERE parent = %s{seen} ORDER BY child", (bindable(key),)
        )

    def members(self, run: str) -> tuple[str, ...]:
        return self._keys("SELECT key FROM foam.log WHERE run <> '' AND run = %s ORDER BY seq", (bindable(run),))

    def entries(self, *, kind: str | None = None) -> Iterator[Entry]:
        last = 0
        wanted = "" if kind is None else " AND kind = %s"
        query = (
            "SELECT seq, key, body, seal, digest, erased FROM foam.entries "
            f"WHERE seq > %s{wanted} ORDER BY seq LIMIT {_BATCH}"
        )
        while batch := self._rows(query, (last,) if kind is None else (last, bindable(kind))):
            for last, key, body, *rest in batch:  # noqa: B007
                with suppress(NotFound):  # of a personal file that was erased, or whose key is not here
                    yield unseal(key, Stored(bytes(body), *rest), self.keys)

    def count(self) -> int:
        return int(self._rows("SELECT count(*) FROM foam.entries")[0][0])

    def damaged(self, *, head: Head | None = None) -> Iterator[Damage]:
        """As the port says; on a connection and snapshot of its own, so that nobody waits for it."""
        noted = self._heads.read() if self._heads else None  # before the snapshot, so that it knows of nothing later
        with self._database.open_another() as db:
            salvage = Salvage(db)
            yield from salvage.structure()
            rows = unlock_rows(salvage.entries(), self.keys)
            yield from audit(rows, salvage.edges(), salvage.log(), noted=noted or (), head=head)
            yield from salvage.unread

    def close(self) -> None:
        """Let go of the connection."""
        self._database.close()
        if self._heads is not None:
            self._heads.close()

    def head(self, size: int | None = None) -> Head:
        def read(log: StoredLog) -> Head:
            if size is not None and not 0 <= size <= log.size():
                raise NotFound(f"the log has {log.size()} lines, and never had {size}", hint="see: foam record head")
            return log.head(size)

        return self._read_log(read)

    def noted(self) -> tuple[Head, ...]:
        return tuple(Head.parse(line) for line in (self._heads.read() if self._heads else None) or ())

    def prove_consistency(self, earlier: int, size: int) -> tuple[bytes, ...]:
        return self._read_log(lambda log: tree.prove_consistency(log, earlier, size))

    def prove_inclusion(self, key: str, size: int) -> Inclusion:
        query = "SELECT l.seq, l.run FROM foam.entries e JOIN foam.log l ON l.seq = e.seq WHERE e.key = %s"
        rows = self._rows(query, (bindable(key),))
        if not rows:
            raise not_there(key)
        number, run = rows[0]
        path = self._read_log(lambda log: tree.prove_inclusion(log, number, size))
        return Inclusion(number=number, run=run, path=tuple(one.hex() for one in path))

    def erase(self, draft: Draft, cut: Cut, *, at: str, also: Mapping[str, Any] | None = None) -> Entry:
        with self._writing([]) as writing:
            changed: dict[str, dict[str, str]] = {}
            for (key,) in writing.db.execute("SELECT key FROM foam.entries ORDER BY seq").fetchall():
                if (seals := _cut_row(writing, key, cut, self.keys)) is not None:
                    changed[key] = seals
            kept = Entry(draft=draft, answer={"entries": changed, **(also or {})}, at=at)
            writing.keep(seal(kept))
        with self._database.open(writes=True) as db:
            scrubbing.remove_orders(db, cut)
        self.scrub()
        return kept

    def find_seal(self, key: str) -> Seal | None:
        query = "SELECT substr(body, 1, %s) FROM foam.entries WHERE key = %s"
        rows = self._rows(query, (PREFIX_BYTES, bindable(key)))
        person = describe_owner(key, bytes(rows[0][0])).person if rows else ""
        return make_seal(self.keys, person) if person else None

    def erase_person(self, person: str, draft: Draft, *, at: str) -> Entry:
        with self._writing([draft.key]) as writing:
            changed = owned.stub_rows(writing, person)
            kept = Entry(draft=draft, answer={"entries": changed, "person": person}, at=at)
            earlier = writing.keep(seal(kept))
        self.scrub()
        return kept if earlier is None else unseal(draft.key, earlier, self.keys)

    def count_owned(self, person: str) -> Held:
        return owned.read_held(self._rows(owned.COUNT, (write_prefix(person),))[0])

    def list_owned(self, person: str) -> tuple[str, ...]:
        return self._keys(owned.KEYS, (write_prefix(person),))

    def list_owners(self) -> frozenset[str]:
        return frozenset(map(owned.read_owner, self._rows(owned.OWNERS)))

    def list_orphans(self, person: str = "") -> tuple[str, ...]:
        return self._keys(owned.ORPHANS, owned.name_orphans(person))

    def search(self, finds: Callable[[bytes], bool]) -> tuple[str, ...]:
        with self._database.open_another() as db:
            return tuple(owned.search_tables(db, finds))

    def scrub(self) -> None:
        """Leave no trace of what was removed in the tables. What archives and copies hold is out of reach."""
        with self._database.open() as db:
            scrubbing.scrub(db)

    def read_rows(self, after: int) -> Iterator[CopiedRow]:
        """Every line of the log after this one, with the entry that it is about."""
        query = (
            "SELECT l.seq, l.kind, l.key, l.run, l.seal, l.node, e.body, e.seal, e.digest, e.erased "
            f"FROM foam.log l LEFT JOIN foam.entries e ON e.key = l.key WHERE l.seq > %s ORDER BY l.seq LIMIT {_BATCH}"
        )
        while batch := self._rows(query, (after,)):
            for after, kind, key, run, sealed, node, *rest in batch:
                stored = None if rest[0] is None else Stored(bytes(rest[0]), *rest[1:])
                yield make_row(after, Line(kind, key, run, sealed), bytes(node), stored, self.keys)

    def add_rows(self, rows: Iterable[CopiedRow], *, after: int) -> None:
        """Add lines as another store had them to a log of this length: all or none."""
        with self._writing([]) as writing:
            refuse_other_size(self._peaks.size, after)
            for batch in _cut_batches(rows):
                writing.add_rows(batch)
            self._peaks.forget()
        self._note(self.head())

    def _join(self, key: str, run: str) -> None:
        with self._writing([key], run=run) as writing:
            if key not in writing.stored:
                raise not_there(key)
            writing.join(key)

    def _keep(self, coming: Sequence[Sealed], run: str | None) -> list[Stored | None]:
        """Keep them, or find what was kept before: in one round trip where all are new, as they mostly are."""
        keys = [sealed.key for sealed in coming]
        parents = sorted({edge.parent for sealed in coming for edge in sealed.edges}.difference(keys))
        in_order = _come_in_order(coming)
        with self._database.open(writes=True) as db, undo_on_error(db, self._peaks):
            if in_order and append_prepared(db, self._peaks, coming, parents, run):
                self._note(self._peaks.head())
                return [None] * len(coming)
            with self._writing(keys, parents, list_all_named(coming), run=run) as writing:
                return [writing.keep(sealed) for sealed in coming]

    @contextmanager
    def _writing(
        self, keys: Sequence[str], parents: Sequence[str] = (), named: Sequence[str] = (), *, run: str | None = None
    ) -> Iterator[Writing]:
        """A transaction that may add to the log; the new head is noted once it has been committed."""
        with self._database.open(writes=True) as db, undo_on_error(db, self._peaks):
            writing = Writing(db, self._peaks, None if run is None else bindable(run), self.keys)
            writing.look([bindable(key) for key in keys], [bindable(one) for one in parents], list(named))
            size = self._peaks.size
            yield writing
            writing.commit()
            if self._peaks.size > size:
                self._note(self._peaks.head())

    def _note(self, head: Head) -> None:
        if self._heads is not None:
            self._heads.note(head)

    def _note_first(self) -> None:
        """A home that meets a record for the first time notes how far it was."""
        if self._heads is None or self._database.readonly or self._heads.read() is not None:
            return
        head = self.head()
        if head.size:
            self._note(head)

    def _read_log(self, read: Callable[[StoredLog], Found]) -> Found:
        def attempt() -> Found:
            with self._database.open() as db:
                return read(StoredLog(db))

        return self._database.persist(attempt)

    def _rows(self, query: str, parameters: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        def attempt() -> list[tuple[Any, ...]]:
            with self._database.open() as db:
                return db.execute(query, parameters, binary=True).fetchall()

        return self._database.persist(attempt)

    def _keys(self, query: str, parameters: tuple[Any, ...]) -> tuple[str, ...]:
        return tuple(key for (key,) in self._rows(query, parameters))


def _cut_batches(rows: Iterable[CopiedRow]) -> Iterator[list[CopiedRow]]:
    left = iter(rows)
    while batch := list(islice(left, _BATCH)):
        yield batch


def _come_in_order(coming: Sequence[Sealed]) -> bool:
    """Whether none rests on one that comes after it."""
    place = {sealed.key: number for number, sealed in enumerate(coming)}
    return all(place.get(edge.parent, -1) < number for number, sealed in enumerate(coming) for edge in sealed.edges)


def _cut_row(writing: Writing, key: str, cut: Cut, keys: Keys) -> dict[str, str] | None:
    """Take words out of one entry; None when it holds none of them. A damaged one is left for `verify` to name."""
    query = "SELECT body, seal FROM foam.entries WHERE key = %s"
    row = writing.db.execute(query, (key,), binary=True).fetchone()
    assert row is not None
    stored, before = bytes(row[0]), row[1]
    try:
        body = unlock(key, stored, keys)
        left = cut_body(body, cut)
    except (ValueError, KeyError, TypeError, AttributeError, FoamError):
        return None
    if left == body:
        return None
    after = digest_bytes(left)
    number = writing.log(Line(ERASED, key, "", after))
    writing.flush()  # the database allows the change because the log names it
    person = name_owner(stored)
    kept = wrap(left, keys, person, bound=key) if person else left
    change = "UPDATE foam.entries SET body = %s, seal = %s, erased = %s WHERE key = %s"
    writing.db.execute(change, (kept, after, number, key))
    return {"before": before, "after": after}
