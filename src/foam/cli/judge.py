"""`foam judge`: score cases under a rubric."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from foam.cli.frame import BUDGET, Face, faced, leave, tell_cost
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
@BUDGET
@faced
def judge(face: Face, files: tuple[Path, ...], **options: Any) -> None:
    """Score cases (.json of FOAM's, .docx, .md, .html, .pdf, .txt) under a rubric, blind, with reasons."""
    with face.home() as home:
        found = home.judge(files, **options)
        cost, spent = tell_cost(home, found.ran)
    for one in found.rejected:
        face.note(f"not read: {one}")
    judged = found.ran.view
    data = {
        "run": judged.run,
        "rubric": judged.rubric,
        "controls": judged.controls.json_value(),
        "withheld": judged.withheld,
        "defects": {case: list(judged.defects[case]) for case in found.shown if case in judged.defects},
        "cases": [judged.pooled[case].json_value() for case in found.shown],
        "scores": [one.json_value() for one in judged.scored if one.case in found.shown],
        "voids": [void.json_value() for void in judged.voids],
        **spent,
    }
    face.show("\n".join([_text(found), *cost]), data)
    leave(not judged.withheld)


def _text(found: Any) -> str:
    judged, lines = found.ran.view, []
    for case in found.shown:
        one, entrant = judged.pooled[case], found.entrants[case]
        over = [dimension.title.lower() for dimension in found.rubric.dimensions if dimension.id in one.dimensions]
        alone = f" over {', '.join(over)} alone" if one.declined else ""
        by = "measured by code, the jury judged nothing" if one.judged is None else f"jurors: {one.jurors}"
        lines.append(f"{case}: {one.overall:.1f} of 100{alone} ({entrant.words} words; {by})")
        for dimension in found.rubric.dimensions:
            lines.append(f"  {dimension.title:<24} {_score(one, dimension)}  (weight {dimension.weight:.2f})")
            lines += [wrap(line, indent="      ") for line in _reasons(case, dimension.id, judged.scored, entrant)]
        lines += [wrap(f"it does not hold, and comes last: {one}", indent="  ") for one in judged.defects.get(case, ())]
        lines.append("")
    methods = sorted({method for one in judged.scored for method in one.methods})
    lines.append(wrap(f"Scored by: {'; '.join(methods) or 'nobody'}"))
    lines += [wrap(f"control: {one.describe(len(found.entrants))}") for one in judged.controls.controls]
    if declined := next(iter(judged.pooled.values())).declined:
        lines.append(wrap(f"declined, and left out of all totals: {', '.join(declined)}"))
    lines += ["", wrap(judged.withheld)] if judged.withheld else []
    return "\n".join([*lines, *(f"void: {void.juror}: {void.what}: {void.why}" for void in judged.voids)])


def _score(pooled: Any, dimension: Any) -> str:
    """A dimension's score, marked where part of it was declined; never a number for what was declined."""
    if dimension.id not in pooled.dimensions:
        return "declined"
    gone = [one.id for one in dimension.components if one.id in pooled.declined]
    without = f" without {', '.join(gone)}, declined" if gone else ""
    return f"{pooled.dimensions[dimension.id]:5.1f}{without}"


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
