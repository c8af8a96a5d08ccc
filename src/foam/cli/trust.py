"""`foam trust`: allow a folder of state that is not your own."""

from __future__ import annotations

from pathlib import Path

import click

from foam.cli.frame import Face, faced


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
