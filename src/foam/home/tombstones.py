"""Ends an erasure: of a personal file whose tombstone stands, nothing is left in the home afterwards.

The tombstone is written before anything else is done, and marked as done at the very end. Whatever stops the work in
between, doing it again ends it. No key is needed: what belongs to a personal file says so in its first bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from foam.errors import InputError
from foam.record.entry import Decider, Draft, Entry
from foam.record.keys import Keys, Tombstone, destroy_file
from foam.record.media import is_unwritable
from foam.record.opening import find_file, is_database, open_home_record
from foam.record.personal import PREFIX_BYTES, write_prefix
from foam.record.sqlite import FILE_NAME
from foam.record.store import ERASURE, Store

OWNED = ("words", "kept")
"""The folders with files that may belong to a personal file."""


def end_begun(folder: Path, keys: Keys, url: str = "") -> None:
    """End what was begun and cut short, where the record is in a file that can be written."""
    if is_database(url) or all(one.done for one in keys.list_buried()):
        return
    file = find_file(url) if url else folder / FILE_NAME
    if file.exists() and not is_unwritable(file):
        with closing(open_home_record(folder, url, keys=keys)) as store:
            end_erasures(store, folder, keys)


def settle_erasures(store: Store, folder: Path, keys: Keys, url: str) -> None:
    """The same for a record in a database, which other homes erase from and which may be put back from a dump.

    What the record says was erased elsewhere is erased here: the key and the files. What was begun here, or came back
    into the record since, is erased there; where that cannot be now, it waits for the next time, since a database that
    somebody else keeps busy must not keep people from their work.
    """
    if not keys.is_used():
        return
    owners = store.list_owners()
    if kept := set(keys.list_kept()) - owners:
        for entry in store.entries(kind=ERASURE):
            if entry.answer.get("person") in kept:
                _erase_here(folder, keys, _read_tombstone(entry))
    if any(not one.done or one.person in owners for one in keys.list_buried()):
        with suppress(InputError), closing(open_home_record(folder, url, keys=keys)) as writer:
            end_erasures(writer, folder, keys, url)


def end_erasures(store: Store, folder: Path, keys: Keys, url: str = "") -> tuple[Entry, ...]:
    """End every erasure that was begun, and those that a restored copy undid."""
    owners = store.list_owners()
    due = (one for one in keys.list_buried() if not one.done or one.person in owners)
    return tuple(end_erasure(store, folder, keys, one, url) for one in due)


def end_erasure(store: Store, folder: Path, keys: Keys, tombstone: Tombstone, url: str = "") -> Entry:
    """Destroy the key and everything that was kept under it; the entry that says so is returned.

    `url` is the database with the accounts; without one they are in the home's file.
    """
    keys.bury(tombstone)
    for path in _find_owned_files(folder, tombstone.person):
        destroy_file(path)
    _forget_accounts(folder / FILE_NAME, url, tombstone)
    kept = store.erase_person(tombstone.person, _draft(tombstone), at=tombstone.at)
    keys.bury(tombstone.model_copy(update={"done": True, "accounts": ()}))
    return kept


def _erase_here(folder: Path, keys: Keys, tombstone: Tombstone) -> None:
    """Destroy the key and the files of this home, of what is erased from the record already."""
    keys.bury(tombstone)
    for path in _find_owned_files(folder, tombstone.person):
        destroy_file(path)
    keys.bury(tombstone.model_copy(update={"done": True}))


def _find_owned_files(folder: Path, person: str) -> Iterator[Path]:
    """The files of a home that belong to a personal file, also those that were never finished."""
    prefix = write_prefix(person)
    for place in (folder / name for name in OWNED):
        for path in sorted(place.iterdir()) if place.is_dir() else ():
            if path.is_file() and _read_start(path) == prefix:
                yield path


def _forget_accounts(file: Path, url: str, tombstone: Tombstone) -> None:
    if not tombstone.accounts:
        return
    from foam.people.store import PeopleStore  # few calls need what it imports

    with closing(PeopleStore.open(file, url if is_database(url) else "")) as people:
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


def _read_tombstone(entry: Entry) -> Tombstone:
    said = entry.draft.question
    return Tombstone(
        person=entry.answer["person"], at=said["at"], by=said["by"], because=said["because"], rule=said["rule"]
    )
