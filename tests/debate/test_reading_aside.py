"""The judge reads aside: answers go on meanwhile, a pair is read once, and the record is the same."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter

from tests.debate.stage import CountingJudge, Stage, agreeable

from foam.debate.bearing import Bearing, read_aside, read_bearings
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
    judge = CountingJudge("two works")
    pairs = [(f"Trams were free on day {day}.", "Trams should be free.") for day in range(3)]

    def look() -> list[Bearing]:
        return read_bearings(judge, pairs)

    async def both() -> list[list[Bearing]]:
        return list(await asyncio.gather(read_aside(look), read_aside(look)))

    first, second = asyncio.run(both())
    assert first == second
    assert Counter(judge.read) == Counter(pairs)


def test_what_one_judge_said_is_not_another_s() -> None:
    pair = ("Trams were free.", "Trams should be free.")
    one, other = CountingJudge("one"), CountingJudge("other", contradicts=0.9)
    assert read_bearings(one, [pair]) != read_bearings(other, [pair])


def test_a_debate_leaves_the_same_entries_however_long_answers_take() -> None:
    stages = [Stage(ScriptedModel(agreeable, delay=delay)) for delay in (0.0, 0.01)]
    runs = [stage.debate().run for stage in stages]
    assert runs[0] == runs[1]
    kept = [sorted((one.key, str(one.answer)) for one in stage.store.entries()) for stage in stages]
    assert kept[0] == kept[1]
    assert len(kept[0]) > 50
