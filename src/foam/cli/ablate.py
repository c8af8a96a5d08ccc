"""`foam ablate`: FOAM, its baselines, and FOAM without one of its parts, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from foam.cli.frame import Face, faced, leave
from foam.cli.juries import jury_options
from foam.cli.options import run_options
from foam.paper import wrap

_ARMS = ("foam", "no-deliberation", "no-provenance", "no-templates", "retrieval", "zero-shot")


@click.command()
@click.argument("resolutions", nargs=-1, metavar="[RESOLUTION]...")
@run_options
@click.option(
    "--arms", default=",".join(_ARMS[:4]), show_default=True,
    help=f"Of {', '.join(_ARMS)}; the first is the measure.",
)  # fmt: skip
@click.option("--sources", multiple=True, type=click.Path(path_type=Path), help="What citations are held against.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Keep the cases in this folder.")
@jury_options
@faced
def ablate(face: Face, resolutions: tuple[str, ...], arms: str, out: Path | None, **options: Any) -> None:
    """Write a case by each arm for each RESOLUTION (or the pack's sample), score and audit them all, and compare."""
    wanted = [word.strip() for word in arms.split(",") if word.strip()]
    with face.home() as home:
        compared = home.ablate(resolutions, arms=wanted, **options)
        files = [str(path) for path in home.save_arms(compared.made, out)] if out else []
    for one in compared.rejected:
        face.note(f"not read: {one}")
    found = compared.ablated
    lines = [f"{'arm':<16} {'n':>2}  {'overall':<22} {'against the first':<22} evidence  words"]
    lines += [_row(row) for row in found.rows]
    lines += ["", *(f"{row.arm:<16} {row.rates.describe()}" for row in found.rows)]
    said = f"Rubric {found.rubric}, judged by {', '.join(found.jurors)}, over {len(found.resolutions)} resolution(s)."
    controls = [one.describe(len(compared.made)) for one in found.controls.controls]
    lines += ["", wrap(said), *(wrap(f"control: {line}") for line in controls)]
    lines += [wrap(f"declined, and left out of all totals: {', '.join(found.declined)}")] if found.declined else []
    lines += ["", wrap(found.withheld)] if found.withheld else []
    if min(row.n for row in found.rows) < 2:
        lines.append("One case an arm: there are no intervals; name more resolutions.")
    face.show("\n".join([*lines, *files]), {**found.json_value(), "files": files})
    leave(not found.withheld)


def _row(row: Any) -> str:
    evidence = "–" if row.evidence is None or row.evidence.value is None else f"{row.evidence.value:.1f}"
    return f"{row.arm:<16} {row.n:>2}  {row.overall!s:<22} {row.against!s:<22} {evidence:<8}  {row.words:.0f}"
