"""The weights that answer are the ones that were hashed: the bytes of a file are read once, hashed, and used.

Hashing is remembered by the file's identity (device, number, size, times of change), so that it costs once. A file that
changed a moment ago is hashed again: a second change within one tick of the clock would not show in its times.
`foam model pull --verify` hashes everything, whatever is remembered.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from foam.errors import WeightsMissing
from foam.model.embedded.pins import Pin
from foam.model.embedded.pull import read_stamp, require_folder
from foam.private import write_private

MEMORY = "hashed.json"
_SETTLED = 2.0
"""Seconds after its last change from which a file's times tell it from a later one."""

_Identity = tuple[int, ...]
Hash = Callable[[bytes], str]


def hash_bytes(data: bytes) -> str:
    """SHA-256 in hex."""
    return hashlib.sha256(data).hexdigest()


class WeightFiles:
    """The files of one model. What was read once stays the same for whoever asks again, until it is let go."""

    def __init__(self, home: Path, pin: Pin, *, hash_data: Hash = hash_bytes) -> None:
        self._folder = require_folder(home, pin)
        self._pin = pin
        self._hash = hash_data
        self._kept: dict[str, bytes] = {}

    @cached_property
    def digests(self) -> dict[str, str]:
        """The SHA-256 of each file that answers depend on: pinned, or of the bytes that were read for it just now."""
        pinned = {file.name: file.sha256 for file in self._pin.files if file.is_used}
        return pinned | {name: self._hash(self._keep(name)) for name in self._pin.derived}

    def take(self, name: str) -> bytes:
        """The bytes of a file, to be loaded. WeightsMissing when they are not those that were pulled and named."""
        data = self._kept.pop(name, None)
        return self._read(name) if data is None else data

    def _keep(self, name: str) -> bytes:
        """What is small and made by ourselves is kept from when it is named until it is loaded."""
        return self._kept.setdefault(name, self._read(name))

    def _read(self, name: str) -> bytes:
        path = self._folder / name
        with path.open("rb") as file:
            before = identify(file.fileno())
            data = file.read()
            after = identify(file.fileno())
        found = _recall_hash(path, before) if before == after else None
        if found is None:
            found = self._hash(data)
            remember_hash(path, before, found)
        expected = self._expect(name)
        if found != expected:
            raise WeightsMissing(
                f"{path} is not what was pulled: its SHA-256 is {found}, and it should be {expected}",
                hint="run: foam model pull --verify",
            )
        return data

    def _expect(self, name: str) -> str:
        pinned = {file.name: file.sha256 for file in self._pin.files}
        return pinned.get(name) or read_stamp(self._folder)["sha256"][name]


def _recall_hash(path: Path, identity: _Identity) -> str | None:
    """The hash of a file that is still the one it was."""
    held = _read_memory(path).get(_name(path))
    return held[1] if held and tuple(held[0]) == identity else None


def remember_hash(path: Path, identity: _Identity, found: str) -> None:
    """Remember what a file hashed to, where that can be written and the file has settled."""
    changed = max(identity[3:]) / 1e9
    if time.time() - changed < _SETTLED:
        return
    try:
        write_private(_memory(path), json.dumps({**_read_memory(path), _name(path): [identity, found]}, indent=1))
    except OSError:
        return


def identify(descriptor: int) -> _Identity:
    """What tells an open file from another, and from itself after a change."""
    held = os.fstat(descriptor)
    return held.st_dev, held.st_ino, held.st_size, held.st_mtime_ns, held.st_ctime_ns


def _memory(path: Path) -> Path:
    return path.parents[1] / MEMORY


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _read_memory(path: Path) -> dict[str, tuple[list[int], str]]:
    try:
        held = json.loads(_memory(path).read_bytes())
        return {name: (list(identity), str(found)) for name, (identity, found) in held.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
