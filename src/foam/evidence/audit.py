"""The audit of a library: is every row what was added, and is everything there that the log says?

Everything is read as it lies, tolerating anything: a damaged row is named, and the reading goes on. A row is held
against its own seal, a version against its line in the record's log, and the log against the heads that were noted.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from foam.evidence.likeness import SIZE, group_alike, split_bands
from foam.evidence.salvage import SalvagedFile
from foam.evidence.seals import (
    AppearanceContent,
    Deed,
    seal_appearance,
    seal_document,
    seal_guest,
    seal_history,
    seal_removal,
    seal_version,
)
from foam.evidence.truth import NEVER
from foam.evidence.versions import GUESTS
from foam.record.audit import LOG, LogRow, audit_log, make_printable
from foam.record.database import connect, translate_errors
from foam.record.heads import HeadsFile
from foam.record.log import LIBRARY, Head
from foam.record.salvage import Salvage
from foam.record.store import Damage
from foam.values import digest_bytes
from foam_quotes.text.normalise import compute_id

if TYPE_CHECKING:
    from foam.evidence.postgres.salvage import SalvagedDatabase

    Salvaged: TypeAlias = SalvagedFile | SalvagedDatabase

_PATIENCE = 30.0


def audit_file(file: Path, *, head: Head | None = None) -> Iterator[Damage]:
    """Everything wrong with the library in this file and with the log that vouches for it."""
    noted = HeadsFile(file).read()  # before the snapshot, so that it knows of nothing later
    with _reading(file) as db:
        yield from audit_library(db, noted=noted, head=head)


def audit_rows(file: Path) -> Iterator[Damage]:
    """The library's own rows alone: for those who have checked the file and the log already."""
    with _reading(file) as db:
        db.execute("BEGIN")
        yield from audit_tables(SalvagedFile(db), Salvage(db).log())


def audit_library(db: sqlite3.Connection, *, noted: Sequence[str] | None, head: Head | None = None) -> Iterator[Damage]:
    """Everything that does not hold, in one snapshot. `noted` is None when the file of heads is not there."""
    salvage = Salvage(db)
    yield from salvage.structure()
    log = salvage.log()
    if noted is None and log:
        yield Damage(key=LOG, reason="the file of noted heads is gone")
    yield from audit_log(log, noted=noted or (), lost=salvage.lost(), head=head)
    yield from audit_tables(SalvagedFile(db), log)
    yield from salvage.unread
    if db.in_transaction:
        db.execute("ROLLBACK")


@contextmanager
def _reading(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection of its own, so that nobody waits for it."""
    with translate_errors(file):
        db = connect(file, timeout=_PATIENCE, readonly=True)
    try:
        yield db
    finally:
        db.close()


class _Document(NamedTuple):
    number: int
    id: Any
    text: Any
    ends: Any
    signature: Any
    family: Any
    seal: Any
    erased: Any


class _Appearance(NamedTuple):
    number: int
    document: Any
    about: Any
    about_digest: Any
    filing: Any
    leads: Any
    file: Any
    added_in: Any
    removed_in: Any
    removal: Any
    salt: Any
    seal: Any
    erased: Any


class _Version(NamedTuple):
    version: int
    at: Any
    action: Any
    what: Any
    documents: Any
    salt: Any
    seal: Any
    erased: Any


class _File(NamedTuple):
    number: int
    digest: Any
    added_in: Any
    removed_in: Any


class _Known(NamedTuple):
    """What the later checks need of a document."""

    name: str
    seal: Any
    signature: bytes | None
    """None when words of it were erased, or when it cannot be read."""
    family: Any


@dataclass
class _Shelf:
    """What was learnt of the rows: by version, in the order of their numbers."""

    documents: dict[Any, _Known] = field(default_factory=dict)
    placed: set[Any] = field(default_factory=set)
    """Documents that have an appearance."""
    added: dict[Any, list[tuple[Any, Any]]] = field(default_factory=lambda: defaultdict(list))
    ended: dict[Any, list[Any]] = field(default_factory=lambda: defaultdict(list))
    files: dict[Any, list[tuple[Any, Any]]] = field(default_factory=lambda: defaultdict(list))
    forgotten: dict[Any, list[Any]] = field(default_factory=lambda: defaultdict(list))
    erased: dict[Any, list[tuple[Any, ...]]] = field(default_factory=lambda: defaultdict(list))
    guests: dict[Any, list[tuple[str, Any, Any]]] = field(default_factory=lambda: defaultdict(list))
    parted: dict[Any, list[tuple[str, Any]]] = field(default_factory=lambda: defaultdict(list))

    def find_deed(self, version: int, history: Any) -> Deed:
        """All that a version did, as the tables have it."""
        return Deed(
            history=history,
            added=self.added.pop(version, []),
            ended=self.ended.pop(version, []),
            files=self.files.pop(version, []),
            forgotten=self.forgotten.pop(version, []),
            erased=self.erased.pop(version, []),
            guests=self.guests.pop(version, []),
            parted=self.parted.pop(version, []),
        )

    def left_over(self) -> list[Any]:
        """Versions that rows name and that were not asked for."""
        named = {*self.added, *self.ended, *self.files, *self.forgotten, *self.erased, *self.guests, *self.parted}
        return sorted(named, key=repr)


def audit_tables(tables: Salvaged, log: Sequence[LogRow]) -> Iterator[Damage]:
    """Every row against its seal, and every version against its line of the log."""
    shelf = _Shelf()
    if not tables.are_there and all(row.kind != LIBRARY for row in log):
        return
    yield from tables.check_declarations()
    yield from _check_documents(shelf, tables)
    yield from _check_appearances(shelf, tables)
    yield from _check_bands(shelf, tables)
    yield from _check_families(shelf)
    _learn_files(shelf, tables)
    yield from _check_guests(shelf, tables)
    yield from _check_versions(shelf, tables, log)
    yield from tables.unread


def _check_documents(shelf: _Shelf, tables: Salvaged) -> Iterator[Damage]:
    for row in (_Document(*columns) for columns in tables.rows("library_document", _Document._fields)):
        name = _name(row.id)
        signed = row.signature if isinstance(row.signature, bytes) and len(row.signature) == SIZE else None
        shelf.documents[row.number] = _Known(name, row.seal, None if row.erased != 0 else signed, row.family)
        if row.erased != 0:
            shelf.erased[row.erased].append(("library_document", *row[:5], row.seal))
            if row.text != "" or row.signature != b"" or not isinstance(row.ends, bytes) or any(row.ends):
                yield Damage(key=name, reason="it is said to be erased, and has content")
            continue
        if not isinstance(row.text, str) or _compute_id(row.text) != row.id:
            yield Damage(key=name, reason="its text does not match its id")
        if seal_document(row.number, row.id, row.ends, row.signature) != row.seal:
            yield Damage(key=name, reason="its sentence ends or signature are not those that were added")


def _check_appearances(shelf: _Shelf, tables: Salvaged) -> Iterator[Damage]:
    for row in (_Appearance(*columns) for columns in tables.rows("library_appearance", _Appearance._fields)):
        shelf.added[row.added_in].append((row.number, row.seal))
        shelf.placed.add(row.document)
        if row.removed_in != NEVER:
            shelf.ended[row.removed_in].append(row.number)
        if row.erased != 0:
            shelf.erased[row.erased].append(("library_appearance", *row[:-1]))
        known = shelf.documents.get(row.document)
        if known is None:
            reason = f"appearance {row.number} belongs to it, and it is not there"
            yield Damage(key=f"document number {make_printable(row.document)}", reason=reason)
            continue
        wrong = list(_find_flaws(row, known))
        if wrong:
            yield Damage(key=known.name, reason=f"appearance {row.number}: {'; '.join(wrong)}")
    for number, known in shelf.documents.items():
        if number not in shelf.placed:
            yield Damage(key=known.name, reason="nothing says where it was found")


def _find_flaws(row: _Appearance, known: _Known) -> Iterator[str]:
    """What is wrong with an appearance."""
    gone = "" if row.removed_in == NEVER else seal_removal(row.seal, row.removed_in)
    if row.removal != gone:
        yield "the version that removed it was changed"
    if row.erased != 0:
        if any((row.about, row.about_digest, row.filing, row.leads, row.file, row.salt)):
            yield "it is said to be erased, and has content"
        return
    content = AppearanceContent(row.number, known.seal, row.about, row.filing, row.leads, row.file, row.added_in)
    if seal_appearance(content, row.salt) != row.seal:
        yield "its citation, origin, markings, facets, filing or version are not those that were added"
    if not isinstance(row.about, str) or digest_bytes(row.about.encode("utf-8", "surrogatepass")) != row.about_digest:
        yield "its citation, origin, markings or facets do not match their digest"


def _check_bands(shelf: _Shelf, tables: Salvaged) -> Iterator[Damage]:
    """Bands follow from the signatures, of which equal ones need to be found only once."""
    first: dict[bytes, int] = {}
    for number, known in sorted(shelf.documents.items()):
        if known.signature is not None:
            first.setdefault(known.signature, number)
    expected = {(band, number) for signed, number in first.items() for band in split_bands(signed)}
    there = set(tables.list_bands())
    for number in sorted({number for _, number in expected ^ there}, key=repr):
        held = shelf.documents.get(number)
        name = held.name if held else f"document number {make_printable(number)}"
        yield Damage(key=name, reason="its bands, by which near-duplicates are found, do not follow from its text")


def _check_families(shelf: _Shelf) -> Iterator[Damage]:
    """Families follow from the signatures; an erased text is alone in its own."""
    signatures = {number: known.signature for number, known in shelf.documents.items() if known.signature is not None}
    families = group_alike(signatures)
    for number, known in shelf.documents.items():
        if known.family != families.get(number, number):
            yield Damage(key=known.name, reason="its family of near-duplicates does not follow from the texts")


def _learn_files(shelf: _Shelf, tables: Salvaged) -> None:
    for row in (_File(*columns) for columns in tables.rows("library_file", _File._fields)):
        shelf.files[row.added_in].append((row.number, row.digest))
        if row.removed_in != NEVER:
            shelf.forgotten[row.removed_in].append(row.number)


def _check_guests(shelf: _Shelf, tables: Salvaged) -> Iterator[Damage]:
    for table in GUESTS:
        names = tables.list_columns(table)
        if not {"number", "added_in", "removed_in", "seal", "erased"} <= set(names):
            continue  # not there; a version that brought rows of it says so
        names = ["number", *(name for name in names if name != "number")]
        for row in tables.rows(table, names):
            held = dict(zip(names, row, strict=True))
            erased = held.pop("erased")
            if erased != 0:
                shelf.erased[erased].append((table, *held.values()))
            removed_in, sealed, version = held.pop("removed_in"), held.pop("seal"), held["added_in"]
            shelf.guests[version].append((table, row[0], sealed))
            if removed_in != NEVER:
                shelf.parted[removed_in].append((table, row[0]))
            if erased == 0 and seal_guest(table, list(held.values())) != sealed:
                yield Damage(key=table, reason=f"row {row[0]} is not what was added")


def _check_versions(shelf: _Shelf, tables: Salvaged, log: Sequence[LogRow]) -> Iterator[Damage]:
    """Each version is as it was logged, and every logged one is there."""
    rows = [_Version(*columns) for columns in tables.rows("library_version", _Version._fields)]
    for row in rows:
        if row.erased != 0:
            shelf.erased[row.erased].append(("library_version", *row[:-1]))
    lines = [row for row in log if row.kind == LIBRARY]
    logged = {row.key: row for row in lines}
    for number, line in enumerate(lines, 1):
        if line.key != str(number):
            named = f"version {make_printable(line.key)} of the library, where version {number} was due"
            yield Damage(key="library", reason=f"line {make_printable(line.seq)} of the log names {named}")
    for row in rows:
        yield from _check_version(shelf, row, logged.pop(str(row.version), None))
    for key, line in logged.items():
        name = f"version {make_printable(key)} of the library"
        yield Damage(key=name, reason=f"line {make_printable(line.seq)} of the log names it; it is not there")
    for version in shelf.left_over():
        if str(version) not in logged:
            name = f"version {make_printable(version)} of the library"
            yield Damage(key=name, reason="rows say that they came or went with it; there is no such version")


def _check_version(shelf: _Shelf, row: _Version, line: LogRow | None) -> Iterator[Damage]:
    name = f"version {row.version} of the library"
    deed = shelf.find_deed(row.version, row.seal)
    if row.erased == 0 and seal_history(row[:5], row.salt) != row.seal:
        yield Damage(key=name, reason="its time, action, text or count are not those that were written")
    if row.erased != 0 and row.salt != b"":
        yield Damage(key=name, reason="its text is said to be erased, and its salt is there")
    if line is None:
        yield Damage(key=name, reason="it was never logged")
    elif seal_version(row.version, deed) != line.seal:
        reason = "rows that it added, removed or erased are changed, gone or not its own"
        yield Damage(key=name, reason=f"it is not what line {make_printable(line.seq)} of the log says of it: {reason}")


def _compute_id(text: str) -> str:
    try:
        return compute_id(text)
    except UnicodeEncodeError:
        return ""


def _name(id: Any) -> str:
    """A document as people name it."""
    return f"d:{id[:8]}" if isinstance(id, str) and id[:8].isalnum() else f"document {make_printable(id)}"
