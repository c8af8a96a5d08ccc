"""`foam examine`: find what is wrong in a file of documents."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import foam
from foam.cli.frame import BUDGET, Face, FileOption, faced, read_pairs, tell_cost

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("files", nargs=-1, type=_PATH, metavar="FILE...")
@click.option("--decision", type=_PATH, help="The letter that is examined: a path, or its name among FILE...")
@click.option(
    "--rules", multiple=True, type=_PATH, help="The rules that it rests on: a path, or a name among FILE...; repeat it."
)
@click.option(
    "--role", "roles", multiple=True, metavar="NAME=ROLE", callback=read_pairs,
    help="The role of an author, by the name of the document or the author: party, authority, independent, unknown.",
)  # fmt: skip
@click.option("--model", help="A model that writes, which reads the file as well; without it none is asked.")
@BUDGET
@click.option("--out", cls=FileOption, kind="Examination", help="Write the report to this file")
@faced
def examine(face: Face, files: tuple[Path, ...], out: Path | None, **options: Any) -> None:
    """Examine the documents of a file: FILE... are documents or folders of them.

    Quotations and reports are held against their source, documents against each other, and what is referred to is
    looked for. Each finding shows the sentences it rests on, who said them, and what to do. No model is asked, unless
    one is named with --model: it reads the file once, and what it finds is checked by code and looked at again.
    """
    if out:
        foam.Examination.check_ending(out)
    with face.home() as home:
        ran = home.examine(*files, **options)
        written = ran.view.save(out) if out else None
        cost, spent = tell_cost(home, ran)
    run = foam.short_id(ran.run)
    lines = [f"report: {written}", ran.view.describe_count()] if written else [str(ran.view).rstrip()]
    asked = [str(ran.view.reading)] if ran.view.reading else []
    data = {"run": ran.run, "digest": ran.digest, **ran.view.data(), **(spent if asked else {})}
    face.show("\n".join([*lines, "", *asked, *cost, f"run {run}"]), data)
