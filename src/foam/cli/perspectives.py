"""`foam perspectives`: who can sit at the table, who would disagree, whom a table leaves out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from foam.cli.frame import Face, faced, leave
from foam.paper import wrap

if TYPE_CHECKING:
    from foam import Perspective

_PACK = click.option("--pack", help="The domain pack [the setting `pack`].")


@click.group()
def perspectives() -> None:
    """List, show, suggest and check perspectives."""


@perspectives.command("list")
@_PACK
@faced
def list_perspectives(face: Face, pack: str | None) -> None:
    """List the pack's perspectives, how much they differ, and whom they leave out."""
    with face.home() as home:
        found = home.perspectives.list(pack=pack)
    table = found.seating
    lines = [f"{seat.id:<22} {_rank_values(seat)}" for seat in found.perspectives]
    lines += ["", f"diversity {table.diversity.mean:.2f}; most alike: {' and '.join(table.diversity.closest)}"]
    lines += [f"nobody speaks for: {', '.join(s.label or s.id for s in table.missing)}"] if table.missing else []
    face.show("\n".join(lines), found.json_value())


@perspectives.command()
@click.argument("name", metavar="ID")
@_PACK
@faced
def show(face: Face, name: str, pack: str | None) -> None:
    """Show one perspective with its commitments and its coherence."""
    with face.home() as home:
        page = home.perspectives.show(name, pack=pack)
    seat = page.perspective
    lines = [seat.id, wrap(seat.description, indent="  "), f"  values: {_rank_values(seat)}"]
    lines += [f"  {dimension}: {words}" for dimension, words in seat.commitments().items()]
    lines += [f"  coherence {page.coherence.score:.2f}"]
    face.show("\n".join(lines), page.data())


@perspectives.command()
@click.argument("seats", nargs=-1, required=True)
@_PACK
@faced
def suggest(face: Face, seats: tuple[str, ...], pack: str | None) -> None:
    """Rank the pack's other perspectives by how much they would disagree with SEATS."""
    with face.home() as home:
        found = home.perspectives.suggest(*seats, pack=pack)
    lines = [f"{one.id:<22} disagrees {one.mean:.2f} on average, {one.least:.2f} with the nearest" for one in found]
    data = {"suggestions": [one.json_value() for one in found]}
    face.show("\n".join(lines) or "every perspective of the pack is seated", data)


@perspectives.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_PACK
@faced
def check(face: Face, files: tuple[Path, ...], pack: str | None) -> None:
    """Check perspective files against the catalogue and the pack's limits; exit 1 if one is not permitted."""
    with face.home() as home:
        found = home.perspectives.check(*files, pack=pack)
    lines = [f"{one.file}: {one.what}; {one.remedy}" for one in found.failures]
    face.show("\n".join(lines) or f"ok: {found.checked} checked", found.json_value())
    leave(found.ok)


def _rank_values(seat: Perspective) -> str:
    return " > ".join(" = ".join(tier) for tier in seat.ranking)
