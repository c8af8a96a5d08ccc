"""Keys that sign bundles: Ed25519, with a holder and the days between which they hold.

The public half is a small JSON file to hand out, so that others can tell whose signature they see. A key that nobody
handed out proves only that a bundle was not changed since it was signed.
"""

from __future__ import annotations

import os
from datetime import date, timedelta
from pathlib import Path

from pydantic import Field
from securesystemslib.signer import CryptoSigner, SSlibKey  # type: ignore[attr-defined]

from foam.errors import InputError
from foam.values import Value

DAYS = 1826
"""How long a new key holds: five years."""
_PRIVATE, _PUBLIC = "bundle.key.pem", "bundle.key.json"


class PublicKey(Value):
    """What others need to check a signature."""

    holder: str
    keyid: str
    public: str = Field(pattern=r"^[0-9a-f]{64}$")
    """The Ed25519 key, in hex."""
    not_before: date
    not_after: date

    def holds_on(self, day: date) -> bool:
        return self.not_before <= day <= self.not_after

    def verifier(self) -> SSlibKey:
        return SSlibKey(self.keyid, "ed25519", "ed25519", {"public": self.public})


class SigningKey:
    """A private key and its public half."""

    def __init__(self, signer: CryptoSigner, public: PublicKey) -> None:
        self.signer = signer
        self.public = public


def make_key(holder: str, *, today: date, days: int = DAYS) -> SigningKey:
    """A fresh key that holds from today."""
    signer = CryptoSigner.generate_ed25519()
    key = signer.public_key
    public = PublicKey(
        holder=holder,
        keyid=key.keyid,
        public=key.keyval["public"],
        not_before=today,
        not_after=today + timedelta(days=days),
    )
    return SigningKey(signer, public)


def save_key(key: SigningKey, folder: Path) -> None:
    """Keep it, the private half readable by its owner alone."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    private = folder / _PRIVATE
    descriptor = os.open(private, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key.signer.private_bytes)
    (folder / _PUBLIC).write_text(key.public.model_dump_json(indent=2) + "\n", encoding="utf-8")


def load_key(folder: Path) -> SigningKey | None:
    """The key kept in a folder; None when there is none."""
    if not (folder / _PRIVATE).exists():
        return None
    public = read_public(folder / _PUBLIC)
    try:
        signer = CryptoSigner.from_priv_key_uri(f"file2:{folder / _PRIVATE}", public.verifier())
    except Exception as error:  # the library lets errors of several others through
        raise InputError(f"cannot use the key in {folder}: {error}", hint="move both its files away") from error
    return SigningKey(signer, public)


def find_or_make_key(folder: Path, *, holder: str, today: date) -> SigningKey:
    """The key kept in a folder; a new one when there is none or its days are over."""
    kept = load_key(folder)
    if kept is not None and kept.public.holds_on(today):
        return kept
    if kept is not None:
        # what it signed can still be checked: the public half stays, the private one is overwritten
        (folder / _PUBLIC).rename(folder / f"bundle.key.{kept.public.keyid[:12]}.json")
    made = make_key(holder, today=today)
    save_key(made, folder)
    return made


def read_public(path: Path) -> PublicKey:
    """The public half from its file."""
    try:
        return PublicKey.model_validate_json(path.read_bytes())
    except (OSError, ValueError) as error:
        first = str(error).splitlines()[0]
        raise InputError(f"{path} is no public key: {first}", hint="write one: foam bundle key --out FILE") from error
