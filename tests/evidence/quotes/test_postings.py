"""Postings of single keys, few or many, are found as bisection finds them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from foam.evidence.quotes.postings import Postings

KEYS = st.lists(st.integers(0, 6) | st.just(2**64 - 1), max_size=40).map(sorted)


@given(KEYS, st.integers(0, 7) | st.just(2**64 - 1))
def test_a_range_holds_every_posting_of_its_key(keys: list[int], key: int) -> None:
    docs = [n % 3 for n in range(len(keys))]
    postings = Postings(
        np.array(keys, np.uint64), np.array(docs, np.uint32), np.arange(len(keys), dtype=np.uint32), ("a", "b", "c")
    )
    start, end = postings.range(key)
    held = [n for n, one in enumerate(keys) if one == key]
    assert list(range(start, end)) == held
    assert postings.listed(start, end) == [("abc"[docs[n]], n) for n in held]
    assert postings.places(start, end, 1) == [n for n in held if docs[n] == 1]
