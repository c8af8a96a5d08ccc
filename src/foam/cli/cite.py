"""`foam cite`: the sentence a pointer names, in its context."""

from __future__ import annotations

import click

from foam.cli.frame import Face, faced
from foam.cli.library import number_sentence


@click.command()
@click.argument("pointer")
@click.option("--around", type=click.IntRange(min=0), default=2, show_default=True, help="Sentences before and after.")
@faced
def cite(face: Face, pointer: str, around: int) -> None:
    """Show the sentence POINTER names (d:3f9a2c#s47), marked in its context, with its citation."""
    with face.home() as home:
        found = home.cite(pointer, around=around)
    lines = [
        number_sentence(found.document, number, mark="> " if number == found.number else "  ")
        for number in found.numbers
    ]
    above = [f"Heading of its table: {found.heading}"] if found.heading else []
    above += [f"It {found.standing}."] if found.standing else []
    face.show("\n".join([*lines, "", *above, found.cite]), found.data())
