"""`foam compare`: two deliberations side by side. Asks no model."""

from __future__ import annotations

import click

from foam.cli.dossier import load
from foam.cli.frame import Face, faced
from foam.deliberation.compare import Comparison
from foam.deliberation.compare import compare as compared
from foam.deliberation.views.words import PLACES
from foam.text.wrap import wrapped


@click.command()
@click.argument("run_a")
@click.argument("run_b")
@faced
def compare(face: Face, run_a: str, run_b: str) -> None:
    """Show what moved between two deliberations, and why."""
    (a, before), (b, after) = load(run_a), load(run_b)
    found = compared(before, after)
    face.show(_text(found), {"a": a, "b": b, **found.json_value()})


def _text(found: Comparison) -> str:
    outcome = (
        f"outcome: {found.outcome_before}, unchanged"
        if found.outcome_before == found.outcome_after
        else f"outcome: {found.outcome_before} -> {found.outcome_after}"
    )
    seats = [f"seat {change.seat}: {change.change}" for change in found.seats] or ["the same seats"]
    moves = [
        wrapped(
            f"{move.claim}: {PLACES[move.before] if move.before else 'not there'} -> "
            f"{PLACES[move.after] if move.after else 'not there'}; {'; '.join(move.because)}. {move.text}"
        )
        for move in found.claims
    ]
    return "\n".join([outcome, *seats, f"{found.same_claims} claims stand where they stood", *moves])
