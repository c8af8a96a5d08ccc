"""Words that other parts leave may be read, and never more of them than the speech has."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.case.scribe import written_sample

from foam.case.room import count_spare, find_spare, share_spare

COUNTS = st.lists(st.integers(-50, 50), min_size=1, max_size=6)


@given(COUNTS, st.integers(0, 200), st.integers(0, 100))
def test_together_parts_never_take_more_than_the_speech_leaves(left: list[int], pool: int, reserve: int) -> None:
    shared = share_spare(left, pool, reserve)
    assert sum(shared) <= pool
    assert all(one >= 0 for one in shared)


@pytest.mark.parametrize(
    ("left", "pool", "reserve", "shared"),
    [
        ([0, 0], 40, 0, [20, 20]),
        ([0, 0], 40, 30, [5, 5]),
        ([30, 0], 40, 0, [35, 5]),
        ([30, 0], 10, 0, [10, 0]),
        ([30, 0], 40, 40, [30, 0]),
    ],
)
def test_a_part_has_what_its_own_argument_leaves_and_a_share_of_the_rest(
    left: list[int], pool: int, reserve: int, shared: list[int]
) -> None:
    assert share_spare(left, pool, reserve) == shared


def test_a_part_may_have_what_other_arguments_leave() -> None:
    _, case = written_sample()
    filled = [slot.model_copy(update={"words": slot.length + 10}) for slot in case.slots if slot.card]
    last = filled[-1]
    done = [slot for slot in filled if slot.group != last.group]
    assert find_spare([last], filled, done)[0] > 0
    assert find_spare([last], filled, done)[0] <= count_spare(done)
    assert find_spare([last], [*done, last], done) == [count_spare(done)]
