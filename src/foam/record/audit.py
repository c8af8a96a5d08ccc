"""The audit of a store's rows: does everything follow from the entries' bytes?

An implementation of the port reads its rows as they lie, tolerating anything, and hands them in. Every row is
re-derived from its body; edges must be exactly those the bodies name; a dependence must be there; members must be
entries of runs, numbered without a gap; what a run's outcome counted must still be among its members.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from foam.errors import RecordDamaged
from foam.record.sealed import Edge, Sealed, rederive
from foam.record.store import MEMBER, OUTCOME, RUN, Damage


class Row(NamedTuple):
    """An entry's row as it lies in the store: nothing about it is trusted, not even its types.

    The columns come in the order of `Sealed`, so that the two can be compared as they are.
    """

    key: Any
    kind: Any
    digest: Any
    seal: Any
    at: Any
    body: Any


class EdgeRow(NamedTuple):
    child: Any
    position: Any
    parent: Any
    role: Any


class MemberRow(NamedTuple):
    run: Any
    position: Any
    key: Any


class _Known(NamedTuple):
    """What the later checks need of an entry."""

    kind: str
    edges: tuple[Edge, ...]


def audit(rows: Iterable[Row | Damage], edges: Iterable[EdgeRow], members: Iterable[MemberRow]) -> Iterator[Damage]:
    """Everything that does not follow from the bytes. A row that could not be read comes in as its damage."""
    known: dict[str, _Known] = {}
    suspect: set[str] = set()
    for row in rows:
        yield from _admit(row, known, suspect)
    yield from _check_edges(known, suspect, edges)
    yield from _check_parents(known, suspect)
    yield from _check_members(known, suspect, list(members))


def examine(row: Row) -> tuple[Sealed | None, Damage | None]:
    """What the row's body derives to, and what of the row does not match it."""
    try:
        derived = rederive(row.body, key=row.key)
    except RecordDamaged as error:
        return None, Damage(key=make_printable(row.key), reason=error.what)
    if derived[: len(row)] == row:
        return derived, None
    wrong = [name for name in Row._fields if getattr(derived, name) != getattr(row, name)]
    # An intact body knows its own key better than the key column does; a changed one does not.
    name = derived.key if derived.seal == row.seal else make_printable(row.key)
    return derived, Damage(key=name, reason=f"its content does not match its {', '.join(wrong)}")


def make_printable(name: object) -> str:
    """A stored name, however mangled, as something that can be printed."""
    return name if isinstance(name, str) and name.isprintable() and name else repr(name)[:100]


def _admit(row: Row | Damage, known: dict[str, _Known], suspect: set[str]) -> Iterator[Damage]:
    """Note an entry. Damaged ones are suspect: they are reported once, and not again by what hangs on them."""
    if isinstance(row, Damage):
        suspect.add(row.key)
        yield row
        return
    derived, damage = examine(row)
    if derived is not None and damage is None:
        known[derived.key] = _Known(derived.kind, derived.edges)
    if damage is not None:
        suspect.update(k for k in (damage.key, row.key, derived and derived.key) if isinstance(k, str))
        yield damage


def _check_edges(known: Mapping[str, _Known], suspect: set[str], rows: Iterable[EdgeRow]) -> Iterator[Damage]:
    kept: dict[Any, list[tuple[Any, Any, Any]]] = defaultdict(list)
    for row in rows:
        kept[row.child].append((row.position, row.parent, row.role))
    for child in sorted(set(kept) - set(known) - suspect, key=repr):
        yield Damage(
            key=make_printable(child), reason="the edges table names it as a child, but no such entry is there"
        )
    for key, entry in known.items():
        if set(kept.get(key, ())) != {(position, *edge) for position, edge in enumerate(entry.edges)}:
            yield Damage(key=key, reason="its rows in the edges table are not its inputs")


def _check_parents(known: Mapping[str, _Known], suspect: set[str]) -> Iterator[Damage]:
    for key, entry in known.items():
        for edge in entry.edges:
            if edge.parent not in known and edge.parent not in suspect:
                yield Damage(key=edge.parent, reason=f"it is not there, and {key} ({entry.kind}) depends on it")


def _check_members(known: Mapping[str, _Known], suspect: set[str], rows: list[MemberRow]) -> Iterator[Damage]:
    by_run: dict[Any, list[MemberRow]] = defaultdict(list)
    for row in rows:
        by_run[row.run].append(row)
        if row.key not in known and row.key not in suspect:
            yield Damage(
                key=make_printable(row.key),
                reason=f"a member of run {make_printable(row.run)}, but no such entry is there",
            )
    for run, joined in by_run.items():
        yield from _check_run(run, joined, known, suspect)
    yield from _check_outcomes(known, suspect, {(row.run, row.key) for row in rows})


def _check_run(run: Any, joined: list[MemberRow], known: Mapping[str, _Known], suspect: set[str]) -> Iterator[Damage]:
    if run not in suspect and (run not in known or known[run].kind != RUN):
        yield Damage(key=make_printable(run), reason="the members table names it as a run, but no such run is there")
    if {row.position for row in joined} != set(range(1, len(joined) + 1)):
        yield Damage(key=make_printable(run), reason="its members are not numbered from 1 without a gap")


def _check_outcomes(known: Mapping[str, _Known], suspect: set[str], joined: set[tuple[Any, Any]]) -> Iterator[Damage]:
    for entry in known.values():
        if entry.kind != OUTCOME:
            continue
        run = next((edge.parent for edge in entry.edges if edge.role == RUN), "")
        for edge in entry.edges:
            if edge.role == MEMBER and (run, edge.parent) not in joined and edge.parent not in suspect:
                yield Damage(key=edge.parent, reason=f"counted by the outcome of run {run}, no longer its member")
