"""Ends an erasure: of a personal file whose tombstone stands, nothing is left in the home afterwards.

The tombstone is written before anything else is done, and marked as done at the very end. Whatever stops the work in
between, doing it again ends it. No key is needed: what belongs to a personal file says so in its first bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from foam.record.entry import Decider, Draft, Entry
from foam.record.keys import Keys, Tombstone, destroy_file
from foam.record.media import is_unwritable
from foam.record.personal import PREFIX_BYTES, write_prefix
from foam.record.sqlite import FILE_NAME, SqliteStore, open_record
from foam.record.store import ERASURE

OWNED = ("words", "kept")
"""The folders with files that may belong to a personal file."""


def end_begun(folder: Path, keys: Keys) -> None:
    """End what was begun and cut short, where the home can be written."""
    file = folder / FILE_NAME
    if any(not one.done for one in keys.list_buried()) and file.exists() and not is_unwritable(file):
        with closing(open_record(folder, keys=keys)) as store:
            end_erasures(store, folder, keys)


def end_erasures(store: SqliteStore, folder: Path, keys: Keys) -> tuple[Entry, ...]:
    """End every erasure that was begun, and those that a restored copy undid."""
    owners = store.list_owners()
    due = (one for one in keys.list_buried() if not one.done or one.person in owners)
    return tuple(end_erasure(store, folder, keys, one) for one in due)


def end_erasure(store: SqliteStore, folder: Path, keys: Keys, tombstone: Tombstone) -> Entry:
    """Destroy the key and everything that was kept under it; the entry that says so is returned."""
    keys.bury(tombstone)
    for path in find_owned_files(folder, tombstone.person):
        destroy_file(path)
    _forget_accounts(store.path, tombstone)
    kept = store.erase_person(tombstone.person, _draft(tombstone), at=tombstone.at)
    keys.bury(tombstone.model_copy(update={"done": True, "accounts": ()}))
    return kept


def find_owned_files(folder: Path, person: str) -> Iterator[Path]:
    """The files of a home that belong to a personal file, also those that were never finished."""
    prefix = write_prefix(person)
    for place in (folder / name for name in OWNED):
        for path in sorted(place.iterdir()) if place.is_dir() else ():
            if path.is_file() and _read_start(path) == prefix:
                yield path


def _forget_accounts(file: Path, tombstone: Tombstone) -> None:
    if not tombstone.accounts:
        return
    from foam.people.store import PeopleStore

    with closing(PeopleStore.open(file)) as people:
        for name in tombstone.accounts:
            people.forget_account(name, tombstone.person)


def _read_start(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(PREFIX_BYTES)


def _draft(tombstone: Tombstone) -> Draft:
    question = {
        "what": f"personal file {tombstone.person}",
        "because": tombstone.because,
        "rule": tombstone.rule,
        "by": tombstone.by,
        "at": tombstone.at,
    }
    return Draft(kind=ERASURE, question=question, decider=Decider(type="person", id=tombstone.by, version=""))
