"""`foam verify`: hold a dossier or a debate against the record and the corpus. Asks no model."""

from __future__ import annotations

import click

from foam.cli.frame import Face, faced, leave


@click.command()
@click.argument("run")
@faced
def verify(face: Face, run: str) -> None:
    """Check RUN, a deliberation or a debate, against the record alone; exit 1 on any failure.

    Of a deliberation: pointers, structure, perspectives, the invariant and digests. Of a debate: what the record gives
    now, its digest, its entries and its quotations. `foam record verify` checks the whole record."""
    with face.home(waits=True) as home:
        key, report = home.find_run(run), home.verify(run)
    counted = ", ".join(f"{n} {what}" for what, n in report.checked.items())
    failures = [f"  {failure.rule}: {failure.node} {failure.what}" for failure in report.failures]
    text = "\n".join([f"{'ok' if report.ok else 'FAILED'}: {counted} checked", *failures])
    face.show(text, {"run": key, **report.json_value()})
    leave(report.ok)
