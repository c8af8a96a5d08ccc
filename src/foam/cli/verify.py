"""`foam verify`: hold a dossier against the record, the corpus, its seats and the invariant. Asks no model."""

from __future__ import annotations

import sys
from contextlib import closing

import click

from foam.cli.desk import configured, corpus_named
from foam.cli.frame import Face, faced
from foam.deliberation.jobs import DeliberateSpec, recorded_dossier
from foam.deliberation.pack import load_pack
from foam.deliberation.verify import Verified, verify_dossier
from foam.record.graph import entry_of
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
        dossier = recorded_dossier(store, key)
        spec = DeliberateSpec.model_validate(entry_of(store, key).draft.question["spec"])
        pack = load_pack(spec.pack)
        with corpus_named(config, store, pack, spec.corpus) as corpus:
            report = verify_dossier(dossier, corpus=corpus, limits=pack.limits, store=store, run=key)
    face.show(_text(report), {"run": key, **report.json_value()})
    sys.exit(0 if report.ok else 1)


def _text(report: Verified) -> str:
    counted = ", ".join(f"{n} {what}" for what, n in report.checked.items())
    failures = [f"  {failure.rule}: {failure.node} {failure.what}" for failure in report.failures]
    return "\n".join([f"{'ok' if report.ok else 'FAILED'}: {counted} checked", *failures])
