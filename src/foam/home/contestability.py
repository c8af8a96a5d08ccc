"""Calls about contestability: how well a file can be contested."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from foam.contest.docket import list_challenges
from foam.contest.leaves.version import AnswerVersion
from foam.contest.measures import Contestability, measure_contestability
from foam.contest.subject import CaseFile
from foam.errors import InputError
from foam.home.calls import call
from foam.home.desk import Desk
from foam.home.files import recall_file


class ContestabilityCalls:
    """`home.contestability(run)` measures how well an answer or a case can be contested."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def __call__(self, run: Any) -> Contestability:
        """The measures of a run (`measure`)."""
        return self.measure(run)

    @call
    async def measure(self, run: Any) -> Contestability:
        """The measures of a run, and of the challenges that were made to it."""
        store = self._desk.reading
        file = await recall_file(self._desk, self._desk.find_run(run))
        if not isinstance(file, AnswerVersion | CaseFile):
            hint = f"foam contest parts {run} lists what can be challenged in it"
            raise InputError("contestability is measured of an answer or a case", hint=hint)
        outcomes = [row.outcome for row in list_challenges(store, file.root) if row.outcome]
        return measure_contestability(file, outcomes, seconds=perf_counter)
