"""`foam config`: every setting as it holds, and where its value comes from."""

from __future__ import annotations

import click

from foam.cli.frame import Face, faced


@click.command()
@faced
def config(face: Face) -> None:
    """Show every setting and where its value comes from."""
    with face.home() as home:
        held = home.config()
    rows = [("home", str(held.home), ""), *((one.name, str(one.value), one.source) for one in held.held())]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [f"{name:<{widths[0]}}  {value:<{widths[1]}}  {source}".rstrip() for name, value, source in rows]
    face.show("\n".join(lines), {"home": str(held.home), "settings": [one.json_value() for one in held.held()]})
