"""`foam blocks`: an answer file out of one's own library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import foam
from foam.cli import endings
from foam.cli.frame import Face, FileOption, faced, leave
from foam.cli.library import EMPTY, SEND, clip, name_place


@click.command()
@click.argument("position")
@click.option("--out", cls=FileOption, endings=endings.CARD_FILE, help="Write the answers to this file")
@click.option("--no-judge", is_flag=True, help="Debaters' own blocks alone: no search against the position's claims.")
@click.option("--limit", type=click.IntRange(1, 100), default=10, show_default=True,
              help="At most so many cards that the judge finds, for each claim.")  # fmt: skip
@SEND
@faced
def blocks(face: Face, position: str, out: Path | None, no_judge: bool, limit: int, send: bool) -> None:
    """List what the library holds against POSITION ("Politics DA"), by kind of answer; exit 1 when it holds nothing."""
    if out:
        foam.CardFile.check_ending(out)
    with face.home() as home:
        found = home.blocks(position, judge=not no_judge, limit=limit)
    if not found.version:
        face.note(EMPTY)
    if any(one.judged is not None for one in found.answers):
        face.note("what the judge found is judged by a small model (docs/judge.md): read it before you rely on it")
    if not no_judge and found.version and not found.claims:
        face.note("no file of the library argues this position: nothing was searched for against it")
    if out and found.answers:
        found.file().save(out, send=send)
        face.note(f"{len(found.answers)} cards written to {out}")
    face.show("\n".join(_list_lines(found)) or f"nothing in the library answers {position!r}", found.json_value())
    leave(bool(found.answers))


def _list_lines(found: Any) -> list[str]:
    """A heading for each kind of answer, and a line a card."""
    lines: list[str] = []
    kind = ""
    for one in found.answers:
        if one.kind != kind:
            lines += [f"{one.kind}"]
            kind = one.kind
        lines.append(f"  {_card_line(one)}")
    return lines


def _card_line(one: Any) -> str:
    card, citation = one.document.card, one.document.citation
    cite = f"{citation.last_name} {citation.published[2:4]}" if citation.published else card.cite or citation.last_name
    place = name_place(one.document.origin.file, card.block or card.hat or card.pocket)
    judged = "" if one.judged is None else f"  (against “{clip(one.claim, 40)}”, {one.judged:.2f})"
    return f"{clip(card.tag, 80)} | {cite} | {place}{judged}  d:{one.document.id[:8]}"
