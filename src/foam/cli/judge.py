"""`foam judge`: score cases under a rubric."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from foam.cli.frame import Face, faced
from foam.cli.juries import jury_options
from foam.paper import wrap

_SHOWN = 90
"""Characters of a passage that a reason shows."""


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CASE...")
@click.option("--sources", multiple=True, type=click.Path(path_type=Path), help="What the citations are held against.")
@click.option("--pack", help="Whose prompts and library are used [the setting `pack`].")
@click.option("--seed", type=int, help="The jurors' seed, where they name none [the setting `seed`].")
@jury_options
@faced
def judge(face: Face, files: tuple[Path, ...], **options: Any) -> None:
    """Score cases (.json of FOAM's, .docx, .md, .html, .pdf, .txt) under a rubric, blind, with reasons."""
    with face.home() as home:
        found = home.judge(files, **options)
    for one in found.rejected:
        face.note(f"not read: {one}")
    judged = found.ran.view
    data = {
        "run": judged.run,
        "rubric": judged.rubric,
        "cases": [judged.pooled[case].json_value() for case in judged.order],
        "scores": [one.json_value() for one in judged.scored],
        "voids": [void.json_value() for void in judged.voids],
    }
    face.show(_text(found), data)


def _text(found: Any) -> str:
    judged, lines = found.ran.view, []
    for case, entrant in found.entrants.items():
        one = judged.pooled[case]
        lines.append(f"{case}: {one.overall:.1f} of 100 ({entrant.words} words; jurors: {one.jurors})")
        for dimension in found.rubric.dimensions:
            lines.append(
                f"  {dimension.title:<24} {one.dimensions[dimension.id]:5.1f}  (weight {dimension.weight:.2f})"
            )
            lines += [wrap(line, indent="      ") for line in _reasons(case, dimension.id, judged.scored, entrant)]
        lines.append("")
    methods = sorted({method for one in judged.scored for method in one.methods})
    lines.append(wrap(f"Scored by: {'; '.join(methods)}"))
    return "\n".join([*lines, *(f"void: {void.juror}: {void.what}: {void.why}" for void in judged.voids)])


def _reasons(case: str, dimension: str, scored: Any, entrant: Any) -> list[str]:
    words = {part.id: part.shown for part in entrant.parts}
    return [
        f"{one.juror} by {part}: {words[part][:_SHOWN]}{'…' if len(words[part]) > _SHOWN else ''}"
        for one in scored
        if one.case == case
        for reason in one.reasons
        if reason.dimension == dimension
        for part in reason.parts
    ]
