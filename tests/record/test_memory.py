"""The store in memory: a copy holds the same, and goes its own way."""

from __future__ import annotations

from typing import Any

from foam.record.entry import Entry
from foam.record.memory import MemoryStore
from foam.record.sealed import seal


def test_what_is_put_into_a_copy_is_not_in_the_original_nor_the_other_way_round(
    make_entry: Any, run_entry: Entry
) -> None:
    store = MemoryStore()
    run = store.append(run_entry).key
    first = store.append(make_entry(1), run=run)
    kept = first.key
    other = store.copy()
    assert (other.head(), other.members(run), list(other.entries())) == (store.head(), (kept,), list(store.entries()))
    assert not list(other.damaged(head=store.head()))
    head = store.head()
    added = other.append(make_entry(2, first), run=run).key
    later = store.append(make_entry(3), run=run).key
    assert (store.members(run), other.members(run)) == ((kept, later), (kept, added))
    assert (store.dependants(kept), other.dependants(kept)) == ((), (added,))
    assert (store.get(added), other.get(later)) == (None, None)
    assert (store.find(added), other.find(added)) == ((), (added,))
    assert not list(store.damaged(head=head))
    assert not list(other.damaged(head=head))


def test_what_was_erased_elsewhere_is_put_as_erased_and_nothing_else_is(make_entry: Any) -> None:
    store = MemoryStore()
    store.put(seal(make_entry(1)), erased=False)
    assert store.head().size == 1
    store.put(seal(make_entry(2)), erased=True)
    assert store.head().size == 3
    assert store.count() == 2
    assert not list(store.damaged(head=store.head()))
