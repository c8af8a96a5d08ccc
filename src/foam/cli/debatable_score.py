"""The work behind `foam debatable score`: puts settings, reader, record and answers together. Decides nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from foam.cli.desk import configured
from foam.cli.frame import Face
from foam.debatable.ahead import Ahead
from foam.debatable.diversity import Change, Diversity, Measure, change
from foam.debatable.files import read_answers, read_questions, with_partials
from foam.debatable.item import GivenAnswer
from foam.debatable.jobs import ScoreSheet, run_agreement, run_score
from foam.debatable.readers.opening import HUB, open_reader
from foam.debatable.scoring import (
    AsReleased,
    ByAsking,
    Decide,
    Metric,
    Yardstick,
    by_likelihood,
    by_stance,
)
from foam.deliberation.jobs import Ran
from foam.errors import InputError, SettingError
from foam.model.cast import cast, dismiss
from foam.model.judge import shipped_judge
from foam.model.port import Model
from foam.model.question import Role
from foam.record.sqlite import open_record
from foam.record.store import Store
from foam.settings import Config


def scored(face: Face, file: Path, data: Path | None, choices: dict[str, Any]) -> dict[str, Any]:
    """Score a file of answers."""
    answers = with_partials(read_answers(file), read_questions(data) if data else ())
    metrics: tuple[Metric, ...] = tuple(dict.fromkeys(choices["metrics"])) or ("pd", "da")
    _check_scorable(answers, metrics, file)
    config = configured()
    yardstick = make_yardstick(config, metrics, choices)
    asked = isinstance(yardstick.decide, ByAsking)
    models = cast(configured(model=choices["model"])) if asked else {}
    face.note(f"{len(answers)} answers; {choices['model']} reads; {choices['mode']}")
    with (
        closing(open_record(config.home)) as store,
        face.progress("answers", len(answers)) as advance,
        _shared_out(answers, yardstick, config, choices) as working,
    ):
        job = _job(answers, working, store, models, advance=advance, agreement=choices["agreement"])
        ran, agrees = asyncio.run(job)
    return {**_told(ran, yardstick, choices), "agreement": agrees}


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[dict[str, Any]]:
    """The practical reading of P.D. from one file of scores to another, for the ids that both have."""
    held = {str(row["id"]): row["diversity"] for row in before["scores"] if row["diversity"]}
    return [
        {"id": row["id"], **_changed(held[str(row["id"])], row["diversity"]).json_value()}
        for row in after["scores"]
        if row["diversity"] and str(row["id"]) in held
    ]


def _changed(before: dict[str, Any], after: dict[str, Any]) -> Change:
    return change(Diversity.model_validate(before), Diversity.model_validate(after))


@contextmanager
def _shared_out(
    answers: tuple[GivenAnswer, ...], yardstick: Yardstick, config: Config, choices: dict[str, Any]
) -> Iterator[Yardstick]:
    """The yardstick, with as many processes as were asked for."""
    workers = choices["workers"]
    if workers == 1 or yardstick.reader is None:
        yield yardstick
        return
    opening = partial(open_reader, choices["model"], config)
    with Ahead(answers, yardstick.measure, opening, workers=workers) as ahead:
        yield replace(yardstick, elsewhere=ahead)


def make_yardstick(config: Config, metrics: tuple[Metric, ...], choices: dict[str, Any]) -> Yardstick:
    """What is measured and by whom, from the options."""
    measure = _measure(choices)
    decide = _decide(config, choices) if "da" in metrics else None
    reader = open_reader(choices["model"], config) if "pd" in metrics else None
    return Yardstick(metrics=metrics, measure=measure, reader=reader, decide=decide)


def _measure(choices: dict[str, Any]) -> Measure:
    named = {name: choices[name] for name in ("mode", "prompt", "overlong")}
    try:
        return Measure(**named, chat=not choices["plain"])
    except ValidationError as error:
        raise SettingError(error.errors()[0]["msg"].removeprefix("Value error, ")) from None


def _decide(config: Config, choices: dict[str, Any]) -> Decide:
    if choices["mode"] == "as_released":
        return AsReleased()
    model, by = choices["model"], choices["da_by"]
    match _resolved(by, model):
        case "stance":
            return by_stance(shipped_judge())
        case "asked" if model.startswith(HUB) or model == "embedded":
            raise SettingError(f"{model} cannot be asked for a digit", hint="--da-by likelihood")
        case "asked":
            return ByAsking(model)
        case "likelihood":
            return by_likelihood(open_reader(model, config), chat=not choices["plain"])
        case other:
            raise AssertionError(other)


def _resolved(by: str, model: str) -> str:
    if by != "auto":
        return by
    return "stance" if model in ("embedded", "scripted") else "likelihood"


async def _job(
    answers: tuple[GivenAnswer, ...],
    yardstick: Yardstick,
    store: Store,
    models: dict[Role, Model],
    *,
    advance: Callable[[int], None],
    agreement: bool,
) -> tuple[Ran[ScoreSheet], dict[str, Any] | None]:
    try:
        ran = await run_score(answers, yardstick, store=store, models=models, advance=advance)
        if not agreement or yardstick.decide is None:
            return ran, None
        return ran, (await run_agreement(yardstick.decide, store=store, models=models)).view.json_value()
    finally:
        await dismiss(models)


def _check_scorable(answers: tuple[GivenAnswer, ...], metrics: tuple[Metric, ...], file: Path) -> None:
    if metrics == ("pd",) and not any(answer.partial_answers for answer in answers):
        raise InputError(
            f"{file.name}: no answer comes with partial answers",
            hint="give them as `partial_answers`, or name the data set with --data",
        )


def _told(ran: Ran[ScoreSheet], yardstick: Yardstick, choices: dict[str, Any]) -> dict[str, Any]:
    return {
        "run": ran.run,
        "digest": ran.digest,
        "model": yardstick.reader.name if yardstick.reader else choices["model"],
        "awareness": yardstick.decide.name if yardstick.decide else None,
        "measure": yardstick.measure.json_value(),
        "scores": [score.json_value() for score in ran.view.scores],
    }
