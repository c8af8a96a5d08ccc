"""The work behind `foam debatable evaluate`: answers from files and models, scored side by side. Decides nothing."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

from foam.cli.debatable_build import opened, sentence_vectors
from foam.cli.debatable_score import make_yardstick
from foam.cli.desk import Desk, configured
from foam.cli.frame import Face
from foam.debatable.files import read_answers, read_questions, with_partials
from foam.debatable.harness.answering import Study, System, answer_question, parse_system
from foam.debatable.harness.evaluation import Evaluation
from foam.debatable.item import DebatableQuestion, GivenAnswer
from foam.debatable.jobs import run_evaluate
from foam.debatable.scoring import ByAsking, Yardstick
from foam.deliberation.dossier import Dossier
from foam.deliberation.jobs import DeliberateSpec, Ran, run_deliberate
from foam.errors import SettingError
from foam.job.clerk import Clerk
from foam.model.cast import cast, dismiss
from foam.model.port import Model
from foam.model.question import Role
from foam.record.clock import utc_now
from foam.record.runs import close_run, open_run
from foam.record.sqlite import open_record
from foam.values import digest

ANSWER_JOB = "debatable-answer"
Given = dict[str, tuple[GivenAnswer, ...]]


def evaluated(face: Face, dataset: Path, choices: dict[str, Any]) -> Ran[Evaluation]:
    """The comparison of every system asked for."""
    questions = read_questions(dataset)[: choices["limit"]]
    answers = {**_from_files(choices["answers"], questions), **_from_models(face, questions, choices)}
    if not answers:
        raise SettingError("no answers to evaluate", hint="--answers NAME=FILE, or --system MODEL/PROMPT/RETRIEVAL")
    config = configured()
    yardstick = make_yardstick(config, ("pd", "da"), choices)
    models = cast(configured(model=choices["model"])) if isinstance(yardstick.decide, ByAsking) else {}
    total = sum(map(len, answers.values()))
    vectors = sentence_vectors(config.home)
    with closing(open_record(config.home)) as store, face.progress("answers", total) as advance:
        told: dict[str, Any] = {"store": store, "models": models, "embedder": vectors, "advance": advance}
        return asyncio.run(_job(answers, yardstick, matched=choices["matched"], **told))


async def _job(answers: Given, yardstick: Yardstick, *, models: dict[Role, Model], **told: Any) -> Ran[Evaluation]:
    try:
        return await run_evaluate(answers, yardstick, models=models, **told)
    finally:
        await dismiss(models)


def _from_files(named: tuple[str, ...], questions: tuple[DebatableQuestion, ...]) -> Given:
    wanted = {str(question.id) for question in questions}
    found: Given = {}
    for text in named:
        name, _, path = text.partition("=")
        if not name or not path:
            raise SettingError(f"not NAME=FILE: {text!r}")
        rows = with_partials(read_answers(Path(path)), questions)
        found[name] = tuple(row for row in rows if str(row.id) in wanted)
    return found


def _from_models(face: Face, questions: tuple[DebatableQuestion, ...], choices: dict[str, Any]) -> Given:
    found: Given = {}
    for system in map(parse_system, choices["systems"]):
        face.note(f"{system.name} answers {len(questions)} questions")
        with opened({**choices, "model": system.model}) as desk:
            found[system.name] = desk.run(_answered(system, questions, desk))
    return found


async def _answered(system: System, questions: tuple[DebatableQuestion, ...], desk: Desk) -> tuple[GivenAnswer, ...]:
    spec = {**desk.setting(), "system": system.json_value(), "questions": [q.question for q in questions]}
    spec["deciders"] = {role: model.decider.json_value() for role, model in desk.models.items()}
    run = open_run(desk.store, ANSWER_JOB, spec, clock=utc_now)
    clerk = Clerk(desk.store, desk.models, run=run, seed=desk.config.settings.seed)

    async def deliberate(question: str) -> Dossier:
        asked = DeliberateSpec(**desk.setting(), question=question, seats=desk.pack.perspectives)
        ran = await run_deliberate(asked, store=desk.store, models=desk.models, corpus=desk.corpus, pack=desk.pack)
        return ran.view

    study = Study(clerk=clerk, corpus=desk.corpus, deliberate=deliberate)
    answers = [await answer_question(question, system, study) for question in questions]
    close_run(desk.store, run, {"answers": digest([one.json_value() for one in answers])}, clock=utc_now)
    return tuple(answers)
