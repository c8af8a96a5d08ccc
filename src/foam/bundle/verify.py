"""Is a bundle what was signed, and does it hold together? Needs the file alone: no record, no library, no model.

Container, signature, key and digests say whether anything was changed; the checks in `contents` say what, and whether
the record, the case file, its words, the dossier and its quotations agree with one another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from pathlib import Path

from foam.bundle.container import unpack
from foam.bundle.contents import check_contents, check_mark, list_unchecked
from foam.bundle.finding import Finding
from foam.bundle.keys import PublicKey, read_public
from foam.bundle.layout import ATTESTATION
from foam.bundle.statement import FORMAT, Statement, find_signature_flaw, read_envelope, read_format, sha256
from foam.errors import InputError, VerificationError
from foam.record.clock import utc_now
from foam.values import Value

LARGEST = 1_000_000_000
"""Bytes of a bundle that is read at all."""


class Report(Value):
    """What was checked, what is wrong, and whose signature it is."""

    findings: tuple[Finding, ...]
    files: tuple[str, ...] = ()
    signer: PublicKey | None = None
    vouched: bool = False
    """The signature is that of a key the reader brought along."""
    notes: tuple[str, ...] = ()
    """What could not be checked here."""
    signed_at: str = ""
    run: str = ""
    matter: str = ""

    @property
    def ok(self) -> bool:
        return not self.findings


def verify_bundle(data: bytes, *, today: date, trusted: PublicKey | None = None, mark: str = "") -> Report:
    """Check everything; `trusted` is the key it should bear, `mark` one that a letter bore at its foot."""
    try:
        opened = unpack(data)
    except VerificationError as error:
        return Report(findings=(Finding(check="container", where="the file", what=error.what),))
    stated = read_format(opened.files.get(ATTESTATION, b""))
    if stated not in ("", FORMAT):  # then nothing else can be told, since its digests are of other bytes
        what = f"it is in format {stated}, and this FOAM reads {FORMAT}: check it with the FOAM that wrote it"
        return Report(findings=(Finding(check="format", where=ATTESTATION, what=what),))
    files = {name: content for name, content in opened.files.items() if name != ATTESTATION}
    found = list(_container(opened.differs_at))
    statement: Statement | None = None
    try:
        envelope, statement = read_envelope(opened.files.get(ATTESTATION, b""))
        found += _signature(find_signature_flaw(envelope, statement.predicate.key), statement, trusted, today)
        found += _digests(statement, files)
    except VerificationError as error:
        found.append(Finding(check="attestation", where=ATTESTATION, what=error.what))
    found += [*check_contents(files), *check_mark(files, mark)]
    return _report(found, files, statement, trusted)


def verify_file(
    path: Path | str, *, key: Path | str | PublicKey | None = None, on: date | None = None, mark: str = ""
) -> Report:
    """Check the bundle in a file; nothing else is needed, no home, no library, no model.

    `key` is the key it should bear, or its file; `on` the day the key has to hold on (today); `mark` one that a letter
    bore at its foot.
    """
    trusted = read_public(Path(key)) if isinstance(key, Path | str) else key
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path} is larger than {LARGEST:,} bytes", hint="no bundle of ours is")
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", hint="name a file that is there") from error
    return verify_bundle(data, today=on or utc_now().date(), trusted=trusted, mark=mark)


def _report(
    found: list[Finding], files: Mapping[str, bytes], statement: Statement | None, trusted: PublicKey | None
) -> Report:
    report = Report(
        findings=tuple(dict.fromkeys(found)),
        files=tuple(sorted(files)),
        notes=tuple(list_unchecked(files)) if not found else (),
    )
    if statement is None:
        return report
    about = statement.predicate
    return report.model_copy(
        update={
            "signer": about.key,
            "vouched": trusted is not None and trusted == about.key,
            "signed_at": about.signed_at,
            "run": about.run,
            "matter": about.matter,
        }
    )


def _container(differs_at: int | None) -> Iterator[Finding]:
    if differs_at is not None:
        yield Finding(check="container", where=f"byte {differs_at}", what="differs from how a bundle is written")


def _signature(flaw: str, statement: Statement, trusted: PublicKey | None, today: date) -> Iterator[Finding]:
    key = statement.predicate.key
    if flaw:
        yield Finding(check="signature", where=ATTESTATION, what=flaw)
    if trusted is not None and trusted != key:
        what = f"it bears key {key.keyid[:12]} of {key.holder!r}, not {trusted.keyid[:12]} of {trusted.holder!r}"
        same = trusted.keyid == key.keyid
        yield Finding(check="key", where=ATTESTATION, what="the key's holder or days were changed" if same else what)
    yield from _key_days(trusted or key, statement.predicate.signed_at, today)


def _key_days(key: PublicKey, signed_at: str, today: date) -> Iterator[Finding]:
    """A signature made outside the key's days, or a key whose days are over: nobody can tell when it really signed."""
    try:
        signed_on = datetime.fromisoformat(signed_at).date()
    except ValueError:
        yield Finding(check="key", where=ATTESTATION, what=f"it was signed at no time: {signed_at!r}")
        return
    days = f"{key.not_before.isoformat()} to {key.not_after.isoformat()}"
    if not key.holds_on(signed_on):
        yield Finding(check="key", where=ATTESTATION, what=f"signed on {signed_on}, but the key holds {days}")
    if today > key.not_after:
        yield Finding(check="key", where=ATTESTATION, what=f"the key has expired: it held {days}")


def _digests(statement: Statement, files: Mapping[str, bytes]) -> Iterator[Finding]:
    stated = {subject.name: subject.content.sha256 for subject in statement.subject}
    for name in sorted({*stated, *files}):
        if name not in files:
            yield Finding(check="file", where=name, what="signed for, and missing")
        elif name not in stated:
            yield Finding(check="file", where=name, what="added: nobody signed for it")
        elif sha256(files[name]) != stated[name]:
            yield Finding(check="file", where=name, what="its content is not what was signed")
