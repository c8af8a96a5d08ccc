"""Calls about contestability: how well a file can be contested, and how often the right challenge wins."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from foam.contest.docket import list_challenges
from foam.contest.measures import Contestability, measure_contestability
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.home.files import recall_file
from foam.job.events import StepProgress
from foam.job.waiting import complete
from foam.judging.faults.beds import make_bed
from foam.judging.faults.planted import planted_faults
from foam.judging.faults.trials import Rate, rates
from foam.model.cast import dismiss
from foam.model.port import Model


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
        outcomes = [row.outcome for row in list_challenges(store, file.root) if row.outcome]
        return measure_contestability(file, outcomes, seconds=perf_counter)

    @quick
    def planted(self, *, model: str | None = None) -> tuple[Rate, ...]:
        """Hear the right and the wrong challenge to every planted fault, and count which won, by type of fault."""
        faults = planted_faults()
        models = self._desk.models_for(self._desk.configure(model=model))
        done = 0

        def tell() -> None:
            nonlocal done
            done += 1
            self._desk.listener(StepProgress(step="trials", done=done, total=2 * len(faults)))

        beds = {name: self._make_bed(name, models) for name in sorted({fault.pack for fault in faults})}
        try:
            return rates(faults, lambda fault: beds[fault.pack], models, tell)
        finally:
            complete(dismiss(models))

    def _make_bed(self, name: str, models: dict[str, Model]) -> Any:
        with self._desk.open_corpus(self._desk.load_pack(name)) as corpus:
            return make_bed(name, models, corpus)
