"""`foam pack`: list, show and check domain packs. Changes nothing."""

from __future__ import annotations

import sys

import click

from foam.case.check import PackReport, check_pack
from foam.cli.frame import Face, faced
from foam.deliberation.pack import load_pack, shipped_packs
from foam.text.wrap import wrapped


@click.group()
def pack() -> None:
    """List, show and check domain packs."""


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
    about = {"title": found.title, "summary": found.summary, "notice": found.notice, "sample": found.sample_question}
    face.show("\n".join(lines), {**about, "values": [value.id for value in found.values], **report.json_value()})


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


def _held(report: PackReport) -> list[str]:
    topics = ", ".join(f"{count} on {topic or 'no topic'}" for topic, count in sorted(report.topics.items()))
    return [
        f"speeches: {', '.join(report.speeches) or 'none'}",
        f"seats: {', '.join(report.seats) or 'none'}",
        f"library: {report.documents} documents ({topics})",
    ]
