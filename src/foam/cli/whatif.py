"""`foam whatif`: change one thing in a finished deliberation and see what would move. Asks no model."""

from __future__ import annotations

from typing import Any

import click

from foam import PLACES
from foam.cli.frame import Face, faced


@click.command()
@click.argument("run")
@click.option("--remove", multiple=True, metavar="NODE", help="What if this had not been said?")
@click.option("--restore", multiple=True, metavar="NODE", help="What if this had not been taken back?")
@click.option("--flip", multiple=True, metavar="NODE", help="What if this objection or response were judged otherwise?")
@click.option("--reweight", multiple=True, metavar="SEAT.VALUE=WEIGHT", help="What if a value counted so for a seat?")
@click.option("--overturn", metavar="CLAIM", help="The smallest changes that would overturn this claim.")
@click.option(
    "--robust", is_flag=True, help="Which claims stand under every ordering of the values, and which nobody attacked."
)
@faced
def whatif(face: Face, run: str, **changes: Any) -> None:
    """See what would move in RUN if something in it were otherwise; no model is asked."""
    with face.home() as home:
        key, found = home.find_run(run), home.whatif(run, **changes)
    if changes["robust"] and not changes["overturn"]:
        face.show(_robust_text(found), found.json_value())
    else:
        text = _flips_text(found) if changes["overturn"] else _moves_text(found)
        face.show(text, {"run": key, **found.json_value()})


def _robust_text(report: Any) -> str:
    said = [(row.status if row.attacked else "not attacked by anyone", row) for row in report.arguments]
    lines = [f"{status:<22} {row.share:>5.0%}  {row.argument}" for status, row in said]
    return "\n".join([f"{report.orderings} orderings of {len(report.values)} values", *lines])


def _moves_text(outcome: Any) -> str:
    follows = _outcome_lines(outcome)
    if not outcome.replaced and not outcome.moved:
        return "\n".join(["Nothing would move.", *follows])
    places = [
        f"  {r.claim}: {PLACES[r.before]} -> {PLACES[r.after]} ({r.strength_before:.2f} -> {r.strength_after:.2f})"
        for r in outcome.replaced
    ]
    seats = [f"  {m.argument} for {m.audience}: {m.before} -> {m.after}" for m in outcome.moved]
    lines = ["Claims that move:", *places] if places else []
    return "\n".join([*lines, *(["For whom:", *seats] if seats else []), *follows])


def _outcome_lines(outcome: Any) -> list[str]:
    """What would follow: the outcome, and what each seat weighs for it and against it."""
    same = outcome.outcome == outcome.outcome_before
    head = f"Outcome: still {outcome.outcome}" if same else f"Outcome: {outcome.outcome_before} -> {outcome.outcome}"
    pairs = zip(outcome.leanings_before, outcome.leanings, strict=True)
    seats = [
        f"  {now.seat}: {before.outcome} ({before.affirmed:.3f} for, {before.denied:.3f} against) -> "
        f"{now.outcome} ({now.affirmed:.3f} for, {now.denied:.3f} against)"
        if before != now
        else f"  {now.seat}: still {now.outcome} ({now.affirmed:.3f} for, {now.denied:.3f} against)"
        for before, now in pairs
    ]
    return [head, "Leanings:", *seats]


def _flips_text(flips: Any) -> str:
    state = "accepted by all" if flips.accepted else "not accepted by all"
    if not flips.flips:
        return (
            f"{flips.claim} is {state}; nothing up to {flips.tried_up_to} changes overturns that ({flips.tried} tried)."
        )
    sets = ["  " + " and ".join(str(change) for change in changes) for changes in flips.flips]
    certain = "" if flips.smallest else " (a smaller set may exist: the search was cut short)"
    return "\n".join([f"{flips.claim} is {state}. Any one of these would overturn that{certain}:", *sets])
