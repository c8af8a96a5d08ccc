"""Entries of the record as lines of a file, and back into a store.

Each line also proves that the entry was in the record's log: its number there, the run it joined, and the path of
hashes to the head that the bundle bears.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from graphlib import TopologicalSorter
from typing import Any

from foam.appeal.chain import MATTER
from foam.canonical import write_canonical
from foam.errors import FoamError
from foam.record.audit import EdgeRow, Row, audit_part
from foam.record.entry import Entry
from foam.record.graph import add_lineage, read_dependants, require_entry
from foam.record.log import ENTRY, Head, Line
from foam.record.memory import MemoryStore
from foam.record.sealed import Sealed, rederive
from foam.record.store import ERASURE, OUTCOME, RUN, Damage, Inclusion, Store
from foam.record.tree import check_inclusion


def gather_entries(store: Store, *roots: str) -> tuple[Entry, ...]:
    """These runs, those that concern them, their members and outcomes, and all they rest on: parents first.

    Where words were erased, the entries that say so come along.
    """
    runs = tuple(dict.fromkeys(run for root in roots if root for run in _concerning(store, root)))
    keys = [key for run in runs for key in (run, *store.members(run), *_outcomes(store, run))]
    every = add_lineage(store, keys)
    erasures = [
        entry.key for entry in store.entries(kind=ERASURE) if not entry.answer["entries"].keys().isdisjoint(every)
    ]
    return tuple(_parents_first(store, dict.fromkeys([*every, *erasures])))


def _concerning(store: Store, run: str) -> Iterator[str]:
    """The run and, again and again, the challenges and revisions whose specs name it; other matters are left out."""
    found, waiting = {run}, [run]
    while waiting:
        named = waiting.pop()
        yield named
        for entry in store.entries(kind=RUN):
            question = entry.draft.question
            if entry.key not in found and question["job"] != MATTER and named in question["spec"].values():
                found.add(entry.key)
                waiting.append(entry.key)


def _outcomes(store: Store, run: str) -> Iterator[str]:
    yield from (entry.key for entry in read_dependants(store, run) if entry.draft.kind == OUTCOME)


def _parents_first(store: Store, keys: Iterable[str]) -> Iterator[Entry]:
    entries = {key: require_entry(store, key) for key in sorted(keys)}
    order = TopologicalSorter({key: entry.draft.parents for key, entry in entries.items()}).static_order()
    yield from (entries[key] for key in order)


def write_entries(store: Store, entries: Iterable[Entry], prove: Callable[[str], Inclusion]) -> bytes:
    """The file: a line for each entry, with its place in the log and in every run that it belongs to."""
    kept = tuple(entries)
    runs = [entry.key for entry in kept if entry.draft.kind == RUN]
    here = {entry.key for entry in kept}
    places: dict[str, list[list[Any]]] = {key: [] for key in here}
    for run in runs:
        for position, key in enumerate((k for k in store.members(run) if k in here), 1):
            places[key].append([run, position])
    lines = (_line(entry, places[entry.key], prove(entry.key)) for entry in kept)
    return b"".join(write_canonical(line) + b"\n" for line in lines)


def _line(entry: Entry, places: list[list[Any]], proof: Inclusion) -> dict[str, Any]:
    return {
        "body": entry.json_value(),
        "key": entry.key,
        "digest": entry.digest,
        "seal": entry.seal,
        "member_of": places,
        "log": proof.json_value(),
    }


def read_proofs(data: bytes) -> dict[str, Inclusion]:
    """The proofs of a sound file, by the keys of the entries."""
    lines = map(json.loads, data.splitlines())
    return {line["key"]: Inclusion.model_validate(line["log"]) for line in lines}


def find_damage(data: bytes, head: Head | None) -> Iterator[Damage]:
    """Everything in the file that does not follow from the entries' own bytes, with the number of its line."""
    rows: list[Row | Damage] = []
    edges: list[EdgeRow] = []
    places: list[tuple[Any, Any, Any]] = []
    lines = [_read_line(number, line) for number, line in enumerate(data.splitlines(), 1)]
    seals = _find_erasures(line for line in lines if isinstance(line, dict))
    for line in lines:
        if isinstance(line, Damage):
            rows.append(line)
            continue
        erased = line["key"] in seals
        sealed = _seal(line, erased=erased)
        rows.append(Row(line["key"], sealed.kind, line["digest"], line["seal"], sealed.at, sealed.body, 0, erased))
        edges += [EdgeRow(line["key"], place, *edge) for place, edge in enumerate(sealed.edges)]
        places += [(run, position, line["key"]) for run, position in line["member_of"]]
        yield from _check_line(line, seals.get(line["key"]), head)
    yield from audit_part(rows, edges, [(run, key) for run, _, key in places])
    yield from _check_places(places)


def load_entries(data: bytes) -> MemoryStore:
    """The entries of a sound file in a store of their own."""
    store = MemoryStore()
    lines = [json.loads(line) for line in data.splitlines()]
    seals = _find_erasures(lines)
    for line in lines:
        erased = line["key"] in seals
        store.put(_seal(line, erased=erased), erased=erased)
    for run, _, key in sorted((run, position, line["key"]) for line in lines for run, position in line["member_of"]):
        store.attach(key, run=run)
    return store


def _read_line(number: int, data: bytes) -> dict[str, Any] | Damage:
    try:
        line = json.loads(data)
        _seal(line, erased=False)
        Inclusion.model_validate(line["log"])
        str(line["digest"]), str(line["seal"]), [(run, position) for run, position in line["member_of"]]
    except (ValueError, KeyError, TypeError, RecursionError, FoamError) as error:
        said = error.what if isinstance(error, FoamError) else f"{type(error).__name__}: {error}"
        return Damage(key=f"line {number}", reason=said)
    return dict(line)


def _seal(line: Mapping[str, Any], *, erased: bool) -> Sealed:
    sealed = rederive(write_canonical(line["body"]), key=line["key"])
    return sealed._replace(key=line["key"], digest=line["digest"]) if erased else sealed


def _find_erasures(lines: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    """By the key of each entry that words were erased of: its seal at first and its seal at last."""
    found: dict[str, dict[str, str]] = {}
    for line in sorted(lines, key=lambda line: int(line["log"]["number"])):
        if line["body"]["draft"]["kind"] == ERASURE:
            for key, seals in line["body"]["answer"]["entries"].items():
                first = found.get(key, seals)
                found[key] = {"before": first["before"], "after": seals["after"]}
    return found


def _check_line(line: Mapping[str, Any], seals: Mapping[str, str] | None, head: Head | None) -> Iterator[Damage]:
    """The entry is what the log holds under the head, as far as words were not erased since."""
    logged = seals["before"] if seals else line["seal"]
    if seals and seals["after"] != line["seal"]:
        yield Damage(key=line["key"], reason="what is left of it is not what its erasure says")
    if head is None:
        return
    proof = Inclusion.model_validate(line["log"])
    leaf = Line(ENTRY, line["key"], proof.run, logged).leaf
    path = [bytes.fromhex(one) for one in proof.path]
    if not check_inclusion(leaf, proof.number, head.size, path, bytes.fromhex(head.root)):
        yield Damage(key=line["key"], reason="the log whose head the bundle bears does not hold it so")


def _check_places(places: Sequence[tuple[Any, Any, Any]]) -> Iterator[Damage]:
    by_run: dict[Any, set[Any]] = defaultdict(set)
    for run, position, _ in places:
        by_run[run].add(position)
    counts = Counter(run for run, _, _ in places)
    for run, positions in by_run.items():
        if positions != set(range(1, counts[run] + 1)):
            yield Damage(key=str(run), reason="its members are not numbered from 1 without a gap")
