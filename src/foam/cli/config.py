"""`foam config` and `foam trust`: every setting and where its value comes from, and which folders may have some."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from foam import InputError
from foam.cli.frame import Face, faced


@click.command()
@click.option("--set", "changes", multiple=True, metavar="NAME=VALUE", help="Write a setting to the home's file first.")
@faced
def config(face: Face, changes: tuple[str, ...]) -> None:
    """Show every setting and where its value comes from.

    With --set, a setting is changed in the file first and the rest of the file stays; keys are not written.
    """
    with face.home() as home:
        held = home.change(dict(map(_read_change, changes))) if changes else home.config()
    rows = [("home", str(held.home), ""), *((one.name, str(one.value), one.source) for one in held.held())]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [f"{name:<{widths[0]}}  {value:<{widths[1]}}  {source}".rstrip() for name, value, source in rows]
    face.show("\n".join(lines), {"home": str(held.home), "settings": [one.json_value() for one in held.held()]})


def _read_change(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise InputError(f"not NAME=VALUE: {text!r}", hint="such as --set token_budget=100000")
    return name.strip(), value.strip()


@click.command()
@click.argument("folder", default=".foam", type=click.Path(file_okay=False, path_type=Path))
@click.option("--revoke", is_flag=True, help="Take the permission back.")
@click.option("--list", "listed", is_flag=True, help="List what was allowed.")
@faced
def trust(face: Face, folder: Path, revoke: bool, listed: bool) -> None:
    """Allow FOLDER [.foam here] to be used as home when you work beside it.

    It is allowed as it is: when its configuration changes, it must be allowed again.
    """
    with face.home() as home:
        if listed:
            known = home.trusted()
            face.show("\n".join(known) or "no folder was allowed", {"trusted": sorted(known)})
            return
        path = home.trust(folder, revoke=revoke)
    said = "is no longer allowed" if revoke else "is allowed as it is now"
    face.show(f"{path} {said}", {"folder": str(path), "trusted": not revoke})
