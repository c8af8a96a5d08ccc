"""`foam contestability`: how well an answer or a case can be contested, and how planted faults fare."""

from __future__ import annotations

from typing import Any

import click

from foam import InputError
from foam.cli.frame import BUDGET, Face, faced

_COUNTED = ("faults", "right_sustained", "wrong_rejected")


@click.command()
@click.argument("run", required=False)
@click.option("--planted", is_flag=True, help="Hear challenges to planted faults instead, and count who wins.")
@BUDGET
@click.option("--model", help="Who judges planted faults [the setting `model`].")
@faced
def contestability(face: Face, run: str | None, planted: bool, model: str | None) -> None:
    """Measure how well RUN can be contested; with --planted, how often the right challenge wins."""
    if bool(run) == planted:
        raise InputError("name a run, or ask for --planted", hint="foam contestability RUN")
    with face.home() as home:
        if planted:
            rows = home.contestability.planted(model=model)
            face.show(_planted_text(rows), _planted_data(rows))
        else:
            key, found = home.find_run(run), home.contestability(run)
            face.show(_text(found), {"run": key, **found.json_value()})


def _planted_text(rows: Any) -> str:
    lines = [f"{'planted fault':<26}{'faults':>7}{'right one sustained':>21}{'wrong one rejected':>20}"]
    for row in rows:
        lines.append(f"{row.type:<26}{row.faults:>7}{row.right_sustained:>21}{row.wrong_rejected:>20}")
    faults, right, wrong = (sum(getattr(row, name) for row in rows) for name in _COUNTED)
    lines.append(f"{'all':<26}{faults:>7}{right:>21}{wrong:>20}")
    return "\n".join([*lines, *(f"  {line}" for row in rows for line in row.mistaken)])


def _planted_data(rows: Any) -> dict[str, Any]:
    faults = sum(row.faults for row in rows)
    return {
        "faults": faults,
        "right_sustained": sum(row.right_sustained for row in rows) / faults,
        "wrong_rejected": sum(row.wrong_rejected for row in rows) / faults,
        "types": [row.json_value() for row in rows],
    }


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
