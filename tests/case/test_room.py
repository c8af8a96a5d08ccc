"""Words that other parts leave may be read, and never more of them than the speech has."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.case.scribe import written_sample

from foam.case.filled import find_own_limit
from foam.case.room import count_expected, count_spare, find_least, find_spare, share_spare
from foam.case.values import Slot
from foam.model.form import count_words

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
    (spare,) = find_spare([last], [*done, last], done)
    assert find_own_limit(last) + spare == last.words + count_spare(done)


def make_slot(number: int, words: int, length: int = 0, *, seek: str = "It is so.") -> Slot:
    """A slot of one of three arguments, with so many words in it."""
    path = ("1AC", f"a{number % 3}", f"s{number}")
    return Slot(
        id=path[-1],
        path=path,
        title="Link",
        syllogism="advantage",
        component="link",
        words=words,
        seek=seek,
        analytic="word " * length,
    )


SIZES = st.lists(st.tuples(st.integers(20, 130), st.floats(0, 1)), min_size=2, max_size=12)


@given(SIZES, st.integers(1, 4), st.integers(0, 60))
def test_what_all_parts_are_told_never_exceeds_the_speech(
    sizes: list[tuple[int, float]], at_once: int, plan_words: int
) -> None:
    """Whoever takes all that is offered, in whatever order, also when a part is written again at the end."""
    plan_slot = make_slot(99, 18, seek="").model_copy(update={"syllogism": "plan_text"})
    parts = [make_slot(n, words) for n, (words, _) in enumerate(sizes)]
    everything, plan = [plan_slot, *parts], "word " * plan_words
    assume(count_words(plan) <= 18 + sum(slot.words - find_least(slot) for slot in parts))
    bound: dict[tuple[str, ...], Slot] = {plan_slot.path: plan_slot}
    batches = [parts[n : n + at_once] for n in range(0, len(parts), at_once)]
    for batch in [*batches, parts[:1], parts[-1:]]:
        told = [
            find_own_limit(one) + more for one, more in zip(batch, _offer(batch, everything, bound, plan), strict=True)
        ]
        if batch[0].path not in bound:
            assert all(most >= find_least(one) for one, most in zip(batch, told, strict=True))
        for one, most in zip(batch, told, strict=True):
            taken = most if one.path in bound else round(most * sizes[parts.index(one)][1])
            bound[one.path] = make_slot(parts.index(one), one.words, max(1, taken))
        assert sum(count_expected(bound.get(one.path, one), plan) for one in everything) <= sum(
            one.words for one in everything
        )


def _offer(batch: list[Slot], everything: list[Slot], bound: dict[tuple[str, ...], Slot], plan: str) -> list[int]:
    done = [one for path, one in bound.items() if path not in {slot.path for slot in batch}]
    return find_spare(batch, everything, done, plan)
