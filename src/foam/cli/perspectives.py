"""`foam perspectives`: who can sit at the table, who would disagree, whom a table leaves out. Asks no model."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from foam.cli.deliberate import read_perspective
from foam.cli.desk import configured
from foam.cli.frame import Face, faced
from foam.errors import NotFound
from foam.pack.loader import Pack, load_pack
from foam.perspective.coherence import coherence
from foam.perspective.diversity import disagreeing, seating
from foam.perspective.governance import breaches
from foam.perspective.node import Perspective
from foam.text.wrap import wrapped

_PACK = click.option("--pack", help="The domain pack [the setting `pack`].")


@click.group()
def perspectives() -> None:
    """List, show, suggest and check perspectives."""


@perspectives.command("list")
@_PACK
@faced
def list_(face: Face, pack: str | None) -> None:
    """List the pack's perspectives, how much they differ, and whom they leave out."""
    chosen = _pack(pack)
    table = seating(chosen.perspectives, stakeholders=chosen.stakeholders, values=[value.id for value in chosen.values])
    lines = [f"{seat.id:<22} {_ranked(seat)}" for seat in chosen.perspectives]
    lines += ["", f"diversity {table.diversity.mean:.2f}; most alike: {' and '.join(table.diversity.closest)}"]
    lines += [f"nobody speaks for: {', '.join(s.label or s.id for s in table.missing)}"] if table.missing else []
    data = {"perspectives": [seat.json_value() for seat in chosen.perspectives], "seating": table.json_value()}
    face.show("\n".join(lines), data)


@perspectives.command()
@click.argument("id_")
@_PACK
@faced
def show(face: Face, id_: str, pack: str | None) -> None:
    """Show one perspective with its commitments and its coherence."""
    seat = _found(_pack(pack), id_)
    held = coherence(seat.dimensions)
    lines = [seat.id, wrapped(seat.description, indent="  "), f"  values: {_ranked(seat)}"]
    lines += [f"  {name}: {words}" for name, words in seat.commitments().items()]
    lines += [f"  coherence {held.score:.2f}"]
    face.show("\n".join(lines), {**seat.json_value(), "coherence": held.json_value()})


@perspectives.command()
@click.argument("seats", nargs=-1, required=True)
@_PACK
@faced
def suggest(face: Face, seats: tuple[str, ...], pack: str | None) -> None:
    """Rank the pack's other perspectives by how much they would disagree with SEATS."""
    chosen = _pack(pack)
    contrasts = disagreeing(chosen.perspectives, [_found(chosen, id) for id in seats])
    lines = [f"{c.id:<22} disagrees {c.mean:.2f} on average, {c.least:.2f} with the nearest" for c in contrasts]
    data = {"suggestions": [contrast.json_value() for contrast in contrasts]}
    face.show("\n".join(lines) or "every perspective of the pack is seated", data)


@perspectives.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_PACK
@faced
def check(face: Face, files: tuple[Path, ...], pack: str | None) -> None:
    """Check perspective files against the catalogue and the pack's limits; exit 1 if one is not permitted."""
    limits = _pack(pack).limits
    checked = [(path, read_perspective(path)) for path in files]
    found = [(path, breach) for path, seat in checked for breach in breaches(seat, limits)]
    lines = [f"{path}: {breach.what}; {breach.remedy}" for path, breach in found]
    data: dict[str, Any] = {
        "ok": not found,
        "checked": len(checked),
        "failures": [{"file": str(path), **breach.json_value()} for path, breach in found],
    }
    face.show("\n".join(lines) or f"ok: {len(checked)} checked", data)
    sys.exit(1 if found else 0)


def _pack(name: str | None) -> Pack:
    return load_pack(configured(pack=name).settings.pack)


def _found(pack: Pack, id: str) -> Perspective:
    for seat in pack.perspectives:
        if seat.id == id:
            return seat
    raise NotFound(f"no perspective {id!r}", hint=f"there are {', '.join(seat.id for seat in pack.perspectives)}")


def _ranked(seat: Perspective) -> str:
    return " > ".join(" = ".join(tier) for tier in seat.ranking)
