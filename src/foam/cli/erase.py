"""`foam erase`: remove somebody's words from everything in the home, for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from foam.cli.frame import Face, faced, leave

if TYPE_CHECKING:
    from foam.home.erasure import Erasure


@click.command()
@click.option(
    "--person", default="", metavar="NAME", help="Everything that names this person, and what they handed in."
)
@click.option(
    "--alias", "aliases", multiple=True, metavar="NAME", help="Another name of the person; may be given several times."
)
@click.option("--document", multiple=True, metavar="ID", help="A document of the library; may be given several times.")
@click.option("--challenge", metavar="RUN", help="The words of a challenge and the documents that came with it.")
@click.option("--because", required=True, help="On whose request and under which rule; it stays on record.")
@click.option("--by", default="records-clerk", show_default=True, help="Who does it; it stays on record.")
@click.option("--plan", is_flag=True, help="Only say what would go.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@faced
def erase(face: Face, plan: bool, yes: bool, **named: Any) -> None:
    """Remove words from record, library, index, memory, matters, kept views and waiting imports, for good.

    A stub stays in their place, the record says what was erased and why, and `foam record verify` still holds. Files
    outside the home, bundles that were handed out and copies of the home are not reached. A person's name goes in full,
    turned round, with initials for the first names, and as each alias; a surname, a first name or initials alone may be
    another's, and where they stand is named. Exit 1 when something of the home still holds such words; it is named.
    """
    with face.home() as home:
        if not yes and not plan:
            planned = home.erase(**named, plan=True)
            face.note(_describe(planned, "would go"))
            click.confirm("Erase this for good?", abort=True, err=True)
        done = home.erase(**named, plan=plan)
    face.show(_describe(done, "would go" if plan else "are gone"), {"ok": done.ok, **done.json_value()})
    leave(done.ok)


def _describe(done: Erasure, verb: str) -> str:
    counts = (
        ("entries of the record", done.entries),
        ("documents", len(done.documents)),
        ("texts of matters", done.words),
        ("kept views", done.views),
        ("remembered utterances", done.utterances),
        ("files that wait to be imported", done.queued),
    )
    held = ", ".join(f"{noun}: {count}" for noun, count in counts if count) or "nothing"
    lines = [f"{done.what}: the words {verb} from {held}"]
    lines += [f"  d:{one[:8]}" for one in done.documents]
    lines += [f"  still there: {path}" for path in done.left]
    if done.doubtful:
        lines.append("  these may be theirs or another's; to erase a form everywhere, give it as --alias:")
        lines += [f"    {place}" for place in done.doubtful]
    if done.entry:
        lines.append(f"noted as {done.entry}")
    return "\n".join(lines)
