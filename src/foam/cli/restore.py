"""`foam restore`: put a copy of a home back."""

from __future__ import annotations

from pathlib import Path

import click

from foam.cli.frame import Face, faced


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--keys",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The copy of the keys of personal files (foam backup --keys).",
)
@faced
def restore(face: Face, file: Path, keys: Path | None) -> None:
    """Put the copy FILE back into a home that holds nothing yet but keys and models; nothing is overwritten.

    Every file is held against its digest first. Personal files that were erased since the copy was made are erased
    again: which ones, the keys tell.
    """
    with face.home() as home:
        done = home.restore(file, keys=keys)
    lines = [f"restored {done.files} files of {done.at[:19]}, head {done.head}"]
    lines += [f"  {person} was erased since and is erased again" for person in done.erased_again]
    face.show("\n".join(lines), done.json_value())
