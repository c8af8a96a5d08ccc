"""`foam backup` and `foam restore`: copy the home to one file, and put a copy back."""

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
