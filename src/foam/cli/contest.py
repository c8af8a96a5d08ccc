"""`foam contest`: challenge a part of a dossier or a case, answer, see what became of it. Decides nothing."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import click

from foam.bundle.overview import matters_about
from foam.cli.case_files import write_case_file
from foam.cli.contest_desk import heard_data, open_bench, parts_text, write_page
from foam.cli.contest_procedure import COMMANDS
from foam.cli.deliberate import read_perspective
from foam.cli.dossier_files import write_dossier
from foam.cli.frame import Face, faced, home
from foam.contest.admit import admit
from foam.contest.brought import import_documents
from foam.contest.challenge import GROUNDS, Challenge
from foam.contest.docket import Listed, docket, parties_of, set_parties, spec_of
from foam.contest.given import Given, GivenMove, check_given
from foam.contest.job import JOB, ContestSpec, Heard, recorded_contest
from foam.contest.preview import Preview, preview
from foam.contest.read import read_ground
from foam.contest.redline import redline
from foam.contest.subject import CaseFile, File
from foam.contest.views.words import outcome_text, preview_text
from foam.errors import InputError
from foam.record.clock import utc_now
from foam.record.graph import entry_of
from foam.record.runs import find_run
from foam.record.sqlite import open_record
from foam.text.pointer import parse_pointer
from foam.values import short

_PATH = click.Path(dir_okay=False, path_type=Path)
_THERE = click.Path(exists=True, dir_okay=False, path_type=Path)
_MODEL = click.option("--model", help="Who judges and answers [the setting `model`].")
_SEED = click.option("--seed", type=int, help="Same seed, same record [the setting `seed`].")


@click.group()
def contest() -> None:
    """Challenge any part of a dossier or a case, and see what follows."""


for command in COMMANDS:
    contest.add_command(command)


@contest.command()
@click.argument("run")
@click.argument("node")
@click.option("--kind", required=True, type=click.Choice(sorted(GROUNDS)), help="What is wrong with it.")
@click.option("--because", required=True, help="Why, in a few sentences.")
@click.option("--with", "files", multiple=True, type=_THERE, metavar="FILE", help="A document to bring; repeat it.")
@click.option("--as", "challenger", default="anyone", show_default=True, help="Who challenges.")
@click.option("--component", default="", help="For missing_component: which part is missing.")
@click.option("--lacks", default="", help="For structural: magnitude, probability, timeframe or reversibility.")
@click.option("--question", default="", help="For warrant: the critical question to press, such as CA4.")
@click.option("--weight", default="", metavar="SEAT.VALUE=WEIGHT", help="For weighting: the other weight.")
@click.option("--perspective", type=_THERE, metavar="FILE", help="For missing_perspective: who is to be heard.")
@click.option("--dry-run", is_flag=True, help="Show what would be asked and what could change; ask no model.")
@click.option("--hold", is_flag=True, help="Only admit it: it is to be answered with `foam contest answer`.")
@click.option("--out", type=_PATH, help="Write outcome and redline to a page (.html).")
@_MODEL
@_SEED
@faced
def open(
    face: Face,
    run: str,
    node: str,
    kind: str,
    because: str,
    files: tuple[Path, ...],
    challenger: str,
    dry_run: bool,
    hold: bool,
    out: Path | None,
    model: str | None,
    seed: int | None,
    perspective: Path | None,
    **particulars: str,
) -> None:
    """Challenge NODE of RUN; the part may be any id that `foam contest parts RUN` lists."""
    seat = read_perspective(perspective) if perspective else None
    ground = read_ground(kind, perspective=seat, **particulars)
    documents = import_documents(files)
    brought = tuple(document.digest for document in documents)
    made = Challenge(node=node, ground=ground, because=because, challenger=challenger, brought=brought)
    with open_bench(run, model=model, seed=seed) as bench:
        part = admit(bench.file, made, parties=bench.parties)
        if dry_run:
            shown = preview(bench.file, made, part, bench.corpus)
            face.show(preview_text(shown), _preview_data(bench.file.run, shown))
            return
        spec = ContestSpec(**bench.setting(), of=bench.file.run, challenge=made, hold=hold)
        _show(face, bench.hear(spec, documents), out)


@contest.command()
@click.argument("challenge")
@click.option("--move", type=click.Choice(get_args(GivenMove)), help="How; without it the checks and the judge answer.")
@click.option("--because", default="", help="Why, in a few sentences.")
@click.option("--by", default="", help="Who answers; needed with --move.")
@click.option("--evidence", multiple=True, metavar="POINTER", help="A sentence such as d:3f9a2c#s4; repeat it.")
@click.option("--value", default="", help="For branch: the value that the challenge speaks for.")
@click.option("--out", type=_PATH, help="Write outcome and redline to a page (.html).")
@_MODEL
@_SEED
@faced
def answer(
    face: Face,
    challenge: str,
    move: GivenMove | None,
    because: str,
    by: str,
    evidence: tuple[str, ...],
    value: str,
    out: Path | None,
    model: str | None,
    seed: int | None,
) -> None:
    """Answer a CHALLENGE that was held open: by a person's --move, or by the checks and the judge."""
    held = _held(challenge)
    with open_bench(held.of, model=model, seed=seed) as bench:
        given = None
        if move:
            if not (by.strip() and because.strip()):
                raise InputError("an answer has an author and a reason", hint='give --by NAME and --because "…"')
            pointers = tuple(bench.resolve(parse_pointer(text)) for text in evidence)
            given = Given(move=move, by=by, because=because, evidence=pointers, value=value)
            check_given(tuple(one.id for one in bench.pack.values), given)
        spec = ContestSpec(**bench.setting(), of=held.of, challenge=held.challenge, answer=given)
        _show(face, bench.hear(spec, ()), out)


@contest.command()
@click.argument("run")
@faced
def status(face: Face, run: str) -> None:
    """List the challenges to RUN and its later versions, what became of each, and the matters about it."""
    with closing(open_record(home())) as store:
        key = find_run(store, run)
        rows = docket(store, key)
        parties = parties_of(store, key)
        told, matters = matters_about(store, key, clock=utc_now)
    data = {"run": key, "parties": list(parties), "challenges": [_row_data(row) for row in rows], "matters": matters}
    challenges = "\n".join(map(_row_text, rows)) or "nobody has challenged it"
    face.show(f"{challenges}\n{told}" if told else challenges, data)


@contest.command()
@click.argument("run")
@click.option("--out", type=_PATH, help="Write outcome and redline to a page (.html).")
@click.option("--version", "version", type=_PATH, help="Write the file as it now stands; the ending says how.")
@faced
def show(face: Face, run: str, out: Path | None, version: Path | None) -> None:
    """Show a challenge's outcome and redline again, from the record alone."""
    with closing(open_record(home())) as store:
        key = find_run(store, run)
        _require_contest(entry_of(store, key).draft.question.get("job"), run)
        heard = recorded_contest(store, entry_of(store, key))
    if version:
        _write_version(heard.after, version)
    _show(face, heard, out)


@contest.command()
@click.argument("run")
@faced
def parts(face: Face, run: str) -> None:
    """List every part of RUN that can be challenged, and how."""
    with open_bench(run, needs_corpus=False) as bench:
        text, data = parts_text(bench.file)
    face.show(text, data)


@contest.command()
@click.argument("run")
@click.argument("names", nargs=-1)
@click.option("--by", default="operator", show_default=True, help="Who says so.")
@click.option("--open-to-all", is_flag=True, help="Let anyone challenge it again.")
@faced
def parties(face: Face, run: str, names: tuple[str, ...], by: str, open_to_all: bool) -> None:
    """Show who may challenge RUN, or say that only NAMES may."""
    with closing(open_record(home())) as store:
        key = find_run(store, run)
        if names or open_to_all:
            set_parties(store, key, names, by=by, clock=utc_now)
        held = parties_of(store, key)
    face.show(f"may challenge it: {', '.join(held) or 'anyone'}", {"run": key, "parties": list(held)})


def _preview_data(run: str, shown: Preview) -> dict[str, Any]:
    return {"run": run, "dry_run": True, "questions_at_most": shown.questions_at_most, **shown.json_value()}


def _held(prefix: str) -> ContestSpec:
    with closing(open_record(home())) as store:
        entry = entry_of(store, find_run(store, prefix))
    _require_contest(entry.draft.question.get("job"), prefix)
    return spec_of(entry)


def _require_contest(job: object, run: str) -> None:
    if job != JOB:
        raise InputError(f"run {run} is no challenge", hint="foam contest status RUN lists them")


def _show(face: Face, heard: Heard, out: Path | None) -> None:
    rows = redline(heard.before, heard.after, heard.amendments)
    written = write_page(heard, rows, out) if out else None
    lines = [outcome_text(heard.outcome, rows), f"challenge {short(heard.run)}"]
    if heard.outcome.revised:
        lines += [f"new version {short(heard.after.run)}: foam contest show {short(heard.run)} --version FILE.html"]
    lines += [f"page: {written}"] if written else []
    face.show("\n".join(lines), {**heard_data(heard, rows), "file": str(written) if written else None})


def _write_version(file: File, path: Path) -> None:
    if isinstance(file, CaseFile):
        write_case_file(file.case, path, words_per_minute=250.0)
    else:
        write_dossier(file.dossier, path)


def _row_text(row: Listed) -> str:
    outcome = row.outcome
    if outcome is None:
        return f"{short(row.run)}  {row.opened}  unfinished"
    made = outcome.challenge
    return f"{short(row.run)}  {row.opened}  {made.ground.kind} against {made.node}: {outcome.disposition}"


def _row_data(row: Listed) -> dict[str, Any]:
    return row.json_value()
