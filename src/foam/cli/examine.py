"""`foam examine`: find what is wrong in a file of documents."""

from __future__ import annotations

from pathlib import Path

import click

import foam
from foam.cli import endings
from foam.cli.frame import DRY_RUN, Face, FileOption, faced, tell_cost, tell_estimate
from foam.cli.options import take_order


@click.command()
@take_order(foam.orders.ExaminationOrder)
@click.option("--out", cls=FileOption, endings=endings.EXAMINATION, help="Write the report to this file")
@DRY_RUN
@faced
def examine(face: Face, order: foam.orders.ExaminationOrder, out: Path | None, dry_run: bool) -> None:
    """Examine the documents of a file: FILE... are documents or folders of them.

    Quotations and reports are held against their source, documents against each other, and what is referred to is
    looked for. Each finding shows the sentences it rests on, who said them, and what to do. No model is asked, unless
    one is named with --model: it reads the file once, and what it finds is checked by code and looked at again.
    """
    if out:
        foam.Examination.check_ending(out)
    with face.home() as home:
        if dry_run:
            tell_estimate(face, home, home.estimate.examine(order), order.model)
            return
        ran = home.examine(order)
        written = ran.view.save(out) if out else None
        cost, spent = tell_cost(home, ran)
    run = foam.short_id(ran.run)
    lines = [f"report: {written}", ran.view.describe_count()] if written else [str(ran.view).rstrip()]
    asked = [str(ran.view.reading)] if ran.view.reading else []
    data = {"run": ran.run, "digest": ran.digest, **ran.view.data(), **(spent if asked else {})}
    face.show("\n".join([*lines, "", *asked, *cost, f"run {run}"]), data)
