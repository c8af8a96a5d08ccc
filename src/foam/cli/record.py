"""`foam record`: list, show, verify, copy, replay, price and export what was recorded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from foam import check_growth
from foam.cli.frame import Face, faced, leave
from foam.paper import clean, save


@click.group()
def record() -> None:
    """List, show, verify, replay and export what was recorded."""


@record.command("list")
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most so many runs, the newest."
)
@faced
def list_runs(face: Face, limit: int) -> None:
    """List the runs, oldest first."""
    with face.home() as home:
        runs = home.record.list()
        latest = runs[-limit:]
        text = home.record.describe(latest, total=len(runs))
        rows = [home.record.data(run) for run in latest]
    face.show(text, {"runs": rows, "total": len(runs)})


@record.command()
@click.argument("key", metavar="ID")
@click.option("--lineage", "with_lineage", is_flag=True, help="Also what it rests on, directly or through others.")
@click.option("--dependants", "with_dependants", is_flag=True, help="Also what rests on it.")
@faced
def show(face: Face, key: str, **options: bool) -> None:
    """Show a run or an entry; ID may be the first digits."""
    with face.home() as home:
        found = home.record.show(key, **options)
        text, data = home.record.describe(found), home.record.data(found)
    face.show(text, data)


@record.command()
@click.option("--head", help="A head noted earlier (in a letter, a bundle, by hand): all that was there must be there.")
@faced
def verify(face: Face, head: str | None) -> None:
    """Re-derive every digest; whatever does not match is named, and the exit code is 1.

    The last line is the head of the record now. Keep it somewhere else: who has it can tell later whether anything was
    taken away or rewritten, however well that was hidden.
    """
    with face.home() as home:
        report = home.record.verify(head=head)
        text = home.record.describe(report)
    face.show(text, {"ok": report.ok, **report.json_value()})
    leave(report.ok)


@record.command()
@faced
def head(face: Face) -> None:
    """Print the head of the record: the number of its appends and the root of the tree over them."""
    with face.home() as home:
        found = home.record.head()
    face.show(str(found), {"head": str(found), **found.json_value()})


@record.command()
@click.argument("earlier", metavar="HEAD")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file instead of stdout.")
@faced
def prove(face: Face, earlier: str, output: Path | None) -> None:
    """Prove that the record only grew since HEAD; whoever has both heads can `check` it without the record."""
    with face.home() as home:
        proof = home.record.prove(earlier)
    text = proof.model_dump_json(indent=1)
    if output is None:
        face.show(text, proof.json_value())
    else:
        save(output, text + "\n")
        face.show(f"wrote {output}: from {proof.earlier} to {proof.later}", {"output": str(output)})


@record.command()
@click.argument("file", metavar="PROOF", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--from", "earlier", required=True, metavar="HEAD", help="The head you noted earlier.")
@click.option("--to", "later", required=True, metavar="HEAD", help="The head you were given now.")
@faced
def check(face: Face, file: Path, earlier: str, later: str) -> None:
    """Check a proof with nothing but two heads; exit 1 when it does not hold."""
    found = check_growth(file, earlier=earlier, later=later)  # it needs no home
    face.show("ok: the record only grew" if found.ok else f"FAILED: {found.reason}", found.json_value())
    leave(found.ok)


@record.command()
@click.option("--because", required=True, help="What happened: a failed disk, a copy put back.")
@click.option("--by", default="operator", show_default=True, help="Who says so.")
@faced
def restored(face: Face, because: str, by: str) -> None:
    """Declare that the record was restored from an older copy; the loss and the reason stay on record."""
    with face.home() as home:
        entry = home.record.restored(because=because, by=by)
    face.show(f"noted as {entry.key}: what was logged up to {entry.draft.question['lost']} is lost", {"key": entry.key})


@record.command()
@click.option("--to", required=True, metavar="URL", help="postgresql://user@host/database, or the path of a file.")
@faced
def copy(face: Face, to: str) -> None:
    """Copy the record to a database or a file, byte for byte, and verify the copy.

    The other end must be empty or hold the beginning of this record; then only what is missing is added. Nothing is
    removed here. Set record.url to the address to work with the copy.
    """
    with face.home() as home:
        done = home.record.copy(to=to)
    face.show(
        f"copied: {done.lines} lines were added; {done.entries} entries verify, and the head is the same: {done.head}",
        {**done.json_value(), "head": str(done.head)},
    )


@record.command()
@click.argument("run_a")
@click.argument("run_b")
@faced
def diff(face: Face, run_a: str, run_b: str) -> None:
    """Compare the decisions of two runs, matched by kind and question."""
    with face.home() as home:
        found = home.record.diff(run_a, run_b)
        text = home.record.describe(found)
        runs = {"a": home.find_run(run_a), "b": home.find_run(run_b)}
    face.show(text, {**runs, **found.json_value()})


@record.command()
@click.argument("run")
@faced
def replay(face: Face, run: str) -> None:
    """Compute a run's views again from the record alone, with no model, and compare."""
    with face.home(waits=True) as home:
        report = home.record.replay(run)
        text, data = home.record.describe(report), home.record.data(report)
    face.show(text, data)
    leave(report.ok)


@record.command()
@click.argument("run")
@faced
def cost(face: Face, run: str) -> None:
    """Say what a run cost in questions, tokens and money, by role, by step and by model.

    Tokens are what endpoints said of their answers; prices are those that held while it ran.
    """
    with face.home() as home:
        found = home.record.cost(run)
        text = home.record.describe(found)
    face.show(text, found.json_value())


@record.command()
@click.argument("run")
@click.option(
    "--format", "form", type=click.Choice(["json", "turtle", "provn"]), default="json", show_default=True,
    help="PROV-JSON, PROV-O in Turtle, or PROV-N.",
)  # fmt: skip
@click.option("--operator", help="On whose behalf software decided [the setting `operator`].")
@click.option("--person", is_flag=True, help="The operator is a person; otherwise an organization.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file instead of stdout.")
@faced
def export(face: Face, run: str, form: Any, operator: str | None, person: bool, output: Path | None) -> None:
    """Export a run as W3C PROV, checked against our rules and shapes; exit 1 when it breaks one."""
    with face.home() as home:
        found = home.record.export(run, form=form, operator=operator, person=person)
    for complaint in found.complaints:
        face.note(clean(f"{complaint.rule}: {complaint.about} {complaint.says}"))
    ok = not found.complaints
    data = {"run": found.run, "format": form, "ok": ok, "complaints": [one.json_value() for one in found.complaints]}
    if output is None:
        content: Any = json.loads(found.text) if form == "json" else found.text
        face.show(found.text, {**data, "document": content})
    else:
        save(output, found.text)
        face.show(f"wrote {output}", {**data, "output": str(output)})
    leave(ok)
