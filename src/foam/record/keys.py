"""The keys of personal files, and what is left of those that were erased.

Whatever belongs to a personal file is kept under that file's key. Destroying the key is what erases: the bytes that
were kept under it, here or in any copy, can no longer be read. Of an erased file a *tombstone* stays: its id, when, by
whom, why and under which rule. It is written first, so that an erasure that was cut short is known and ended.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from foam.errors import InputError, NotFound, RecordDamaged
from foam.private import make_folder, write_private
from foam.values import CleanLine, Value

FOLDER = "vault"
"""Where a home has its keys, unless the settings name another place."""
_KEY_BYTES = 32
_ID = re.compile(r"p-[0-9a-f]{16}")
_KEY, _TOMB = ".key", ".erased.json"


class Tombstone(Value):
    """What stays of a personal file that was erased."""

    person: str
    at: str
    by: CleanLine
    because: CleanLine
    rule: CleanLine
    accounts: tuple[str, ...] = ()
    """Accounts that are forgotten with it; not told any more once it is done."""
    done: bool = False
    """Whether nothing of it is left in this home; until then the erasure is ended whenever the home is opened."""


class Keys(Protocol):
    """Where the keys of personal files are kept."""

    def is_used(self) -> bool:
        """Whether there is, or was, a personal file; without one nothing has to be looked after."""
        ...

    def make(self) -> str:
        """A new key; the id of its personal file is returned."""
        ...

    def find(self, person: str) -> bytes | None:
        """The key of a personal file; None when it was erased or is not here."""
        ...

    def list_kept(self) -> tuple[str, ...]:
        """The ids of every personal file whose key is here, sorted."""
        ...

    def bury(self, tombstone: Tombstone) -> None:
        """Destroy a key, for good. Once this has begun the key is never given out again; doing it again ends it."""
        ...

    def list_buried(self) -> tuple[Tombstone, ...]:
        """What stays of every personal file that was erased, by id."""
        ...


def _new_id() -> str:
    """An id that tells nothing about anybody."""
    return f"p-{secrets.token_hex(8)}"


def check_id(person: str) -> str:
    """The id of a personal file, as it is; InputError when it is none."""
    if _ID.fullmatch(person) is None:
        raise InputError(f"{person!r} is no personal file", hint="it looks like p-3f9a2c81d0e4b765: foam person list")
    return person


class MemoryKeys:
    """Keys in memory: the shipped fake."""

    def __init__(self) -> None:
        self._keys: dict[str, bytes] = {}
        self._buried: dict[str, Tombstone] = {}

    def is_used(self) -> bool:
        return bool(self._keys or self._buried)

    def make(self) -> str:
        person = _new_id()
        self._keys[person] = secrets.token_bytes(_KEY_BYTES)
        return person

    def find(self, person: str) -> bytes | None:
        return self._keys.get(person)

    def list_kept(self) -> tuple[str, ...]:
        return tuple(sorted(self._keys))

    def bury(self, tombstone: Tombstone) -> None:
        self._keys.pop(tombstone.person, None)
        self._buried[tombstone.person] = tombstone

    def list_buried(self) -> tuple[Tombstone, ...]:
        return tuple(self._buried[person] for person in sorted(self._buried))


class KeyFolder:
    """Keys as a folder with one small file each, readable by its owner alone.

    It can lie on another disk than the home, and is copied apart from it: a copy of the home without it holds no word
    of any personal file.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def is_used(self) -> bool:
        return self.folder.is_dir()

    def make(self) -> str:
        person = _new_id()
        write_private(self._path(person, _KEY), secrets.token_hex(_KEY_BYTES))
        return person

    def find(self, person: str) -> bytes | None:
        if _ID.fullmatch(person) is None or self._path(person, _TOMB).exists():
            return None
        path = self._path(person, _KEY)
        try:
            key = bytes.fromhex(path.read_text("ascii"))
        except FileNotFoundError:
            return None
        except (ValueError, OSError) as error:
            raise _damaged(path) from error
        if len(key) != _KEY_BYTES:
            raise _damaged(path)
        return key

    def list_kept(self) -> tuple[str, ...]:
        return tuple(one for one in self._list(_KEY) if not self._path(one, _TOMB).exists())

    def bury(self, tombstone: Tombstone) -> None:
        make_folder(self.folder)
        write_private(self._path(check_id(tombstone.person), _TOMB), tombstone.model_dump_json())
        destroy_file(self._path(tombstone.person, _KEY))
        for part in self.folder.glob(f".{tombstone.person}{_KEY}.*"):  # of a writer that was killed
            destroy_file(part)

    def list_buried(self) -> tuple[Tombstone, ...]:
        return tuple(self._read_tombstone(self._path(one, _TOMB)) for one in self._list(_TOMB))

    def _read_tombstone(self, path: Path) -> Tombstone:
        try:
            return Tombstone.model_validate_json(path.read_bytes())
        except ValueError as error:
            raise _damaged(path) from error

    def _list(self, ending: str) -> list[str]:
        try:
            names = os.listdir(self.folder)
        except FileNotFoundError:
            return []
        found = (name.removesuffix(ending) for name in names if name.endswith(ending))
        return sorted(one for one in found if _ID.fullmatch(one))

    def _path(self, person: str, ending: str) -> Path:
        return self.folder / f"{person}{ending}"

    def export(self) -> dict[str, str]:
        """Every key in hex, to be copied."""
        found = {person: self.find(person) for person in self.list_kept()}
        return {person: key.hex() for person, key in found.items() if key is not None}

    def take_in(self, keys: Mapping[str, str], tombstones: Iterable[Tombstone]) -> None:
        """Put copied keys back, but for those of files that were erased; each erasure is to be ended here again."""
        known = {one.person: one for one in (*tombstones, *self.list_buried())}
        for one in known.values():
            self.bury(one.model_copy(update={"done": False}))
        for person, key in keys.items():
            if person not in known and self.find(check_id(person)) is None:
                write_private(self._path(person, _KEY), key)


def destroy_file(path: Path) -> None:
    """Overwrite a file where it lies, then delete it; one that is not there is left so."""
    try:
        with path.open("r+b", buffering=0) as file:
            size = os.fstat(file.fileno()).st_size
            file.write(secrets.token_bytes(size))
            os.fsync(file.fileno())
        path.unlink()
    except FileNotFoundError:
        return


def require_key(keys: Keys, person: str) -> bytes:
    """The key of a personal file, or NotFound with the reason why there is none."""
    found = keys.find(person)
    if found is None:
        raise explain_missing(keys, person)
    return found


def explain_missing(keys: Keys, person: str) -> NotFound:
    """Why what belongs to a personal file cannot be read."""
    for one in keys.list_buried():
        if one.person == person:
            what = f"the personal file {person} was erased on {one.at[:10]} by {one.by} ({one.rule}): {one.because}"
            return NotFound(what, hint="its words are gone for good")
    return NotFound(f"the key of the personal file {person} is not here", hint="put back the copy of the keys")


def _damaged(path: Path) -> RecordDamaged:
    return RecordDamaged(f"{path.name} among the keys cannot be read", hint="restore it from a copy of the keys")
