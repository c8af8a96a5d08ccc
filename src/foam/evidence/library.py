"""The library: documents that are added, removed and cited by sentence, with versions.

    with Library.open(home / "foam.db") as library:
        library.add([document], what="letters/", at=now)
        library.sentence(pointer).text

Identical texts are one document; each place it was found in is kept as an *appearance*. Copies that differ a little
are documents of one *family*. Removing a document hides it from later versions; its pointers always resolve.
A library may be shared by threads: reads run side by side, writes one after another.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Self

from foam.errors import InputError, NotFound, RecordDamaged
from foam.evidence import truth, versions
from foam.evidence.document import Document, compute_id
from foam.evidence.shelving import find_live_numbers, mark_removed, shelve
from foam.evidence.truth import NEVER, Packed, pack_document, write_marks
from foam.record.database import transaction, translate_errors
from foam.text.pointer import Pointer
from foam.text.span import Span, trim
from foam.values import Value

_ALIVE = "a.added_in <= :v AND :v < a.removed_in"


class Sentence(NamedTuple):
    """One sentence where it stands. A plain tuple: thousands are read at once."""

    pointer: Pointer
    text: str
    """Its words, without the white space around them."""
    span: Span
    """Where those words stand in the document."""


class Added(Value):
    """What an `add` brought."""

    version: int
    documents: int = 0
    """Texts that were not in the library."""
    appearances: int = 0
    """New places in which texts were found, those of new documents included."""
    known: int = 0
    """Nothing new: same text, same citation, same place."""


@dataclass
class Batch:
    """Rows on their way in, each with the digest of its file, and the files (digest, path) that end with them."""

    rows: list[tuple[Packed, str]] = field(default_factory=list)
    finished: list[tuple[str, str]] = field(default_factory=list)


class Stats(Value):
    """How large a version of the library is."""

    version: int
    documents: int
    sentences: int
    characters: int
    families: int
    """Groups of near-duplicates, single documents included."""


class Entered(NamedTuple):
    """A document as an index takes it in."""

    appearance: int
    document: int
    id: str
    sentences: tuple[str, ...]
    filing: str
    added_in: int
    removed_in: int


class Library:
    """Documents in one SQLite file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._db = truth.connect(file)
        self._writer: sqlite3.Connection | None = None
        self._lock = threading.RLock()

    @classmethod
    def open(cls, file: Path) -> Self:
        """Open the library in this file; it is made when it is not there."""
        return cls(file)

    @classmethod
    def in_memory(cls) -> Self:
        """An empty library that is gone when it is closed."""
        return cls(truth.IN_MEMORY)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()
        if self._writer is not None:
            self._writer.close()

    # Versions

    @property
    def version(self) -> int:
        """The newest version; 0 is the empty library."""
        return versions.find_head(self._db)

    def versions(self) -> tuple[versions.Version, ...]:
        return versions.list_versions(self._db)

    # Writing

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction on a connection of its own, so that readers never see half of it."""
        with self._lock, translate_errors(self._file):
            if self._writer is None:
                self._writer = self._db if self._file == truth.IN_MEMORY else truth.connect(self._file)
            with transaction(self._writer) as db:
                yield db

    def add(self, documents: Iterable[Document], *, what: str, at: str) -> Added:
        """Take documents in: all of them or none."""
        return self.take_in(Batch(rows=[(pack_document(document), "") for document in documents]), what=what, at=at)

    def take_in(self, batch: Batch, *, what: str, at: str) -> Added:
        """Take a batch in, and remember the files that are finished with it: all of it or nothing."""
        with self._writing() as db:
            version = versions.begin_version(db, action="add", what=what, at=at)
            outcomes = [shelve(db, row, file=file, version=version) for row, file in batch.rows]
            db.executemany("INSERT OR REPLACE INTO library_file VALUES (?, ?)", batch.finished)
            fresh, known = outcomes.count("document"), outcomes.count("known")
            changed = known < len(outcomes)
            versions.settle_version(db, version, documents=fresh, keep=changed)
        return Added(
            version=version if changed else version - 1,
            documents=fresh,
            appearances=len(outcomes) - known,
            known=known,
        )

    def finished(self, file: str) -> bool:
        """Was the file with this digest taken in whole?"""
        return bool(self._db.execute("SELECT 1 FROM library_file WHERE digest = ?", (file,)).fetchone())

    def remove(self, ids: Sequence[str], *, at: str) -> int:
        """Hide documents from later versions; returns the new version. Their pointers always resolve."""
        full = list(dict.fromkeys(self.full_id(one) for one in ids))
        with self._writing() as db:
            gone = [number for one in full for number in find_live_numbers(db, one)]
            if not gone:
                raise NotFound("none of these documents is in the library now", hint="see: foam library list")
            version = versions.begin_version(db, action="remove", what=_named(full), at=at)
            for number in gone:
                mark_removed(db, number, version)
            versions.settle_version(db, version, documents=len(gone))
        return version

    # Resolving: whatever was ever added, removed documents too

    def full_id(self, prefix: str) -> str:
        """The one document id that starts so; `d:` in front is allowed."""
        wanted = prefix.removeprefix("d:").lower()
        rows = self._db.execute(
            "SELECT id FROM library_document WHERE id >= ? AND id < ? ORDER BY id LIMIT 6", (wanted, wanted + "g")
        ).fetchall()
        if not wanted or not rows:
            raise NotFound(f"no document {prefix!r} in the library", hint="see: foam library list")
        if len(rows) > 1 and rows[0][0] != wanted:
            several = ", ".join(f"d:{one[:16]}" for (one,) in rows)
            raise InputError(f"{prefix!r} names several documents: {several}", hint="give more of the id")
        return str(rows[0][0])

    def sentence(self, pointer: Pointer) -> Sentence:
        """The sentence a pointer names; its document part may be a prefix."""
        if len(pointer.document) < 64:
            pointer = pointer.model_copy(update={"document": self.full_id(pointer.document)})
        found = self.sentences([pointer])[0]
        if found is None:
            raise NotFound(f"{pointer.brief()} does not resolve", hint="no such document or sentence in the library")
        return found

    def sentences(self, pointers: Sequence[Pointer]) -> list[Sentence | None]:
        """The sentences that pointers name, in their order; None where a pointer does not resolve."""
        held = self._texts(dict.fromkeys(pointer.document for pointer in pointers))
        return [_resolved(pointer, held.get(pointer.document)) for pointer in pointers]

    def _texts(self, ids: Iterable[str]) -> dict[str, tuple[str, bytes]]:
        get = self._db.cursor().execute
        held: dict[str, tuple[str, bytes]] = {}
        for one in ids:
            row = get("SELECT text, ends FROM library_document WHERE id = ?", (one,)).fetchone()
            if row:
                held[one] = row
        return held

    def document(self, id: str) -> Document:
        """The document with this id (or the one it is a prefix of), as it was first found."""
        return self.appearances(id)[0]

    def appearances(self, id: str) -> tuple[Document, ...]:
        """The document as each place showed it, the first one first."""
        rows = self._db.execute(
            "SELECT d.text, d.ends, a.about FROM library_document d JOIN library_appearance a"
            " ON a.document = d.number WHERE d.id = ? ORDER BY a.number",
            (self.full_id(id),),
        )
        return tuple(truth.unpack_document(*row) for row in rows)

    def family(self, id: str) -> tuple[str, ...]:
        """The ids of the document's near-duplicates, itself included, in the order they came."""
        rows = self._db.execute(
            "SELECT id FROM library_document WHERE family ="
            " (SELECT family FROM library_document WHERE id = ?) ORDER BY number",
            (self.full_id(id),),
        )
        return tuple(one for (one,) in rows)

    # Reading a version

    def contains(self, id: str, *, version: int | None = None) -> bool:
        """Is the document part of this version?"""
        pinned = versions.resolve_version(self._db, version)
        row = self._db.execute(
            "SELECT 1 FROM library_document d JOIN library_appearance a ON a.document = d.number"
            f" WHERE d.id = :id AND {_ALIVE}",
            {"id": id, "v": pinned},
        ).fetchone()
        return row is not None

    def ids(self, *, version: int | None = None) -> tuple[str, ...]:
        """The ids of a version's documents, in the order they came."""
        rows = self._db.execute(
            "SELECT d.id FROM library_document d WHERE EXISTS"
            f" (SELECT 1 FROM library_appearance a WHERE a.document = d.number AND {_ALIVE}) ORDER BY d.number",
            {"v": versions.resolve_version(self._db, version)},
        )
        return tuple(one for (one,) in rows)

    def filings(self, *, version: int | None = None) -> list[tuple[str, str]]:
        """The id of each document of a version with what it is filed under, as JSON; one pair a way of filing."""
        rows = self._db.execute(
            "SELECT DISTINCT d.id, a.filing FROM library_document d JOIN library_appearance a ON a.document = d.number"
            f" WHERE {_ALIVE} ORDER BY d.number, a.number",
            {"v": versions.resolve_version(self._db, version)},
        )
        return rows.fetchall()

    def documents(self, *, version: int | None = None) -> Iterator[Document]:
        """A version's documents, each as it first appeared in it, in the order they came."""
        rows = self._db.cursor().execute(
            "SELECT d.text, d.ends, a.about FROM library_document d JOIN library_appearance a ON a.number ="
            f" (SELECT MIN(a.number) FROM library_appearance a WHERE a.document = d.number AND {_ALIVE})"
            " ORDER BY d.number",
            {"v": versions.resolve_version(self._db, version)},
        )
        return (truth.unpack_document(*row) for row in rows)

    def document_count(self) -> int:
        """How many documents were ever added; told at once, however many."""
        return int(self._db.execute("SELECT COUNT(*) FROM library_document").fetchone()[0])

    def stats(self, *, version: int | None = None) -> Stats:
        pinned = versions.resolve_version(self._db, version)
        row = self._db.execute(
            "SELECT COUNT(*), COALESCE(SUM(LENGTH(ends) / 4), 0), COALESCE(SUM(LENGTH(text)), 0),"
            " COUNT(DISTINCT family) FROM library_document d WHERE EXISTS"
            f" (SELECT 1 FROM library_appearance a WHERE a.document = d.number AND {_ALIVE})",
            {"v": pinned},
        ).fetchone()
        return Stats(version=pinned, documents=row[0], sentences=row[1], characters=row[2], families=row[3])

    # What an index follows

    def entered(self, *, after: int, upto: int) -> Iterator[Entered]:
        """What to index of the versions after one and up to another: one appearance for each way of filing."""
        rows = self._db.cursor().execute(
            "SELECT a.number, a.document, d.id, d.text, d.ends, a.filing, a.added_in, a.removed_in"
            " FROM library_appearance a JOIN library_document d ON d.number = a.document"
            " WHERE a.leads AND a.added_in > ? AND a.added_in <= ? ORDER BY a.added_in, a.number",
            (after, upto),
        )
        for number, document, id, text, ends, filing, added_in, removed_in in rows:
            texts = tuple(truth.slice_sentences(text, ends))
            yield Entered(number, document, id, texts, filing, added_in, removed_in)

    def sentences_after(self, version: int) -> int:
        """How many sentences the versions after this one brought to index."""
        row = self._db.execute(
            "SELECT COALESCE(SUM(LENGTH(d.ends) / 4), 0) FROM library_appearance a"
            " JOIN library_document d ON d.number = a.document WHERE a.leads AND a.added_in > ?",
            (version,),
        ).fetchone()
        return int(row[0])

    def left(self, *, after: int, upto: int) -> list[tuple[int, int]]:
        """Appearances that were removed in these versions, each with the version that removed it."""
        return self._db.execute(
            "SELECT number, removed_in FROM library_appearance WHERE removed_in > ? AND removed_in <= ?"
            f" AND removed_in <> {NEVER} AND added_in <= ?",
            (after, upto, after),
        ).fetchall()

    def ids_of(self, numbers: Iterable[int]) -> dict[int, str]:
        """Document ids by the numbers an index knows them under."""
        wanted = tuple(dict.fromkeys(numbers))
        rows = self._db.execute(
            f"SELECT number, id FROM library_document WHERE number IN ({write_marks(wanted)})", wanted
        )
        return dict(rows.fetchall())

    # Verification

    def damaged(self) -> Iterator[RecordDamaged]:
        """Re-derive every document's id and read every appearance; yield what does not hold. Trusts nothing."""
        rows = self._db.cursor().execute("SELECT number, id, text, ends FROM library_document ORDER BY number")
        for number, id, text, ends in rows:
            if compute_id(text) != id:
                yield RecordDamaged(f"d:{id[:8]}: the stored text does not match its id")
            for (about,) in self._abouts(number):
                try:
                    truth.unpack_document(text, ends, about)
                except (ValueError, json.JSONDecodeError) as error:
                    yield RecordDamaged(f"d:{id[:8]}: not a whole document: {str(error).splitlines()[0]}")

    def _abouts(self, document: int) -> list[tuple[str]]:
        return self._db.execute(
            "SELECT about FROM library_appearance WHERE document = ? ORDER BY number", (document,)
        ).fetchall()


def _resolved(pointer: Pointer, held: tuple[str, bytes] | None) -> Sentence | None:
    span = truth.find_sentence(held[1], pointer.sentence) if held else None
    if held is None or span is None:
        return None
    inner = trim(span, held[0])
    return Sentence(pointer, inner.of(held[0]), inner)


def _named(ids: Sequence[str], *, at_most: int = 8) -> str:
    """Documents as a history names them."""
    more = [f"and {len(ids) - at_most} more"] if len(ids) > at_most else []
    return ", ".join([*(f"d:{one[:8]}" for one in ids[:at_most]), *more])
