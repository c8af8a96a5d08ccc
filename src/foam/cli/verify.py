"""`foam verify`: hold a dossier against the record, the corpus, its seats and the invariant. Asks no model."""

from __future__ import annotations

import sys
from contextlib import closing

import click

from foam.cli.desk import configured, corpus_named
from foam.cli.dossier import dossier_file
from foam.cli.frame import Face, faced
from foam.deliberation.verify import Verified, verify_dossier
from foam.evidence.corpus import WithBrought
from foam.record.runs import find_run
from foam.record.sqlite import open_record


@click.command()
@click.argument("run")
@faced
def verify(face: Face, run: str) -> None:
    """Check pointers, structure, perspectives, the invariant and digests of RUN; exit 1 on any failure."""
    config = configured()
    with closing(open_record(config.home)) as store:
        key = find_run(store, run)
        file = dossier_file(store, key)
        with corpus_named(config, store, file.pack, file.spec.corpus) as corpus:
            held = corpus and WithBrought(corpus, file.brought)
            report = verify_dossier(file.dossier, corpus=held, limits=file.pack.limits, store=store, run=key)
    face.show(_text(report), {"run": key, **report.json_value()})
    sys.exit(0 if report.ok else 1)


def _text(report: Verified) -> str:
    counted = ", ".join(f"{n} {what}" for what, n in report.checked.items())
    failures = [f"  {failure.rule}: {failure.node} {failure.what}" for failure in report.failures]
    return "\n".join([f"{'ok' if report.ok else 'FAILED'}: {counted} checked", *failures])
