"""Entries of the record as lines of a file, and back into a store."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from graphlib import TopologicalSorter
from typing import Any

from foam.appeal.chain import MATTER
from foam.canonical import write_canonical
from foam.errors import FoamError
from foam.record.audit import EdgeRow, MemberRow, Row, audit
from foam.record.entry import Entry
from foam.record.graph import add_lineage, require_entry
from foam.record.memory import MemoryStore
from foam.record.sealed import rederive, seal
from foam.record.store import OUTCOME, RUN, Damage, Store


def gather_entries(store: Store, *roots: str) -> tuple[Entry, ...]:
    """These runs, those that concern them, their members and outcomes, and all they rest on: parents first."""
    runs = tuple(dict.fromkeys(run for root in roots if root for run in _concerning(store, root)))
    keys = [key for run in runs for key in (run, *store.members(run), *_outcomes(store, run))]
    return tuple(_parents_first(store, add_lineage(store, keys)))


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
    yield from (key for key in store.dependants(run) if require_entry(store, key).draft.kind == OUTCOME)


def _parents_first(store: Store, keys: Iterable[str]) -> Iterator[Entry]:
    entries = {key: require_entry(store, key) for key in sorted(keys)}
    order = TopologicalSorter({key: entry.draft.parents for key, entry in entries.items()}).static_order()
    yield from (entries[key] for key in order)


def write_entries(store: Store, entries: Iterable[Entry]) -> bytes:
    """The file: a line for each entry, and for each membership its place in its run."""
    kept = tuple(entries)
    runs = [entry.key for entry in kept if entry.draft.kind == RUN]
    here = {entry.key for entry in kept}
    places: dict[str, list[list[Any]]] = {key: [] for key in here}
    for run in runs:
        for position, key in enumerate((k for k in store.members(run) if k in here), 1):
            places[key].append([run, position])
    return b"".join(write_canonical(_line(entry, places[entry.key])) + b"\n" for entry in kept)


def _line(entry: Entry, places: list[list[Any]]) -> dict[str, Any]:
    sealed = seal(entry)
    return {
        "body": json.loads(sealed.body),
        "key": sealed.key,
        "seal": sealed.seal,
        "member_of": places,
    }


def find_damage(data: bytes) -> Iterator[Damage]:
    """Everything in the file that does not follow from the entries' own bytes, with the number of its line."""
    rows: list[Row | Damage] = []
    edges: list[EdgeRow] = []
    members: list[MemberRow] = []
    for number, line in enumerate(data.splitlines(), 1):
        try:
            row = json.loads(line)
            body = write_canonical(row["body"])
            derived = rederive(body, key=row["key"])
            rows.append(Row(row["key"], derived.kind, derived.digest, row["seal"], derived.at, body))
            edges += [EdgeRow(derived.key, place, *edge) for place, edge in enumerate(derived.edges)]
            members += [MemberRow(run, position, row["key"]) for run, position in row["member_of"]]
        except (ValueError, KeyError, TypeError, RecursionError, FoamError) as error:
            said = error.what if isinstance(error, FoamError) else f"{type(error).__name__}: {error}"
            rows.append(Damage(key=f"line {number}", reason=said))
    yield from audit(rows, edges, members)


def load_entries(data: bytes) -> MemoryStore:
    """The entries of a sound file in a store of their own."""
    store = MemoryStore()
    joined: list[tuple[str, int, str]] = []
    for line in data.splitlines():
        row = json.loads(line)
        entry = store.append(Entry.model_validate(row["body"]))
        joined += [(run, position, entry.key) for run, position in row["member_of"]]
    for run, _, key in sorted(joined):
        store.attach(key, run=run)
    return store
