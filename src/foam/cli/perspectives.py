"""`foam perspectives`: who can sit at the table, who would disagree, whom a table leaves out; and the store."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from foam.cli.frame import Face, faced, leave
from foam.cli.options import run_options
from foam.paper import wrap

if TYPE_CHECKING:
    from foam import Perspective

_PACK = click.option("--pack", help="The domain pack [the setting `pack`].")


@click.group()
def perspectives() -> None:
    """List, check, search and generate perspectives."""


@perspectives.command("list")
@_PACK
@faced
def _list_perspectives(face: Face, pack: str | None) -> None:
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
    """Show one perspective with its commitments, its coherence and what its dimensions make it do."""
    with face.home() as home:
        page = home.perspectives.show(name, pack=pack)
    seat = page.perspective
    lines = [seat.id, wrap(seat.description, indent="  "), f"  values: {_rank_values(seat)}"]
    lines += [f"  {dimension}: {words}" for dimension, words in seat.commitments().items()]
    lines += [f"  coherence {page.coherence.score:.2f}"]
    lines += [f"  {what}: {how}" for what, how in page.effects.items()]
    face.show("\n".join(lines), page.data())


@perspectives.command()
@click.argument("seats", nargs=-1, required=True)
@_PACK
@faced
def suggest(face: Face, seats: tuple[str, ...], pack: str | None) -> None:
    """Rank others, of the pack and of the store, by how much they would disagree with SEATS."""
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


@perspectives.command()
@click.argument("words", nargs=-1, required=True)
@_PACK
@click.option("--limit", type=click.IntRange(min=1), default=10, show_default=True, help="How many to show.")
@faced
def search(face: Face, words: tuple[str, ...], pack: str | None, limit: int) -> None:
    """Search the store and every pack for perspectives that WORDS describe; exit 1 if there is none."""
    with face.home() as home:
        found = home.perspectives.search(" ".join(words), pack=pack, limit=limit)
    lines = []
    for hit in found:
        seat = hit.found.perspective
        lines += [f"{hit.found.score:.2f}  {seat.id:<28} {hit.found.origin}", wrap(seat.description, indent="      ")]
        lines += [f"      not in this pack: {hit.breaches[0].what}"] if hit.breaches else []
    face.show("\n".join(lines) or "no perspective is found by these words", {"found": [h.json_value() for h in found]})
    leave(bool(found))


@perspectives.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_PACK
@faced
def add(face: Face, file: Path, pack: str | None) -> None:
    """Keep the perspective in FILE (.toml), so that it can be found and seated in any pack that permits it.

    A value that neither a shipped pack nor yours names is refused."""
    with face.home() as home:
        added = home.perspectives.add(file, pack=pack)
    face.show(f"{'kept' if added.is_new else 'there already'}: {added.perspective.id}", added.json_value())


@perspectives.command()
@click.argument("question")
@run_options
@click.option("--most", type=int, default=4, show_default=True, help="How many seats at most.")
@faced
def generate(face: Face, question: str, **options: Any) -> None:
    """Make seats for QUESTION from those whom it concerns, and keep them; exit 1 if there are not enough.

    They keep the pack's limits and differ from each other. Seat them with foam deliberate --seat ID.
    """
    with face.home() as home:
        ran = home.perspectives.generate(question, **options)
    lines = []
    for one in ran.view.seats:
        lines += [f"{one.perspective.id:<28} {_rank_values(one.perspective)}   ({one.origin})"]
        lines += [wrap(one.perspective.description, indent="    ")]
    if not ran.view.ok:
        lines += [f"declined: {len(ran.view.seats)} of the {ran.view.needed} seats that a table needs; nothing is kept"]
        lines += ["add documents in which those concerned speak, stakeholders to the pack, or use a model that writes"]
    if ran.view.ok:
        seats = " ".join(f"--seat {one.perspective.id}" for one in ran.view.seats)
        where = f"--pack {shlex.quote(ran.view.pack)}" + (" --library" if options["library"] else "")
        lines += ["seat them:", f"    foam deliberate {shlex.quote(question)} {where} {seats}"]
    lines += [f"not seated: {one.who}: {one.reason}" for one in ran.view.refused]
    face.show("\n".join(lines), {"run": ran.run, "ok": ran.view.ok, **ran.view.json_value()})
    leave(ran.view.ok)


def _rank_values(seat: Perspective) -> str:
    return " > ".join(" = ".join(tier) for tier in seat.ranking)
