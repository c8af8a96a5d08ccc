"""`foam whatif`: change one thing in a finished deliberation or answer and see what would move. Asks no model."""

from __future__ import annotations

from typing import Any

import click

from foam.cli.frame import Face, faced
from foam.paper import compose, render


@click.command()
@click.argument("run")
@click.option("--remove", multiple=True, metavar="NODE", help="What if this had not been said?")
@click.option("--restore", multiple=True, metavar="NODE", help="What if this had not been taken back?")
@click.option("--flip", multiple=True, metavar="NODE", help="What if this objection or response were judged otherwise?")
@click.option(
    "--reweight",
    multiple=True,
    metavar="[SEAT.]VALUE=WEIGHT",
    help="What if a value counted so, for a seat or for all?",
)
@click.option("--overturn", metavar="CLAIM", help="The smallest changes that would overturn this claim.")
@click.option(
    "--robust", is_flag=True, help="Which claims stand under every ordering of the values, and which nobody attacked."
)
@click.option("--true", multiple=True, metavar="LEAF", help="Of an answer: what if this leaf were true?")
@click.option("--false", multiple=True, metavar="LEAF", help="Of an answer: what if this leaf were false?")
@faced
def whatif(face: Face, run: str, **changes: Any) -> None:
    """See what would move in RUN if something in it were otherwise; no model is asked.

    Of an answer of `foam ask` leaves are turned: what would follow, and which leaves would decide then. Without a
    change its leaves are listed.
    """
    with face.home() as home:
        key, found = home.find_run(run), home.whatif(run, **changes)
    face.show(render(compose(found).blocks, "text"), {"run": key, **found.json_value()})
