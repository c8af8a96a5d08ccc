"""`foam config`: every setting as it holds, and whence. Changes nothing."""

from __future__ import annotations

import os

import click

from foam.cli.frame import Face, faced, home
from foam.settings import Config, load_config


@click.command()
@faced
def config(face: Face) -> None:
    """Show every setting and where its value comes from."""
    held = load_config(home(), environ=os.environ)
    face.show(_table(held), _document(held))


def _table(config: Config) -> str:
    rows = [("home", str(config.home), "")] + [(h.name, str(h.value), h.source) for h in config.held()]
    widths = [max(len(row[i]) for row in rows) for i in (0, 1)]
    return "\n".join(f"{n:<{widths[0]}}  {v:<{widths[1]}}  {s}".rstrip() for n, v, s in rows)


def _document(config: Config) -> dict[str, object]:
    return {"home": str(config.home), "settings": [h.json_value() for h in config.held()]}
