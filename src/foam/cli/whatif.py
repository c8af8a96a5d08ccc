"""`foam whatif`: turn a leaf of an answer round, or weigh otherwise, and see what would follow. Asks no model."""

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
