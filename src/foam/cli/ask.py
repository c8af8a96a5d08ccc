"""`foam ask`: a short answer, printed for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import foam
from foam import short_id
from foam.cli.frame import DRY_RUN, Face, faced, tell_estimate
from foam.cli.options import take_order
from foam.paper import wrap

if TYPE_CHECKING:
    from foam import Answer, RunResult


@click.command()
@take_order(foam.orders.AskOrder)
@DRY_RUN
@faced
def ask(face: Face, order: foam.orders.AskOrder, dry_run: bool) -> None:
    """Answer a question by one tree over a library, without seats.

    A model reads what was found, frames the question, evaluates the leaves and tells the answer; what follows from the
    leaves is computed. Where nothing in the library bears on the question there is no answer, and what was looked for
    is said.
    """
    with face.home() as home:
        if dry_run:
            tell_estimate(face, home, home.estimate.ask(order), order.model)
            return
        ran = home.ask(order)
    data = {"run": ran.run, "digest": ran.digest, "asked": ran.asked, "reused": ran.reused}
    text = "\n\n".join((str(ran.view).rstrip(), *_advise(ran, own=order.library), _foot(ran)))
    face.show(text, {**data, **ran.view.json_value()})


def _advise(ran: RunResult[Answer], *, own: bool) -> list[str]:
    """What to do where nothing bears on the question."""
    if ran.view.declined is None:
        return []
    if own:
        return [wrap("Import what speaks of it: foam library add PATH; then ask again.")]
    advice = "Import documents of your own that speak of it: foam library add PATH; then ask again with --library. Or "
    return [wrap(f"{advice}name a pack that is about it: --pack NAME.")]


def _foot(ran: RunResult[Answer]) -> str:
    return (
        f"run {short_id(ran.run)}  digest {short_id(ran.digest)}  asked {ran.asked}, reused {ran.reused}\n"
        f"replay it: foam record replay {short_id(ran.run)}"
    )
