"""`foam whatif`: change one thing in a finished deliberation and see what would move. Asks no model."""

from __future__ import annotations

from collections.abc import Sequence

import click

from foam.cli.dossier import load
from foam.cli.frame import Face, faced
from foam.deliberation.dossier import Dossier
from foam.deliberation.views.words import PLACES
from foam.errors import InputError
from foam.semantics.flips import Flips, minimal_flips
from foam.semantics.robustness import RobustnessReport, value_robustness
from foam.semantics.whatif import (
    Change,
    FlipEvaluation,
    RemoveArgument,
    RestoreArgument,
    ReweightValue,
    WhatIf,
    what_if,
)


@click.command()
@click.argument("run")
@click.option("--remove", multiple=True, metavar="NODE", help="What if this had not been said?")
@click.option("--restore", multiple=True, metavar="NODE", help="What if this had not been taken back?")
@click.option("--flip", multiple=True, metavar="NODE", help="What if this objection or response were judged otherwise?")
@click.option("--reweight", multiple=True, metavar="SEAT.VALUE=WEIGHT", help="What if a value counted so for a seat?")
@click.option("--overturn", metavar="CLAIM", help="The smallest changes that would overturn this claim.")
@click.option("--robust", is_flag=True, help="Which claims stand under every ordering of the values.")
@faced
def whatif(
    face: Face,
    run: str,
    remove: tuple[str, ...],
    restore: tuple[str, ...],
    flip: tuple[str, ...],
    reweight: tuple[str, ...],
    overturn: str | None,
    robust: bool,
) -> None:
    """See what would move in RUN if something in it were otherwise; no model is asked."""
    key, dossier = load(run)
    changes: list[Change] = [
        *(RemoveArgument(argument=id) for id in remove),
        *(RestoreArgument(argument=id) for id in restore),
        *(_flip(dossier, id) for id in flip),
        *(_reweight(term) for term in reweight),
    ]
    if overturn:
        flips = minimal_flips(dossier.sublation.framework, dossier.sublation.audiences, overturn)
        face.show(_flips_text(flips), {"run": key, **flips.json_value()})
    elif robust:
        report = value_robustness(dossier.sublation.framework)
        lines = [f"{row.status:<13} {row.share:>5.0%}  {row.argument}" for row in report.arguments]
        face.show(
            "\n".join([f"{report.orderings} orderings of {len(report.values)} values", *lines]), report.json_value()
        )
    elif changes:
        outcome = what_if(dossier.sublation, changes)
        face.show(_moves_text(outcome), {"run": key, **outcome.json_value()})
    else:
        raise InputError(
            "nothing to change", hint="give --remove, --restore, --flip, --reweight, --overturn or --robust"
        )


def _flip(dossier: Dossier, id: str) -> FlipEvaluation:
    for attack in dossier.sublation.framework.attacks:
        if attack.attacker == id:
            return FlipEvaluation(attacker=attack.attacker, target=attack.target)
    raise InputError(f"{id!r} attacks nothing", hint="name an objection or a response; foam dossier show lists them")


def _reweight(term: str) -> ReweightValue:
    name, _, weight = term.partition("=")
    seat, _, value = name.rpartition(".")
    try:
        return ReweightValue(audience=seat, value=value, weight=float(weight))
    except ValueError:
        raise InputError(f"not a weight: {term!r}", hint="write treasurer.equity=0.4") from None


def _robust_text(report: RobustnessReport) -> str:
    lines = [f"{row.status:<13} {row.share:>5.0%}  {row.argument}" for row in report.arguments]
    return "\n".join([f"{report.orderings} orderings of {len(report.values)} values", *lines])


def _moves_text(outcome: WhatIf) -> str:
    if not outcome.replaced and not outcome.moved:
        return "Nothing would move."
    places = [
        f"{r.claim}: {PLACES[r.before]} -> {PLACES[r.after]} ({r.strength_before:.2f} -> {r.strength_after:.2f})"
        for r in outcome.replaced
    ]
    seats = [f"{m.argument} for {m.audience}: {m.before} -> {m.after}" for m in outcome.moved]
    return "\n".join([*_headed("Claims that move:", places), *_headed("For whom:", seats)])


def _headed(head: str, lines: Sequence[str]) -> list[str]:
    return [head, *(f"  {line}" for line in lines)] if lines else []


def _flips_text(flips: Flips) -> str:
    state = "accepted by all" if flips.accepted else "not accepted by all"
    if not flips.flips:
        return (
            f"{flips.claim} is {state}; nothing up to {flips.tried_up_to} changes overturns that ({flips.tried} tried)."
        )
    sets = [" and ".join(str(change) for change in changes) for changes in flips.flips]
    certain = "" if flips.smallest else " (a smaller set may exist: the search was cut short)"
    return "\n".join(
        [f"{flips.claim} is {state}. Any one of these would overturn that{certain}:", *_headed("", sets)[1:]]
    )
