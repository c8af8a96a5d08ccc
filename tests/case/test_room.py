"""Words that other parts leave may be read, and never more of them than the speech has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.case.scribe import WritingDesk, write_acts, written_sample
from tests.case.test_bind import made

from foam.case.cut import SLACK
from foam.case.room import count_spare, find_spare, share_spare
from foam.evidence.corpus import ListedCorpus
from foam.model.form import FormValue
from foam.model.question import Write
from foam.model.scripted import Call

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


LONG = f"Masters{' who waited at the lock' * 20} unload upstream."
TEXT = " ".join([LONG, *(f"Lock {n} of the canal holds {n * 10} litres of water." for n in range(1, 60))])


def test_a_part_is_told_of_what_other_arguments_leave_where_its_own_leaves_nothing() -> None:
    """The uniqueness of each advantage is over its words, and the stock issues are far below theirs."""

    def read_little(call: Call, form: dict[str, Any]) -> Mapping[str, FormValue] | None:
        question = call.question
        if not isinstance(question, Write) or question.template != "case/write":
            return None
        long = [one.id for one in question.material if one.text == LONG]
        first = next(one.id for one in question.material if one.text != LONG)
        takes_long = long and "The part you write: advantage, Uniqueness" in question.prompt
        return {**form, "sentences": (long[0] if takes_long else first,)}

    desk = WritingDesk(write_acts(read_little))
    desk.corpus = ListedCorpus.of([made(TEXT)])
    desk.write()
    prompts = [call.question.prompt for call in desk.calls if call.question.template == "case/write"]
    links = [prompt for prompt in prompts if "The part you write: advantage, Link" in prompt]
    assert links
    for prompt in links:
        assert LONG in prompt.partition("Read in the steps before it")[2], "its own argument leaves nothing"
        room, limit = (int(n) for n in re.findall(r"Room: about (\d+) words.*?more than (\d+) is refused", prompt)[0])
        assert limit > int(SLACK * room)
