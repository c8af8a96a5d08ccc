"""Calls about comparisons of systems on record: which there are, the leaderboard, and the views that were missed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from foam.debatable.harness.evaluation import Evaluation
from foam.debatable.harness.views import ComparedQuestion, list_questions
from foam.debatable.jobs import compare, read_compared_answers
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.job.job import replay
from foam.record.runs import list_runs
from foam.values import Value


class KnownComparison(Value):
    """A recorded comparison of systems as a list shows it."""

    run: str
    opened: str
    closed: str | None
    reader: str
    awareness: str


@dataclass(frozen=True, slots=True)
class ShownComparison:
    """A recorded comparison of systems, with the views of every question."""

    run: str
    evaluation: Evaluation
    questions: tuple[ComparedQuestion, ...]


class ComparisonCalls:
    """The calls of `home.debatable` about what is on record."""

    _desk: Desk

    @quick
    def list(self) -> tuple[KnownComparison, ...]:
        """Every comparison of systems on record, oldest first."""
        return tuple(
            KnownComparison(
                run=one.run,
                opened=one.opened,
                closed=one.closed,
                reader=one.spec["reader"],
                awareness=one.spec["awareness"],
            )
            for one in list_runs(self._desk.reading, job=compare.name)
        )

    @call
    async def show(self, run: Any) -> ShownComparison:
        """A recorded comparison off the record: the leaderboard, and the views of every question with who missed it."""
        key = self._desk.find_run(run)

        async def compute() -> ShownComparison:
            answers = read_compared_answers(self._desk.reading, key)
            found: Evaluation = await replay(self._desk.reading, key)
            return ShownComparison(key, found, list_questions(found, answers))

        return await self._desk.remember(f"debatable {key}", compute)
