"""`foam bundle`: check a signed bundle with nothing but the file. Needs no record, no library and no model."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from foam.bundle.keys import read_public
from foam.bundle.verify import Report, verify_bundle
from foam.cli.frame import Face, faced
from foam.errors import InputError
from foam.record.clock import utc_now

LARGEST = 1_000_000_000


@click.group()
def bundle() -> None:
    """Check signed bundles."""


@bundle.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--key", "key_file", type=click.Path(dir_okay=False, path_type=Path), help="The key it should bear.")
@click.option("--on", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="The day the key has to hold on [today].")
@click.option("--mark", default="", help="The mark at the foot of a letter you have: its act has to be there.")
@faced
def verify(face: Face, file: Path, key_file: Path | None, on: datetime | None, mark: str) -> None:
    """Check FILE: container, signature, key, digests, record, case file, words, quotations; exit 1 on any failure."""
    trusted = read_public(key_file) if key_file else None
    day = on.replace(tzinfo=UTC).date() if on else utc_now().date()
    report = verify_bundle(_read(file), today=day, trusted=trusted, mark=mark)
    face.show(_text(report), {"ok": report.ok, **report.json_value()})
    sys.exit(0 if report.ok else 1)


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path} is larger than {LARGEST:,} bytes", hint="no bundle of ours is")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", hint="name a file that is there") from error


def _text(report: Report) -> str:
    lines = [f"{'ok' if report.ok else 'FAILED'}: {len(report.files)} files"]
    lines += [f"  {finding.check}: {finding.where}: {finding.what}" for finding in report.findings]
    lines += [f"  note: {note}" for note in report.notes]
    if report.signer is not None:
        vouched = "the key you gave" if report.vouched else "a key that nobody vouched for here; see --key"
        lines.append(
            f"signed {report.signed_at} by {report.signer.holder!r}, key {report.signer.keyid[:12]}: {vouched}"
        )
    return "\n".join(lines)
