"""What belongs to a personal file: drafts that name it, and bytes that only its key opens.

A draft that belongs to one has a last input in the role `sealed`: the id of the file and a secret salt. So its key,
and every digest over it, is a salted one: without the salt nobody can try out what it may have said. The bytes of the
entry are kept under the file's key. What rests on such an entry belongs to the same file, or is refused.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from foam.canonical import write_canonical
from foam.errors import InputError, NotFound, RecordDamaged
from foam.private import write_private
from foam.record.entry import Draft, ValueInput
from foam.record.keys import Keys, require_key
from foam.values import Value, digest_bytes

ROLE = "sealed"
MARK = b"\0foam sealed 1\0"
"""The first bytes of whatever is kept under the key of a personal file; the file's id follows."""
_ID_BYTES, _NONCE_BYTES = 18, 12
_KEY = re.compile(rb"b2:[0-9a-f]{64}")
PREFIX_BYTES = len(MARK) + _ID_BYTES
"""The mark and the id: as much tells whose something is."""
STUB = b'{"at":'
"""The first bytes of what is left of an erased entry; those of one that is whole are others."""


@dataclass(frozen=True, repr=False)
class Seal:
    """What makes a draft one of a personal file. Each draft gets a salt of its own, the same one every time."""

    person: str
    secret: bytes

    def add_to(self, draft: Draft) -> Draft:
        salt = hashlib.blake2b(draft.canonical, key=self.secret, digest_size=32).hexdigest()
        named = ValueInput(role=ROLE, value={"person": self.person, "salt": salt})
        return draft.model_copy(update={"inputs": (*draft.inputs, named)})


def make_seal(keys: Keys, person: str) -> Seal:
    """The seal of a personal file; NotFound when it was erased or its key is not here."""
    key = require_key(keys, person)
    return Seal(person, hashlib.blake2b(b"salts of drafts", key=key, digest_size=32).digest())


def add_seal(draft: Draft, seal: Seal | None) -> Draft:
    """The draft as one of this personal file; the same one without a seal."""
    return seal.add_to(draft) if seal else draft


def find_person(draft: Draft) -> str:
    """The personal file that a draft belongs to; empty when it belongs to none."""
    last = draft.inputs[-1] if draft.inputs else None
    if isinstance(last, ValueInput) and last.role == ROLE and isinstance(last.value, dict):
        return str(last.value.get("person", ""))
    return ""


def wrap(data: bytes, keys: Keys, person: str, *, bound: str) -> bytes:
    """Bytes that only the file's key opens; `bound` names their place, and they open in no other."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # loaded where there is a personal file

    nonce = secrets.token_bytes(_NONCE_BYTES)
    prefix = write_prefix(person)
    return prefix + nonce + AESGCM(require_key(keys, person)).encrypt(nonce, data, prefix + bound.encode())


def unwrap(data: bytes, keys: Keys, *, bound: str) -> bytes:
    """What was wrapped; NotFound when the key is gone, RecordDamaged when the bytes were changed or moved."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    key = require_key(keys, name_owner(data))
    prefix, nonce = data[:PREFIX_BYTES], data[PREFIX_BYTES : PREFIX_BYTES + _NONCE_BYTES]
    try:
        return AESGCM(key).decrypt(nonce, data[PREFIX_BYTES + _NONCE_BYTES :], prefix + bound.encode())
    except (InvalidTag, ValueError) as error:
        raise RecordDamaged("it does not open under the key of its personal file") from error


def write_prefix(person: str) -> bytes:
    """The first bytes of everything that is kept under this file's key."""
    return MARK + person.encode("ascii")


def is_wrapped(data: bytes) -> bool:
    return data.startswith(MARK)


def name_owner(prefix: bytes) -> str:
    """The personal file that wrapped bytes belong to; empty for others."""
    return prefix[len(MARK) : PREFIX_BYTES].decode("ascii", "replace") if is_wrapped(prefix) else ""


class Held(NamedTuple):
    """How many entries a personal file has that are not erased, and when the last one was kept."""

    entries: int
    last: str


class Owned(NamedTuple):
    """An entry as far as can be told without a key: its key, and the personal file it belongs to, if any."""

    key: str
    person: str
    erased: bool = False


def describe_owner(key: str, start: bytes) -> Owned:
    """Whose an entry is, by the first bytes that are kept of it."""
    if not isinstance(start, bytes):  # a damaged row; verify names it
        return Owned(key, "")
    return Owned(key, name_owner(start), start.startswith(STUB))


def list_named(body: bytes) -> list[str]:
    """Everything in an entry's bytes that looks like the key of an entry, each once."""
    return [key.decode() for key in dict.fromkeys(_KEY.findall(body))]


def check_owner(person: str, parents: list[Owned]) -> None:
    """Refuse what rests on a personal file and is not kept under its key: its words would outlive it."""
    for parent in parents:
        if parent.erased:
            raise NotFound(f"{parent.key} was erased", hint="nothing can rest on it any more")
        if parent.person and parent.person != person:
            raise InputError(
                f"this rests on the personal file {parent.person} and would be kept outside of it",
                hint=f"do it in that file: FOAM_PERSON={parent.person}",
            )


def check_joining(person: str, run: Owned) -> None:
    """Entries of a personal file join its own runs, and others join none of them."""
    check_owner(person, [run])
    if person != run.person:
        what = f"an entry of the personal file {person} would join a run outside of it"
        raise InputError(what, hint=f"begin the run in that file: FOAM_PERSON={person}")


def check_place(kind: str, person: str, only: str) -> None:
    """Refuse an entry that is kept elsewhere than in the personal file that everything is done in."""
    if person != only:
        raise InputError(
            f"everything is done in the personal file {only}, and {kind!r} would be kept outside of it",
            hint="do it without FOAM_PERSON, with nothing personal in it",
        )


class Stub(Value):
    """What is left of an erased entry: nothing that anybody said."""

    at: str
    key: str
    kind: str
    parents: tuple[tuple[str, str], ...]
    person: str

    @property
    def body(self) -> bytes:
        return write_canonical(self.json_value())

    @property
    def seal(self) -> str:
        return digest_bytes(self.body)


def write_owned(path: Path, content: bytes, keys: Keys, person: str) -> None:
    """Write a file: under the key of the personal file it belongs to, or as it is where it belongs to none."""
    write_private(path, wrap(content, keys, person, bound=path.name) if person else content)


def read_owned(path: Path, keys: Keys) -> bytes:
    """A file as it was written, with or without a key."""
    data = path.read_bytes()
    return unwrap(data, keys, bound=path.name) if is_wrapped(data) else data
