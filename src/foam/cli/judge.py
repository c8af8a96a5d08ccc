"""`foam judge`: score cases under a rubric. Decides nothing."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import click

from foam.cli.desk import configured
from foam.cli.frame import Face, faced
from foam.cli.juries import documents_for, jury_options, made_jury, run_with
from foam.errors import InputError
from foam.judging.audit import audit, sources_judge
from foam.judging.entrants.blind import stripped
from foam.judging.entrants.entrant import Entrant
from foam.judging.entrants.intake import read_case
from foam.judging.jury.rubric import Rubric, read_rubric
from foam.judging.jury.scores import Scored
from foam.judging.jury.scoring import Judged, judge_cases
from foam.pack.loader import load_pack
from foam.record.sqlite import open_record
from foam.text.wrap import wrapped


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CASE...")
@click.option("--sources", multiple=True, type=click.Path(path_type=Path), help="What the citations are held against.")
@click.option("--pack", help="Whose prompts and library are used [the setting `pack`].")
@click.option("--seed", type=int, help="The jurors' seed, where they name none [the setting `seed`].")
@jury_options
@faced
def judge(
    face: Face,
    files: tuple[Path, ...],
    sources: tuple[Path, ...],
    pack: str | None,
    seed: int | None,
    jurors: tuple[str, ...],
    pool: str,
    quorum: float,
    rubric: Path,
) -> None:
    """Score cases (.json of FOAM's, .docx, .md, .html, .pdf, .txt) under a rubric, blind, with reasons."""
    held = read_rubric(rubric)
    cases = {str(file): read_case(file).entrant for file in files}
    if len(cases) < len(files):
        raise InputError("a case is named twice", hint="name each file once")
    config = configured(pack=pack)
    loaded = load_pack(config.settings.pack)
    jury, models = made_jury(jurors, pool=pool, quorum=quorum, seed=seed)
    audits = audit(cases, sources_judge(documents_for(face, sources, loaded.documents(), cases.values())))
    with closing(open_record(config.home)) as store:
        job = judge_cases(
            cases,
            audits,
            rubric=held,
            jury=jury,
            models=models,
            pack=loaded,
            store=store,
            concurrency=config.settings.concurrency,
        )
        judged = run_with(models.values(), job)
    shown = {id: stripped(cases[id]) for id in judged.order}
    face.show(_text(shown, judged, held), _data(judged))


def _text(cases: dict[str, Entrant], judged: Judged, rubric: Rubric) -> str:
    lines: list[str] = []
    for id, entrant in cases.items():
        one = judged.pooled[id]
        lines.append(f"{id}: {one.overall:.1f} of 100 ({entrant.words} words; jurors: {one.jurors})")
        for dimension in rubric.dimensions:
            lines.append(
                f"  {dimension.title:<24} {one.dimensions[dimension.id]:5.1f}  (weight {dimension.weight:.2f})"
            )
            lines += [wrapped(line, indent="      ") for line in _reasons(id, dimension.id, judged.scored, entrant)]
        lines.append("")
    methods = sorted({method for one in judged.scored for method in one.methods})
    lines.append(wrapped(f"Scored by: {'; '.join(methods)}"))
    return "\n".join([*lines, *(f"void: {void.juror}: {void.what}: {void.why}" for void in judged.voids)])


def _reasons(id: str, dimension: str, scored: tuple[Scored, ...], entrant: Entrant) -> list[str]:
    words = {part.id: part.shown for part in entrant.parts}
    return [
        f"{one.juror} by {part}: {_cut(words[part])}"
        for one in scored
        if one.case == id
        for reason in one.reasons
        if reason.dimension == dimension
        for part in reason.parts
    ]


def _cut(text: str, length: int = 90) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"


def _data(judged: Judged) -> dict[str, Any]:
    return {
        "run": judged.run,
        "rubric": judged.rubric,
        "cases": [judged.pooled[id].json_value() for id in judged.order],
        "scores": [one.json_value() for one in judged.scored],
        "voids": [void.json_value() for void in judged.voids],
    }
