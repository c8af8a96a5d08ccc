"""What is computed once for all who ask meanwhile, and what is forgotten."""

from __future__ import annotations

import asyncio
import threading

import pytest

from foam.home.recollection import Memory


def test_many_who_ask_at_once_wait_for_one_that_computes() -> None:
    memory, counted = Memory(4), 0
    gate = threading.Barrier(6)

    async def compute() -> int:
        nonlocal counted
        counted += 1
        await asyncio.sleep(0.05)
        return counted

    found: list[int] = []

    def ask() -> None:
        gate.wait()
        found.append(asyncio.run(memory.find("a", compute)))

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found == [1] * 6


def test_what_was_not_asked_for_longest_goes_first() -> None:
    memory = Memory(2)
    computed: list[str] = []

    async def find(name: str) -> None:
        async def compute() -> str:
            computed.append(name)
            return name

        assert await memory.find(name, compute) == name

    for name in ("a", "b", "a", "c", "a", "b"):
        asyncio.run(find(name))
    assert computed == ["a", "b", "c", "b"]


def test_what_failed_is_computed_again_and_what_was_kept_before_is_forgotten() -> None:
    memory, values = Memory(2), iter([1, 2])

    async def fail() -> int:
        raise ValueError("no")

    async def compute() -> int:
        return next(values)

    with pytest.raises(ValueError, match="no"):
        asyncio.run(memory.find("a", fail))
    assert asyncio.run(memory.find("a", compute, since=0)) == 1
    assert asyncio.run(memory.find("a", compute, since=0)) == 1
    assert asyncio.run(memory.find("a", compute, since=1)) == 2


def test_where_the_one_who_computes_is_called_off_the_next_one_computes() -> None:
    memory = Memory(2)

    async def play() -> int:
        started = asyncio.Event()

        async def hang() -> int:
            started.set()
            await asyncio.sleep(60)
            return 1

        async def compute() -> int:
            return 2

        first = asyncio.create_task(memory.find("a", hang))
        await started.wait()
        second = asyncio.create_task(memory.find("a", compute))
        await asyncio.sleep(0)
        first.cancel()
        return int(await second)

    assert asyncio.run(play()) == 2
