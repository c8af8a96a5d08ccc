"""Smallest hitting sets, held against trying every set."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.semantics.oracle import law

from foam.semantics.hitting import (
    BUDGET,
    MOST_LISTED,
    Hitting,
    _disjoint,
    _forced,
    _greedy,
    _minimal,
    _of_size,
    _Purse,
    find_smallest_hitting_sets,
    split_bits,
)

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


@law
@given(st.sets(st.integers(1, 2**WIDTH - 1), max_size=8), st.integers(0, 4), st.integers(0, 2**WIDTH - 1))
def test_hitting_sets_up_to_a_size_are_found_without_the_barred(family: set[int], size: int, barred: int) -> None:
    """All of that size, and none that is larger, misses a member or uses what is barred."""
    found = set(_of_size(sorted(family), size, barred, _Purse(BUDGET)))
    for members in found:
        assert members.bit_count() <= size
        assert not members & barred
        assert all(members & one for one in family)
    smallest = min((one.bit_count() for one in found), default=size + 1)
    for n in range(2**WIDTH):
        if n.bit_count() < smallest and n.bit_count() <= size and not n & barred:
            assert not all(n & one for one in family)


def test_nothing_has_to_be_met_by_nothing() -> None:
    assert find_smallest_hitting_sets(()) == Hitting(sets=(0,), smallest=True)
    assert list(_of_size([], 0, 0, _Purse(9))) == [0]
    assert list(_of_size([1], 0, 0, _Purse(9))) == []


def test_every_step_is_paid_for() -> None:
    purse = _Purse(10)
    assert list(_of_size([0b011, 0b110], 1, 0, purse)) == [0b010]
    assert purse.left == 7, "the family itself, and what each element of its first set leaves"
    assert not purse.spent
    assert _Purse(0).spent
    assert _Purse(-1).spent
    assert not _Purse(1).spent


def test_the_budget_that_is_enough_is_told_from_the_one_that_is_not() -> None:
    family = {0b011, 0b110}
    assert [find_smallest_hitting_sets(family, budget=budget).smallest for budget in (4, 5)] == [False, True]
    assert find_smallest_hitting_sets(family, budget=4).sets == (0b010,)


def test_what_is_forced_is_taken_out_first() -> None:
    assert _forced({0b001, 0b011, 0b110, 0b1110, 0b100000}) == (0b100001, [0b110])
    assert _forced({0b011, 0b110}) == (0, [0b011, 0b110])
    assert find_smallest_hitting_sets({0b001, 0b110}, budget=0).sets == (0b011,)
    assert find_smallest_hitting_sets({0b001, 0b110}).sets == (0b011, 0b101)


@pytest.mark.parametrize(("count", "kept"), [(499, 250), (500, 250), (501, 501)])
def test_supersets_are_weeded_out_of_up_to_five_hundred(count: int, kept: int) -> None:
    family = [1 << n for n in range(250)] + [3 << n for n in range(count - 250)]
    assert len(_minimal(family)) == kept
    assert _minimal(family)[:250] == [1 << n for n in range(250)]


def test_smaller_sets_come_first_and_of_equal_ones_the_lower() -> None:
    assert _minimal([0b1100, 0b11, 0b10000, 0b11100, 0b111]) == [0b10000, 0b11, 0b1100]
    assert _minimal([]) == []


@pytest.mark.parametrize(
    ("family", "count"), [([], 0), ([0b1], 1), ([0b11, 0b110, 0b1100], 2), ([0b1, 0b10, 0b100], 3), ([0b11, 0b11], 1)]
)
def test_disjoint_sets_are_counted_in_their_order(family: list[int], count: int) -> None:
    assert _disjoint(family) == count


def test_the_greedy_answer_takes_what_meets_most() -> None:
    assert _greedy([]) == 0
    assert _greedy([0b011, 0b010, 0b110]) == 0b010
    assert _greedy([0b001, 0b011, 0b110, 0b1000]) in (0b1011, 0b1101)
    assert _greedy([0b01, 0b10, 0b11, 0b10]) == 0b11


def test_no_more_are_listed_than_the_limit() -> None:
    found = find_smallest_hitting_sets({(1 << MOST_LISTED + 1) - 1})
    assert found.sets == tuple(1 << n for n in range(MOST_LISTED))
