"""Keys that sign bundles: Ed25519, with a holder and the days between which they hold.

The public half is a small JSON file to hand out, so that others can tell whose signature they see. A key that nobody
handed out proves only that a bundle was not changed since it was signed. The private half can lie in the system's
keyring, which needs the extra `keyring`.
"""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from pydantic import Field, model_validator
from securesystemslib.signer import CryptoSigner, SSlibKey  # type: ignore[attr-defined]

from foam.errors import InputError, MissingExtra
from foam.values import Value

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "foam bundle key"
_HINT = "keep the key in a file under a passphrase instead: foam bundle protect --passphrase"


class SecretBox(Protocol):
    """Keeps short texts under names."""

    def get(self, name: str) -> str | None: ...

    def put(self, name: str, text: str) -> None: ...

    def remove(self, name: str) -> None:
        """Forget a text; nothing happens when there is none."""
        ...


class SystemKeyring:
    """The keyring of the system, or any backend of the `keyring` package."""

    def __init__(self, backend: KeyringBackend | None = None) -> None:
        self._given = backend

    def get(self, name: str) -> str | None:
        found: str | None = self._ask("get_password", name)
        return found

    def put(self, name: str, text: str) -> None:
        self._ask("set_password", name, text)
        if self.get(name) != text:
            raise InputError("the system's keyring did not keep the key", hint=_HINT)

    def remove(self, name: str) -> None:
        if self.get(name) is not None:
            self._ask("delete_password", name)

    def _ask(self, what: str, *arguments: str) -> Any:
        try:
            import keyring
        except ModuleNotFoundError as error:
            raise MissingExtra("keyring", extra="keyring", needed_for="a key in the system's keyring") from error
        backend = self._given or keyring.get_keyring()
        try:
            return getattr(backend, what)(SERVICE, *arguments)
        except Exception as error:  # backends raise errors of their own beside KeyringError
            said = (str(error).splitlines() or [type(error).__name__])[0]
            raise InputError(f"the system's keyring does not answer: {said}", hint=_HINT) from error


DAYS = 1826
"""How long a new key holds: five years."""


class PublicKey(Value):
    """What others need to check a signature."""

    holder: str
    keyid: str
    """The digest of the key itself."""
    public: str = Field(pattern=r"^[0-9a-f]{64}$")
    """The Ed25519 key, in hex."""
    not_before: date
    not_after: date

    @model_validator(mode="after")
    def _named_rightly(self) -> Self:
        if self.keyid != _compute_keyid(self.public):
            raise ValueError("the key's id is not that of the key")
        return self

    def holds_on(self, day: date) -> bool:
        return self.not_before <= day <= self.not_after

    @property
    def days(self) -> str:
        return f"{self.not_before.isoformat()} to {self.not_after.isoformat()}"

    def verifier(self) -> SSlibKey:
        return SSlibKey(self.keyid, "ed25519", "ed25519", {"public": self.public})


class SigningKey:
    """A private key and its public half."""

    def __init__(self, private: Ed25519PrivateKey, public: PublicKey) -> None:
        self.private = private
        self.public = public

    @property
    def signer(self) -> CryptoSigner:
        return CryptoSigner(self.private, self.public.verifier())


def make_key(holder: str, *, today: date, days: int = DAYS) -> SigningKey:
    """A fresh key that holds from today."""
    raw = Ed25519PrivateKey.generate()
    public = raw.public_key().public_bytes_raw().hex()
    return join_key(
        raw,
        PublicKey(
            holder=holder,
            keyid=_compute_keyid(public),
            public=public,
            not_before=today,
            not_after=today + timedelta(days=days),
        ),
    )


def join_key(private: Ed25519PrivateKey, public: PublicKey) -> SigningKey:
    """Both halves together; ValueError when they are not of one key."""
    if private.public_key().public_bytes_raw().hex() != public.public:
        raise ValueError("the two halves are not of one key")
    return SigningKey(private, public)


def _compute_keyid(public: str) -> str:
    """The id of an Ed25519 key, as securesystemslib names it."""
    return SSlibKey.from_crypto(Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))).keyid


def read_public(path: Path) -> PublicKey:
    """The public half from its file."""
    try:
        return PublicKey.model_validate_json(path.read_bytes())
    except (OSError, ValueError) as error:
        first = str(error).splitlines()[0]
        hint = "its holder writes one: foam bundle key --out FILE"
        raise InputError(f"{path} is no public key: {first}", hint=hint) from error
