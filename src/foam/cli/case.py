"""`foam case`: write a case, verify one, export one."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

import foam
from foam.cli import endings
from foam.cli.frame import BUDGET, DRY_RUN, Face, FileOption, faced, leave, tell_cost, tell_estimate
from foam.cli.groups import DefaultGroup
from foam.cli.options import take_order

_SAMPLE_ONLY = "your own library was not read: this is another question than the pack's, so give --library"


@click.group(cls=DefaultGroup, default="write")
def case() -> None:
    """Write an evidence-bound case for a resolution, and verify one.

    `foam case RESOLUTION` is `foam case write RESOLUTION`.
    """


_WPM = click.option(
    "--wpm",
    type=click.FloatRange(min=1),
    show_default="250; 170 in public forum",
    help="The reader's speed.",
)
_CAPS = click.option("--caps", is_flag=True, help="Tags in capitals, in a .docx.")
_SEND = click.option("--send", is_flag=True, help="The file is sent: cards alone, no analytics and no notes.")


@case.command()
@take_order(foam.orders.CaseOrder)
@_WPM
@_CAPS
@_SEND
@click.option("--out", cls=FileOption, endings=endings.CASE, help="Write the case to this file")
@DRY_RUN
@faced
def write(
    face: Face,
    order: foam.orders.CaseOrder,
    wpm: float | None,
    caps: bool,
    send: bool,
    out: Path | None,
    dry_run: bool,
) -> None:
    """Write a case for RESOLUTION; without one, for the pack's sample. Exits with 1 when the case is not issued."""
    if out:
        foam.Case.check_ending(out)
    if dry_run:
        with face.home() as home:
            tell_estimate(face, home, home.estimate.case(order), order.model)
        return
    started = time.monotonic()
    with face.home() as home:
        for line in home.case.list_unissued(order.answering):
            face.note(line)
        ran = home.case.write(order)
        chain, acts = home.case.longest_chain(ran), home.case.count_acts(ran)
        cost, spent = tell_cost(home, ran)
        summary = home.case.describe(ran.view, words_per_minute=wpm, run=foam.short_id(ran.run))
        ways = home.case.list_amendments(ran.view)
        unread = bool(order.resolution) and not order.library and home.library.list(limit=1).total > 0
        unread = unread and order.resolution != home.pack.load(order.pack).sample_question
    written = (
        ran.view.save(out, words_per_minute=wpm, caps=caps, send=send, run=foam.short_id(ran.run)) if out else None
    )
    lines = [summary, "", f"run {foam.short_id(ran.run)}  digest {foam.short_id(ran.digest)}"]
    lines += [f"asked {ran.asked}, reused {ran.reused}; longest chain {chain}; {time.monotonic() - started:.1f} s"]
    lines += [str(acts)] if acts.asked else []
    lines += cost
    lines += [_SAMPLE_ONLY] if unread else []
    lines += [] if ran.view.issued else _tell_amending(ran.run, ways)
    lines += [f"case: {written}" if written else f"read it all: foam case export {foam.short_id(ran.run)} FILE.docx"]
    data = {"run": ran.run, "digest": ran.digest, "asked": ran.asked, "reused": ran.reused, **spent}
    minutes = round(ran.view.words / (wpm or ran.view.pace), 2)
    data |= {"issued": ran.view.issued, "words": ran.view.words, "minutes": minutes}
    data |= {"file": str(written) if written else None, "case": ran.view.json_value(), "longest_chain": chain}
    data |= {"acts": acts.json_value()}
    face.show("\n".join(lines), data)
    leave(ran.view.issued)


def _tell_amending(run: str, ways: tuple[str, ...]) -> list[str]:
    """How to go on from a case that was not issued, as far as amending it helps."""
    amend = f"foam case amend {foam.short_id(run)}"
    return [f"{'or' if n else 'keep the rest'}: {amend} {way}" for n, way in enumerate(ways)]


@case.command()
@click.argument("run")
@click.option(
    "--drop",
    multiple=True,
    metavar="ARGUMENT",
    help="Leave this argument, a claim of a counterplan or a part of the case defence out, by its id.",
)
@click.option("--reword", multiple=True, metavar="SLOT", help="Word this slot (or the plan, by its slot) anew.")
@click.option("--because", default="", help="Why a slot is worded anew; its writer is told.")
@BUDGET
@click.option("--model", help="Who is asked [whoever was].")
@_WPM
@_CAPS
@click.option("--out", cls=FileOption, endings=endings.CASE, help="Write the case to this file")
@faced
def amend(
    face: Face,
    run: str,
    drop: tuple[str, ...],
    reword: tuple[str, ...],
    because: str,
    model: str | None,
    wpm: float | None,
    caps: bool,
    out: Path | None,
) -> None:
    """Write the case of RUN again without an argument or with a slot worded anew; all else comes from the record."""
    if out:
        foam.Case.check_ending(out)
    with face.home() as home:
        ran = home.case.amend(run, drop=drop, reword=reword, because=because, model=model)
        summary = home.case.describe(ran.view, words_per_minute=wpm, run=foam.short_id(ran.run))
        ways = home.case.list_amendments(ran.view)
        cost, spent = tell_cost(home, ran)
    written = ran.view.save(out, words_per_minute=wpm, caps=caps, run=foam.short_id(ran.run)) if out else None
    lines = [summary, "", f"run {foam.short_id(ran.run)}; asked {ran.asked}, reused {ran.reused}", *cost]
    lines += [f"case: {written}"] if written else []
    lines += [] if ran.view.issued else _tell_amending(ran.run, ways)
    data = {"run": ran.run, "asked": ran.asked, "reused": ran.reused, "issued": ran.view.issued, **spent}
    data |= {"file": str(written) if written else None, "case": ran.view.json_value()}
    face.show("\n".join(lines), data)
    leave(ran.view.issued)


@case.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_WPM
@click.option("--deep", is_flag=True, help="Ask an evaluator anew for every card in its slot and every step.")
@BUDGET
@click.option("--model", help="Who is asked with --deep [the settings'].")
@faced
def verify(face: Face, file: Path, wpm: float | None, deep: bool, model: str | None) -> None:
    """Hold the case in FILE (.json) against its sources, template, budgets and verdicts; exit 1 on any failure."""
    with face.home() as home:
        found = home.case.verify(file, deep=deep, model=model, words_per_minute=wpm)
    face.note(f"held against {found.sources}")
    if found.pack_changed:
        face.note("the pack has changed since the case was written")
    report = found.report
    rates = (
        f"exact {report.exact_rate:.0%}, CEMR {report.cemr:.0%}, CFVR {report.cfvr:.0%}, "
        f"CEMR by overlap {report.cemr_by_overlap:.0%}, CFVR by overlap {report.cfvr_by_overlap:.0%}"
    )
    slots = f"{report.established} of {report.slots} slots established" + (", judged anew" if deep else "")
    head = f"{'ok' if report.ok else 'FAILED'}: {slots}; {report.citations} citations, {rates}; {report.words} words"
    from foam.paper import wrap  # here, since the first sign of progress should not wait for it

    told = [*map(str, report.failures), *(f"warning: {one}" for one in report.warnings)]
    face.show("\n".join([head, *(wrap(one, indent="  ") for one in told)]), report.json_value())
    leave(report.ok)


@case.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--with", "changed", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The edited lines; without it an editor is opened, or where there is no terminal the lines are written.",
)  # fmt: skip
@click.option("--out", cls=FileOption, endings=endings.CASE, help="Write the case to this file [FILE itself]")
@BUDGET
@click.option("--model", help="Who is asked about the cards [the settings'].")
@_WPM
@faced
def edit(face: Face, file: Path, changed: Path | None, out: Path | None, model: str | None, wpm: float | None) -> None:
    """Change a case of your own cards in FILE (.json) as plain lines (order, tags, cards, drops); check it again."""
    if out:
        foam.Case.check_ending(out)
    with face.home() as home:
        lines = home.case.write_plain(file)
        if changed is None and not sys.stdin.isatty():
            plain = file.with_suffix(".edit.md")
            plain.write_text(lines, encoding="utf-8")
            again = f"foam case edit {file} --with {plain}"
            face.show(f"lines to edit: {plain}\nthen: {again}", {"file": str(plain), "then": again})
            return
        edited = changed.read_text(encoding="utf-8") if changed else click.edit(lines, extension=".md")
        if not edited or (edited == lines and changed is None):
            face.show("nothing was changed", {"changed": False})
            return
        ran = home.case.edit(file, edited, model=model)
        summary = home.case.describe(ran.view, words_per_minute=wpm, run=foam.short_id(ran.run))
    written = ran.view.save(out or file, words_per_minute=wpm)
    data = {"run": ran.run, "issued": ran.view.issued, "file": str(written), "case": ran.view.json_value()}
    face.show(f"{summary}\n\nrun {foam.short_id(ran.run)}\ncase: {written}", data)
    leave(ran.view.issued)


@case.command()
@click.argument("run")
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False, path_type=Path), metavar="FILE...")
@_WPM
@_CAPS
@_SEND
@faced
def export(face: Face, run: str, files: tuple[Path, ...], wpm: float | None, caps: bool, send: bool) -> None:
    """Write the case of RUN to one FILE or several, from the record alone; the ending of each says how."""
    for file in files:
        foam.Case.check_ending(file)
    with face.home() as home:
        key, found = home.find_run(run), home.case.show(run)
    for file in files:
        found.save(file, words_per_minute=wpm, caps=caps, send=send, run=foam.short_id(key))
    told = {"run": key, "file": str(files[0]), "files": [str(file) for file in files], "issued": found.issued}
    face.show("\n".join(f"wrote {file}" for file in files), told)
