"""The jobs of measuring: scores, agreement with labels, comparisons. Each from its spec to its view, and its replay.

The same spec is the same run: started again after a crash it goes on where it stopped. The answers are kept beside the
scores, so that a replay needs neither file nor model. Knows no terminal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from foam.debatable.agreement import Agreement
from foam.debatable.awareness import Awareness
from foam.debatable.curation.build import JOB as BUILD
from foam.debatable.curation.build import recorded_set
from foam.debatable.diversity import Measure
from foam.debatable.harness.evaluation import Answers, Evaluation, evaluate
from foam.debatable.item import GivenAnswer
from foam.debatable.reader import Lead, Reading
from foam.debatable.scoring import (
    AsReleased,
    ByAsking,
    ByMeasuring,
    Decide,
    Score,
    Yardstick,
    labelled_agreement,
    score_answers,
)
from foam.deliberation.jobs import Models, Ran, closed, deciders
from foam.errors import NotRecorded
from foam.job.clerk import Clerk
from foam.job.standins import RecordedModel, RecordedVectors
from foam.model.port import Embedder
from foam.model.question import Role
from foam.record.clock import Clock, utc_now
from foam.record.entry import Decider, Entry, ValueInput
from foam.record.runs import first_member, open_run
from foam.record.store import Store
from foam.values import Value, digest

SCORE, AGREEMENT, EVALUATE = "debatable-score", "debatable-agreement", "debatable-evaluate"
_ANSWERS = "given_answers"
Advance = Callable[[int], None]


def _silent(_: int) -> None:
    """Nobody looks on."""


class ScoreSheet(Value):
    """The scores of a file of answers."""

    scores: tuple[Score, ...]


async def run_score(
    answers: Sequence[GivenAnswer],
    yardstick: Yardstick,
    *,
    store: Store,
    models: Models,
    clock: Clock = utc_now,
    advance: Advance = _silent,
) -> Ran[ScoreSheet]:
    """Score every answer, or finish scoring."""
    rows = [answer.json_value() for answer in answers]
    spec = {**_spec(yardstick, models), "answers": digest(rows)}
    clerk, run = _opened(store, SCORE, spec, models, clock)
    _keep(clerk, rows)
    sheet = ScoreSheet(scores=await score_answers(answers, yardstick, clerk, advance=advance))
    return closed(store, clerk, run, SCORE, sheet, clock)


async def run_agreement(decide: Decide, *, store: Store, models: Models, clock: Clock = utc_now) -> Ran[Agreement]:
    """How far a judge of D.A. agrees with the sixty labelled answers."""
    spec = _spec(Yardstick(metrics=("da",), measure=Measure(), decide=decide), models)
    clerk, run = _opened(store, AGREEMENT, spec, models, clock)
    return closed(store, clerk, run, AGREEMENT, await labelled_agreement(decide, clerk), clock)


async def run_evaluate(
    answers: Answers,
    yardstick: Yardstick,
    *,
    store: Store,
    models: Models,
    embedder: Embedder,
    matched: bool = True,
    clock: Clock = utc_now,
    advance: Advance = _silent,
) -> Ran[Evaluation]:
    """Compare systems, or finish comparing."""
    rows = [[system, [one.json_value() for one in given]] for system, given in answers.items()]
    spec = {**_spec(yardstick, models), "answers": digest(rows), "vectors": embedder.name, "matched": matched}
    clerk, run = _opened(store, EVALUATE, spec, models, clock)
    _keep(clerk, rows)
    found = await evaluate(answers, yardstick, clerk, embedder, matched=matched, advance=advance)
    return closed(store, clerk, run, EVALUATE, found, clock)


def recorded_scores(store: Store, run: Entry) -> ScoreSheet:
    """The scores of a run, from the record alone."""
    answers = [GivenAnswer.model_validate(row) for row in _kept(store, run)]
    yardstick, clerk = _replaying(store, run)
    return ScoreSheet(scores=asyncio.run(score_answers(answers, yardstick, clerk)))


def recorded_agreement(store: Store, run: Entry) -> Agreement:
    """The agreement of a run, from the record alone."""
    yardstick, clerk = _replaying(store, run)
    assert yardstick.decide is not None
    return asyncio.run(labelled_agreement(yardstick.decide, clerk))


def recorded_evaluation(store: Store, run: Entry) -> Evaluation:
    """The comparison of a run, from the record alone."""
    answers = {system: [GivenAnswer.model_validate(row) for row in rows] for system, rows in _kept(store, run)}
    yardstick, clerk = _replaying(store, run)
    spec = run.draft.question["spec"]
    embedder = RecordedVectors(spec["vectors"])
    return asyncio.run(evaluate(answers, yardstick, clerk, embedder, matched=spec["matched"]))


REPLAYS: dict[str, Callable[[Store, Entry], Value]] = {
    BUILD: recorded_set,
    SCORE: recorded_scores,
    AGREEMENT: recorded_agreement,
    EVALUATE: recorded_evaluation,
}
"""The jobs of this floor that can be replayed, by name."""


def _spec(yardstick: Yardstick, models: Models) -> dict[str, Any]:
    named = {role: decider.json_value() for role, decider in deciders(models).items()}
    return {**yardstick.spec(), "deciders": named}


def _opened(store: Store, job: str, spec: Mapping[str, Any], models: Models, clock: Clock) -> tuple[Clerk, str]:
    run = open_run(store, job, spec, clock=clock)
    return Clerk(store, models, run=run, clock=clock), run


def _keep(clerk: Clerk, rows: list[Any]) -> None:
    clerk.compute(_ANSWERS, lambda: rows, ValueInput(role="digest", value=digest(rows)), rule="as given")


def _kept(store: Store, run: Entry) -> list[Any]:
    held = first_member(store, run.key, _ANSWERS)
    if held is None:
        raise NotRecorded(f"run {run.key} does not hold its answers")
    return list(held.answer)


def _replaying(store: Store, run: Entry) -> tuple[Yardstick, Clerk]:
    """The yardstick with stand-ins that carry the recorded names, and a clerk that only reads."""
    spec = run.draft.question["spec"]
    players: dict[Role, Any] = {
        role: RecordedModel(Decider.model_validate(decider)) for role, decider in spec["deciders"].items()
    }
    yardstick = Yardstick(
        metrics=tuple(spec["metrics"]),
        measure=Measure.model_validate(spec["measure"]),
        reader=_RecordedReader(spec["reader"]) if spec["reader"] else None,
        decide=_recorded_judge(spec["awareness"], asked=bool(players)) if spec["awareness"] else None,
    )
    return yardstick, Clerk(store, players, run=run.key, replaying=True)


def _recorded_judge(name: str, *, asked: bool) -> Decide:
    if name == AsReleased().name:
        return AsReleased()
    return ByAsking(name) if asked else ByMeasuring(name, partial(_unrecorded, name))


def _unrecorded(name: str, question: str, answer: str) -> Awareness:
    raise NotRecorded(f"the record holds no decision of {name} on this answer to {question!r}")


class _RecordedReader:
    """Stands in for the reader of a replayed run."""

    window = None

    def __init__(self, name: str) -> None:
        self.name = name

    def length(self, lead: Lead, target: str) -> int:
        return 0

    def read(self, lead: Lead, targets: Sequence[str]) -> list[Reading]:
        raise NotRecorded(f"the record does not hold what {self.name} made of this answer")
