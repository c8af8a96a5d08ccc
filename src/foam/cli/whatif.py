"""`foam whatif` and `foam compare`: an answer otherwise, and two side by side. No model is asked."""

from __future__ import annotations

from typing import Any

import click

from foam.cli.frame import Face, faced
from foam.paper import compose, render


@click.command()
@click.argument("run")
@click.option("--true", multiple=True, metavar="LEAF", help="What if this leaf were true?")
@click.option("--false", multiple=True, metavar="LEAF", help="What if this leaf were false?")
@click.option(
    "--reweight",
    multiple=True,
    metavar="[SEAT.]VALUE=WEIGHT",
    help="What if a value counted so, for a seat or for all?",
)
@faced
def whatif(face: Face, run: str, **changes: Any) -> None:
    """See what would follow in RUN, an answer or a deliberation, if something in it were otherwise; no model is asked.

    Shows which leaves would decide then. Without a change its leaves are listed.
    """
    with face.home() as home:
        key, found = home.find_run(run), home.whatif(run, **changes)
    face.show(render(compose(found).blocks, "text"), {"run": key, **found.json_value()})


@click.command()
@click.argument("run_a")
@click.argument("run_b")
@faced
def compare(face: Face, run_a: str, run_b: str) -> None:
    """Show what sets two answers or deliberations apart: what follows from each, and which leaves stand or bear
    otherwise."""
    with face.home() as home:
        found = home.compare(run_a, run_b)
        runs = {"a": home.find_run(run_a), "b": home.find_run(run_b)}
    face.show(str(found), {**runs, **found.json_value()})
