"""Lineage, dependants and the difference of two runs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam.errors import NotFound, RecordDamaged
from foam.record.diff import Match, diff
from foam.record.entry import Entry
from foam.record.graph import (
    add_lineage,
    entries_of,
    find_dependants,
    find_lineage,
    longest_chain,
    read_dependants,
    require_kept,
)
from foam.record.memory import MemoryStore
from foam.record.runs import open_run
from foam.record.store import Store


@pytest.fixture
def diamond(store: Store, make_entry: Any) -> list[Entry]:
    """0 under 1 and 2, both under 3; 4 stands apart."""
    zero = store.append(make_entry(0))
    one, two = store.append(make_entry(1, zero)), store.append(make_entry(2, zero))
    return [zero, one, two, store.append(make_entry(3, one, two)), store.append(make_entry(4))]


def test_lineage_is_nearest_first_and_names_each_once(store: Store, diamond: list[Entry]) -> None:
    zero, one, two, three, four = (entry.key for entry in diamond)
    assert find_lineage(store, three) == (one, two, zero)
    assert find_lineage(store, zero) == ()
    assert find_lineage(store, four) == ()


def test_dependants_reach_through_others(store: Store, diamond: list[Entry]) -> None:
    zero, one, two, three, four = (entry.key for entry in diamond)
    assert find_dependants(store, zero) == (*sorted([one, two]), three)
    assert find_dependants(store, one) == (three,)
    assert find_dependants(store, four) == ()


def test_unknown_entries_have_neither(store: Store) -> None:
    for ask in (find_lineage, find_dependants):
        with pytest.raises(NotFound):
            ask(store, "b2:" + "0" * 64)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sets(st.integers(0, 30), max_size=4), min_size=1, max_size=30))
def test_lineage_and_dependants_mirror_each_other(make_entry: Any, shape: list[set[int]]) -> None:
    store = MemoryStore()
    kept: list[Entry] = []
    for n, below in enumerate(shape):
        kept.append(store.append(make_entry(n, *(kept[i] for i in sorted(below) if i < n))))
    up = {entry.key: set(find_lineage(store, entry.key)) for entry in kept}
    down = {entry.key: set(find_dependants(store, entry.key)) for entry in kept}
    assert all((a in up[b]) == (b in down[a]) for a in up for b in up)


def _run(store: Store, name: str, entries: list[Entry], clock: Any) -> str:
    run = open_run(store, name, {}, clock=clock)
    for entry in entries:
        store.append(entry, run=run)
    return run


def _by_another_model(entry: Entry, answer: Any) -> Entry:
    decider = entry.draft.decider.model_copy(update={"id": "other"})
    draft = entry.draft.model_copy(update={"decider": decider})
    return entry.model_copy(update={"draft": draft, "answer": answer})


def test_the_difference_of_two_runs(store: Store, make_entry: Any, clock: Any) -> None:
    shared, agreed, disputed, lonely = (make_entry(n) for n in range(4))
    again, otherwise = _by_another_model(agreed, agreed.answer), _by_another_model(disputed, "otherwise")
    new = make_entry(9, kind="objection")
    a = _run(store, "a", [shared, agreed, disputed, lonely], clock)
    b = _run(store, "b", [otherwise, new, again, shared], clock)
    found = diff(store, a, b)
    assert found.same == (_pair(shared, shared), _pair(agreed, again))
    assert found.changed == (_pair(disputed, otherwise),)
    assert (found.only_a, found.only_b) == ((lonely.key,), (new.key,))


def test_like_questions_are_paired_by_key_then_answer_then_order(store: Store, make_entry: Any, clock: Any) -> None:
    x, y = make_entry(0, answer="x"), _by_another_model(make_entry(0), "y")
    third = y.model_copy(update={"draft": y.draft.model_copy(update={"template": ""}), "answer": "y"})
    a, b = _run(store, "a", [x, y], clock), _run(store, "b", [third, x], clock)
    found = diff(store, a, b)
    assert found.same == (_pair(x, x), _pair(y, third))
    assert (found.changed, found.only_a, found.only_b) == ((), (), ())


def test_a_run_against_itself_and_against_nothing(store: Store, make_entry: Any, clock: Any) -> None:
    run = _run(store, "a", [make_entry(1)], clock)
    assert diff(store, run, run).same == (_pair(make_entry(1), make_entry(1)),)
    with pytest.raises(NotFound):
        diff(store, run, "b2:" + "0" * 64)


def _pair(a: Entry, b: Entry) -> Match:
    return Match(kind=a.draft.kind, a=a.key, b=b.key)


def test_a_lineage_of_several_names_each_once_and_them_first(store: Store, diamond: list[Entry]) -> None:
    zero, one, two, three, four = (entry.key for entry in diamond)
    assert add_lineage(store, [four, three, one]) == (four, three, one, two, zero)
    assert add_lineage(store, []) == ()


def test_what_the_record_names_and_does_not_hold_is_damage(store: Store, diamond: list[Entry]) -> None:
    assert require_kept(store, diamond[0].key) == diamond[0]
    with pytest.raises(RecordDamaged, match="is gone"):
        require_kept(store, "b2:" + "0" * 64)
    assert [one.key for one in read_dependants(store, diamond[0].key)] == sorted(one.key for one in diamond[1:3])


def test_the_longest_chain_counts_what_models_were_asked_in_turn(make_entry: Any, clock: Any) -> None:
    store = MemoryStore()
    run = open_run(store, "ask", {}, clock=clock)
    assert (longest_chain(store, run), entries_of(store, run)) == (0, ())
    first = store.append(make_entry(0), run=run)
    beside = store.append(make_entry(1), run=run)
    assert longest_chain(store, run) == 1, "two side by side"
    counted = make_entry(2, first, beside)
    decided = counted.draft.decider.model_copy(update={"type": "code"})
    by_code = store.append(
        counted.model_copy(update={"draft": counted.draft.model_copy(update={"decider": decided})}), run=run
    )
    assert longest_chain(store, run) == 1, "what code decides is not waited for"
    last = store.append(make_entry(3, by_code), run=run)
    assert longest_chain(store, run) == 2
    assert entries_of(store, run) == (first, beside, by_code, last)
    other = open_run(store, "ask", {"n": 2}, clock=clock)
    store.attach(last.key, run=other)
    assert longest_chain(store, other) == 2, "what lies under a member counts, wherever it is from"
