"""`foam cite`: the sentence a pointer names, in its context. Knows nothing but pointers."""

from __future__ import annotations

import click

from foam.cli.frame import Face, faced
from foam.cli.library import opened
from foam.evidence import pages as page
from foam.text.pointer import parse_pointer


@click.command()
@click.argument("pointer")
@click.option("--around", type=click.IntRange(min=0), default=2, show_default=True, help="Sentences before and after.")
@faced
def cite(face: Face, pointer: str, around: int) -> None:
    """Show the sentence POINTER names (d:3f9a2c#s47), marked in its context, with its citation."""
    asked = parse_pointer(pointer)
    with opened() as held:
        found = held.sentence(asked)
        document = held.document(found.pointer.document)
    number = found.pointer.sentence
    face.show(page.cited_text(document, number, around=around), page.cited_data(document, number, around=around))
