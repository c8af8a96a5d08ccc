"""`foam pack`: list, show and check domain packs, and keep generated nodes. Changes no pack."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from foam.case import accept as accepted
from foam.case.check import PackReport, check_pack
from foam.case.template import speech_template
from foam.case.values import Case, Generated
from foam.cli.case_files import case_of_run, read_case_file
from foam.cli.frame import Face, faced, home
from foam.pack.loader import load_pack, shipped_packs
from foam.text.wrap import wrapped


@click.group()
def pack() -> None:
    """List, show and check domain packs; keep generated nodes."""


@pack.command("list")
@faced
def list_(face: Face) -> None:
    """List the packs that come with FOAM."""
    packs = [load_pack(name) for name in shipped_packs()]
    text = "\n".join(f"{one.name}: {one.summary}" for one in packs)
    face.show(text, {"packs": [{"name": one.name, "title": one.title, "summary": one.summary} for one in packs]})


@pack.command()
@click.argument("name")
@faced
def show(face: Face, name: str) -> None:
    """Show what the pack NAME (or the folder of one) holds."""
    found = load_pack(name)
    report = check_pack(found)
    lines = [found.title, wrapped(found.summary), *([wrapped(found.notice)] if found.notice else [])]
    lines += ["", f"sample: {found.sample_question}", *_held(report)]
    lines += [f"values: {', '.join(value.id for value in found.values)}"]
    kept = {speech: accepted.accepted_nodes(home(), found.name, speech) for speech in report.speeches}
    names = {speech: [made.node.id for made in nodes] for speech, nodes in kept.items() if nodes}
    lines += [f"accepted for {speech}: {', '.join(ids)}" for speech, ids in names.items()]
    about = {"title": found.title, "summary": found.summary, "notice": found.notice, "sample": found.sample_question}
    held = {"values": [value.id for value in found.values], "accepted": names}
    face.show("\n".join(lines), {**about, **held, **report.json_value()})


@pack.command()
@click.argument("folder")
@faced
def check(face: Face, folder: str) -> None:
    """Check the pack in FOLDER, or a shipped one by its name; exit 1 when something is wrong with it."""
    report = check_pack(load_pack(folder))
    complaints = [
        wrapped(f"{one.file}: {one.what}" + (f"; {one.remedy}" if one.remedy else ""), indent="  ")
        for one in report.complaints
    ]
    head = f"{'ok' if report.ok else 'FAILED'}: {report.pack}"
    face.show("\n".join([head, *_held(report), *complaints]), report.json_value())
    sys.exit(0 if report.ok else 1)


@pack.command()
@click.argument("case", metavar="FILE_OR_RUN")
@click.option("--node", "nodes", multiple=True, help="Only this generated node; may be given several times.")
@faced
def accept(face: Face, case: str, nodes: tuple[str, ...]) -> None:
    """Keep the nodes that were generated for a case (a .json file, or a run), so that later cases are offered them.

    They are kept in your home folder; a pack itself is never changed.
    """
    found = _case(case)
    held = load_pack(found.pack)
    whole = accepted.accept(home(), held.name, speech_template(held, found.speech), found.generated, nodes)
    _show_accepted(face, held.name, found.speech, whole)


@pack.command()
@click.argument("name")
@click.argument("speech")
@click.argument("node")
@faced
def forget(face: Face, name: str, speech: str, node: str) -> None:
    """Take NODE, accepted for SPEECH of the pack NAME, out again."""
    held = load_pack(name).name
    _show_accepted(face, held, speech, accepted.forget(home(), held, speech, node))


def _show_accepted(face: Face, pack: str, speech: str, whole: tuple[Generated, ...]) -> None:
    lines = [f"  {made.node.id} under {made.at}: {made.node.title}" for made in whole]
    head = f"{pack} {speech}: {len(whole)} accepted"
    face.show("\n".join([head, *lines]), {"pack": pack, "speech": speech, "accepted": [m.json_value() for m in whole]})


def _case(named: str) -> Case:
    path = Path(named)
    if path.suffix == ".json" or path.is_file():
        return read_case_file(path)
    return case_of_run(home(), named)[1]


def _held(report: PackReport) -> list[str]:
    topics = ", ".join(f"{count} on {topic or 'no topic'}" for topic, count in sorted(report.topics.items()))
    return [
        f"speeches: {', '.join(report.speeches) or 'none'}",
        f"seats: {', '.join(report.seats) or 'none'}",
        f"library: {report.documents} documents ({topics})",
    ]
