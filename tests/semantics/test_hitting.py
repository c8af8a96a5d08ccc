"""Smallest hitting sets, held against trying every set."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.semantics.oracle import law

from foam.semantics.hitting import MOST_LISTED, find_smallest_hitting_sets, split_bits

WIDTH = 7


def by_trying_all(family: set[int]) -> set[int]:
    for size in range(WIDTH + 1):
        found = {sum(1 << i for i in chosen) for chosen in combinations(range(WIDTH), size)}
        if met := {members for members in found if all(members & one for one in family)}:
            return met
    raise AssertionError("some set meets every non-empty one")


@law
@given(st.sets(st.integers(1, 2**WIDTH - 1), max_size=12))
def test_all_the_smallest_are_found(family: set[int]) -> None:
    found = find_smallest_hitting_sets(family)
    assert found.smallest
    assert set(found.sets) == set(sorted(by_trying_all(family))[:MOST_LISTED])


def test_nothing_meets_the_empty_set() -> None:
    with pytest.raises(ValueError, match="empty set"):
        find_smallest_hitting_sets({0, 1})


def test_a_spent_budget_gives_a_hitting_set_and_says_that_a_smaller_may_exist() -> None:
    rng = Random(3)
    family = {sum(1 << i for i in rng.sample(range(40), 4)) for _ in range(300)}
    found = find_smallest_hitting_sets(family, budget=50)
    assert not found.smallest
    assert all(found.sets[0] & members for members in family)


def test_bits_come_one_at_a_time() -> None:
    assert list(split_bits(0b10110)) == [0b10, 0b100, 0b10000]
