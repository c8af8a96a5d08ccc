"""Worker processes: what they give, what happens when they die, and that they end with whoever started them."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from foam.errors import NotFound, OutOfBounds, ServiceError
from foam.model.pool import MOST_DEATHS, WorkerPool


class Tool:
    """Counts what it was used for, in its own process."""

    def __init__(self) -> None:
        self.used = 0


def double(tool: Tool, number: int, *, more: int = 0) -> int:
    tool.used += 1
    return 2 * number + more


def count_uses(tool: Tool) -> tuple[int, int]:
    return os.getpid(), tool.used


def fail(tool: Tool, kind: str) -> None:
    if kind == "ours":
        raise OutOfBounds("out of bounds", said="seven", hint="ask again")
    raise ZeroDivisionError("a fault")


def die(tool: Tool, tried: str, deaths: int) -> int:
    """Die so many times, counted in a file that outlives the process; then say how often it was tried."""
    with Path(tried).open("a") as file:
        file.write("x")
    times = len(Path(tried).read_text())
    if times <= deaths:
        os.kill(os.getpid(), signal.SIGKILL)
    return times


def refuse() -> Tool:
    raise NotFound("no such tool", hint="get one")


def sleep(tool: Tool, seconds: float) -> None:
    time.sleep(seconds)


@pytest.fixture
def pool() -> Iterator[WorkerPool[Tool]]:
    made = WorkerPool(2, Tool)
    yield made
    made.close()


def test_each_caller_gets_its_own_result_and_a_tool_is_opened_once_a_process(pool: WorkerPool[Tool]) -> None:
    assert pool.list_pids() == (), "nothing is started before there is something to do"

    async def ask() -> tuple[list[int], list[tuple[int, int]]]:
        doubled = await asyncio.gather(*(pool.do(double, n, more=1) for n in range(40)))
        return doubled, await asyncio.gather(*(pool.do(count_uses) for _ in range(8)))

    doubled, uses = asyncio.run(ask())
    assert doubled == [2 * n + 1 for n in range(40)]
    assert {pid for pid, _ in uses} <= set(pool.list_pids())
    assert os.getpid() not in pool.list_pids()
    assert pool.replaced == 0
    assert sum(dict(uses).values()) <= 40


def test_errors_come_back_as_they_are_and_the_worker_lives_on(pool: WorkerPool[Tool]) -> None:
    async def ask(kind: str) -> None:
        await pool.do(fail, kind)

    with pytest.raises(OutOfBounds) as ours:
        asyncio.run(ask("ours"))
    assert (ours.value.said, ours.value.hint) == ("seven", "ask again")
    with pytest.raises(ServiceError, match="ZeroDivisionError: a fault"):
        asyncio.run(ask("another"))
    assert pool.replaced == 0


def test_a_worker_that_dies_is_replaced_and_its_work_done_again(pool: WorkerPool[Tool], tmp_path: Path) -> None:
    told: list[int] = []
    pool = WorkerPool(2, Tool, tell_replaced=told.append)

    async def ask() -> tuple[int, list[int]]:
        works: list[Any] = [pool.do(double, n) for n in range(10)]
        died, *rest = await asyncio.gather(pool.do(die, str(tmp_path / "tried"), 2), *works)
        return died, rest

    try:
        assert asyncio.run(ask()) == (3, [2 * n for n in range(10)])
    finally:
        pool.close()
    assert pool.replaced == 2
    assert told[-1] == 2


def test_work_over_which_every_worker_dies_is_given_up(tmp_path: Path) -> None:
    pool = WorkerPool(1, Tool)

    async def ask() -> int:
        return await pool.do(die, str(tmp_path / "tried"), 1000)

    try:
        with pytest.raises(ServiceError, match=r"died over one piece of work \(the last with signal 9") as given_up:
            asyncio.run(ask())
        assert "--workers" in given_up.value.hint
        assert len((tmp_path / "tried").read_text()) == MOST_DEATHS
        assert asyncio.run(pool.do(double, 4)) == 8, "the pool is still good for other work"
    finally:
        pool.close()


def test_a_tool_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    pool = WorkerPool(1, refuse)
    try:
        with pytest.raises(NotFound, match="no such tool"):
            asyncio.run(pool.do(double, 1))
    finally:
        pool.close()


def test_closing_ends_what_is_under_way(pool: WorkerPool[Tool]) -> None:
    async def ask() -> None:
        task = asyncio.create_task(pool.do(sleep, 600.0))
        while not pool.list_pids():
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        pool.close()

    asyncio.run(ask())
    assert pool.list_pids() == ()


_CALLER = """
import asyncio
from foam.model.pool import WorkerPool
from tests.model.test_pool import Tool, double, sleep

if __name__ == "__main__":
    pool = WorkerPool(2, Tool)

    async def main():
        await asyncio.gather(pool.do(double, 1), pool.do(double, 2))
        works = [asyncio.create_task(pool.do(sleep, 600.0)) for _ in range(2)]
        await asyncio.sleep(0.1)
        print(*pool.list_pids(), flush=True)
        await asyncio.gather(*works)

    asyncio.run(main())
"""


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or ") Z " not in state.read_text()


def test_workers_end_with_a_caller_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "caller.py"
    script.write_text(_CALLER)
    places = os.pathsep.join([str(Path(__file__).parents[2]), *(place for place in sys.path if place)])
    caller = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": places}
    )
    assert caller.stdout is not None
    pids = [int(pid) for pid in caller.stdout.readline().split()]
    caller.kill()
    caller.wait()
    caller.stdout.close()
    assert pids
    end = time.monotonic() + 60
    while any(map(is_running, pids)):
        assert time.monotonic() < end, "a worker outlived its caller"
        time.sleep(0.05)
