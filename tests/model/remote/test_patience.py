"""Back-off, Retry-After, deadlines and the gate."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from email.utils import format_datetime
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.model.remote.faketime import START, FakeTime

from foam.errors import BadReply, Refused, ServiceError, Throttled, Unreachable
from foam.model.remote.patience import Gate, Patience, persist, read_retry_after


@given(attempt=st.integers(0, 5000), seed=st.integers())
def test_waits_double_up_to_a_limit_and_are_cut_by_at_most_half(attempt: int, seed: int) -> None:
    patience = Patience(first_wait=0.5, longest_wait=20)
    full = min(20.0, 0.5 * 2 ** min(attempt, 10))
    assert full / 2 <= patience.wait(attempt, Random(seed)) <= full


@pytest.mark.parametrize(
    ("header", "seconds"),
    [("0", 0.0), ("7", 7.0), (" 1.5 ", 1.5), ("-3", 0.0), ("", None), ("soon", None), ("nan", None), ("inf", None)],
)
def test_retry_after_in_seconds(header: str, seconds: float | None) -> None:
    assert read_retry_after({"Retry-After": header}, START) == seconds


def test_retry_after_as_a_date_counts_from_the_endpoints_own_clock() -> None:
    later = format_datetime(START + timedelta(seconds=90), usegmt=True)
    skewed = format_datetime(START + timedelta(seconds=60), usegmt=True)
    assert read_retry_after({"Retry-After": later}, START) == 90
    assert read_retry_after({"Retry-After": later, "Date": skewed}, START) == 30
    assert read_retry_after({"Retry-After": later, "Date": "yesterday"}, START) == 90
    assert read_retry_after({"Retry-After": format_datetime(START, usegmt=True)}, START + timedelta(hours=1)) == 0


def test_no_header_asks_for_nothing() -> None:
    assert read_retry_after({}, START) is None


@given(st.text(max_size=40))
def test_no_retry_after_is_too_odd_to_read(header: str) -> None:
    asked = read_retry_after({"Retry-After": header, "Date": header}, START)
    assert asked is None or asked >= 0


class Attempts:
    """Fails as told, then succeeds; says when each attempt was made."""

    def __init__(self, time: FakeTime, *errors: ServiceError) -> None:
        self.at: list[float] = []
        self._time = time
        self._errors = list(errors)

    async def __call__(self, deadline: float) -> str:
        self.at.append(self._time.seconds)
        if self._errors:
            raise self._errors.pop(0)
        return "done"


def keep_asking(time: FakeTime, attempts: Attempts, patience: Patience | None = None, gate: Gate | None = None) -> str:
    return asyncio.run(
        persist(
            attempts,
            patience=patience or Patience(),
            timing=time.timing,
            gate=gate or Gate(),
            rng=lambda: Random(0),
        )
    )


@pytest.mark.parametrize("error", [Unreachable, BadReply, Throttled])
def test_what_may_pass_is_asked_again(error: Callable[[str], ServiceError]) -> None:
    time = FakeTime()
    attempts = Attempts(time, error("a"), error("b"))
    assert keep_asking(time, attempts) == "done"
    assert len(attempts.at) == 3
    assert 0.25 <= time.slept[0] <= 0.5 <= time.slept[1] <= 1.0


def test_the_same_seed_waits_the_same() -> None:
    first, second = FakeTime(), FakeTime()
    for time in (first, second):
        keep_asking(time, Attempts(time, Unreachable("a"), Unreachable("b"), Unreachable("c")))
    assert first.slept == second.slept


def test_what_is_useless_is_asked_once() -> None:
    time = FakeTime()
    attempts = Attempts(time, Refused("no"))
    with pytest.raises(Refused, match="no"):
        keep_asking(time, attempts)
    assert attempts.at == [0.0]
    assert time.slept == []


def test_attempts_end_and_the_error_says_how_many_there_were() -> None:
    time = FakeTime()
    attempts = Attempts(time, *(Unreachable(f"down {n}", hint="start it") for n in range(9)))
    with pytest.raises(Unreachable, match="down 2") as caught:
        keep_asking(time, attempts, Patience(attempts=3))
    assert caught.value.hint == "start it (asked 3 times)"
    assert len(attempts.at) == 3


def test_retry_after_is_kept_to_the_second_and_more() -> None:
    time = FakeTime()
    attempts = Attempts(time, Throttled("wait", retry_after=40))
    keep_asking(time, attempts)
    assert 40 <= attempts.at[1] <= 41


def test_a_wait_past_the_deadline_is_not_begun() -> None:
    time = FakeTime()
    attempts = Attempts(time, Throttled("wait", retry_after=400))
    with pytest.raises(Throttled) as caught:
        keep_asking(time, attempts, Patience(deadline=300))
    assert caught.value.retry_after == 400
    assert time.slept == []


def test_the_deadline_ends_attempts_that_each_take_long() -> None:
    time = FakeTime()

    async def slow(deadline: float) -> str:
        time.seconds += 100
        raise Unreachable("did not answer")

    with pytest.raises(Unreachable):
        asyncio.run(
            persist(slow, patience=Patience(deadline=250), timing=time.timing, gate=Gate(), rng=lambda: Random(0))
        )
    assert time.seconds < 350


def test_when_one_is_told_to_wait_all_wait() -> None:
    time, gate = FakeTime(), Gate()
    with pytest.raises(Throttled):
        keep_asking(time, Attempts(time, Throttled("wait", retry_after=20)), Patience(attempts=1), gate)
    other = Attempts(time)
    assert keep_asking(time, other, gate=gate) == "done"
    assert other.at == [20.0]


def test_a_gate_that_opens_too_late_turns_away_at_once() -> None:
    time, gate = FakeTime(), Gate()
    gate.shut(1000)
    attempts = Attempts(time)
    with pytest.raises(Throttled, match="past the deadline"):
        keep_asking(time, attempts, Patience(deadline=10), gate)
    assert attempts.at == []
