"""`foam backup`: copy the home to one file."""

from __future__ import annotations

from pathlib import Path

import click

from foam.cli.frame import Face, faced


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--keys", is_flag=True, help="Copy the keys of personal files, and nothing else; keep them elsewhere.")
@faced
def backup(face: Face, file: Path, keys: bool) -> None:
    """Copy the home to FILE, as it is at one moment, also while a run goes on.

    Models and indexes are not in it, nor the keys of personal files: without them, nothing of a personal file can be
    read from the copy. Copy the keys to another place with --keys, anew after every erasure.
    """
    with face.home() as home:
        done = home.backup(file, keys=keys)
    for one in done.apart:
        face.note(f"the {one} is in a database and not in the file: copy it with pg_dump, or with foam {one} copy")
    what = "keys" if keys else "files"
    face.show(f"wrote {done.file}: {done.files} {what}{f', head {done.head}' if done.head else ''}", done.json_value())
