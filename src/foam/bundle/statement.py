"""What a bundle states about itself, signed: an in-toto statement in a DSSE envelope."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, ValidationError
from securesystemslib.dsse import Envelope
from securesystemslib.exceptions import VerificationError as SignatureWrong

from foam.bundle.keys import PublicKey, SigningKey
from foam.canonical import write_canonical
from foam.errors import VerificationError
from foam.values import Value

PAYLOAD_TYPE = "application/vnd.in-toto+json"
_StatementType = Literal["https://in-toto.io/Statement/v1"]
_PredicateType = Literal["urn:foam:bundle:v3"]
FORMAT: _PredicateType = "urn:foam:bundle:v3"
"""Version 3 holds excerpts of its sources instead of whole documents."""
_FORMATS = "urn:foam:bundle:"


class Sha256(Value):
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")


class Subject(Value):
    """One file of the bundle and its digest."""

    name: str
    content: Sha256 = Field(alias="digest")


class Bundled(Value):
    """What the bundle is about, and who signed it when."""

    matter: str = ""
    run: str = ""
    operator: str = "operator"
    """On whose behalf models acted."""
    signed_at: str
    foam: str
    """The version that wrote it, and so rendered its pages."""
    head: str = ""
    """Where the record's log stood: its length and its head's digest."""
    key: PublicKey


class Statement(Value):
    """An in-toto statement."""

    type: _StatementType = Field(default="https://in-toto.io/Statement/v1", alias="_type")
    subject: tuple[Subject, ...]
    predicate_type: _PredicateType = Field(default=FORMAT, alias="predicateType")
    predicate: Bundled

    def payload(self) -> bytes:
        return write_canonical(self.model_dump(mode="json", by_alias=True))


def list_subjects(files: Mapping[str, bytes]) -> tuple[Subject, ...]:
    """Every file with its digest, by name."""
    return tuple(Subject(name=name, digest=Sha256(sha256=sha256(files[name]))) for name in sorted(files))


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def sign_statement(statement: Statement, key: SigningKey) -> bytes:
    """The envelope, as the bytes of its file."""
    envelope = Envelope(statement.payload(), PAYLOAD_TYPE, {})
    envelope.sign(key.signer)
    return write_envelope(envelope)


def write_envelope(envelope: Envelope) -> bytes:
    """The one way an envelope is written, so that no byte of it can differ unnoticed."""
    return write_canonical(envelope.to_dict()) + b"\n"


def read_format(data: bytes) -> str:
    """The format that a bundle's attestation names; empty when it names none that is ours."""
    try:
        stated = json.loads(Envelope.from_dict(json.loads(data)).payload)["predicateType"]
    except Exception:  # the library lets errors of several others through; `read_envelope` says what is wrong
        return ""
    return stated if isinstance(stated, str) and stated.startswith(_FORMATS) else ""


def read_envelope(data: bytes) -> tuple[Envelope, Statement]:
    """The envelope and the statement in it, whoever signed it; VerificationError when they are not as we write them."""
    envelope = parse_envelope(data)
    try:
        statement = Statement.model_validate_json(envelope.payload)
    except ValidationError as error:
        raise VerificationError(f"the signed statement is not one of a bundle: {_first(error)}") from error
    if envelope.payload_type != PAYLOAD_TYPE or statement.payload() != envelope.payload:
        raise VerificationError("the signed statement is not written as we write it")
    return envelope, statement


def parse_envelope(data: bytes) -> Envelope:
    """An envelope from its bytes; VerificationError when some byte is not as we write it."""
    try:
        raw: Any = json.loads(data)
        envelope = Envelope.from_dict(raw)
        same = write_envelope(envelope) == data
    except Exception as error:  # the library lets errors of several others through
        raise VerificationError(f"the attestation cannot be read: {_first(error)}") from error
    if not same:
        raise VerificationError("the attestation is not written as we write it: some byte of it differs")
    return envelope


def find_signature_flaw(envelope: Envelope, key: PublicKey) -> str:
    """Why the envelope's signature is not this key's; empty when it is."""
    keyids = list(envelope.signatures)
    if key.keyid not in keyids:
        return f"signed by key {', '.join(k[:12] for k in keyids) or 'nobody'}, not by {key.keyid[:12]}"
    try:
        envelope.verify([key.verifier()], 1)
    except (SignatureWrong, ValueError) as error:
        return f"the signature of key {key.keyid[:12]} does not fit the statement ({_first(error)})"
    return ""


def _first(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
