"""The jobs of measuring: scores, agreement with labels, answers from models, comparisons.

Answers are kept beside the scores, so that a replay needs neither file nor model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from foam.debatable import coverage
from foam.debatable.agreement import Agreement
from foam.debatable.awareness import Awareness
from foam.debatable.coverage import RecordedJudge
from foam.debatable.diversity import Measure
from foam.debatable.harness.answering import System, answer_question
from foam.debatable.harness.evaluation import Answers, Evaluation, evaluate
from foam.debatable.item import DebatableQuestion, GivenAnswer
from foam.debatable.reader import RecordedReader
from foam.debatable.scoring import (
    PRINTED,
    AnswerScore,
    AsReleased,
    AwarenessJudge,
    ByAsking,
    ByMeasuring,
    Metric,
    Yardstick,
    labelled_agreement,
    score_answers,
)
from foam.errors import NotFound, NotRecorded
from foam.job.events import Listener, ignore
from foam.job.job import RunResult, find_spec, job, open_replay, run
from foam.job.session import Session, Tools
from foam.job.spec import Spec
from foam.model.port import WeighingJudge
from foam.record.clock import Clock, utc_now
from foam.record.graph import require_entry
from foam.record.store import Store
from foam.values import Value, digest, short


class MeasureSpec(Spec):
    """What is measured, and by whom."""

    metrics: tuple[Metric, ...]
    measure: Measure
    reader: str = ""
    awareness: str = ""
    """Who decides Dispute Awareness."""
    version: str


class ScoreSpec(MeasureSpec):
    """Answers to be scored, by the digest of their rows."""

    answers: str


class SystemsSpec(ScoreSpec):
    """Systems to be compared, by the digest of their answers."""

    judge: str = ""
    """Who says which views an answer covers."""
    matched: bool = True


class AnswerSpec(Spec):
    """Questions that a system answers, by the digest of their rows."""

    system: System
    questions: str


class ScoreSheet(Value):
    """The scores of a file of answers."""

    scores: tuple[AnswerScore, ...]


class AnswerSheet(Value):
    """The answers of one system."""

    system: str
    answers: tuple[GivenAnswer, ...]


def recorded_yardstick(spec: MeasureSpec) -> Mapping[type, Any]:
    """The yardstick of a replay: its reader and its judge carry the recorded names and measure nothing."""
    decide: AwarenessJudge | None = None
    if spec.awareness == AsReleased().name:
        decide = AsReleased()
    elif spec.awareness.startswith(asked := ByAsking("").name):
        named = spec.awareness.removeprefix(asked)
        printed = named.endswith(PRINTED)
        decide = ByAsking(named.removesuffix(PRINTED), "paper" if printed else "ours")
    elif spec.awareness:
        decide = ByMeasuring(spec.awareness, partial(_refuse, spec.awareness))
    reader = RecordedReader(spec.reader) if spec.reader else None
    return {Yardstick: Yardstick(metrics=spec.metrics, measure=spec.measure, reader=reader, decide=decide)}


def _refuse(name: str, question: str, answer: str) -> Awareness:
    raise NotRecorded(f"the record holds no decision of {name} on this answer to {question!r}")


@job("debatable-score", spec=ScoreSpec, standins=recorded_yardstick)
async def score(spec: ScoreSpec, session: Session) -> ScoreSheet:
    """Score every answer."""
    answers = [GivenAnswer.model_validate(row) for row in session.read_given("given_answers", spec.answers)]
    report = partial(session.report, "answers scored", total=len(answers))
    return ScoreSheet(
        scores=await score_answers(answers, session.require_part(Yardstick), session.clerk, report=report)
    )


@job("debatable-agreement", spec=MeasureSpec, standins=recorded_yardstick)
async def agree(spec: MeasureSpec, session: Session) -> Agreement:
    """How far a judge of D.A. agrees with the labelled answers."""
    yardstick = session.require_part(Yardstick)
    assert yardstick.decide is not None
    return await labelled_agreement(yardstick.decide, session.clerk, at_once=yardstick.at_once)


def _recorded_parts(spec: SystemsSpec) -> Mapping[type, Any]:
    """The same for a comparison, which has a judge of the views covered beside the yardstick."""
    return {**recorded_yardstick(spec), WeighingJudge: RecordedJudge(spec.judge)}


@job("debatable-evaluate", spec=SystemsSpec, standins=_recorded_parts)
async def compare(spec: SystemsSpec, session: Session) -> Evaluation:
    """Compare systems by their answers."""
    rows = session.read_given("given_answers", spec.answers)
    answers = {system: [GivenAnswer.model_validate(row) for row in given] for system, given in rows}
    report = partial(session.report, "answers compared", total=sum(map(len, answers.values())))
    return await evaluate(
        answers,
        session.require_part(Yardstick),
        session.clerk,
        session.embedder,
        session.require_part(WeighingJudge),
        matched=spec.matched,
        report=report,
    )


def read_compared_answers(store: Store, run: str) -> dict[str, tuple[GivenAnswer, ...]]:
    """The answers that a comparison was made of, by system, off the record."""
    spec = find_spec(require_entry(store, run), SystemsSpec)
    if spec is None:
        raise NotFound(f"{short(run)} compares no systems", hint="see: foam debatable list")
    rows = open_replay(store, run, spec, _recorded_parts(spec)).read_given("given_answers", spec.answers)
    return {system: tuple(GivenAnswer.model_validate(row) for row in given) for system, given in rows}


@job("debatable-answer", spec=AnswerSpec)
async def answer(spec: AnswerSpec, session: Session) -> AnswerSheet:
    """Have a system answer every question."""
    questions = [DebatableQuestion.model_validate(row) for row in session.read_given("questions", spec.questions)]
    answers: list[GivenAnswer] = []
    for question in questions:
        answers.append(await answer_question(question, spec.system, session, spec))
        session.report("questions answered", len(answers), len(questions))
    return AnswerSheet(system=spec.system.name, answers=tuple(answers))


async def score_file(
    answers: Sequence[GivenAnswer],
    yardstick: Yardstick,
    tools: Tools,
    *,
    store: Store,
    clock: Clock = utc_now,
    listener: Listener = ignore,
) -> RunResult[ScoreSheet]:
    """Score every answer, or finish scoring."""
    rows = [answer.json_value() for answer in answers]
    spec = ScoreSpec(**tools.describe(), **yardstick.describe(), answers=digest(rows))
    tools = _equip(tools, yardstick, {spec.answers: rows})
    return await run(score, spec, tools, store=store, clock=clock, listener=listener)


async def measure_agreement(
    decide: AwarenessJudge,
    tools: Tools,
    *,
    store: Store,
    at_once: int = 1,
    clock: Clock = utc_now,
    listener: Listener = ignore,
) -> RunResult[Agreement]:
    """How far a judge of D.A. agrees with the labelled answers."""
    yardstick = Yardstick(metrics=("da",), measure=Measure(), decide=decide, at_once=at_once)
    spec = MeasureSpec(**tools.describe(), **yardstick.describe())
    return await run(agree, spec, _equip(tools, yardstick), store=store, clock=clock, listener=listener)


async def compare_systems(
    answers: Answers,
    yardstick: Yardstick,
    judge: WeighingJudge,
    tools: Tools,
    *,
    store: Store,
    matched: bool = True,
    clock: Clock = utc_now,
    listener: Listener = ignore,
) -> RunResult[Evaluation]:
    """Compare systems, or finish comparing."""
    rows = [[system, [one.json_value() for one in given]] for system, given in answers.items()]
    measured = yardstick.describe()
    measured["version"] += f".{coverage.VERSION}"
    spec = SystemsSpec(**tools.describe(), **measured, answers=digest(rows), matched=matched, judge=judge.name)
    tools = _equip(tools, yardstick, {spec.answers: rows})
    tools = replace(tools, parts={**tools.parts, WeighingJudge: judge})
    return await run(compare, spec, tools, store=store, clock=clock, listener=listener)


async def answer_questions(
    questions: Sequence[DebatableQuestion],
    system: System,
    tools: Tools,
    *,
    store: Store,
    seed: int = 0,
    clock: Clock = utc_now,
    listener: Listener = ignore,
) -> RunResult[AnswerSheet]:
    """Have a system answer every question, or finish it."""
    rows = [question.json_value() for question in questions]
    spec = AnswerSpec(**tools.describe(seed), system=system, questions=digest(rows))
    tools = replace(tools, given={**tools.given, spec.questions: rows})
    return await run(answer, spec, tools, store=store, clock=clock, listener=listener)


def _equip(tools: Tools, yardstick: Yardstick, given: Mapping[str, Any] | None = None) -> Tools:
    return replace(tools, parts={**tools.parts, Yardstick: yardstick}, given={**tools.given, **(given or {})})
