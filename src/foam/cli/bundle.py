"""`foam bundle`: write a signed bundle, check one with nothing but the file, show the key that signs."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from foam import verify_bundle
from foam.cli.frame import Face, faced, leave

if TYPE_CHECKING:
    from foam import BundleReport

_PATH = click.Path(dir_okay=False, path_type=Path)


@click.group()
def bundle() -> None:
    """Write signed bundles, and check them with nothing but the file."""


@bundle.command()
@click.argument("of", metavar="MATTER|RUN")
@click.argument("out", metavar="FILE", type=_PATH)
@faced
def export(face: Face, of: str, out: Path) -> None:
    """Write a matter, or a deliberation alone, as one signed bundle that `foam bundle verify` checks anywhere."""
    with face.home() as home:
        written = home.bundle.export(of, out)
    for line in written.left_out:
        face.note(line)
    data = {
        "file": str(out),
        "bytes": written.size,
        "run": written.run,
        "matter": written.matter,
        "key": written.key,
    }
    face.show(f"wrote {out} ({written.size:,} bytes), signed by key {written.key[:12]}", data)


@bundle.command()
@click.option("--out", type=_PATH, help="Write the public half to this file, to hand out.")
@faced
def key(face: Face, out: Path | None) -> None:
    """Show the key that signs bundles here; one is made when there is none."""
    with face.home() as home:
        public = home.bundle.key(out)
    text = f"{public.keyid}\nholder {public.holder}; holds {public.not_before} to {public.not_after}"
    face.show(f"{text}\nwrote {out}" if out else text, {**public.json_value(), "file": str(out) if out else None})


@bundle.command()
@click.argument("file", type=_PATH)
@click.option("--key", type=_PATH, help="The key it should bear.")
@click.option("--on", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="The day the key has to hold on [today].")
@click.option("--mark", default="", help="The mark at the foot of a letter you have: its act has to be there.")
@faced
def verify(face: Face, file: Path, key: Path | None, on: datetime | None, mark: str) -> None:
    """Check FILE: container, signature, key, digests, record, case file, words, quotations; exit 1 on any failure."""
    report = verify_bundle(file, key=key, on=on.date() if on else None, mark=mark)  # it needs no home
    face.show(_text(report), {"ok": report.ok, **report.json_value()})
    leave(report.ok)


def _text(report: BundleReport) -> str:
    lines = [f"{'ok' if report.ok else 'FAILED'}: {len(report.files)} files"]
    lines += [f"  {finding.check}: {finding.where}: {finding.what}" for finding in report.findings]
    lines += [f"  note: {note}" for note in report.notes]
    if report.signer is not None:
        vouched = "the key you gave" if report.vouched else "a key that nobody vouched for here; see --key"
        lines.append(
            f"signed {report.signed_at} by {report.signer.holder!r}, key {report.signer.keyid[:12]}: {vouched}"
        )
    return "\n".join(lines)
