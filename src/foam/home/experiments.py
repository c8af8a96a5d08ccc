"""Calls about experiments on record: which there are, and how well their judges did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from foam.errors import NotFound
from foam.home.calls import call, quick
from foam.home.desk import Desk
from foam.job.job import replay
from foam.oversight.curves import AccuracyCurve, JudgeAccuracy, compose_curves, rate_judges, trace_accuracy
from foam.oversight.estimation.shares import Resampling
from foam.oversight.estimation.summary import Summary, summarise
from foam.oversight.experiment.run import ExperimentLog, oversee
from foam.oversight.log import Log, build_log
from foam.oversight.policy import RULES, Decision, choose, known_from
from foam.oversight.report import compose_estimates
from foam.paper import Paper
from foam.record.graph import require_entry
from foam.record.runs import list_runs
from foam.values import Value, short


@dataclass(frozen=True, slots=True)
class OversightReport:
    """Estimates from a log, what each risk tier should run, and the document that says so."""

    summary: Summary
    decisions: tuple[Decision, ...]
    paper: Paper


class KnownExperiment(Value):
    """A recorded experiment as a list shows it."""

    run: str
    opened: str
    closed: str | None
    cases: int
    judge: str
    """Who judges: `model`, or the rule that decides."""
    senders: str
    jury: int


@dataclass(frozen=True, slots=True)
class ShownExperiment:
    """A recorded experiment: its estimates, and how well its judges did."""

    run: str
    plan: str
    report: OversightReport
    judges: tuple[JudgeAccuracy, ...]
    curves: tuple[AccuracyCurve, ...]
    pictures: Paper

    def data(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "run": self.run,
            "plan": self.plan,
            "estimates": self.report.summary.json_value(),
            "decisions": [decision.json_value() for decision in self.report.decisions],
            "judges": [one.json_value() for one in self.judges],
            "curves": [one.json_value() for one in self.curves],
        }


class ExperimentCalls:
    """The calls of `home.oversee` about what is on record."""

    _desk: Desk

    @quick
    def list(self) -> tuple[KnownExperiment, ...]:
        """Every experiment on record, oldest first."""
        return tuple(
            KnownExperiment(
                run=one.run,
                opened=one.opened,
                closed=one.closed,
                cases=one.spec["plan"]["cases"],
                judge=", ".join(judge.get("judge", judge)["type"] for judge in one.spec["plan"]["jury"]),
                senders=one.spec["plan"]["senders"],
                jury=max(map(len, one.spec["plan"]["factors"]["panel"])),
            )
            for one in list_runs(self._desk.reading, job=oversee.name)
        )

    @call
    async def show(self, run: Any) -> ShownExperiment:
        """A recorded experiment, off the record: estimates, accuracy by judge and protocol, and how it settled."""
        key = self._desk.find_run(run)
        if require_entry(self._desk.reading, key).draft.question["job"] != oversee.name:
            raise NotFound(f"{short(key)} is no experiment on oversight", hint="see: foam oversee list")

        async def compute() -> ShownExperiment:
            played: ExperimentLog = await replay(self._desk.reading, key)
            log, how = build_log(played.rows), Resampling()
            judges, curves = rate_judges(log, how), trace_accuracy(log)
            report = report_on(log, how, source=short(key))
            return ShownExperiment(key, played.plan, report, judges, curves, compose_curves(judges, curves))

        return await self._desk.remember(f"oversight {key}", compute)


def report_on(log: Log, how: Resampling, *, source: str, cited: str = "", window: int = 100) -> OversightReport:
    """Estimates from a log and what follows for each tier; `cited` is the log as an audit line names it."""
    found = summarise(log, how, window=window)
    known = known_from(found, cited or source)
    decisions = tuple(choose(tier, known) for tier in RULES)
    return OversightReport(found, decisions, compose_estimates(found, decisions, source=source))
