"""The record as a graph: what an entry rests on, and what rests on it. Knows nothing of storage or meaning."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from foam.errors import NotFound
from foam.record.entry import Entry
from foam.record.store import Store


def entry_of(store: Store, key: str) -> Entry:
    """The entry under this key, or NotFound."""
    entry = store.get(key)
    if entry is None:
        raise NotFound(f"no entry {key} in the record", hint="see: foam record list")
    return entry


def lineage(store: Store, key: str) -> tuple[str, ...]:
    """Keys of everything the entry rests on, directly or through others, nearest first."""
    return _reached([key], lambda k: entry_of(store, k).draft.parents)[1:]


def with_lineage(store: Store, keys: Iterable[str]) -> tuple[str, ...]:
    """These keys and everything they rest on, each once."""
    return _reached(keys, lambda k: entry_of(store, k).draft.parents)


def dependants(store: Store, key: str) -> tuple[str, ...]:
    """Keys of everything that rests on the entry, directly or through others, nearest first."""
    entry_of(store, key)
    return _reached([key], store.dependants)[1:]


def _reached(starts: Iterable[str], step: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
    """Breadth first from the starts, which are in it; each key once."""
    seen = dict.fromkeys(starts)
    waiting = deque(seen)
    while waiting:
        for key in step(waiting.popleft()):
            if key not in seen:
                seen[key] = None
                waiting.append(key)
    return tuple(seen)
