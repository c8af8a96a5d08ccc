"""A whole experiment from its plan to its log. Knows no terminal.

The plan is registered before the first call; the run is a job of the record, so that a crashed experiment goes on where
it stopped and asks nothing twice, and the log can be computed again from the record alone. It is written when every
case is played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from foam.errors import InputError, NotRecorded
from foam.job.clerk import Clerk
from foam.job.standins import RecordedModel, RecordedVectors
from foam.model.port import Embedder, Model
from foam.model.question import Role
from foam.oversight.experiment.gold import GoldCase, gold_digest
from foam.oversight.experiment.plan import ModelJudge, Plan, assign, register
from foam.oversight.experiment.play import Court, play
from foam.oversight.log import csv_text
from foam.record.clock import Clock, utc_now
from foam.record.entry import Decider, Entry, ValueInput
from foam.record.runs import close_run, first_member, open_run
from foam.record.store import Store
from foam.values import Value, digest

LOG_FILE = "log.csv"
JOB = "oversee"
_GOLD = "gold cases"


class Spec(Value):
    """What the log depends on; the cases stand in the record under the plan's digest of them."""

    plan: Plan
    deciders: dict[Role, Decider]
    vectors: str


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
    spec = Spec(plan=plan, deciders={role: model.decider for role, model in models.items()}, vectors=embedder.name)
    run = open_run(store, JOB, spec.json_value(), clock=clock)
    clerk = Clerk(store, models, run=run, seed=plan.seed, clock=clock)
    given = ValueInput(role="digest", value=plan.gold)
    clerk.compute(_GOLD, lambda: [case.json_value() for case in cases], given, rule="as given")
    rows = await _rows(Court(plan=plan, clerk=clerk, embedder=embedder), cases, _judge(spec), advance)
    close_run(store, run, {"log": digest(rows)}, clock=clock)
    (folder / LOG_FILE).write_text(csv_text(rows), "utf-8")
    return Played(
        run=run, plan=plan.digest, rows=len(rows), asked=clerk.asked, reused=clerk.reused, log=str(folder / LOG_FILE)
    )


def recorded_log(store: Store, run: Entry) -> list[dict[str, Any]]:
    """The rows of the log, computed from the record alone."""
    spec = Spec.model_validate(run.draft.question["spec"])
    models = {role: RecordedModel(decider) for role, decider in spec.deciders.items()}
    clerk = Clerk(store, models, run=run.key, seed=spec.plan.seed, replaying=True)
    court = Court(plan=spec.plan, clerk=clerk, embedder=RecordedVectors(spec.vectors))
    return asyncio.run(_rows(court, _recorded_cases(store, run.key), _judge(spec), lambda _: None))


def _recorded_cases(store: Store, run: str) -> tuple[GoldCase, ...]:
    held = first_member(store, run, _GOLD)
    if held is None:
        raise NotRecorded(f"run {run} does not hold its cases", hint="run it again: nothing is asked twice")
    return tuple(GoldCase.model_validate(row) for row in held.answer)


async def _rows(
    court: Court, cases: Sequence[GoldCase], judge: str, advance: Callable[[int], None]
) -> list[dict[str, Any]]:
    rows = []
    for number, (case, arm) in enumerate(zip(cases, assign(court.plan, tuple(cases)), strict=True)):
        rows.append({**await play(court, case, arm), "judge": judge, "time": number})
        advance(1)
    return rows


def _judge(spec: Spec) -> str:
    """Who judged, as the log names it."""
    plan = spec.plan
    single = spec.deciders["judge"].id if isinstance(plan.judge, ModelJudge) else plan.judge.judge.type
    return single if plan.jury == 1 else f"{plan.jury} x {single}"
