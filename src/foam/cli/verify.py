"""`foam verify`: hold an answer or a debate against the record and the corpus. Asks no model."""

from __future__ import annotations

import click

from foam import short_id
from foam.cli.frame import Face, faced, leave


@click.command()
@click.argument("run", metavar="RUN|FILE")
@faced
def verify(face: Face, run: str) -> None:
    """Check RUN, an answer, a deliberation or a debate, against the record alone; exit 1 on any failure.

    Of an answer, with seats or without: its digest, its sentences, and standings, bearings and outcome, worked out from
    the rows again. Of a debate: what the record gives now, its digest, its entries and its quotations.

    A FILE that was saved from one is held against what the record gives for its run, byte for byte; JSON also where
    this version no longer computes it.

    `foam bundle verify` checks a signed bundle, `foam case verify` a case, `foam record verify` the whole record."""
    with face.home(waits=True) as home:
        report = home.verify(run)
    counted = ", ".join(f"{n} {what}" for what, n in report.checked.items()) or "nothing could be"
    failures = [f"  {failure.rule}: {failure.node} {failure.what}" for failure in report.failures]
    told = [f"{'ok' if report.ok else 'FAILED'}: {counted} checked", *failures]
    told += [f"{report.file} is what the record gives for {short_id(report.run)}"] if report.file and report.ok else []
    told += [f"  note: {note}" for note in report.notes]
    face.show("\n".join(told), report.json_value())
    leave(report.ok)
