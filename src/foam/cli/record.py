"""`foam record`: list, show, verify, compare, replay and export what was recorded. Writes nothing into the record."""

from __future__ import annotations

import json
import os
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from foam.cli.frame import Face, faced, home
from foam.errors import InputError
from foam.record import show as page
from foam.record.diff import diff
from foam.record.graph import dependants, entry_of, lineage
from foam.record.replay import replay
from foam.record.runs import find_key, find_run, list_runs
from foam.record.sqlite import SqliteStore, open_record
from foam.record.store import RUN
from foam.record.verify import verify
from foam.settings import load_config


@click.group()
def record() -> None:
    """List, show, verify, replay and export what was recorded."""


@record.command("list")
@click.option(
    "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="At most so many runs, the newest."
)
@faced
def list_(face: Face, limit: int) -> None:
    """List the runs, oldest first."""
    with closing(_opened()) as store:
        runs = list_runs(store)
    latest = runs[-limit:]
    face.show(page.runs_text(latest, len(runs)), {"runs": [page.run_data(r) for r in latest], "total": len(runs)})


@record.command()
@click.argument("id_", metavar="ID")
@click.option("--lineage", "with_lineage", is_flag=True, help="Also what it rests on, directly or through others.")
@click.option("--dependants", "with_dependants", is_flag=True, help="Also what rests on it.")
@faced
def show(face: Face, id_: str, with_lineage: bool, with_dependants: bool) -> None:
    """Show a run or an entry; ID may be the first digits."""
    with closing(_opened()) as store:
        entry = entry_of(store, find_key(store, id_))
        text, data = page.run_page(store, entry) if entry.draft.kind == RUN else page.entry_page(entry)
        for wanted, name, reach in ((with_lineage, "lineage", lineage), (with_dependants, "dependants", dependants)):
            if wanted:
                keys = reach(store, entry.key)
                text += f"\n\n{name} ({len(keys)})\n{page.entries_text(store, keys)}"
                data = {**data, name: list(keys)}
    face.show(text, data)


@record.command("verify")
@faced
def verify_(face: Face) -> None:
    """Re-derive every digest; whatever does not match is named, and the exit code is 1."""
    with closing(_opened()) as store:
        report = verify(store)
    face.show(page.verify_text(report), {"ok": report.ok, **report.json_value()})
    _leave(report.ok)


@record.command("diff")
@click.argument("run_a")
@click.argument("run_b")
@faced
def diff_(face: Face, run_a: str, run_b: str) -> None:
    """Compare the decisions of two runs, matched by kind and question."""
    with closing(_opened()) as store:
        a, b = find_run(store, run_a), find_run(store, run_b)
        found = diff(store, a, b)
        text = page.diff_text(store, found)
    face.show(text, {"a": a, "b": b, **found.json_value()})


@record.command("replay")
@click.argument("run")
@faced
def replay_(face: Face, run: str) -> None:
    """Compute a run's views again from the record alone, with no model, and compare."""
    from foam.cli.jobs import replay_views, require_replayable

    with closing(_opened()) as store:
        key = find_run(store, run)
        require_replayable(entry_of(store, key))
        report = replay(store, key, lambda entry: replay_views(store, entry))
    face.show(page.replay_text(report), page.replay_data(report))
    _leave(report.ok)


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
    from foam.contest.provenance import to_prov_with_versions
    from foam.record.prov import Operator, complaints, write

    principal = Operator(name=operator or _operator(), type="person" if person else "organization")
    with closing(_opened()) as store:
        key = find_run(store, run)
        document = to_prov_with_versions(store, key, operator=principal)
    text, broken = write(document, form), complaints(document)
    for complaint in broken:
        face.note(page.printable(f"{complaint.rule}: {complaint.about} {complaint.says}"))
    content: Any = json.loads(text) if form == "json" else text
    data = {
        "run": key,
        "format": form,
        "ok": not broken,
        "complaints": [complaint.json_value() for complaint in broken],
    }
    if output is None:
        face.show(text, {**data, "document": content})
    else:
        _write(output, text)
        face.show(f"wrote {output}", {**data, "output": str(output)})
    _leave(not broken)


def _opened() -> SqliteStore:
    return open_record(home(), readonly=True)


def _operator() -> str:
    return load_config(home(), environ=os.environ).settings.operator


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}", hint="choose another file") from error


def _leave(ok: bool) -> None:
    if not ok:
        click.get_current_context().exit(1)
