"""The concurrency limit: never exceeded, first come first served, and no lane idles while work waits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.errors import Unreachable
from foam.model.lanes import Lanes


class Watched:
    """Jobs that note when they start and end."""

    def __init__(self) -> None:
        self.running = 0
        self.most = 0
        self.log: list[str] = []

    def job(self, name: str, turns: int = 1) -> Callable[[], Awaitable[str]]:
        async def work() -> str:
            self.running += 1
            self.most = max(self.most, self.running)
            self.log.append(f"start {name}")
            for _ in range(turns):
                await asyncio.sleep(0)
            self.running -= 1
            return name

        return work


@given(limit=st.integers(1, 5), turns=st.lists(st.integers(1, 6), max_size=30))
def test_the_limit_holds_and_every_caller_gets_its_own_result(limit: int, turns: list[int]) -> None:
    watched = Watched()

    async def run() -> list[str]:
        lanes = Lanes(limit)
        return await asyncio.gather(*(lanes.run(watched.job(str(i), n)) for i, n in enumerate(turns)))

    assert asyncio.run(run()) == [str(i) for i in range(len(turns))]
    assert watched.most <= limit
    assert watched.running == 0


@given(limit=st.integers(1, 5), jobs=st.integers(0, 20))
def test_every_lane_is_used_once_jobs_outlast_the_opening_of_lanes(limit: int, jobs: int) -> None:
    watched = Watched()

    async def run() -> None:
        lanes = Lanes(limit)
        await asyncio.gather(*(lanes.run(watched.job(str(n), turns=10)) for n in range(jobs)))

    asyncio.run(run())
    assert watched.most == min(limit, jobs)


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_who_is_answered_can_ask_again_at_once(limit: int) -> None:
    async def work() -> int:
        await asyncio.sleep(0)
        return 1

    async def ask() -> int:
        lanes = Lanes(limit)
        return sum([await lanes.run(work) for _ in range(8)])

    async def run() -> int:
        return await asyncio.wait_for(ask(), timeout=5)

    assert asyncio.run(run()) == 8


def test_jobs_start_in_the_order_in_which_they_came() -> None:
    watched = Watched()

    async def run() -> None:
        lanes = Lanes(2)
        await asyncio.gather(*(lanes.run(watched.job(name)) for name in "abcde"))

    asyncio.run(run())
    assert watched.log == [f"start {name}" for name in "abcde"]


def test_a_lane_takes_its_next_job_before_the_last_caller_goes_on() -> None:
    watched = Watched()

    async def caller(lanes: Lanes, name: str) -> None:
        await lanes.run(watched.job(name))
        watched.log.append(f"record {name}")

    async def run() -> None:
        lanes = Lanes(1)
        await asyncio.gather(caller(lanes, "a"), caller(lanes, "b"))

    asyncio.run(run())
    assert watched.log == ["start a", "start b", "record a", "record b"]


def test_lanes_open_a_turn_apart() -> None:
    watched = Watched()

    async def turns() -> None:
        for _ in range(4):
            watched.log.append("turn")
            await asyncio.sleep(0)

    async def run() -> None:
        lanes = Lanes(3)
        await asyncio.gather(turns(), *(lanes.run(watched.job(name, turns=9)) for name in "abc"))

    asyncio.run(run())
    assert watched.log == ["turn", "turn", "start a", "turn", "start b", "turn", "start c"]


def test_lanes_that_end_together_all_go_on_before_their_callers() -> None:
    watched = Watched()

    async def caller(lanes: Lanes, name: str, work: Callable[[], Awaitable[object]]) -> None:
        await lanes.run(work)
        watched.log.append(f"record {name}")

    async def run() -> None:
        lanes, ring = Lanes(3), asyncio.Event()
        first = [caller(lanes, name, ring.wait) for name in "abc"]
        second = [caller(lanes, name, watched.job(name, turns=20)) for name in "def"]
        asked = asyncio.gather(*first, *second)
        for _ in range(5):
            await asyncio.sleep(0)
        ring.set()
        await asked

    asyncio.run(run())
    assert watched.log[:3] == ["start d", "start e", "start f"]
    assert watched.log[3:6] == ["record a", "record b", "record c"]


def test_a_failure_reaches_its_caller_and_nobody_else() -> None:
    watched = Watched()

    async def fail() -> str:
        raise Unreachable("down")

    async def run() -> Sequence[str | BaseException]:
        lanes = Lanes(1)
        return await asyncio.gather(lanes.run(fail), lanes.run(watched.job("b")), return_exceptions=True)

    failed, done = asyncio.run(run())
    assert isinstance(failed, Unreachable)
    assert done == "b"


async def _cancelled(task: asyncio.Task[str]) -> bool:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return task.cancelled()


def test_cancelling_a_running_job_stops_it_and_frees_its_lane() -> None:
    stopped: list[str] = []

    async def endless() -> str:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.append("endless")
        raise AssertionError

    async def marks() -> int:
        lane = asyncio.current_task()
        return -1 if lane is None else lane.cancelling()

    async def run() -> int:
        lanes = Lanes(1)
        doomed = asyncio.create_task(lanes.run(endless))
        following = asyncio.create_task(lanes.run(marks))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert await _cancelled(doomed)
        return await following

    assert asyncio.run(run()) == 0  # the lane goes on as if nothing had happened
    assert stopped == ["endless"]


def test_a_job_cancelled_while_it_waits_is_never_started() -> None:
    watched = Watched()

    async def run() -> None:
        lanes = Lanes(1)
        first = asyncio.create_task(lanes.run(watched.job("first", 5)))
        doomed = asyncio.create_task(lanes.run(watched.job("doomed")))
        await asyncio.sleep(0)
        assert await _cancelled(doomed)
        await first

    asyncio.run(run())
    assert watched.log == ["start first"]


def test_an_ending_loop_ends_the_lanes_and_the_next_loop_starts_afresh() -> None:
    lanes = Lanes(1)

    async def leave_unfinished() -> None:
        for _ in range(3):
            asyncio.get_running_loop().create_task(lanes.run(_forever))
        await asyncio.sleep(0)

    async def _forever() -> None:
        await asyncio.Event().wait()

    asyncio.run(leave_unfinished())
    assert asyncio.run(lanes.run(Watched().job("fresh"))) == "fresh"


def test_a_loop_that_was_dropped_in_the_middle_holds_nothing_up() -> None:
    lanes = Lanes(1)
    dropped = asyncio.new_event_loop()
    ended: list[str] = []

    async def stuck() -> None:
        await asyncio.sleep(0)
        ended.append("half way")
        await dropped.create_future()

    task = dropped.create_task(lanes.run(stuck))
    for _ in range(5):
        dropped.run_until_complete(asyncio.sleep(0))
    assert ended == ["half way"]
    assert asyncio.run(lanes.run(Watched().job("fresh"))) == "fresh"

    for left in asyncio.all_tasks(dropped):
        left.cancel()
    dropped.run_until_complete(asyncio.gather(task, return_exceptions=True))
    dropped.close()


@given(st.lists(st.integers(0, 12), min_size=6, max_size=6))
def test_cancelling_at_any_moment_stalls_nobody(moments: list[int]) -> None:
    """Six jobs end together in three lanes; each caller but the last may leave after so many turns of the loop."""
    bell = asyncio.Event()

    async def work() -> str:
        await bell.wait()
        return "done"

    async def run() -> str:
        lanes = Lanes(3)
        callers = [asyncio.create_task(lanes.run(work)) for _ in moments]
        await asyncio.sleep(0)
        bell.set()
        for turn in range(12):
            await asyncio.sleep(0)
            for caller, moment in zip(callers, moments, strict=True):
                if turn == moment:
                    caller.cancel()
        await asyncio.gather(*callers, return_exceptions=True)
        return await asyncio.wait_for(lanes.run(work), timeout=5)

    assert asyncio.run(run()) == "done"
