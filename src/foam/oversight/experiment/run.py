"""A whole experiment from its plan to its log. Knows no terminal.

The plan is registered before the first call; the run is a job of the record, so that a crashed experiment goes on where
it stopped and asks nothing twice. The log is written when every case is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from foam.errors import InputError
from foam.model.clerk import Clerk
from foam.model.port import Embedder, Model
from foam.model.question import Role
from foam.oversight.experiment.gold import GoldCase, gold_digest
from foam.oversight.experiment.plan import ModelJudge, Plan, assign, register
from foam.oversight.experiment.play import Court, play
from foam.oversight.log import csv_text
from foam.record.clock import Clock, utc_now
from foam.record.runs import close_run, open_run
from foam.record.store import Store
from foam.values import Value, digest

LOG_FILE = "log.csv"
_JOB = "oversee"


class Played(Value):
    """A finished experiment."""

    run: str
    plan: str
    rows: int
    asked: int
    """Questions a model answered this time; the rest stood in the record already."""
    reused: int
    log: str


async def run_plan(
    plan: Plan,
    cases: tuple[GoldCase, ...],
    folder: Path,
    *,
    store: Store,
    models: Mapping[Role, Model],
    embedder: Embedder,
    advance: Callable[[int], None] = lambda _: None,
    clock: Clock = utc_now,
) -> Played:
    """Register the plan, play every case, write the log."""
    if plan.gold != gold_digest(cases):
        raise InputError("the plan was made for other cases", hint="make the plan from the gold set that is played")
    register(plan, folder)
    run = open_run(store, _JOB, plan.json_value(), clock=clock)
    clerk = Clerk(store, models, run=run, seed=plan.seed, clock=clock)
    rows = []
    for number, (case, arm) in enumerate(zip(cases, assign(plan, cases), strict=True)):
        row = await play(Court(plan=plan, clerk=clerk, embedder=embedder), case, arm)
        rows.append({**row, "judge": _judge(plan, models), "time": number})
        advance(1)
    close_run(store, run, {"log": digest(rows)}, clock=clock)
    (folder / LOG_FILE).write_text(csv_text(rows), "utf-8")
    return Played(
        run=run, plan=plan.digest, rows=len(rows), asked=clerk.asked, reused=clerk.reused, log=str(folder / LOG_FILE)
    )


def _judge(plan: Plan, models: Mapping[Role, Model]) -> str:
    """Who judged, as the log names it."""
    single = models["judge"].decider.id if isinstance(plan.judge, ModelJudge) else plan.judge.judge.type
    return single if plan.jury == 1 else f"{plan.jury} x {single}"
