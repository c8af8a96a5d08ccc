"""`foam person`: personal files, kept under a key each, which can be held, handed out and erased."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from foam.cli.frame import Face, faced, leave

if TYPE_CHECKING:
    from foam.home.persons import PersonalFile, PersonErasure

_BY = click.option("--by", default="records-clerk", show_default=True, help="Who does it; it stays on record.")


@click.group()
def person() -> None:
    """Keep what belongs to a person or a case under a key of its own; hold it, hand it out, erase it for good."""


@person.command(name="open")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--kind", default="case", show_default=True, help="What kind of file; days of retention go by it.")
@_BY
@faced
def open_(face: Face, names: tuple[str, ...], kind: str, by: str) -> None:
    """Open a personal file about NAME and print its id; with FOAM_PERSON set to it, all work is done in it."""
    with face.home() as home:
        made = home.person.open(*names, kind=kind, by=by)
    face.show(f"{made.person}\nwork in it with: export FOAM_PERSON={made.person}", made.json_value())


@person.command(name="list")
@faced
def list_(face: Face) -> None:
    """List personal files, and those that were erased."""
    with face.home() as home:
        found, gone = home.person.list(), home.person.erased()
    lines = [_describe(one) for one in found]
    lines += [f"{one.person}  erased on {one.at[:10]} by {one.by} ({one.rule}): {one.because}" for one in gone]
    data = {"files": [one.json_value() for one in found], "erased": [one.json_value() for one in gone]}
    face.show("\n".join(lines) or "there are no personal files", data)


@person.command()
@click.argument("person")
@faced
def show(face: Face, person: str) -> None:
    """Say whom PERSON's file is about and how much it holds."""
    with face.home() as home:
        found = home.person.show(person)
    face.show(_describe(found), found.json_value())


@person.command()
@click.argument("person")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@_BY
@faced
def add(face: Face, person: str, paths: tuple[Path, ...], by: str) -> None:
    """Put documents into PERSON's file; they are the library of whoever works in it."""
    with face.home() as home:
        done = home.person.add(person, *paths, by=by)
    lines = [f"d:{one[:8]}" for one in done.documents] + [f"not read: {one}" for one in done.rejected]
    face.show("\n".join(lines) or "nothing new", done.json_value())
    leave(not done.rejected)


@person.command()
@click.argument("person")
@click.option("--because", required=True, help="Why; it stands in the file.")
@_BY
@faced
def hold(face: Face, person: str, because: str, by: str) -> None:
    """Put PERSON's file on legal hold: nothing erases it, by request or by retention."""
    with face.home() as home:
        done = home.person.hold(person, because=because, by=by)
    face.show(f"held since {done.at[:19]}", done.json_value())


@person.command()
@click.argument("person")
@click.option("--because", required=True, help="Why; it stands in the file.")
@_BY
@faced
def release(face: Face, person: str, because: str, by: str) -> None:
    """End the legal hold of PERSON's file."""
    with face.home() as home:
        done = home.person.release(person, because=because, by=by)
    face.show(f"released {done.at[:19]}", done.json_value())


@person.command()
@click.argument("person")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@faced
def export(face: Face, person: str, file: Path) -> None:
    """Write everything that is held in PERSON's file to FILE (.json, .pdf, .html, .docx, .md, .txt)."""
    with face.home() as home:
        home.person.export(person).save(file)
    face.show(f"wrote {file}", {"person": person, "file": str(file)})


@person.command()
@click.argument("person")
@click.option("--because", required=True, help="On whose request; it stays on record.")
@click.option("--rule", required=True, help="Under which rule; it stays on record.")
@click.option("--account", "accounts", multiple=True, help="An account that is forgotten too; may be given again.")
@_BY
@click.option("--plan", is_flag=True, help="Only say what would go.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@faced
def erase(face: Face, person: str, plan: bool, yes: bool, **given: Any) -> None:
    """Erase PERSON's file: its key and everything kept under it; nothing brings it back.

    The record still verifies and says what was erased, when, by whom and under which rule. Started again after it was
    cut short, it ends. Exit 1 when words of the file, or a run that its appeal rested on, stand in the open elsewhere
    in the home; they are named. PERSON is the id of a file, or of a run or a matter in it.
    """
    with face.home() as home:
        if not yes and not plan:
            planned = home.person.erase(person, **given, plan=True)
            face.note(f"{planned.person}: {planned.entries} recorded decisions would go")
            click.confirm("Erase this for good?", abort=True, err=True)
        done = home.person.erase(person, **given, plan=plan)
    face.show(_tell(done, plan), {"ok": done.ok, **done.json_value()})
    leave(done.ok)


@person.command()
@click.option("--plan", is_flag=True, help="Only say what would go.")
@_BY
@faced
def retain(face: Face, plan: bool, by: str) -> None:
    """Erase every file that is past the days of its kind (`retention` in the settings) and not held."""
    with face.home() as home:
        done = home.person.retain(by=by, plan=plan)
    lines = [_tell(one, plan) for one in done]
    face.show("\n".join(lines) or "nothing is due", {"erased": [one.json_value() for one in done], "planned": plan})
    leave(all(one.ok for one in done))


def _describe(one: PersonalFile) -> str:
    held = f"  held by {one.hold.by}: {one.hold.because}" if one.hold else ""
    counts = f"{one.documents} documents, {one.entries} decisions, last {one.last[:10]}"
    return f"{one.person}  {one.kind}  {', '.join(one.names)}  {counts}{held}"


def _tell(done: PersonErasure, plan: bool) -> str:
    if plan:
        return f"{done.person}: {done.entries} recorded decisions would go"
    lines = [f"{done.person} is erased: its key, and {done.entries} recorded decisions"]
    lines += [f"  words of it stand in the open in {path}" for path in done.left or ()]
    lines += [f"  a matter of it rested on run {run[:15]}, which is kept in the open: foam erase" for run in done.runs]
    if done.left is None:
        lines.append("  it was begun before; what stands in the open elsewhere was not looked for")
    return "\n".join([*lines, f"noted as {done.entry}"])
