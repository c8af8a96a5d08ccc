"""Copies of a home in one file each, and putting them back.

A copy has the record and library as they were at one moment, words, kept views, signing keys, perspectives, packs and
settings, each with its digest. The keys of personal files are never in it: they are copied apart. So a copy that was
made before an erasure holds nothing that anybody can read once the key is gone from every copy of the keys.
"""

from __future__ import annotations

import json
import secrets
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path, PurePosixPath

from pydantic import Field, ValidationError

from foam.errors import InputError, NotFound, RecordDamaged
from foam.home.desk import Desk
from foam.home.tombstones import end_erasures, settle_erasures
from foam.private import make_folder, new_file, write_private
from foam.record.clock import stamp
from foam.record.database import connect, translate_errors
from foam.record.heads import HeadsFile
from foam.record.keys import Tombstone
from foam.record.opening import is_database, open_home_record
from foam.record.sqlite import FILE_NAME, open_record
from foam.values import Value, digest_bytes

MANIFEST = "manifest.json"
_FOLDERS = ("keys", "kept", "packs", "perspectives", "words")
_FILES = ("config.toml", "library.heads", "record.heads", "trusted.json")
_MAY_STAND = frozenset({"vault", "models"})
"""What a home may hold when a copy is put back into it."""


class BackupReport(Value):
    """A copy that was made or put back."""

    file: str
    at: str
    """When it was made."""
    head: str = ""
    """The head of the record in it."""
    files: int
    apart: tuple[str, ...] = ()
    """What is in a database and so not in the file: "record", "library"."""
    erased_again: tuple[str, ...] = ()
    """Personal files that were erased since it was made, and are erased here again."""


class Manifest(Value):
    """What a copy holds, by digest, and what was erased until then."""

    foam: str = "backup 1"
    at: str
    head: str = ""
    files: dict[str, str]
    erased: tuple[Tombstone, ...] = ()


class KeyCopy(Value):
    """The keys of personal files, and what stays of erased ones. Who has it can read every copy of the home."""

    foam: str = "keys 1"
    at: str
    keys: dict[str, str] = Field(repr=False)
    erased: tuple[Tombstone, ...] = ()


def back_up(desk: Desk, path: Path) -> BackupReport:
    """Copy the home to a new file. A record or a library in a database is not in it, and the report names it: that is
    copied by the database's own means."""
    if path.exists():
        raise InputError(f"{path} is there already", hint="name a new file")
    apart = is_database(desk.record_url)
    if not desk.library_file.exists() and not (apart and desk.folder.is_dir()):
        raise NotFound(f"no record at {desk.library_file}", hint="run something first, or set FOAM_HOME")
    at = stamp(desk.clock)
    with (
        new_file(path) as out,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        head, digests = _add_database(archive, desk, path) if desk.library_file.exists() else ("", {})
        for name, file in _list_files(desk.folder):
            with suppress(FileNotFoundError):  # taken away meanwhile
                digests[name] = _add_file(archive, name, file)
        head = str(desk.reading.head()) if apart else head
        made = Manifest(at=at, head=head, files=digests, erased=desk.keys.list_buried())
        archive.writestr(MANIFEST, made.model_dump_json())
    named = {"record": apart, "library": bool(desk.library_url)}
    there = tuple(name for name, is_apart in named.items() if is_apart)
    return BackupReport(file=str(path), at=at, head=head, files=len(digests), apart=there)


def _add_database(archive: zipfile.ZipFile, desk: Desk, path: Path) -> tuple[str, dict[str, str]]:
    """Add the home's database as it is at one moment and its noted heads; its head, and the digests of both files."""
    noted = HeadsFile(desk.library_file).path
    heads = noted.read_bytes() if noted.exists() else b""  # first: none of them may be ahead of the copy
    with _snapshot(desk.library_file, path) as snapshot:
        digests = {FILE_NAME: _add_file(archive, FILE_NAME, snapshot), noted.name: digest_bytes(heads)}
        archive.writestr(noted.name, heads)
        with closing(open_record(snapshot.parent, readonly=True, keys=desk.keys)) as record:
            return str(record.head()), digests


def back_up_keys(desk: Desk, path: Path) -> BackupReport:
    """Copy the keys of personal files to a new file, for its owner alone."""
    if path.exists():
        raise InputError(f"{path} is there already", hint="name a new file")
    copied = KeyCopy(at=stamp(desk.clock), keys=desk.keys.export(), erased=desk.keys.list_buried())
    with new_file(path) as out:
        out.write(copied.model_dump_json().encode())
    return BackupReport(file=str(path), at=copied.at, files=len(copied.keys))


def restore(desk: Desk, path: Path, keys: Path | None) -> BackupReport:
    """Put a copy back: all of it or nothing, every file held against its digest first."""
    _require_empty(desk.folder)
    copied = _read_keys(keys) if keys is not None else None
    make_folder(desk.folder.parent)
    staged = desk.folder.parent / f".{desk.folder.name}.{secrets.token_hex(4)}.part"
    try:
        made = _unpack(path, staged)
        if (staged / FILE_NAME).exists():
            open_record(staged, readonly=True, keys=desk.keys).close()  # what is no record is not put back
        # Erasures are begun before the home is there, so that whoever opens it ends them, whatever happens here.
        desk.keys.take_in(copied.keys if copied else {}, (*made.erased, *(copied.erased if copied else ())))
        make_folder(desk.folder)
        for one in sorted(staged.iterdir(), key=lambda one: one.name == FILE_NAME):  # the record last
            one.rename(desk.folder / one.name)
    finally:
        shutil.rmtree(staged, ignore_errors=True)
    held = _erase_again(desk.open_beside(desk.listener))
    brought = {*held, *(copied.keys if copied else ())}
    again = tuple(one.person for one in desk.keys.list_buried() if one.person in brought)
    return BackupReport(file=str(path), at=made.at, head=made.head, files=len(made.files), erased_again=again)


def _erase_again(desk: Desk) -> frozenset[str]:
    """End erasures in what was put back, and in the database that it names; the personal files that were there."""
    url = desk.record_url if is_database(desk.record_url) else ""
    held: frozenset[str] = frozenset()
    for place in dict.fromkeys((url, "")):
        if not place and not desk.library_file.exists():
            continue
        with closing(open_home_record(desk.folder, place, keys=desk.keys)) as record:
            held |= record.list_owners()
            end_erasures(record, desk.folder, desk.keys, place)
            if place:
                settle_erasures(record, desk.folder, desk.keys, place)  # what other homes erased since
    return held


@contextmanager
def _snapshot(database: Path, beside: Path) -> Iterator[Path]:
    """The database as it is at one moment, in a folder of its own that is gone afterwards."""
    folder = beside.absolute().parent / f".{beside.name}.{secrets.token_hex(4)}.part"
    make_folder(folder)
    copy = folder / FILE_NAME
    try:
        write_private(copy, b"")
        with (
            translate_errors(database),
            closing(connect(database, timeout=30.0, readonly=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target, pages=-1)
            target.execute("PRAGMA journal_mode=DELETE")
        yield copy
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _list_files(home: Path) -> Iterator[tuple[str, Path]]:
    for name in _FILES:
        if (home / name).is_file():
            yield name, home / name
    for folder in _FOLDERS:
        for path in sorted((home / folder).rglob("*")) if (home / folder).is_dir() else ():
            if path.is_file() and not path.is_symlink() and not path.name.endswith(".part"):
                yield path.relative_to(home).as_posix(), path


def _add_file(archive: zipfile.ZipFile, name: str, path: Path) -> str:
    """Add a file to the archive; its digest is that of the bytes that were added."""
    data = path.read_bytes()
    archive.writestr(name, data)
    return digest_bytes(data)


def _require_empty(home: Path) -> None:
    there = sorted(one.name for one in home.iterdir() if one.name not in _MAY_STAND) if home.is_dir() else []
    if there:
        hint = "nothing is overwritten: move it away, or set FOAM_HOME to a new folder"
        raise InputError(f"{home} holds {', '.join(there[:3])} already", hint=hint)


def _unpack(path: Path, folder: Path) -> Manifest:
    """The files of a copy in a new folder, each as its digest says."""
    make_folder(folder)
    try:
        with zipfile.ZipFile(path) as archive:
            made = Manifest.model_validate_json(archive.read(MANIFEST))
            if {*made.files, MANIFEST} != set(archive.namelist()):
                raise RecordDamaged(f"{path} does not hold the files that it lists", hint="take another copy")
            for name, wanted in made.files.items():
                data = archive.read(name)
                if digest_bytes(data) != wanted or not _is_plain(name):
                    raise RecordDamaged(f"{name} in {path} is not what was copied", hint="take another copy")
                write_private(folder / name, data)
    except (OSError, KeyError, ValidationError, zipfile.BadZipFile) as error:
        raise InputError(
            f"cannot read {path} as a copy of a home: {error}", hint="name a file of foam backup"
        ) from error
    return made


def _is_plain(name: str) -> bool:
    """Whether a name leads to a place inside of the home that a copy has."""
    parts = PurePosixPath(name).parts
    return bool(parts) and ".." not in parts and (parts[0] in (*_FOLDERS, *_FILES) or parts[0].startswith("foam."))


def _read_keys(path: Path) -> KeyCopy:
    try:
        return KeyCopy.model_validate(json.loads(path.read_bytes()))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path} as a copy of keys", hint="name a file of foam backup --keys") from error
