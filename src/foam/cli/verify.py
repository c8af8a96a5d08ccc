"""`foam verify`: hold a dossier against the record, the corpus, its seats and the invariant. Asks no model."""

from __future__ import annotations

import click

from foam.cli.frame import Face, faced, leave


@click.command()
@click.argument("run")
@faced
def verify(face: Face, run: str) -> None:
    """Check pointers, structure, perspectives, the invariant and digests of RUN; exit 1 on any failure."""
    with face.home() as home:
        key, report = home.find_run(run), home.verify(run)
    counted = ", ".join(f"{n} {what}" for what, n in report.checked.items())
    failures = [f"  {failure.rule}: {failure.node} {failure.what}" for failure in report.failures]
    text = "\n".join([f"{'ok' if report.ok else 'FAILED'}: {counted} checked", *failures])
    face.show(text, {"run": key, **report.json_value()})
    leave(report.ok)
