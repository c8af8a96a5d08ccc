"""`foam compare`: two answers side by side. Asks no model."""

from __future__ import annotations

import click

from foam.cli.frame import Face, faced


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
