"""`foam pack`: list, show and check domain packs, and keep generated nodes."""

from __future__ import annotations

from typing import Any

import click

from foam.cli.frame import Face, faced, leave
from foam.paper import wrap


@click.group()
def pack() -> None:
    """List, show and check domain packs; keep generated nodes."""


@pack.command("list")
@faced
def list_packs(face: Face) -> None:
    """List the packs that come with FOAM."""
    with face.home() as home:
        packs = home.pack.list()
    text = "\n".join(f"{one.name}: {one.summary}" for one in packs)
    face.show(text, {"packs": [{"name": one.name, "title": one.title, "summary": one.summary} for one in packs]})


@pack.command()
@click.argument("name")
@faced
def show(face: Face, name: str) -> None:
    """Show what the pack NAME (or the folder of one) holds."""
    with face.home() as home:
        page = home.pack.show(name)
    found, data = page.pack, page.data()
    lines = [found.title, wrap(found.summary), *([wrap(found.notice)] if found.notice else [])]
    lines += ["", f"sample: {found.sample_question}", *_contents(page.report)]
    lines += [f"values: {', '.join(data['values'])}"]
    lines += [f"accepted for {speech}: {', '.join(nodes)}" for speech, nodes in data["accepted"].items()]
    face.show("\n".join(lines), data)


@pack.command()
@click.argument("folder")
@faced
def check(face: Face, folder: str) -> None:
    """Check the pack in FOLDER, or a shipped one by its name; exit 1 when something is wrong with it."""
    with face.home() as home:
        report = home.pack.check(folder)
    complaints = [wrap(_complain(one), indent="  ") for one in report.complaints]
    faults = "" if report.ok else f", {len(complaints)} fault{'' if len(complaints) == 1 else 's'}"
    head = f"{'ok' if report.ok else 'FAILED'}: {report.pack}{faults}"
    contents = _contents(report) if report.rubric else []
    face.show("\n".join([head, *contents, *complaints]), report.json_value())
    leave(report.ok)


@pack.command()
@click.argument("case", metavar="FILE_OR_RUN")
@click.option("--node", "nodes", multiple=True, help="Only this generated node; may be given several times.")
@faced
def accept(face: Face, case: str, nodes: tuple[str, ...]) -> None:
    """Keep the nodes that were generated for a case (a .json file, or a run), so that later cases are offered them.

    They are kept in your home folder; a pack itself is never changed.
    """
    with face.home() as home:
        kept = home.pack.accept(case, nodes=nodes)
    face.show(_accepted_text(kept), kept.json_value())


@pack.command()
@click.argument("name")
@click.argument("speech")
@click.argument("node")
@faced
def forget(face: Face, name: str, speech: str, node: str) -> None:
    """Take NODE, accepted for SPEECH of the pack NAME, out again."""
    with face.home() as home:
        kept = home.pack.forget(name, speech, node)
    face.show(_accepted_text(kept), kept.json_value())


def _complain(one: Any) -> str:
    parts = (one.file, one.field, one.what + (f"; {one.remedy}" if one.remedy else ""))
    return ": ".join(part for part in parts if part)


def _accepted_text(kept: Any) -> str:
    lines = [f"  {made.node.id} under {made.at}: {made.node.title}" for made in kept.accepted]
    return "\n".join([f"{kept.pack} {kept.speech}: {len(lines)} accepted", *lines])


def _contents(report: Any) -> list[str]:
    topics = ", ".join(f"{count} on {topic or 'no topic'}" for topic, count in sorted(report.topics.items()))
    return [
        f"speeches: {', '.join(report.speeches) or 'none'}",
        f"seats: {', '.join(report.seats) or 'none'}",
        f"library: {report.documents} documents ({topics})",
        f"parts: {', '.join(report.parts) or 'none'}",
        f"prompts of its own: {', '.join(report.prompts) or 'none'}",
        f"rubric: {report.rubric}",
        f"debate formats: {', '.join(report.formats)}",
        f"procedure profiles: {', '.join(report.profiles)}",
    ]
