"""`foam dossier`: read an answer off the record, with seats or without, and show it."""

from __future__ import annotations

import json
import webbrowser
from pathlib import Path

import click

import foam
from foam.cli import endings
from foam.cli.frame import Face, faced


@click.group()
def dossier() -> None:
    """Show, open and export an answer, with or without seats: its tree, its sentences, and what was objected."""


@dossier.command()
@click.argument("run")
@faced
def show(face: Face, run: str) -> None:
    """Print the dossier of RUN as Markdown."""
    with face.home() as home:
        found = home.dossier.show(run).dossier
    face.show(found.render("md"), found.json_value())


@dossier.command("open")
@click.argument("run")
@click.option("--no-browser", is_flag=True, help="Only write the page and name it.")
@faced
def open_page(face: Face, run: str, no_browser: bool) -> None:
    """Write the page of RUN and open it in a browser."""
    with face.home() as home:
        read = home.dossier.show(run)
        folder = home.dossier.find_folder(read.run)
    path = read.dossier.save(folder / f"{read.run[3:15]}.html")
    opened = not no_browser and webbrowser.open(path.resolve().as_uri())
    face.show(str(path), {"run": read.run, "file": str(path), "opened": opened})


@dossier.command(help=f"Write the dossier of RUN to FILE; its ending says how: {', '.join(endings.ANSWER)}.")
@click.argument("run")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@faced
def export(face: Face, run: str, file: Path) -> None:
    with face.home() as home:
        read = home.dossier.show(run)
    read.dossier.save(file)
    face.show(f"wrote {file}", {"run": read.run, "file": str(file)})


@dossier.command()
@faced
def schema(face: Face) -> None:
    """Print the JSON Schema of the dossier."""
    document = foam.Answer.model_json_schema(mode="serialization")
    face.show(json.dumps(document, indent=2), document)
