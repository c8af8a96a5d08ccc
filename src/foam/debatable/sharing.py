"""Measures in several processes: each opens a yardstick of its own, so memory grows with their number.

What they measure comes back to the caller, which alone writes the record; the figures do not depend on their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from foam.debatable.awareness import Awareness
from foam.debatable.diversity import DiversityScore
from foam.debatable.item import GivenAnswer
from foam.debatable.scoring import ByMeasuring, Yardstick
from foam.job.bulk import count_at_once
from foam.model.cast import Workers
from foam.model.pool import WorkerPool


@contextmanager
def share_out(yardstick: Yardstick, opening: Callable[[], Yardstick], workers: Workers) -> Iterator[Yardstick]:
    """The yardstick with as many processes as were asked for; `opening` opens the same one in each of them."""
    if workers.count == 1:
        yield yardstick
        return
    pool = WorkerPool(workers.count, opening, tell_replaced=workers.tell_replaced)

    async def measure(given: GivenAnswer) -> DiversityScore:
        return await pool.do(measure_diversity, given)

    async def judge(question: str, answer: str) -> Awareness:
        return await pool.do(_judge_awareness, question, answer)

    decide = yardstick.decide
    if isinstance(decide, ByMeasuring):
        decide = replace(decide, elsewhere=judge)
    try:
        yield replace(yardstick, decide=decide, elsewhere=measure, at_once=count_at_once(workers.count))
    finally:
        pool.close()


def measure_diversity(yardstick: Yardstick, given: GivenAnswer) -> DiversityScore:
    """P.D. of one answer, in a worker."""
    return yardstick.diversity(given)


def _judge_awareness(yardstick: Yardstick, question: str, answer: str) -> Awareness:
    """D.A. of one answer, in a worker."""
    assert isinstance(yardstick.decide, ByMeasuring)
    return yardstick.decide.judge(question, answer)
