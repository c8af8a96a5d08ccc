"""The record as a graph: what an entry rests on, and what rests on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from foam.errors import NotFound, RecordDamaged
from foam.record.entry import Entry, EntryInput
from foam.record.store import Store


def require_entry(store: Store, key: str) -> Entry:
    """The entry under this key, or NotFound."""
    entry = store.get(key)
    if entry is None:
        raise NotFound(f"no entry {key} in the record", hint="see: foam record list")
    return entry


def require_kept(store: Store, key: str) -> Entry:
    """The entry under a key that the record itself names; RecordDamaged when it is gone."""
    entry = store.get(key)
    if entry is None:
        raise RecordDamaged(f"entry {key} is gone, and the record still names it", hint="run: foam record verify")
    return entry


def read_dependants(store: Store, key: str) -> Iterator[Entry]:
    """The entries that rest on this one, sorted by key; those of erased personal files are left out."""
    for dependant in store.dependants(key):
        with suppress(NotFound):
            yield require_kept(store, dependant)


def find_lineage(store: Store, key: str) -> tuple[str, ...]:
    """Keys of everything the entry rests on, directly or through others, nearest first."""
    return _walk([key], lambda k: require_entry(store, k).draft.parents)[1:]


def add_lineage(store: Store, keys: Iterable[str]) -> tuple[str, ...]:
    """These keys and everything they rest on, each once."""
    return _walk(keys, lambda k: require_entry(store, k).draft.parents)


def find_dependants(store: Store, key: str) -> tuple[str, ...]:
    """Keys of everything that rests on the entry, directly or through others, nearest first."""
    require_entry(store, key)
    return _walk([key], store.dependants)[1:]


def _walk(starts: Iterable[str], step: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
    """Breadth first from the starts, which are in it; each key once."""
    seen = dict.fromkeys(starts)
    waiting = deque(seen)
    while waiting:
        for key in step(waiting.popleft()):
            if key not in seen:
                seen[key] = None
                waiting.append(key)
    return tuple(seen)


def entries_of(store: Store, run: str) -> tuple[Entry, ...]:
    """The members of a run, in the order in which they joined."""
    return tuple(require_kept(store, key) for key in store.members(run))


def longest_chain(store: Store, run: str) -> int:
    """How many questions of a run had to be asked one after another: what no concurrency can shorten."""
    depth: dict[str, int] = {}
    for key in store.members(run):
        _deepen(store, key, depth)
    return max(depth.values(), default=0)


def _deepen(store: Store, key: str, depth: dict[str, int]) -> int:
    if key not in depth:
        draft = require_entry(store, key).draft
        below = [_deepen(store, one.key, depth) for one in draft.inputs if isinstance(one, EntryInput)]
        depth[key] = max(below, default=0) + (draft.decider.type == "model")
    return depth[key]
