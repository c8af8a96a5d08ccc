"""Measures in several processes: the next few answers are measured while the caller waits for the first.

Each process opens a reader of its own, so memory grows with their number; the figures do not depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from types import TracebackType
from typing import Self

from foam.debatable.diversity import DiversityScore, Measure, perspective_diversity
from foam.debatable.item import GivenAnswer
from foam.debatable.reader import Reader

_LOOKED_AHEAD = 2
"""Answers handed out per process: enough that none waits."""
_opened: list[Reader] = []
"""The reader of this process, once it has one."""


class Ahead:
    """Measures the answer that is asked for, and beside it those that come next."""

    def __init__(
        self, answers: Sequence[GivenAnswer], measure: Measure, open_reader: Callable[[], Reader], *, workers: int
    ) -> None:
        self._answers = answers
        self._measure = measure
        self._places = {given: place for place, given in enumerate(answers)}
        self._reach = _LOOKED_AHEAD * workers
        self._waiting: dict[int, Future[DiversityScore]] = {}
        self._pool = ProcessPoolExecutor(
            workers, mp_context=get_context("spawn"), initializer=_open, initargs=(open_reader,)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)

    def __call__(self, given: GivenAnswer) -> DiversityScore:
        place = self._places[given]
        for near in range(place, min(place + self._reach, len(self._answers))):
            if near not in self._waiting and self._answers[near].partial_answers:
                self._waiting[near] = self._pool.submit(_measure_answer, self._answers[near], self._measure)
        return self._waiting[place].result()


def _open(open_reader: Callable[[], Reader]) -> None:
    _opened.append(open_reader())


def _measure_answer(given: GivenAnswer, measure: Measure) -> DiversityScore:
    return perspective_diversity(given.answer, given.partial_answers, _opened[0], measure)
