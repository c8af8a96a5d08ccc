"""Waiting for storage that is away: as long as was asked for, in growing pauses, and told meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from foam.errors import InputError, StorageAway
from foam.record.away import AT_ONCE, Endurance


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def fail(times: int) -> Callable[[], str]:
    left = [times]

    def attempt() -> str:
        left[0] -= 1
        if left[0] >= 0:
            raise StorageAway("gone", hint="bring it back")
        return "there"

    return attempt


def make(seconds: float, told: list[float] | None = None) -> tuple[Endurance, Time]:
    time = Time()
    heard = [] if told is None else told
    return Endurance(seconds, heard.append, monotonic=lambda: time.now, sleep=time.sleep), time


def test_what_is_there_is_asked_once() -> None:
    endurance, time = make(60)
    assert endurance.keep_trying(fail(0)) == "there"
    assert time.slept == []


def test_a_connection_that_broke_is_opened_again_without_a_wait() -> None:
    assert AT_ONCE.keep_trying(fail(1)) == "there"
    with pytest.raises(StorageAway):
        AT_ONCE.keep_trying(fail(2))


def test_it_waits_in_growing_pauses_and_tells_for_how_long() -> None:
    told: list[float] = []
    endurance, time = make(60, told)
    assert endurance.keep_trying(fail(9)) == "there"
    assert time.slept == pytest.approx([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0])
    assert told[0] == 0.0
    assert told[1:-1] == sorted(told[1:-1])
    assert told[-1] == 0.0, "it is back"


def test_after_as_long_as_was_asked_for_it_says_so() -> None:
    endurance, time = make(20)
    with pytest.raises(StorageAway, match="gone") as met:
        endurance.keep_trying(fail(1000))
    assert time.now <= 20
    assert "16 s" in met.value.hint


def test_what_is_wrong_is_not_tried_again() -> None:
    tries = []

    def attempt() -> None:
        tries.append(1)
        raise InputError("wrong")

    with pytest.raises(InputError):
        make(60)[0].keep_trying(attempt)
    assert len(tries) == 1
