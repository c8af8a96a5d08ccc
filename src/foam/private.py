"""Files written whole or not at all, and folders and files that only their owner can read.

Everything that FOAM keeps in a home is made here: folders with mode 0700 and files with 0600, whatever the umask. A
file is written beside its place, flushed and then renamed, so a writer that is killed leaves the old file or the new.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

FOLDER, FILE = 0o700, 0o600
_OTHERS = 0o077
DATABASE = "foam.db"
_FILES = ("foam.", "config.toml", "trusted.json")
_FOLDERS = ("dossiers", "index", "keys", "kept", "packs", "perspectives", "shingles", "vault", "words")
"""What a home holds, beside models: those are public. Anything else in the folder is not ours to change."""


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are not there, for the owner alone. One that is there stays as it is."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    try:
        folder.mkdir(mode=FOLDER)
    except FileExistsError:
        if not folder.is_dir():
            raise
        return  # another process was faster
    folder.chmod(FOLDER)  # the umask may have taken from the owner too


def make_file(path: Path) -> bool:
    """Make an empty file for the owner alone, and the folder it lies in; whether there was none."""
    make_folder(path.parent)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE))
    except FileExistsError:
        return False
    path.chmod(FILE)
    return True


@contextmanager
def new_file(path: Path, *, mode: int = FILE) -> Iterator[BinaryIO]:
    """A file to write that appears under its name when all of it is on the disk; in a folder that is there."""
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with open(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "wb") as file:
            part.chmod(mode)
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _flush_folder(path.parent)


def write_private(path: Path, content: str | bytes) -> None:
    """Write a file that only its owner can read, and make its folder where there is none."""
    make_folder(path.parent)
    with new_file(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def public_file(path: Path) -> Iterator[BinaryIO]:
    """A file that somebody asked for, to write, with the modes that their other files have; a device as it is."""
    place = path.resolve()  # where a link leads
    if place.exists() and not place.is_file():
        with place.open("wb") as device:
            yield device
        return
    with new_file(place, mode=_find_mode(place)) as file:
        yield file


def write_public(path: Path, content: str | bytes) -> None:
    """Write a file that somebody asked for."""
    with public_file(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def mend_modes(home: Path) -> bool:
    """Take from others what an older FOAM, a copy or a wide umask let them read; whether anything was changed.

    Only what lies at the top is looked at, unless something there was open to others: then everything is.
    """
    try:
        found = [entry for entry in os.scandir(home) if _is_ours(entry)]
    except OSError:  # there is no home yet, or it cannot be looked into
        return False
    is_home = home.name == ".foam" or any(entry.name == DATABASE for entry in found)
    own = [home] if is_home and not home.stat().st_mode & stat.S_ISVTX else []
    if not any(map(_is_open, [*own, *(Path(entry) for entry in found)])):
        return False
    below = [Path(place, name) for entry in found for place, folders, files in os.walk(entry)
             for name in (*folders, *files)]  # fmt: skip
    return sum(map(close_to_others, (*own, *(Path(entry) for entry in found), *below))) > 0


def close_to_others(path: Path) -> bool:
    """Take group and world rights from one's own file or folder; whether there were any. A link is left alone."""
    try:
        if not _is_open(path):
            return False
        path.chmod(stat.S_IMODE(path.lstat().st_mode) & ~_OTHERS)
    except OSError:  # gone meanwhile, or on a medium that cannot be written
        return False
    return True


def _is_ours(entry: os.DirEntry[str]) -> bool:
    if entry.is_symlink():
        return False
    return entry.name in _FOLDERS if entry.is_dir() else entry.name.startswith(_FILES)


def _is_open(path: Path) -> bool:
    try:
        held = path.lstat()
    except FileNotFoundError:  # gone meanwhile, as a database's own log is once nobody has it open
        return False
    own = not hasattr(os, "geteuid") or held.st_uid == os.geteuid()
    return own and not stat.S_ISLNK(held.st_mode) and bool(held.st_mode & _OTHERS)


def _find_mode(path: Path) -> int:
    """The modes of the file that is replaced, or what umask and folder leave of a new one: private there, private."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask & (0o777 if path.parent.stat().st_mode & _OTHERS else FILE)


def _flush_folder(folder: Path) -> None:
    """Have the disk keep the new name too, where the system can flush a folder."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)
