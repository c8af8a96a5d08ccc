"""`foam dossier`: read a deliberation off the record and show it. Asks no model."""

from __future__ import annotations

import webbrowser
from contextlib import closing
from pathlib import Path

import click

from foam.cli.dossier_files import FORMATS, write_dossier
from foam.cli.frame import Face, faced, home
from foam.contest.job import load_file
from foam.contest.subject import DossierFile
from foam.deliberation.dossier import Dossier
from foam.deliberation.views.markdown import markdown
from foam.errors import InputError
from foam.record.runs import find_run
from foam.record.sqlite import open_record
from foam.record.store import Store
from foam.values import short


@click.group()
def dossier() -> None:
    """Show, open and export the dossier of a deliberation."""


@dossier.command()
@click.argument("run")
@faced
def show(face: Face, run: str) -> None:
    """Print the dossier of RUN as Markdown."""
    _, found = load(run)
    face.show(markdown(found), found.json_value())


@dossier.command()
@click.argument("run")
@click.option("--no-browser", is_flag=True, help="Only write the page and name it.")
@faced
def open(face: Face, run: str, no_browser: bool) -> None:
    """Write the page of RUN and open it in a browser."""
    key, found = load(run)
    folder = home() / "dossiers"
    folder.mkdir(parents=True, exist_ok=True)
    path = write_dossier(found, folder / f"{key[3:15]}.html")
    opened = not no_browser and webbrowser.open(path.resolve().as_uri())
    face.show(str(path), {"run": key, "file": str(path), "opened": opened})


@dossier.command()
@click.argument("run")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@faced
def export(face: Face, run: str, file: Path) -> None:
    """Write the dossier of RUN to FILE; its ending says how."""
    key, found = load(run)
    write_dossier(found, file)
    face.show(f"wrote {file}", {"run": key, "file": str(file)})


@dossier.command()
@faced
def schema(face: Face) -> None:
    """Print the JSON Schema of the dossier."""
    import json

    document = Dossier.model_json_schema(mode="serialization")
    face.show(json.dumps(document, indent=2), document)


export.help = f"Write the dossier of RUN to FILE; its ending says how: {', '.join(FORMATS)}."


def load(prefix: str) -> tuple[str, Dossier]:
    """The run's key and its dossier, computed from the record alone; a challenge gives the version it left."""
    with closing(open_record(home())) as store:
        key = find_run(store, prefix)
        return key, dossier_file(store, key).dossier


def dossier_file(store: Store, run: str) -> DossierFile:
    """The deliberation of a run, or the version that a challenge to it left."""
    file = load_file(store, run)
    if not isinstance(file, DossierFile):
        raise InputError(f"{short(run)} is about a case, not a dossier", hint="read it with: foam contest show RUN")
    return file
