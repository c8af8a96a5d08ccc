"""The vault: texts of a matter, each under a salted commitment, kept apart from the record so that they can be removed.

The record is append-only and holds commitments alone. With text and salt anybody can check a commitment; without the
salt, guessing the text does not help. A removed text is gone from here; copies handed out before are not.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from foam.appeal.acts import Words
from foam.errors import InputError, NotFound, RecordDamaged
from foam.record.keys import Keys, MemoryKeys
from foam.record.personal import read_owned, write_owned
from foam.values import TAG, Value, digest

LARGEST = 10_000_000
"""Characters of one text."""

NO_TEXT = "data:"
"""How the content of a paper begins that is kept as a file, not as text."""
Salter = Callable[[], str]


class Secret(Value):
    """A text and its salt: what opens a commitment."""

    salt: str
    text: str

    @property
    def commitment(self) -> str:
        return digest({"foam": "words", "salt": self.salt, "text": self.text})


class Vault(Protocol):
    """Where texts are kept."""

    def put(self, secret: Secret) -> None: ...

    def get(self, commitment: str) -> Secret | None:
        """What opens the commitment; None when it was removed or never there."""
        ...

    def remove(self, commitment: str) -> bool:
        """Whether there was something to remove."""
        ...


class MemoryVault:
    """The vault in memory: the shipped fake."""

    def __init__(self) -> None:
        self._kept: dict[str, Secret] = {}

    def put(self, secret: Secret) -> None:
        self._kept[secret.commitment] = secret

    def get(self, commitment: str) -> Secret | None:
        return self._kept.get(commitment)

    def remove(self, commitment: str) -> bool:
        return self._kept.pop(commitment, None) is not None


class FolderVault:
    """The vault as a folder with one small file a text, readable by its owner alone.

    Texts of a personal file are kept under its key.
    """

    def __init__(self, folder: Path, keys: Keys | None = None, *, person: str = "") -> None:
        """`person` is the personal file that texts are put in."""
        self._folder = folder
        self._keys = keys or MemoryKeys()
        self._person = person

    def put(self, secret: Secret) -> None:
        content = secret.model_dump_json().encode()
        write_owned(self._path(secret.commitment), content, self._keys, self._person)

    def get(self, commitment: str) -> Secret | None:
        path = self._path(commitment)
        try:
            secret = Secret.model_validate_json(read_owned(path, self._keys))
        except (FileNotFoundError, NotFound):
            return None
        except ValueError as error:
            raise _damaged(path) from error
        if secret.commitment != commitment:
            raise _damaged(path)
        return secret

    def remove(self, commitment: str) -> bool:
        path = self._path(commitment)
        there = path.exists()
        path.unlink(missing_ok=True)
        return there

    def _path(self, commitment: str) -> Path:
        return self._folder / f"{commitment.removeprefix(TAG)}.json"


def new_salt() -> str:
    """Sixteen random bytes."""
    return secrets.token_hex(16)


def hold(text: str, vault: Vault, *, salter: Salter = new_salt) -> Words:
    """Keep a text and give what stands for it in the record. Empty and outsized texts are refused."""
    if not text.strip():
        raise InputError("a text is empty", hint="say it in words")
    if len(text) > LARGEST:
        raise InputError(f"a text has {len(text)} characters, more than {LARGEST}", hint="hand in less, or in parts")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"a lone surrogate at character {error.start} of a text", hint="give valid Unicode") from error
    secret = Secret(salt=salter(), text=text)
    vault.put(secret)
    return Words(commitment=secret.commitment)


def _damaged(path: Path) -> RecordDamaged:
    return RecordDamaged(f"{path.name} in the vault does not open its commitment", hint="restore it from a copy")
