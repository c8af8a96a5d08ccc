"""`foam contestability`: how well an answer or a case can be contested."""

from __future__ import annotations

from typing import Any

import click

from foam.cli.frame import Face, faced


@click.command()
@click.argument("run")
@faced
def contestability(face: Face, run: str) -> None:
    """Measure how well RUN can be contested."""
    with face.home() as home:
        key, found = home.find_run(run), home.contestability(run)
        face.show(_text(found), {"run": key, **found.json_value()})


def _text(found: Any) -> str:
    reuse = "no challenge has changed it yet" if found.mean_reuse is None else f"{found.mean_reuse:.0%} reused"
    return "\n".join(
        [
            f"{found.contestable} of {found.parts} parts can be challenged",
            f"steps from the answer to a premise: {found.mean_steps:.1f} on average, {found.most_steps} at most",
            f"{found.sourced:.0%} of {found.asserted} statements reach a source within two steps",
            f"if one piece of evidence falls, {found.mean_reach:.0%} of the leaves or slots stand as they were",
            f"a challenge is admitted and its reach computed in {found.admission_ms:.2f} ms",
            f"{found.challenges} challenges, {found.sustained} sustained; {reuse}",
        ]
    )
