"""`foam contest`: challenge a part of an answer, a case or an examined file, answer, see what became of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import foam
from foam import short_id
from foam.cli.frame import Face, faced
from foam.cli.library import clip
from foam.cli.options import take_order
from foam.paper import compose, render

if TYPE_CHECKING:
    from foam import RunResult

_PATH = click.Path(dir_okay=False, path_type=Path)
_OUT = click.option("--out", type=_PATH, help="Write outcome and redline to a page (.html).")


@click.group()
def contest() -> None:
    """Challenge any part of an answer, a case or an examined file, and see what follows."""


@contest.command("open")
@take_order(foam.orders.ChallengeOrder)
@click.option("--dry-run", is_flag=True, help="Show what would be asked and what could change; ask no model.")
@_OUT
@faced
def _open_challenge(face: Face, order: foam.orders.ChallengeOrder, dry_run: bool, out: Path | None) -> None:
    """Challenge NODE of RUN; the part may be any id that `foam contest parts RUN` lists."""
    with face.home() as home:
        if not dry_run:
            _show(face, home.contest.open(order), out)
            return
        key, shown = home.find_run(order.run), home.contest.preview(order)
    data = {"run": key, "dry_run": True, "questions_at_most": shown.questions_at_most, **shown.json_value()}
    face.show(_text(shown), data)


@contest.command()
@take_order(foam.orders.ChallengeAnswerOrder)
@_OUT
@faced
def answer(face: Face, order: foam.orders.ChallengeAnswerOrder, out: Path | None) -> None:
    """Answer a CHALLENGE that was held open: by a person's --move, or by the checks and the judge."""
    with face.home() as home:
        _show(face, home.contest.answer(order), out)


@contest.command()
@click.argument("run")
@faced
def status(face: Face, run: str) -> None:
    """List the challenges to RUN and its later versions, what became of each, and the matters about it."""
    with face.home() as home:
        found = home.contest.status(run)
    data = {
        "run": found.run,
        "parties": list(found.parties),
        "challenges": [row.json_value() for row in found.challenges],
        "matters": [matter.json_value() for matter in found.matters],
    }
    rows = [_row_text(row) for row in found.challenges] or ["nobody has challenged it"]
    face.show("\n".join([*rows, *map(str, found.matters)]), data)


@contest.command()
@click.argument("run")
@_OUT
@click.option("--version", type=_PATH, help="Write the file as it now stands; the ending says how.")
@faced
def show(face: Face, run: str, out: Path | None, version: Path | None) -> None:
    """Show a challenge's outcome and redline again, from the record alone."""
    with face.home() as home:
        ran = home.contest.show(run)
    if version:
        if not ran.view.before.is_revised:
            raise click.UsageError("a challenge to a file makes no version of it; leave out --version")
        ran.view.after.view.save(version)
    _show(face, ran, out)


@contest.command()
@click.argument("run")
@faced
def parts(face: Face, run: str) -> None:
    """List every part of RUN that can be challenged, and how."""
    with face.home() as home:
        key, found = home.find_run(run), home.contest.parts(run)
    lines = [
        f"{part.id}  {part.kind}: {clip(part.text, 80)}\n    {', '.join(part.kinds)}" for part in found if part.kinds
    ]
    face.show("\n".join(lines), {"run": key, "parts": [part.json_value() for part in found]})


@contest.command()
@click.argument("run")
@click.argument("names", nargs=-1)
@click.option("--by", default="operator", show_default=True, help="Who says so.")
@click.option("--open-to-all", is_flag=True, help="Let anyone challenge it again.")
@faced
def parties(face: Face, run: str, names: tuple[str, ...], by: str, open_to_all: bool) -> None:
    """Show who may challenge RUN, or say that only NAMES may."""
    with face.home() as home:
        key, held = home.find_run(run), home.contest.parties(run, names, by=by, open_to_all=open_to_all)
    face.show(f"may challenge it: {', '.join(held) or 'anyone'}", {"run": key, "parties": list(held)})


def _show(face: Face, ran: RunResult[Any], out: Path | None) -> None:
    heard = ran.view
    written = heard.save(out) if out else None
    lines = [_text(heard), f"challenge {short_id(ran.run)}"]
    if heard.outcome.disposition == "for a person":
        lines += [f'a person decides: foam contest answer {short_id(ran.run)} --move concede --by NAME --because "…"']
    if heard.outcome.revised:
        lines += [f"new version {short_id(heard.after.run)}: foam contest show {short_id(ran.run)} --version FILE.html"]
    lines += [f"page: {written}"] if written else []
    data = {**heard.json_value(), "digest": ran.digest, "file": str(written) if written else None}
    face.show("\n".join(lines), data)


def _text(value: Any) -> str:
    """Without the title, which the first line says better."""
    return render(compose(value).blocks, "text")


def _row_text(row: Any) -> str:
    if row.outcome is None:
        return f"{short_id(row.run)}  {row.opened}  unfinished"
    made = row.outcome.challenge
    return f"{short_id(row.run)}  {row.opened}  {made.ground.kind} against {made.node}: {row.outcome.disposition}"
