"""The key that signs here: one file with both halves, the private one plain, under a passphrase, or in the keyring.

Both halves stand in one file that is replaced as a whole, so that a crash cannot part them. The file to hand out is a
copy of the public half, and nothing is lost with it. Every error says what to do next.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Literal

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from pydantic import Field

from foam.bundle.keys import PublicKey, SecretBox, SigningKey, join_key, make_key, read_public
from foam.errors import InputError
from foam.private import write_private
from foam.values import Value

Passphrase = Callable[[], str]
"""Gives the passphrase when it is needed."""
Kept = Literal["plain", "sealed", "keyring"]
PRIVATE, PUBLIC = "bundle.key.private.json", "bundle.key.json"
_ANEW = "put it back from a copy, or make a new key that others have to trust anew: foam bundle key --new"
_SCRYPT = {"n": 2**15, "r": 8, "p": 1, "maxmem": 2**26, "dklen": 32}
"""About 0.1 s and 32 MB for each guess."""


class OwnKey(Value):
    """Both halves of a key, as they lie on disk."""

    public: PublicKey
    kept: Kept = "plain"
    private: str = ""
    """The key in hex; sealed, its ciphertext with the nonce before it; in the keyring, nothing."""
    salt: str = Field(default="", pattern=r"^[0-9a-f]*$")


def find_own(folder: Path) -> OwnKey | None:
    """The key kept in a folder, locked or not; None when there never was one. InputError when half of it is gone."""
    path = folder / PRIVATE
    try:
        own = OwnKey.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        if not (folder / PUBLIC).exists():
            return None
        raise InputError(
            f"the private half of the key in {folder} is gone: {path.name} is not there", hint=_ANEW
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read the key in {path}: {_first(error)}", hint=_ANEW) from error
    if (folder / PUBLIC).exists() and read_public(folder / PUBLIC) != own.public:
        raise InputError(
            f"{PUBLIC} and {PRIVATE} in {folder} are of two keys",
            hint=f"move {PUBLIC} away if the other is yours, else make a new key: foam bundle key --new",
        )
    return own


def unlock(own: OwnKey, *, passphrase: Passphrase | None = None, box: SecretBox | None = None) -> SigningKey:
    """The key, ready to sign."""
    hidden = own.private
    if own.kept == "keyring":
        hidden = (box.get(own.public.keyid) if box else None) or ""
        if not hidden:
            raise InputError(f"the keyring does not hold key {own.public.keyid[:12]}", hint=_ANEW)
    try:
        raw = bytes.fromhex(hidden)
        if own.kept == "sealed":
            raw = _open(raw, own, passphrase)
        return join_key(Ed25519PrivateKey.from_private_bytes(raw), own.public)
    except ValueError as error:
        raise InputError(f"cannot use key {own.public.keyid[:12]}: {_first(error)}", hint=_ANEW) from error


def find_or_make_own(folder: Path, *, holder: str, today: date) -> OwnKey:
    """The key kept in a folder; a new one in a plain file when there never was one."""
    found = find_own(folder)
    return found if found is not None else keep_own(folder, make_key(holder, today=today))


def require_days(own: OwnKey, today: date) -> None:
    """InputError when the key's days are over or have not begun."""
    if today > own.public.not_after:
        hint = "make a new key that others have to trust anew: foam bundle key --new"
        raise InputError(f"the key's days are over: it held {own.public.days}", hint=hint)
    if today < own.public.not_before:
        raise InputError(f"the key does not hold yet: it holds {own.public.days}", hint="look at the computer's date")


def keep_own(
    folder: Path, key: SigningKey, *, kept: Kept = "plain", passphrase: str = "", box: SecretBox | None = None
) -> OwnKey:
    """Keep a key, readable by its owner alone. Another that was there is put aside as its public half."""
    raw = key.private.private_bytes_raw()
    own = OwnKey(public=key.public, kept=kept, private=raw.hex())
    if kept == "sealed":
        if not passphrase:
            hint = "type one at the terminal, or name --new-passphrase-env or --new-passphrase-file"
            raise InputError("there is no new passphrase, or it is empty", hint=hint)
        salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
        hidden = AESGCM(_derive(passphrase, salt)).encrypt(nonce, raw, key.public.keyid.encode())
        own = OwnKey(public=key.public, kept="sealed", private=(nonce + hidden).hex(), salt=salt.hex())
    if kept == "keyring":
        if box is None:
            raise InputError("there is no keyring to keep the key in")
        box.put(key.public.keyid, raw.hex())
        own = own.model_copy(update={"private": ""})
    put_aside(folder, unless=key.public)
    write_private(folder / PRIVATE, own.model_dump_json(indent=2) + "\n")
    write_private(folder / PUBLIC, write_public(key.public))
    if kept != "keyring" and box is not None:
        box.remove(key.public.keyid)
    return own


def put_aside(folder: Path, *, unless: PublicKey | None = None) -> None:
    """Keep the public half of the present key under its id: what it signed can still be checked."""
    public = folder / PUBLIC
    if not public.exists():
        return
    try:
        key = read_public(public)
    except InputError:  # broken: nothing can be checked by it, and it is in the way
        public.rename(public.with_suffix(".broken"))
        return
    if key != unless:
        public.rename(folder / f"bundle.key.{key.keyid[:12]}.json")


def list_former(folder: Path) -> tuple[Path, ...]:
    """The public halves of keys that signed here before."""
    return tuple(sorted(folder.glob("bundle.key.????????????.json")))


def write_public(key: PublicKey) -> str:
    """The file to hand out."""
    return key.model_dump_json(indent=2) + "\n"


def _open(hidden: bytes, own: OwnKey, passphrase: Passphrase | None) -> bytes:
    if passphrase is None:
        hint = "give it: --passphrase-env VARIABLE or --passphrase-file FILE, or be asked at a terminal"
        raise InputError(f"key {own.public.keyid[:12]} has a passphrase, and none was given", hint=hint)
    try:
        cipher = AESGCM(_derive(passphrase(), bytes.fromhex(own.salt)))
        return cipher.decrypt(hidden[:12], hidden[12:], own.public.keyid.encode())
    except InvalidTag:
        raise InputError(
            f"the passphrase does not open key {own.public.keyid[:12]}",
            hint="try again; if it is lost, make a new key that others have to trust anew: foam bundle key --new",
        ) from None


def _derive(passphrase: str, salt: bytes) -> bytes:
    return hashlib.scrypt(passphrase.encode(), salt=salt, **_SCRYPT)


def _first(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]
