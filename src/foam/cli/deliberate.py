"""`foam deliberate`: seat perspectives, deliberate, print or write the answer."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

import foam
from foam.cli import endings
from foam.cli.frame import DRY_RUN, Face, FileOption, faced, tell_cost, tell_estimate
from foam.cli.options import take_order

if TYPE_CHECKING:
    from foam import Answer, RunResult


_NEUTRAL_PACK = "neutral-table"
_NEUTRAL = "seats: a neutral table ({}), since no pack was named for these documents"


@click.command()
@take_order(foam.orders.DeliberationOrder)
@click.option("--out", cls=FileOption, endings=endings.ANSWER, help="Write the answer to this file")
@DRY_RUN
@faced
def deliberate(face: Face, order: foam.orders.DeliberationOrder, out: Path | None, dry_run: bool) -> None:
    """Deliberate QUESTION among differing perspectives; without one, the pack's sample question.

    The file is read once and the question is written as a tree of what has to hold or is to be weighed. Each seat
    argues over it, objects to the others' parts and answers what is put to it; code computes what follows.

    An open question ("How should …?") is answered by one of its options. Over your own documents (--library), without
    --pack, a neutral table is seated: one for, one against (of an open question a reformer and a keeper), the person
    concerned, an examiner. A question that a pack's sample library is not about is declined.
    """
    if out:
        foam.Answer.check_ending(out)
    with face.home() as home:
        if order.base and not order.model:
            names = ", ".join(sorted(home.record.cost(order.base).by_model))
            face.note(f"answered by {names}, as in that run; --model names another")
        if dry_run:
            tell_estimate(face, home, home.estimate.deliberate(order), order.model)
            return
        ran = home.deliberate(order)
        written = ran.view.save(out) if out else None
        cost, spent = tell_cost(home, ran)
        pack = home.record.spec(ran)["pack"]
    data = {"run": ran.run, "digest": ran.digest, "asked": ran.asked, "reused": ran.reused, **spent}
    data |= {"file": str(written) if written else None, "dossier": ran.view.json_value()}
    note = "" if pack == _NEUTRAL_PACK else _note_seats(order)
    data |= {"note": note} if note else {}
    face.show("\n".join([_text(ran, written, cost, is_neutral=pack == _NEUTRAL_PACK), *([note] if note else [])]), data)


def _note_seats(order: foam.orders.DeliberationOrder) -> str:
    """What to know where the pack's own seats spoke on a library that is not the pack's."""
    if order.seats or order.add or order.base or not order.library or order.question is None:
        return ""
    return (
        "Note: the seats are the pack's own, made for its sample question, and the library is yours. "
        f"Seats for your question: foam perspectives generate {shlex.quote(order.question)} --library"
    )


def _text(ran: RunResult[Answer], written: Path | None, cost: list[str], *, is_neutral: bool) -> str:
    from foam.paper import wrap  # here, since the first sign of progress should not wait for it

    answer, run, digest = ran.view, foam.short_id(ran.run), foam.short_id(ran.digest)
    lines = [answer.question, "", *(wrap(sentence, indent="  ") for sentence in answer.summary)]
    lines += ["", wrap(answer.declined.describe())] if answer.declined else []
    lines += ["", *(wrap(f"Caution: {caution}") for caution in answer.cautions)] if answer.cautions else []
    lines += ["", wrap(answer.notice)] if answer.notice else []
    lines += ["", f"run {run}  digest {digest}  asked {ran.asked}, reused {ran.reused}"]
    if requests := [row for row in answer.acts if row.by != "code"]:
        again, undone = sum(row.again for row in requests), sum(not row.entry for row in requests)
        lines.append(f"{len(requests)} requests, {again} asked again, {undone} not done")
    lines += cost
    if is_neutral and answer.table:
        lines.append(_NEUTRAL.format(", ".join(one.perspective.role for one in answer.table.seats)))
    lines.append(f"answer: {written}" if written else f"read it all: foam dossier show {run}")
    return "\n".join(lines)
