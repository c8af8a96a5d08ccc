"""`foam memory`: build, search and describe the argumentative memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from foam import short_id
from foam.cli.frame import BUDGET, SEED, Face, faced
from foam.paper import wrap

_SHOWN = 400
"""Characters of an utterance that a list shows."""


@click.group()
def memory() -> None:
    """Build, search and describe the memory of how arguments were made."""


@memory.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@BUDGET
@click.option("--model", help="Who names the schemes [the setting `model`].")
@SEED
@faced
def build(face: Face, paths: tuple[Path, ...], **options: Any) -> None:
    """Remember the debates under PATHS: .json (ORCHID's shape or our own), .yml (Debatrix's) and .txt transcripts."""
    with face.home() as home:
        found = home.memory.build(paths, **options)
    ran, taken = found.ran, found.taken
    left_out = ", ".join(f"{n} {rule}" for rule, n in ran.view.dropped.items()) or "nothing"
    lines = [
        f"{found.debates} debates, {len(ran.view.utterances)} utterances: "
        f"{taken.added} added, {taken.changed} changed, {taken.known} known (version {taken.version})",
        f"left out: {left_out}",
        f"asked {ran.asked}, reused {ran.reused}; run {short_id(ran.run)}",
        *(f"not read: {one['reason']}" for one in found.refused),
    ]
    data = {"run": ran.run, "debates": found.debates, "utterances": len(ran.view.utterances), **taken.json_value()}
    data |= {"dropped": ran.view.dropped, "refused": list(found.refused), "asked": ran.asked, "reused": ran.reused}
    face.show("\n".join(lines), data)


@memory.command()
@click.argument("query")
@click.option("--limit", type=click.IntRange(1, 100), default=5, show_default=True, help="How many to show.")
@click.option("--sample", is_flag=True, help="Search the shipped sample instead of your own memory.")
@faced
def search(face: Face, query: str, limit: int, sample: bool) -> None:
    """Find remembered utterances: by the words of QUERY, then by nearness to it; and the schemes that stand out."""
    with face.home() as home:
        recalled = home.memory.search(query, limit=limit, sample=sample)
    lines = []
    for one in recalled.found:
        row = one.remembered
        schemes = ", ".join(f"{name} {quality}" for name, quality in row.schemes.items()) or "no scheme"
        lines.append(f"{one.similarity:.3f} {row.side} on {row.motion} ({schemes})")
        lines.append(wrap(row.text[:_SHOWN] + ("…" if len(row.text) > _SHOWN else ""), indent="  "))
    stand_out = ", ".join(f"{name} {mean:.1f}" for name, mean in recalled.schemes.items()) or "none above 2"
    text = "\n".join([*lines, f"schemes that stand out: {stand_out}"])
    data = {"query": query, "found": [one.json_value() for one in recalled.found], "priors": recalled.schemes}
    face.show(text if recalled.found else "nothing remembered holds any of these words", data)


@memory.command()
@click.option("--sample", is_flag=True, help="Describe the shipped sample instead of your own memory.")
@click.option(
    "--experts", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Hold the annotations against an expert's: lines of {text, schemes: {scheme: quality}}.",
)  # fmt: skip
@faced
def stats(face: Face, sample: bool, experts: Path | None) -> None:
    """Say how large the memory is, in which languages, and which schemes it holds; and how far experts agree."""
    with face.home() as home:
        data = home.memory.stats(sample=sample, experts=experts)
    face.show("\n".join(f"{name}: {_plain(value)}" for name, value in data.items()), data)


@memory.command()
@click.argument("run")
@click.argument("turn", type=click.IntRange(1))
@faced
def show(face: Face, run: str, turn: int) -> None:
    """Say what TURN of the debate RUN recalled, why, and what that changed."""
    with face.home() as home:
        found = home.memory.show(run, turn)
    lines = [f"{found.speech} {found.side}: {len(found.recalled)} points for which a move was recalled"]
    lines += [wrap(f"schemes that worked before: {found.schemes}")] if found.schemes else []
    for one in found.recalled:
        lines += ["", wrap(f"{one.point}: {one.statement}")]
        lines += [wrap(f"{move.move.describe()} ({move.explain()})", indent="  ") for move in one.moves]
        lines.append(wrap(f"changed: {one.changed}", indent="  "))
    face.show("\n".join(lines), found.json_value())


def _plain(value: object) -> str:
    return ", ".join(f"{name} {n}" for name, n in value.items()) or "none" if isinstance(value, dict) else str(value)
