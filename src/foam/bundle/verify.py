"""Is a bundle what was signed, and does it hold together? Needs the file alone: no record, no library, no model.

Container, signature, key and digests say whether anything was changed; the checks in `contents` say what, and whether
the record, the case file, its words, the dossier and its quotations agree with one another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Literal

from foam.bundle.container import unpack
from foam.bundle.contents import Documents, check_contents, check_documents, check_mark, check_pages, list_unchecked
from foam.bundle.data import BundleData
from foam.bundle.finding import Finding
from foam.bundle.keys import PublicKey, read_public
from foam.bundle.layout import ATTESTATION, KEYS
from foam.bundle.pins import Pin, TrustedKeys, Vouching, judge_signer
from foam.bundle.statement import FORMAT, Statement, find_signature_flaw, read_envelope, read_format, sha256
from foam.bundle.succession import Revocation, Succession, read_key_statements
from foam.errors import InputError, VerificationError
from foam.record.clock import utc_now
from foam.values import Value

LARGEST = 1_000_000_000
"""Bytes of a bundle that is read at all."""
Verdict = Literal["whole", "whole, signer unknown", "damaged"]


class Report(Value):
    """What was checked, what is wrong, and whose signature it is."""

    findings: tuple[Finding, ...]
    files: tuple[str, ...] = ()
    signer: PublicKey | None = None
    vouched_by: str = ""
    """The name of the key the reader trusts that vouches for the signature; empty when none does."""
    notes: tuple[str, ...] = ()
    """What could not be checked here, and what a reader should know."""
    signed_at: str = ""
    run: str = ""
    matter: str = ""
    head: str = ""
    """Where the log of the record stood: `foam record verify --head` holds that record against it."""
    foam: str = ""
    """The version of FOAM that wrote it."""

    @property
    def whole(self) -> bool:
        """Nothing was changed since somebody signed it, and everything in it agrees."""
        return not self.findings

    @property
    def vouched(self) -> bool:
        """A key that the reader trusts vouches for the signature."""
        return bool(self.vouched_by)

    @property
    def verdict(self) -> Verdict:
        if self.findings:
            return "damaged"
        return "whole" if self.vouched else "whole, signer unknown"

    @property
    def ok(self) -> bool:
        """Whole, and a key that the reader trusts vouches for it."""
        return self.verdict == "whole"


def verify_bundle(
    data: bytes,
    *,
    today: date,
    key: PublicKey | None = None,
    trusted: TrustedKeys | None = None,
    mark: str = "",
    documents: Documents | None = None,
) -> Report:
    """Check everything.

    `key` is the one it should bear, `trusted` are those that vouch, `mark` is one that a letter bore, and `documents`
    finds whole documents that the reader has, so that what an excerpt hides can be checked too.
    """
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
    try:
        envelope, statement = read_envelope(opened.files.get(ATTESTATION, b""))
    except VerificationError as error:
        found.append(Finding(check="attestation", where=ATTESTATION, what=error.what))
        return Report(findings=(*found, *check_mark(files, mark)), files=tuple(sorted(files)))
    if flaw := find_signature_flaw(envelope, statement.predicate.key):
        found.append(Finding(check="signature", where=ATTESTATION, what=flaw))
    vouching, flaws = _judge(statement, files, key, trusted or TrustedKeys(), today)
    found += [*flaws, *_digests(statement, files)]
    contents = BundleData(files, statement.predicate)
    found += [*check_contents(contents), *check_mark(files, mark)]
    if documents is not None and not found:
        found += check_documents(contents, documents)
    pages, notes = check_pages(contents) if not found else ((), ())  # rendered from what is sound, or not at all
    found += pages
    return _report(found, files, statement, vouching, notes)


def verify_file(
    path: Path | str,
    *,
    key: Path | str | PublicKey | None = None,
    on: date | None = None,
    mark: str = "",
    trusted: TrustedKeys | None = None,
    documents: Documents | None = None,
) -> Report:
    """Check the bundle in a file; nothing else is needed, no home, no library, no model.

    `key` is the key it should bear, or its file; `on` the day the key has to hold on (today); `mark` one that a letter
    bore at its foot; `trusted` are keys that the reader has pinned (`home.bundle.verify` takes those of the home);
    `documents` finds a whole document by its id, for a reader who has some.
    """
    wanted = read_public(Path(key)) if isinstance(key, Path | str) else key
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST:
            raise InputError(f"{path} is larger than {LARGEST:,} bytes", hint="no bundle of ours is")
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", hint="name a file that is there") from error
    return verify_bundle(
        data, today=on or utc_now().date(), key=wanted, mark=mark, trusted=trusted, documents=documents
    )


def _report(
    found: list[Finding], files: Mapping[str, bytes], statement: Statement, vouching: Vouching, notes: tuple[str, ...]
) -> Report:
    about = statement.predicate
    return Report(
        findings=tuple(dict.fromkeys(found)),
        files=tuple(sorted(files)),
        notes=(*vouching.notes, *notes, *(list_unchecked(files) if not found else ())),
        signer=about.key,
        vouched_by=vouching.by if not found else "",
        signed_at=about.signed_at,
        run=about.run,
        matter=about.matter,
        head=about.head,
        foam=about.foam,
    )


def _container(differs_at: int | None) -> Iterator[Finding]:
    if differs_at is not None:
        yield Finding(check="container", where=f"byte {differs_at}", what="differs from how a bundle is written")


def _judge(
    statement: Statement, files: Mapping[str, bytes], wanted: PublicKey | None, trusted: TrustedKeys, today: date
) -> tuple[Vouching, list[Finding]]:
    """Whether the key it bears held, is one the reader trusts, and is the one that the reader asks for."""
    about = statement.predicate
    found: list[Finding] = []
    carried: tuple[Succession | Revocation, ...] = ()
    try:
        carried = read_key_statements(files.get(KEYS, b""))
    except VerificationError as error:
        found.append(Finding(check="key", where=KEYS, what=error.what))
    try:
        signed_on = datetime.fromisoformat(about.signed_at).date()
    except ValueError:
        found.append(Finding(check="key", where=ATTESTATION, what=f"it was signed at no time: {about.signed_at!r}"))
        return Vouching(), found
    if wanted is not None:
        trusted = trusted.model_copy(update={"pins": (Pin(name=wanted.holder, key=wanted, on=today),)})
    vouching = judge_signer(about.key, signed_on, trusted, carried)
    flaws = [*vouching.flaws, *_key_days(about.key, signed_on, today)]
    if wanted is not None and not vouching.by and not vouching.flaws:
        key = about.key
        flaws.append(f"it bears key {key.keyid[:12]} of {key.holder!r}, not {wanted.keyid[:12]} of {wanted.holder!r}")
    return vouching, [*found, *(Finding(check="key", where=ATTESTATION, what=flaw) for flaw in flaws)]


def _key_days(key: PublicKey, signed_on: date, today: date) -> Iterator[str]:
    """A signature made outside the key's days, or a key whose days are over: nobody can tell when it really signed."""
    if not key.holds_on(signed_on):
        yield f"signed on {signed_on}, but the key holds {key.days}"
    if today > key.not_after:
        yield f"the key has expired: it held {key.days}"


def _digests(statement: Statement, files: Mapping[str, bytes]) -> Iterator[Finding]:
    stated = {subject.name: subject.content.sha256 for subject in statement.subject}
    for name in sorted({*stated, *files}):
        if name not in files:
            yield Finding(check="file", where=name, what="signed for, and missing")
        elif name not in stated:
            yield Finding(check="file", where=name, what="added: nobody signed for it")
        elif sha256(files[name]) != stated[name]:
            yield Finding(check="file", where=name, what="its content is not what was signed")
