"""What every store keeps to, run on every implementation of the port."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from foam.canonical import write_canonical
from foam.errors import InputError, NotFound
from foam.record.entry import Entry, EntryInput, PerspectiveInput, PointerInput, ValueInput
from foam.record.store import FOUND_AT_MOST, Store
from foam_quotes.text.pointer import Pointer

_leaf = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False).filter(lambda number: not 2**53 <= abs(number) < 1e21)
    | st.text(st.characters(exclude_categories=["Cs"]))
)
_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
plain_json = st.recursive(_leaf, lambda inner: st.lists(inner) | st.dictionaries(_text, inner), max_leaves=12)


def test_append_then_get(store: Store, make_entry: Any) -> None:
    entry = make_entry(1)
    assert store.append(entry) == entry
    assert store.get(entry.key) == entry
    assert store.count() == 1


def test_unknown_key_is_none(store: Store) -> None:
    assert store.get("b2:" + "f" * 64) is None
    assert store.get("not a key \udcff") is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(answer=plain_json, question=st.dictionaries(_text, plain_json, max_size=3))
@example(answer={"at": 1, "draft": {"kind": "x"}}, question={"at": "y", "draft": []})
@example(answer=[-0.0, 5e-324, 1.7976931348623157e308, 2**53 - 1, "\u2028\x00\x7f😀", True, 1, 1.0], question={"": {}})
def test_any_json_reads_back(store: Store, make_entry: Any, answer: Any, question: dict[str, Any]) -> None:
    entry = make_entry(answer=answer)
    entry = entry.model_copy(
        update={"draft": entry.draft.model_copy(update={"question": {"q": question, "a": answer}})}
    )
    kept = store.append(entry)
    read = store.get(entry.key)
    assert read is not None
    assert len({write_canonical(one.json_value()) for one in (read, kept, entry)}) == 1
    assert (read.key, read.digest, read.seal) == (entry.key, entry.digest, entry.seal)


def test_an_answer_is_the_same_value_when_it_is_kept_and_when_it_is_read(store: Store, make_entry: Any) -> None:
    """A run that goes on after a crash reads what the first one was handed, down to the types of numbers."""
    kept = store.append(make_entry(answer={"score": 10.0, "share": 0.5, "ids": ("a", "b")}))
    read = store.get(kept.key)
    assert read is not None
    assert repr(read.answer) == repr(kept.answer) == "{'ids': ['a', 'b'], 'score': 10, 'share': 0.5}"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"fields": ["ok", "\ud83d"]}, r"answer\.fields\[1\]: a lone surrogate"),
        ({"\udcff": 1}, "a key of answer: a lone surrogate"),
        (float("nan"), "not a finite number"),
        ([float("inf")], r"answer\[0\]"),
        ([10**4500], r"answer\[0\]: an integer of 2\^53 or more"),
        ([2**53], r"answer\[0\]: an integer of 2\^53 or more"),
        ({"x": 1e18}, r"answer\.x: a whole number of 2\^53 or more"),
        ({1: "a"}, "the key 1 is not text"),
        ({"x": {2}}, "a set is not JSON"),
        (b"bytes", "a bytes is not JSON"),
    ],
)
def test_what_would_not_read_back_is_refused(store: Store, make_entry: Any, answer: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        store.append(make_entry(answer=answer))
    assert store.count() == 0


def test_the_refusal_reaches_every_open_field(store: Store, make_entry: Any) -> None:
    bad = float("inf")
    draft = make_entry().draft
    decider = draft.decider
    for changed in (
        draft.model_copy(update={"question": {"x": bad}}),
        draft.model_copy(update={"inputs": (ValueInput(role="r", value=bad),)}),
        draft.model_copy(update={"decider": decider.model_copy(update={"parameters": {"x": bad}})}),
        draft.model_copy(update={"decider": decider.model_copy(update={"seed": 10**5000})}),
    ):
        with pytest.raises(InputError, match="JSON"):
            store.append(Entry(draft=changed, answer=1, at="t"))


@pytest.mark.parametrize("bad", [1e18, 2**53, {1: "a"}])
def test_the_refusal_names_the_place(store: Store, make_entry: Any, bad: Any) -> None:
    draft = make_entry().draft
    decider = draft.decider.model_copy(update={"parameters": {"x": bad}})
    for place, changed in (
        ("question", draft.model_copy(update={"question": {"x": bad}})),
        ("input r", draft.model_copy(update={"inputs": (ValueInput(role="r", value=bad),)})),
        (r"decider\.parameters", draft.model_copy(update={"decider": decider})),
    ):
        with pytest.raises(InputError, match=place):
            store.append(Entry(draft=changed, answer=1, at="t"))
    assert store.count() == 0


def test_nesting_without_end_is_refused(store: Store, make_entry: Any) -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(InputError, match="nested deeper"):
        store.append(make_entry(answer=deep))


def test_tuples_are_kept_as_lists(store: Store, make_entry: Any) -> None:
    assert store.append(make_entry(answer={"ids": ("a", "b")})).answer == {"ids": ["a", "b"]}


def test_every_kind_of_input_reads_back(store: Store, make_entry: Any) -> None:
    first = store.append(make_entry(1))
    inputs = (
        EntryInput(role="premise", key=first.key),
        PointerInput(role="evidence", pointer=Pointer(document="ab" * 32, sentence=3)),
        PerspectiveInput(role="voice", perspective="b2:" + "1" * 64),
        ValueInput(role="question", value={"text": "why?"}),
    )
    entry = make_entry(2, inputs=inputs)
    store.append(entry)
    assert store.get(entry.key) == entry


def test_the_first_answer_under_a_key_stands(store: Store, make_entry: Any, run_entry: Entry) -> None:
    run = store.append(run_entry).key
    first = store.append(make_entry(1, answer="first"))
    assert store.append(make_entry(1, answer="second"), run=run) == first
    assert store.count() == 2
    assert store.members(run) == (first.key,)


def test_an_entry_needs_what_it_depends_on(store: Store, make_entry: Any, run_entry: Entry) -> None:
    run = store.append(run_entry).key
    absent, child = make_entry(1), make_entry(2, make_entry(1))
    with pytest.raises(NotFound, match=absent.key):
        store.append(child, run=run)
    assert store.get(child.key) is None
    assert store.members(run) == ()
    store.append(absent)
    assert store.append(child) == child


def test_several_are_appended_in_order_and_may_rest_on_each_other(
    store: Store, make_entry: Any, run_entry: Entry
) -> None:
    run = store.append(run_entry).key
    first = store.append(make_entry(1, answer="first"))
    second, third = make_entry(2), make_entry(3, make_entry(2))
    again = make_entry(1, answer="another")
    assert store.append_all([second, again, third], run=run) == (second, first, third)
    assert store.members(run) == (second.key, first.key, third.key)
    assert store.append_all([]) == ()
    assert list(store.damaged()) == []


@pytest.mark.parametrize("fault", ["parent", "run", "content"])
def test_if_one_of_several_is_refused_none_is_kept(store: Store, make_entry: Any, run_entry: Entry, fault: str) -> None:
    run = store.append(run_entry).key
    wrong = {"parent": make_entry(2, make_entry(9)), "run": make_entry(2), "content": make_entry(2, answer=object())}
    with pytest.raises((NotFound, InputError)):
        store.append_all([make_entry(1), wrong[fault]], run="b2:" + "e" * 64 if fault == "run" else run)
    assert (store.count(), store.members(run)) == (1, ())


def test_a_run_that_was_not_kept_is_not_remembered(store: Store, make_entry: Any, run_entry: Entry) -> None:
    with pytest.raises(NotFound):
        store.append_all([run_entry, make_entry(2, make_entry(9))], run=run_entry.key)
    with pytest.raises(NotFound, match="no run"):
        store.append(make_entry(1), run=run_entry.key)


def test_a_run_must_be_there_and_be_a_run(store: Store, make_entry: Any) -> None:
    not_a_run = store.append(make_entry(1)).key
    for run in ("b2:" + "e" * 64, not_a_run):
        with pytest.raises(NotFound, match="no run"):
            store.append(make_entry(2), run=run)
        with pytest.raises(NotFound, match="no run"):
            store.attach(not_a_run, run=run)
    assert store.count() == 1, "an append that fails leaves nothing behind"


def test_members_keep_the_order_in_which_they_joined(store: Store, make_entry: Any, run_entry: Entry) -> None:
    run = store.append(run_entry).key
    keys = [store.append(make_entry(n), run=run).key for n in (3, 1, 2)]
    reused = store.append(make_entry(4)).key
    store.attach(reused, run=run)
    store.attach(keys[0], run=run)
    assert store.members(run) == (*keys, reused)
    assert store.members("b2:" + "0" * 64) == ()


def test_an_unknown_entry_cannot_be_attached(store: Store, run_entry: Entry) -> None:
    run = store.append(run_entry).key
    with pytest.raises(NotFound):
        store.attach("b2:" + "a" * 64, run=run)


def test_dependants_are_direct_and_sorted(store: Store, make_entry: Any) -> None:
    root = store.append(make_entry(0))
    children = [store.append(make_entry(n, root, root)) for n in (1, 2, 3)]
    store.append(make_entry(4, children[0]))
    assert store.dependants(root.key) == tuple(sorted(child.key for child in children))
    assert store.dependants("b2:" + "0" * 64) == ()


def test_entries_come_oldest_first_and_by_kind(store: Store, make_entry: Any) -> None:
    kept = [store.append(make_entry(n, kind="even" if n % 2 == 0 else "odd")) for n in range(450)]
    assert list(store.entries()) == kept
    assert list(store.entries(kind="odd")) == kept[1::2]
    assert list(store.entries(kind="none")) == []


def test_entries_may_be_appended_while_reading(store: Store, make_entry: Any) -> None:
    store.append(make_entry(0))
    reading = store.entries()
    assert next(reading).draft.question == {"n": 0}
    store.append(make_entry(1))
    assert store.count() == 2
    assert all(entry.draft.question["n"] == 1 for entry in reading)


def test_find_by_prefix(store: Store, make_entry: Any) -> None:
    keys = sorted(store.append(make_entry(n, kind=f"kind{n % 2}")).key for n in range(30))
    for key in keys:
        assert store.find(key) == (key,)
        assert store.find(key.removeprefix("b2:")) == (key,)
        assert key in store.find(key[:8])
    assert store.find("") == tuple(keys[:FOUND_AT_MOST])
    assert all(store.get(key).draft.kind == "kind1" for key in store.find("", kind="kind1"))  # type: ignore[union-attr]
    for nonsense in ("zz", "%", "b2:x", "\udcff", "b2:' OR 1=1 --"):
        assert store.find(nonsense) == ()


def test_an_undamaged_store_says_so(store: Store, make_entry: Any, run_entry: Entry) -> None:
    run = store.append(run_entry).key
    first = store.append(make_entry(1), run=run)
    store.append(make_entry(2, first, first), run=run)
    assert list(store.damaged()) == []


def test_many_threads_append_and_read(store: Store, make_entry: Any, run_entry: Entry) -> None:
    run = store.append(run_entry).key

    def work(worker: int) -> None:
        for n in range(25):
            entry = make_entry(n)  # every worker the same 25 decisions
            assert store.append(entry, run=run) == entry
            assert store.get(entry.key) == entry
            store.append(make_entry(1000 + 100 * worker + n, entry), run=run)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))
    assert store.count() == 1 + 25 + 8 * 25
    assert len(store.members(run)) == 25 + 8 * 25
    assert list(store.damaged()) == []
