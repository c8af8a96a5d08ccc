"""What a key says about keys: that another follows it, or that one is no longer to be trusted. Signed, and portable.

Bundles carry these statements along, so that a reader who trusts an old key can follow it to the new one.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError
from securesystemslib.dsse import Envelope

from foam.bundle.keys import PublicKey, SigningKey
from foam.bundle.statement import find_signature_flaw, parse_envelope, write_envelope
from foam.canonical import write_canonical
from foam.errors import VerificationError
from foam.values import Value

PAYLOAD_TYPE = "application/vnd.foam.key+json"


class Succession(Value):
    """From this day on, what the new key signs counts as the old one's."""

    type: Literal["succession"] = "succession"
    old: PublicKey
    new: PublicKey
    on: date

    @property
    def signer(self) -> PublicKey:
        return self.old


class Revocation(Value):
    """From this day on, what the key signs does not count."""

    type: Literal["revocation"] = "revocation"
    keyid: str
    on: date
    because: str
    by: PublicKey
    """The key itself, or one that follows it."""

    @property
    def signer(self) -> PublicKey:
        return self.by


_KeyStatement = Annotated[Succession | Revocation, Field(discriminator="type")]
_STATEMENT: TypeAdapter[Succession | Revocation] = TypeAdapter(_KeyStatement)


def sign_key_statement(statement: Succession | Revocation, key: SigningKey) -> bytes:
    """The statement in its envelope, as one line."""
    envelope = Envelope(_payload(statement), PAYLOAD_TYPE, {})
    envelope.sign(key.signer)
    return write_envelope(envelope)


def read_key_statement(line: bytes) -> Succession | Revocation:
    """The statement; VerificationError when it is not one, or not signed by the key that it names."""
    envelope = parse_envelope(line)
    try:
        statement = _STATEMENT.validate_json(envelope.payload)
    except ValidationError as error:
        raise VerificationError(f"it says nothing about a key: {str(error).splitlines()[0]}") from error
    if envelope.payload_type != PAYLOAD_TYPE or _payload(statement) != envelope.payload:
        raise VerificationError("the statement about a key is not written as we write it")
    if flaw := find_signature_flaw(envelope, statement.signer):
        raise VerificationError(flaw)
    return statement


def read_key_statements(data: bytes) -> tuple[Succession | Revocation, ...]:
    """Every statement of a file; VerificationError at the first that does not hold."""
    return tuple(read_key_statement(line) for line in data.splitlines(keepends=True))


def _payload(statement: Succession | Revocation) -> bytes:
    return write_canonical(statement.json_value())
