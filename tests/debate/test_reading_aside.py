"""The judge reads aside: answers go on meanwhile, a pair is read once, and the record is the same."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter

from tests.debate.stage import Stage, agreeable

from foam.debate import bearing
from foam.debate.bearing import name_judge, read_aside, read_bearings
from foam.model.judge import shipped_judge
from foam.model.scripted import ScriptedModel


def test_answers_are_taken_up_while_pairs_are_read() -> None:
    answered = threading.Event()

    async def answer() -> None:
        answered.set()

    async def wait() -> bool:
        read, _ = await asyncio.gather(read_aside(lambda: answered.wait(20)), answer())
        return read

    assert asyncio.run(wait()), "whoever reads kept the answer waiting"


def test_works_that_read_the_same_pairs_read_them_once() -> None:
    read: list[tuple[str, str]] = []
    pairs = [(f"Trams were free on day {day}.", "Trams should be free.") for day in range(3)]

    def look() -> list[bearing.Bearing]:
        read.extend(pair for pair in pairs if pair not in bearing._readings._kept)
        return read_bearings(pairs)

    async def both() -> list[list[bearing.Bearing]]:
        return list(await asyncio.gather(read_aside(look), read_aside(look)))

    first, second = asyncio.run(both())
    assert first == second
    assert set(Counter(read).values()) == {1}


def test_the_judge_is_named_once_it_is_loaded() -> None:
    assert asyncio.run(name_judge()) == shipped_judge().name


def test_a_debate_leaves_the_same_entries_however_long_answers_take() -> None:
    stages = [Stage(ScriptedModel(agreeable, delay=delay)) for delay in (0.0, 0.01)]
    runs = [stage.debate().run for stage in stages]
    assert runs[0] == runs[1]
    kept = [sorted((one.key, str(one.answer)) for one in stage.store.entries()) for stage in stages]
    assert kept[0] == kept[1]
    assert len(kept[0]) > 50
