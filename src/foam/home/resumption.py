"""Calls about runs that wait for a person or were cut off: what they wait for, what a person says, and going on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from foam.contest.spec import ContestSpec
from foam.deliberation.answer.ask import AskSpec
from foam.deliberation.jobs import DeliberateSpec
from foam.errors import InputError
from foam.examination.job import ExamineSpec
from foam.home.calls import call, quick
from foam.home.contests import ContestCalls
from foam.home.deliberations import reads_sample
from foam.home.desk import Desk
from foam.home.works import WorkCalls
from foam.job.awaited import AwaitedQuestion, keep_answer, list_awaited
from foam.job.job import Job, RunResult, read_spec
from foam.job.session import Tools
from foam.record.graph import require_entry


class ResumptionCalls:
    """The calls of a home about runs that have not ended."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @call
    async def resume(self, run: Any) -> RunResult[Any]:
        """Go on with a run that was cut off, or that waited for a person: with its own models, over what it read."""
        job, before = read_spec(require_entry(self._desk.reading, self._desk.find_run(run)))
        match before:
            case DeliberateSpec() | AskSpec():
                return await self._deliberate(job, before)
            case ExamineSpec():
                return await self._examine(job, before)
            case ContestSpec():
                return await ContestCalls(self._desk).hear_again(before)
            case _:
                raise InputError(f"run “{job.name}” again in the same words: it goes on where it stopped")

    async def _deliberate(self, job: Job[Any, Any], before: DeliberateSpec | AskSpec) -> RunResult[Any]:
        library = not reads_sample(self._desk, before)
        seats = before.seats if isinstance(before, DeliberateSpec) else ()
        async with self._desk.at_work(
            pack=before.pack, library=library, seed=before.seed, seated=bool(seats), base=before
        ) as opened:
            work = opened.at_table(seats)
            before.require_same(work.describe())
            return await self._desk.run(job, before, work.tools)

    async def _examine(self, job: Job[Any, Any], before: ExamineSpec) -> RunResult[Any]:
        if not before.asks:
            return await self._desk.run(job, before, Tools())
        async with self._desk.at_work_again(before) as tools:
            return await self._desk.run(job, before, tools)

    @quick
    def list_awaited(self, run: Any) -> tuple[AwaitedQuestion, ...]:
        """What people have yet to answer in a run."""
        return list_awaited(self._desk.reading, self._desk.find_run(run))

    @quick
    def answer_awaited(self, run: Any, question: str, said: Mapping[str, Any], *, by: str) -> str:
        """Keep what a person says to a question that awaits an answer; OutOfBounds where it does not fit the form.

        Work in the queue that waited for nothing else goes on then; its id, empty where there is none.
        """
        key = self._desk.find_run(run)
        keep_answer(self._desk.store, key, question, said, by=by, clock=self._desk.clock)
        return "" if list_awaited(self._desk.reading, key) else WorkCalls(self._desk).go_on(key)
