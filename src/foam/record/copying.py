"""Copying a record from one place to another, line by line and byte for byte, so that every head and proof still holds.

The place it goes to is empty, or holds the beginning of the same record: then only what is missing is added. Both sides
are verified, and the copy must end with the head of the original.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from foam.errors import InputError, RecordDamaged
from foam.record.keys import Keys
from foam.record.log import ENTRY, ERASED, LIBRARY, Head, Line
from foam.record.sealed import Sealed, Stored, rederive, unlock
from foam.record.store import ERASURE, Store
from foam.record.verify import verify
from foam.values import Value


class CopiedRow(NamedTuple):
    """One line of the log and the entry that it is about, as it is now; None where it is about none."""

    seq: int
    line: Line
    node: bytes
    entry: Sealed | None
    erased: int
    """The line that last erased words of the entry; 0 where none did."""

    @property
    def is_new(self) -> bool:
        """Whether the line brought the entry."""
        return self.entry is not None and self.line.kind == ENTRY

    @property
    def is_last_erasure(self) -> bool:
        """Whether the line left the entry as it is now."""
        return self.entry is not None and self.line.kind == ERASED and self.erased == self.seq


@runtime_checkable
class CopyableStore(Store, Protocol):
    """A store whose rows can be taken out and put into another as they lie."""

    def read_rows(self, after: int) -> Iterator[CopiedRow]:
        """Every line after this one, in order."""
        ...

    def add_rows(self, rows: Iterable[CopiedRow], *, after: int) -> None:
        """Add lines to a log of this length, all of them or, where it is longer by now, none (InputError)."""
        ...


class RecordCopy(Value):
    """What a copy brought."""

    entries: int
    lines: int
    """Lines that were added; 0 where all were there."""
    head: Head


def copy_record(source: Store, target: Store, *, library: bool = True) -> RecordCopy:
    """Copy what the target lacks. Without `library`, refuse lines about versions of a library, which stay behind."""
    if not isinstance(source, CopyableStore) or not isinstance(target, CopyableStore):
        raise InputError("this record cannot be copied", hint="only files and databases can")
    _require_whole(source, "the record")
    gone = target.list_owners() - source.list_owners()  # personal files erased since: nobody can read what is there
    _require_whole(target, "what is at the other end", but=[key for one in gone for key in target.list_owned(one)])
    head, size = source.head(), target.head().size
    if size > head.size or source.head(size) != target.head():
        raise InputError(
            "the other end holds another record, or one that has grown by itself",
            hint="copy into an empty database or to a file that is not there yet",
        )
    if size < head.size:
        erasures = _count_erasures(target)
        rows = (row for row in source.read_rows(size) if row.seq <= head.size)
        target.add_rows(rows if library else _without_library(rows), after=size)
        if size and _count_erasures(target) > erasures:
            target.scrub()  # it held the words until now
    report = verify(target, head=head)
    if not report.ok or report.head != head:
        first = report.damage[0] if report.damage else None
        reason = f"{first.key}: {first.reason}" if first else f"its head is {report.head}, not {head}"
        raise RecordDamaged(
            f"the copy does not verify: {reason}",
            hint="remove it and copy again while nobody erases; the original is as it was",
        )
    return RecordCopy(entries=report.entries, lines=head.size - size, head=head)


def make_row(seq: int, line: Line, node: bytes, stored: Stored | None, keys: Keys) -> CopiedRow:
    """A row from what a store read; what depends on what is read off the entry's bytes, which stay under their key."""
    if stored is None or line.kind not in (ENTRY, ERASED):
        return CopiedRow(seq, line, node, None, 0)
    derived = rederive(unlock(line.key, stored.body, keys), key=line.key)
    entry = derived._replace(key=line.key, digest=stored.digest, seal=stored.seal, body=stored.body)
    return CopiedRow(seq, line, node, entry, stored.erased)


def refuse_other_size(size: int, after: int) -> None:
    """Refuse to add to a log that somebody else has added to."""
    if size != after:
        raise InputError("the other end has grown while it was copied to", hint="have nobody write to it, and retry")


def _count_erasures(store: Store) -> int:
    return sum(1 for _ in store.entries(kind=ERASURE))


def _require_whole(store: Store, name: str, *, but: Sequence[str] = ()) -> None:
    found = [one for one in verify(store).damage if one.key not in but]
    if found:
        raise RecordDamaged(
            f"{name} does not verify, and is not copied: {found[0].key}: {found[0].reason}",
            hint="see: foam record verify",
        )


def _without_library(rows: Iterable[CopiedRow]) -> Iterator[CopiedRow]:
    for row in rows:
        if row.line.kind == LIBRARY:
            raise InputError(
                "the record names versions of a library, and a home's own file would have to hold that library",
                hint="copy to a file of another name, and set record.url to it: the library stays where it is",
            )
        yield row
