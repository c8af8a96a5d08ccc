"""Postings: what bisection and arrays find is what reading every posting finds."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.evidence.quotes.bulk import gather_in_bulk, hold_postings, merge_postings
from foam_quotes.verdicts.postings import Postings, gather_postings
from foam_quotes.verdicts.shingles import Runs, all_runs, shingles

LAST = 2**64 - 1
KEYS = st.lists(st.integers(0, 6) | st.just(LAST), max_size=40).map(sorted)
TEXTS = st.lists(
    st.lists(st.sampled_from(["port", "fell", "rose", "in"]), max_size=12).map(" ".join), min_size=1, max_size=4
)


def _make(keys: list[int]) -> Postings:
    docs = [n % 3 for n in range(len(keys))]
    return Postings(array("Q", keys), array("I", docs), array("I", range(len(keys))), ("a", "b", "c"))


@given(KEYS, st.integers(0, 7) | st.just(LAST))
def test_a_range_holds_every_posting_of_its_key(keys: list[int], key: int) -> None:
    postings = _make(keys)
    start, end = postings.range(key)
    held = [n for n, one in enumerate(keys) if one == key]
    assert list(range(start, end)) == held
    assert postings.listed(start, end) == [("abc"[n % 3], n) for n in held]
    assert postings.places(start, end, 1) == [n for n in held if n % 3 == 1]


@given(KEYS, st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)).map(sorted), max_size=6))
def test_ranges_of_runs_are_those_that_a_scan_finds(keys: list[int], bounds: list[list[int]]) -> None:
    lows, highs = ([one[n] for one in bounds] for n in (0, 1))
    wanted = Runs([10 * n for n in range(len(bounds))], lows, highs)
    expected = []
    for n, (low, high) in enumerate(bounds):
        places = [place for place, key in enumerate(keys) if low <= key <= high]
        if places:
            expected.append((len(places), places[0], 10 * n))
    assert _make(keys).ranges(wanted) == sorted(expected)


@pytest.mark.parametrize("count", [1, 3, 4, 5, 63, 64, 65, 200])
def test_the_offsets_of_a_key_in_a_document_however_many_there_are(count: int) -> None:
    """Ordered by document, as postings of one key are; each document has every third or so, the last one none."""
    docs = sorted(n % 3 for n in range(count))
    keys = [5, *[7] * count, 9]
    postings = hold_postings(
        np.array(keys, np.uint64),
        np.array([1, *docs, 1], np.uint32),
        np.arange(100, 102 + count, dtype=np.uint32),
        ("a", "b", "c", "d"),
    )
    for number, id in enumerate("abcd"):
        assert postings.offsets_in(id, 7) == [101 + n for n, doc in enumerate(docs) if doc == number]
    assert postings.offsets_in("b", 5) == [100]
    assert postings.offsets_in("b", 9) == [101 + count]
    assert postings.offsets_in("a", 9) == []
    assert postings.offsets_in("b", 8) == []
    assert postings.offsets_in("e", 7) == []


@given(TEXTS)
def test_gathered_they_are_every_shingle_of_every_text_in_order(texts: list[str]) -> None:
    ids = tuple("abcd"[: len(texts)])
    postings, in_bulk = (gather(zip(ids, texts, strict=True)) for gather in (gather_postings, gather_in_bulk))
    assert (postings.ids, postings.numbers) == (in_bulk.ids, in_bulk.numbers)
    for name in ("keys", "docs", "offsets"):
        assert getattr(postings, name).tolist() == getattr(in_bulk, name).tolist()
    every = sorted(
        (key, number, offset)
        for number, made in enumerate(map(shingles, texts))
        for key, offset in zip(made.keys, made.offsets, strict=True)
    )
    found = zip(postings.keys.tolist(), postings.docs.tolist(), postings.offsets.tolist(), strict=True)
    assert list(found) == every
    assert postings.ids == ids
    assert postings.numbers == {id: number for number, id in enumerate(ids)}
    for size, start, offset in postings.ranges(all_runs("port fell in", 2)):
        held = postings.listed(start, start + size)
        words = "port fell in"[offset:].split()[:2]
        assert all(texts["abcd".index(id)][at:].split()[:2] == words for id, at in held)


@given(TEXTS, TEXTS)
def test_merged_they_are_those_gathered_at_once(first: list[str], second: list[str]) -> None:
    pairs = [(f"{n}", text) for n, text in enumerate((*first, *second))]
    parts = [gather_in_bulk(pairs[: len(first)]), gather_in_bulk(pairs[len(first) :])]
    merged, at_once = merge_postings(parts), gather_in_bulk(pairs)
    assert merged.ids == at_once.ids
    for name in ("keys", "docs", "offsets"):
        assert getattr(merged, name).tolist() == getattr(at_once, name).tolist()
        assert getattr(merged, name).format == getattr(at_once, name).format


@pytest.mark.parametrize("gather", [gather_postings, gather_in_bulk])
def test_of_no_texts_there_are_none(gather: Callable[[list[tuple[str, str]]], Postings]) -> None:
    empty = gather([])
    assert (len(empty.keys), len(empty.docs), len(empty.offsets), empty.ids) == (0, 0, 0, ())
    assert empty.ranges(all_runs("one two three", 3)) == []
    assert empty.range(7) == (0, 0)
    assert empty.offsets_in("a", 7) == []
