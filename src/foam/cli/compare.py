"""`foam compare`: two deliberations or two answers side by side. Asks no model."""

from __future__ import annotations

from typing import Any

import click

import foam
from foam.cli.frame import Face, faced
from foam.paper import Readable, wrap


@click.command()
@click.argument("run_a")
@click.argument("run_b")
@faced
def compare(face: Face, run_a: str, run_b: str) -> None:
    """Show what moved between two deliberations or two answers, and why.

    Of answers of `foam ask`: what follows from each, and which leaves stand or bear otherwise.
    """
    with face.home() as home:
        found = home.compare(run_a, run_b)
        runs = {"a": home.find_run(run_a), "b": home.find_run(run_b)}
    face.show(_text(found), {**runs, **found.json_value()})


def _text(found: foam.DossierComparison | Readable) -> str:
    if isinstance(found, Readable):
        return str(found)
    outcome = (
        f"outcome: {found.outcome_before}, unchanged"
        if found.outcome_before == found.outcome_after
        else f"outcome: {found.outcome_before} -> {found.outcome_after}"
    )
    seats = [f"seat {change.seat}: {change.change}" for change in found.seats] or ["the same seats"]
    moves = [
        wrap(f"{move.claim}: {_place(move.before)} -> {_place(move.after)}; {'; '.join(move.because)}. {move.text}")
        for move in found.claims
    ]
    return "\n".join([outcome, *seats, f"{found.same_claims} claims stand where they stood", *moves])


def _place(place: Any) -> str:
    return foam.PLACES[place] if place else "not there"
