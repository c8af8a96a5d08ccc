"""The store port: where entries are kept.

A *run* is itself an entry (kind `run`), and its key is the run's id. The entries a run asked or reused are its
members. Whatever else can be asked of a record (lineage, diff, verify, replay) is computed over this port.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from foam.errors import NotFound
from foam.record.entry import Draft, Entry
from foam.record.log import Head
from foam.record.personal import Held, Seal
from foam.values import TAG, Value

RUN = "run"
"""Kind of the entry that opens a run; its key is the run's id."""
OUTCOME = "outcome"
"""Kind of the entry that closes a run: it depends on the run (role `run`) and on all its members (role `member`)."""
MEMBER = "member"
ERASURE = "erasure"
"""Kind of the entry that says which words were erased, on whose request and why."""
RESTORED = "restored"
"""Kind of the entry that says which appends were lost, and why: a record restored from an older copy."""
FOUND_AT_MOST = 10
"""How many keys `find` returns: enough to see that a prefix is ambiguous."""


class Damage(Value):
    """One thing found wrong: `key` names the entry (or the table, or the file), `reason` says what does not match."""

    key: str
    reason: str


class Access(Value):
    """Whether a database itself holds back what people may not see."""

    by_case: bool = False
    """Switch that on where it is off."""
    acts_for: str = ""
    """The person whose eyes it is read with; empty for all of it."""


OPEN = Access()
"""Nothing is held back by the database."""
Cut = Callable[[str], str]
"""Takes words out of a string; gives the same string back when there is nothing to take out."""


class Inclusion(Value):
    """The proof that an entry is in the log: its line's number and the path to the head of a size."""

    number: int
    run: str
    """The run that it joined when it was kept; a part of its line."""
    path: tuple[str, ...]
    """In hex, from the leaf upwards."""


class Store(Protocol):
    """An append-only store of entries. An entry is there whole or not at all."""

    def append(self, entry: Entry, *, run: str | None = None) -> Entry:
        """Keep the entry and make it a member of the run. The first answer under a key stands: it is returned.

        Every entry it depends on must be there already (NotFound), so the record has no cycles; what is not plain
        JSON is refused (InputError).
        """
        ...

    def append_all(self, entries: Sequence[Entry], *, run: str | None = None) -> tuple[Entry, ...]:
        """Append one after another, all of them or, if one is refused, none: one wait for the disk instead of many."""
        ...

    def attach(self, key: str, *, run: str) -> None:
        """Make a kept entry a member of the run, too; once a member, it stays where it is."""
        ...

    def get(self, key: str) -> Entry | None:
        """The entry under this key; RecordDamaged when its bytes no longer carry that key.

        NotFound, with the reason, when it belongs to a personal file that was erased or whose key is not here.
        """
        ...

    def find(self, prefix: str, *, kind: str | None = None) -> tuple[str, ...]:
        """Keys that start with the prefix (the tag may be left out), sorted, at most a handful, for short ids."""
        ...

    def dependants(self, key: str) -> tuple[str, ...]:
        """Keys of the entries that name this one among their inputs, sorted."""
        ...

    def members(self, run: str) -> tuple[str, ...]:
        """Keys of the run's entries, in the order in which they joined it."""
        ...

    def entries(self, *, kind: str | None = None) -> Iterator[Entry]:
        """Every entry that can be read, oldest first: those of an erased personal file, or without its key, are not."""
        ...

    def count(self) -> int:
        """How many entries are kept."""
        ...

    def damaged(self, *, head: Head | None = None) -> Iterable[Damage]:
        """Re-derive every digest; yield what does not match. Reads everything, trusts nothing.

        With `head`, the log must begin with what was under that head.
        """
        ...

    def head(self, size: int | None = None) -> Head:
        """The head of the log now, or at an earlier size (NotFound when it never was so long)."""
        ...

    def noted(self) -> tuple[Head, ...]:
        """The heads that were noted outside the record, oldest first."""
        ...

    def prove_consistency(self, earlier: int, size: int) -> tuple[bytes, ...]:
        """The hashes by which anybody who has both heads can check that nothing in between was taken away."""
        ...

    def prove_inclusion(self, key: str, size: int) -> Inclusion:
        """Where the entry stands in the log, and the hashes that lead from its line to the head of that size."""
        ...

    def erase(self, draft: Draft, cut: Cut, *, at: str, also: Mapping[str, Any] | None = None) -> Entry:
        """Replace strings in every entry by what `cut` makes of them, for good, and record that it was done.

        `draft` says who asked for it and why. The entry that is returned lists what was changed, with the seals before
        and after (the log holds the latter), and what was erased elsewhere (`also`). Keys, and who depends on what,
        stay.
        """
        ...

    def find_seal(self, key: str) -> Seal | None:
        """The seal of the personal file that an entry belongs to; None when it belongs to none or is not there.

        What rests on such an entry is refused (InputError) unless its draft has that seal.
        """
        ...

    def erase_person(self, person: str, draft: Draft, *, at: str) -> Entry:
        """Replace every entry of a personal file by a stub, for good, and record that it was done.

        No key is needed for it. Done again, it gives the entry that was recorded first.
        """
        ...

    def count_owned(self, person: str) -> Held:
        """How much the record holds of a personal file."""
        ...

    def list_owned(self, person: str) -> tuple[str, ...]:
        """The keys of a personal file's entries that are not erased, oldest first."""
        ...

    def list_owners(self) -> frozenset[str]:
        """Every personal file of which the record holds something that is not erased."""
        ...

    def list_orphans(self, person: str = "") -> tuple[str, ...]:
        """Runs in the open on which erased acts of matters rested, sorted; of one personal file, or of all."""
        ...

    def search(self, finds: Callable[[bytes], bool]) -> tuple[str, ...]:
        """Names of the tables with a row in which `finds` finds something, where they are not in a file to be read."""
        ...

    def scrub(self) -> None:
        """Leave no trace of what was erased, as far as the place it is kept in allows."""
        ...

    def close(self) -> None: ...


def add_tag(prefix: str) -> str:
    """A short id as people type it, with the tag that they may leave out."""
    return prefix if prefix.startswith(TAG) else TAG + prefix


def not_there(key: str) -> NotFound:
    """What every store says of an entry it does not hold."""
    return NotFound(f"no entry {key} in the record", hint="append what an entry depends on before the entry itself")


def not_a_run(run: str) -> NotFound:
    """What every store says of a run it does not hold."""
    return NotFound(f"no run {run} in the record", hint="open_run comes first; see: foam record list")
