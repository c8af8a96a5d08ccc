"""The audit of a store's rows: does everything follow from the entries' bytes and from the log?

An implementation of the port reads its rows as they lie, tolerating anything, and hands them in. Every row is
re-derived from its body; edges must be exactly those the bodies name; every line of the log must follow from the lines
before it, and each entry from its line; what a run's outcome counted must still be among its members; and the log
must begin with what was under each head that was noted.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from foam.errors import FoamError, InputError, RecordDamaged
from foam.record import tree
from foam.record.keys import Keys
from foam.record.log import ENTRY, ERASED, Head, hash_line
from foam.record.personal import STUB, is_wrapped
from foam.record.sealed import Edge, Sealed, rederive, unlock
from foam.record.store import MEMBER, OUTCOME, RESTORED, RUN, Damage

LOG = "log"
_LONGEST_SIZE = 19


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
    seq: Any
    erased: Any


_DERIVED = Row._fields[:6]


class EdgeRow(NamedTuple):
    child: Any
    position: Any
    parent: Any
    role: Any


class LogRow(NamedTuple):
    seq: Any
    kind: Any
    key: Any
    run: Any
    seal: Any
    node: Any


class _Known(NamedTuple):
    """What the later checks need of an entry."""

    kind: str
    edges: tuple[Edge, ...]


_Place: TypeAlias = tuple[Any, Any, Any]
"""How an entry's row names its place in the log: number of its line, seal, number of the line that erased words."""


@dataclass
class _Findings:
    """What was learnt of the entries."""

    known: dict[str, _Known] = field(default_factory=dict)
    kept: dict[Any, _Place] = field(default_factory=dict)
    suspect: set[str] = field(default_factory=set)
    """Damaged ones: they are reported once, and not again by what hangs on them."""
    lost: list[str] = field(default_factory=list)
    """Heads that somebody declared lost."""


def audit(
    rows: Iterable[Row | Damage],
    edges: Iterable[EdgeRow],
    log: Sequence[LogRow],
    *,
    noted: Sequence[str] = (),
    head: Head | None = None,
) -> Iterator[Damage]:
    """Everything that does not follow. A row that could not be read comes in as its damage."""
    found = _Findings()
    yield from _check_entries(found, rows, edges)
    nodes = _Listed(log)
    yield from _check_lines(log, nodes)
    yield from _check_heads(nodes, noted, found.lost, head)
    yield from _check_log(found, log)
    yield from _check_members(found, [(row.run, row.key) for row in log if row.run])


def audit_log(
    log: Sequence[LogRow], *, noted: Sequence[str], lost: Sequence[str], head: Head | None = None
) -> Iterator[Damage]:
    """The same for the log alone. `lost` are the heads that somebody declared lost."""
    nodes = _Listed(log)
    yield from _check_lines(log, nodes)
    yield from _check_heads(nodes, noted, lost, head)


def audit_part(
    rows: Iterable[Row | Damage], edges: Iterable[EdgeRow], members: Iterable[tuple[Any, Any]]
) -> Iterator[Damage]:
    """The same for entries that were taken out of a record: `members` are the runs and keys that belong together."""
    found = _Findings()
    yield from _check_entries(found, rows, edges)
    yield from _check_members(found, list(members))


def unlock_rows(rows: Iterable[Row | Damage], keys: Keys) -> Iterator[Row | Damage]:
    """The rows with what belongs to personal files opened by their keys; what does not open is damage.

    The digest of such a row is left out where it is kept, and follows from its body.
    """
    for row in rows:
        if isinstance(row, Damage) or not (isinstance(row.body, bytes) and is_wrapped(row.body)):
            yield row
            continue
        try:
            body = unlock(row.key, row.body, keys)
            yield row._replace(body=body, digest=row.digest or rederive(body, key=row.key).digest)
        except (FoamError, TypeError, AttributeError) as error:
            reason = error.what if isinstance(error, FoamError) else "its content cannot be read"
            yield Damage(key=make_printable(row.key), reason=reason)


def examine(row: Row) -> tuple[Sealed | None, Damage | None]:
    """What the row's body derives to, and what of the row does not match it."""
    try:
        derived = rederive(row.body, key=row.key)
    except RecordDamaged as error:
        return None, Damage(key=make_printable(row.key), reason=error.what)
    if derived[: len(_DERIVED)] == row[: len(_DERIVED)]:
        return derived, None
    wrong = [name for name in _DERIVED if getattr(derived, name) != getattr(row, name)]
    if row.erased and set(wrong) <= {"key", "digest"} and isinstance(row.key, str):
        return derived._replace(key=row.key, digest=row.digest), None
    # An intact body knows its own key better than the key column does; a changed one does not.
    name = derived.key if derived.seal == row.seal else make_printable(row.key)
    return derived, Damage(key=name, reason=f"its content does not match its {', '.join(wrong)}")


def make_printable(name: object) -> str:
    """A stored name, however mangled, as something that can be printed."""
    return name if isinstance(name, str) and name.isprintable() and name else repr(name)[:100]


def _check_entries(found: _Findings, rows: Iterable[Row | Damage], edges: Iterable[EdgeRow]) -> Iterator[Damage]:
    for row in rows:
        yield from _admit(row, found)
    yield from _check_edges(found, edges)
    yield from _check_parents(found)


def _admit(row: Row | Damage, found: _Findings) -> Iterator[Damage]:
    if isinstance(row, Damage):
        found.suspect.add(row.key)
        yield row
        return
    derived, damage = examine(row)
    if derived is not None and damage is None:
        found.known[derived.key] = _Known(derived.kind, derived.edges)
        found.kept[derived.key] = (row.seq, row.seal, row.erased)
        if derived.kind == RESTORED and not derived.body.startswith(STUB):
            found.lost.append(str(json.loads(derived.body)["draft"]["question"].get("lost")))
    if damage is not None:
        found.suspect.update(k for k in (damage.key, row.key, derived and derived.key) if isinstance(k, str))
        yield damage


def _check_edges(found: _Findings, rows: Iterable[EdgeRow]) -> Iterator[Damage]:
    kept: dict[Any, list[tuple[Any, Any, Any]]] = defaultdict(list)
    for row in rows:
        kept[row.child].append((row.position, row.parent, row.role))
    for child in sorted(set(kept) - set(found.known) - found.suspect, key=repr):
        yield Damage(
            key=make_printable(child), reason="the edges table names it as a child, but no such entry is there"
        )
    for key, entry in found.known.items():
        if set(kept.get(key, ())) != {(position, *edge) for position, edge in enumerate(entry.edges)}:
            yield Damage(key=key, reason="its rows in the edges table are not its inputs")


def _check_parents(found: _Findings) -> Iterator[Damage]:
    for key, entry in found.known.items():
        for edge in entry.edges:
            if edge.parent not in found.known and edge.parent not in found.suspect:
                yield Damage(key=edge.parent, reason=f"it is not there, and {key} ({entry.kind}) depends on it")


class _Listed:
    """Rows of the log as the nodes of a tree; what cannot be read counts as a hash that fits nothing."""

    def __init__(self, rows: Sequence[LogRow]) -> None:
        self._rows = rows
        self.nodes = [row.node if isinstance(row.node, bytes) else b"" for row in rows]
        self.size = len(rows) if all(row.seq == number for number, row in enumerate(rows, 1)) else 0

    def node(self, number: int) -> bytes:
        return self.nodes[number - 1]

    def leaf(self, number: int) -> bytes:
        return hash_line(self._rows[number - 1][1:5])


def _check_lines(rows: Sequence[LogRow], nodes: _Listed) -> Iterator[Damage]:
    """Every line follows from those before it."""
    for number, row in enumerate(rows, 1):
        if row.seq != number:
            yield Damage(key=LOG, reason=f"line {number} is missing: the next one there is {make_printable(row.seq)}")
            return
        try:
            leaf = nodes.leaf(number)
        except TypeError:  # a part of it is no text
            yield Damage(key=make_printable(row.key), reason=f"line {number} of the log cannot be read")
            continue
        if (leaf if number & 1 else tree.append(nodes, number, leaf)) != row.node:
            yield Damage(key=make_printable(row.key), reason=f"line {number} of the log is not what was logged")


def _check_log(found: _Findings, rows: Sequence[LogRow]) -> Iterator[Damage]:
    """Every entry is where its line says, as its line says."""
    expected: dict[Any, _Place] = {}
    for row in rows:
        if row.kind == ENTRY:
            expected[row.key] = (row.seq, row.seal, 0)
        elif row.kind == ERASED and row.key in expected:
            expected[row.key] = (expected[row.key][0], row.seal, row.seq)
    for key in expected.keys() - found.kept.keys() - found.suspect:
        yield Damage(key=make_printable(key), reason=f"line {expected[key][0]} of the log names it; it is not there")
    for key, kept in found.kept.items():
        if key not in expected:
            yield Damage(key=key, reason="it was never logged")
        elif kept != expected[key]:
            yield Damage(key=key, reason=f"it is not what line {expected[key][0]} of the log says of it")


def _check_members(found: _Findings, members: Sequence[tuple[Any, Any]]) -> Iterator[Damage]:
    for run, key in members:
        if key not in found.known and key not in found.suspect:
            reason = f"a member of run {make_printable(run)}, but no such entry is there"
            yield Damage(key=make_printable(key), reason=reason)
    for run in dict.fromkeys(run for run, _ in members):
        if run not in found.suspect and (run not in found.known or found.known[run].kind != RUN):
            yield Damage(key=make_printable(run), reason="it has members, but no such run is there")
    yield from _check_outcomes(found.known, found.suspect, set(members))


def _check_outcomes(known: Mapping[str, _Known], suspect: set[str], joined: set[tuple[Any, Any]]) -> Iterator[Damage]:
    for entry in known.values():
        if entry.kind != OUTCOME:
            continue
        run = next((edge.parent for edge in entry.edges if edge.role == RUN), "")
        for edge in entry.edges:
            if edge.role == MEMBER and (run, edge.parent) not in joined and edge.parent not in suspect:
                yield Damage(key=edge.parent, reason=f"counted by the outcome of run {run}, no longer its member")


def _check_heads(log: _Listed, noted: Sequence[str], lost: Sequence[str], head: Head | None) -> Iterator[Damage]:
    yield from _check_noted(log, noted, lost)
    if head is not None and not _begins_with(log, head):
        yield _explain_head(log, str(head))


def _check_noted(log: _Listed, lines: Sequence[str], lost: Sequence[str]) -> Iterator[Damage]:
    """The first noted head that the log does not begin with. Those up to one that was declared lost are passed over."""
    excused = max((place for place, line in enumerate(lines, 1) if line in lost), default=0) if lost else 0
    roots = tree.find_roots(log.nodes, {size for line in lines if (size := _read_size(line)) is not None})
    right = {f"{size}-{root.hex()}" for size, root in roots.items() if size <= log.size}
    wrong = [line for line in lines[excused:] if line not in right]
    if wrong:
        first = _explain_head(log, wrong[0])
        more = f" (and {len(wrong) - 1} more heads)" if len(wrong) > 1 else ""
        yield first.model_copy(update={"reason": first.reason + more})


def _read_size(line: str) -> int | None:
    size = line.partition("-")[0]
    return int(size) if size.isdecimal() and len(size) < _LONGEST_SIZE else None


def _begins_with(log: _Listed, head: Head) -> bool:
    return 0 <= head.size <= log.size and tree.root(log, head.size).hex().startswith(head.root)


def _explain_head(log: _Listed, line: str) -> Damage:
    try:
        head = Head.parse(line)
    except InputError:
        return Damage(key=LOG, reason=f"a noted head cannot be read: {make_printable(line)}")
    if head.size > log.size:
        reason = f"the head {head} was noted, and the log has only {log.size} lines: the rest is gone"
    else:
        reason = f"the first {head.size} lines of the log are not those that the head {head} was noted of"
    return Damage(key=LOG, reason=reason)
