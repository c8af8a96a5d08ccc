"""`foam pack`: list, show and check domain packs, and keep generated nodes."""

from __future__ import annotations

import sys
from typing import Any

import click

from foam.cli.frame import Face, faced, leave
from foam.paper import wrap


@click.group()
def pack() -> None:
    """Draft, list, show and check domain packs; keep generated nodes."""


@pack.command("list")
@faced
def _list_packs(face: Face) -> None:
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
@click.option("--write", is_flag=True, help="First convert files of an older form: calculations.toml to rules.toml.")
@faced
def check(face: Face, folder: str, write: bool) -> None:
    """Check the pack in FOLDER, or a shipped one by its name; exit 1 when something is wrong with it."""
    with face.home() as home:
        report = home.pack.check(folder, write=write)
    complaints = [wrap(_complain(one), indent="  ") for one in report.complaints]
    faults = "" if report.ok else f", {len(complaints)} fault{'' if len(complaints) == 1 else 's'}"
    head = f"{'ok' if report.ok else 'FAILED'}: {report.pack}{faults}"
    contents = _contents(report) if report.rubric else []
    face.show("\n".join([head, *contents, *complaints]), report.json_value())
    leave(report.ok)


@pack.command()
@click.argument("folder")
@click.option("--out", help="The folder of the new pack; by default FOLDER's name with -pack, here.")
@click.option("--question", default="", help="What is asked, as a yes-or-no question.")
@click.option("--affected", multiple=True, help="Who is affected; may be given several times.")
@click.option("--decides", default="", help="Who decides.")
@click.option("--decision", help="The document that is the decision.")
@click.option("--rules", multiple=True, help="A document that holds the rules; may be given several times.")
@click.option("--stake", "stakes", multiple=True, help="What is at stake; may be given several times.")
@click.option("--refer", is_flag=True, help="Leave the documents where they are instead of copying them.")
@faced
def new(face: Face, folder: str, **said: Any) -> None:
    """Draft a pack from the documents in FOLDER: seats, values and stakeholders.

    On a terminal you are asked what no option says; elsewhere it is read from the documents. The draft is for you to
    correct: each entry has a comment that says where it comes from.
    """
    with face.home() as home:
        if sys.stdin.isatty() and not face.as_json and not face.quiet:
            said |= _ask(home.pack.survey(folder, decision=said["decision"], rules=said["rules"]), said)
        made = home.pack.new(folder, **said)
    face.show(_new_text(made), made.json_value())
    leave(made.report.ok)


def _ask(found: Any, said: dict[str, Any]) -> dict[str, Any]:
    """Ask on the terminal for what no option says; what the documents give away is offered."""
    asked: dict[str, Any] = {}
    for name, text in (("question", "What is asked, as a yes-or-no question"), ("decides", "Who decides")):
        if not said[name]:
            asked[name] = click.prompt(text, default=getattr(found, name), err=True)
    for name, text in (("affected", "Who is affected"), ("stakes", "What is at stake")):
        if not said[name]:
            given = click.prompt(f"{text} (with semicolons)", default="; ".join(getattr(found, name, ())), err=True)
            asked[name] = tuple(part.strip() for part in given.split(";") if part.strip())
    if not said["rules"]:
        read = "; ".join(found.rules)
        given = click.prompt("By which rules (files, with semicolons; empty takes what was read)", default="", err=True)
        asked["rules"] = tuple(part.strip() for part in given.split(";") if part.strip())
        click.echo(f"rules read: {read or 'none'}", err=True)
    return asked


def _new_text(made: Any) -> str:
    draft = made.draft
    return "\n".join(
        [
            f"{'ok' if made.report.ok else 'FAILED'}: {made.folder}",
            wrap(f"question: {draft.question}"),
            f"seats: {', '.join(seat.id for seat in draft.seats)}",
            f"values: {', '.join(value.id for value in draft.values)}",
            f"library: {made.report.documents} documents",
            *(wrap(f"left out: {one}", indent="  ") for one in made.left_out),
            *(wrap(_complain(one), indent="  ") for one in made.report.complaints),
            f"Read and correct {made.folder}/pack.toml, then:",
            f"  foam pack check {made.folder}",
            f"  foam deliberate --pack {made.folder}",
        ]
    )


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
