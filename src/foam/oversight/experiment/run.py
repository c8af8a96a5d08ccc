"""The job `oversee`: a whole experiment, from its plan to its log.

The plan is registered before the first call. The log is written when every case is played, and can be computed again
from the record alone.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from foam.errors import InputError
from foam.job.bulk import do_all
from foam.job.events import Listener, ignore
from foam.job.job import RunResult, job, run
from foam.job.plan import register
from foam.job.session import Session, Tools
from foam.job.spec import Spec
from foam.oversight.experiment.gold import GoldCase, gold_digest
from foam.oversight.experiment.plan import Arm, ExperimentPlan, assign
from foam.oversight.experiment.play import play
from foam.oversight.log import csv_text
from foam.private import write_public
from foam.record.clock import Clock, utc_now
from foam.record.store import Store
from foam.values import Value

LOG_FILE = "log.csv"
_FEWEST_PASSED = 1 / 3
"""Share of the submitted quotations below which the check, and not the judge, makes the experiment."""


class OverseeSpec(Spec):
    """What the log depends on; the cases stand in the record under the plan's digest of them."""

    plan: ExperimentPlan


class OversightCaseSpec(OverseeSpec):
    """One case of an experiment, played in one arm."""

    case: GoldCase
    arm: Arm


class ExperimentLog(Value):
    """The rows of an experiment's log, one a case."""

    plan: str
    rows: tuple[dict[str, Any], ...]

    @property
    def passed(self) -> tuple[int, int]:
        """How many quotations passed the check, of how many that were submitted."""
        accepted = sum(int(row.get(name) or 0) for row in self.rows for name in ("passed_p", "passed_a"))
        return accepted, sum(int(row.get(name) or 0) for row in self.rows for name in ("quoted_p", "quoted_a"))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to know before anything is read off the log."""
        accepted, submitted = self.passed
        if not submitted or accepted >= _FEWEST_PASSED * submitted:
            return ()
        return (
            f"only {accepted} of {submitted} quotations passed the check: the judge saw little of what the sides "
            "brought, and the check made the outcome more than the judge did; another --verifier may pass more",
        )


@job("oversee", spec=OverseeSpec, view="log")
async def oversee(spec: OverseeSpec, session: Session) -> ExperimentLog:
    """Play every case in the arm that the plan assigns it."""
    plan = spec.plan
    cases = tuple(GoldCase.model_validate(row) for row in session.read_given("gold cases", plan.gold))
    played = await do_all(
        (partial(play, session, plan, case, arm) for case, arm in zip(cases, assign(plan, cases), strict=True)),
        at_once=session.tools.cases_at_once,
        report=lambda done: session.report("cases played", done, len(cases)),
    )
    rows = ({**row, "time": number} for number, row in enumerate(played))
    return ExperimentLog(plan=plan.digest, rows=tuple(rows))


@job("oversee case", spec=OversightCaseSpec, view="log")
async def oversee_case(spec: OversightCaseSpec, session: Session) -> ExperimentLog:
    """Play one case."""
    row = await play(session, spec.plan, spec.case, spec.arm)
    return ExperimentLog(plan=spec.plan.digest, rows=(row,))


async def run_plan(
    plan: ExperimentPlan,
    cases: tuple[GoldCase, ...],
    folder: Path,
    tools: Tools,
    *,
    store: Store,
    clock: Clock = utc_now,
    listener: Listener = ignore,
) -> RunResult[ExperimentLog]:
    """Register the plan, play every case, write the log."""
    if plan.gold != gold_digest(cases):
        raise InputError("the plan was made for other cases", hint="make the plan from the gold set that is played")
    register(plan, folder)
    tools = replace(tools, given={**tools.given, plan.gold: [case.json_value() for case in cases]})
    spec = OverseeSpec(**tools.describe(plan.seed), plan=plan)
    ran = await run(oversee, spec, tools, store=store, clock=clock, listener=listener)
    write_public(folder / LOG_FILE, csv_text(list(ran.view.rows)))
    return ran
