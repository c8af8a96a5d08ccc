"""The library: documents that are added, removed and cited by sentence, with versions.

    with Library.open(home / "foam.db") as library:
        library.add([document], what="letters/", at=now)
        library.sentence(pointer).text

Identical texts are one document; each place it was found in is kept as an *appearance*. Copies that differ a little
are documents of one *family*. Removing a document hides it from later versions; its pointers always resolve.
Erasing it takes its words out for good; its pointers then tell that it was erased, and why.
Every version is a line in the record's log.
A library may be shared by threads: reads run side by side, writes one after another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Self

from foam.errors import InputError, NotFound, RecordDamaged
from foam.evidence import erasing, glances, placing, truth, versions
from foam.evidence.document import Document
from foam.evidence.holdings import Added, Batch, Entered, Place, Sentence, Standing, Stats
from foam.evidence.shelving import Numbers, find_live_numbers, is_finished, mark_removed, note_files, shelve
from foam.evidence.tables import LibraryFile, LibraryTables
from foam.evidence.truth import NEVER, pack_document, write_marks
from foam.record.away import AT_ONCE, Endurance
from foam.record.log import Head
from foam.record.store import Damage
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.span import trim

_ALIVE = versions.ALIVE
_AT_ONCE = 200
"""Documents that are asked for together."""


class Library:
    """Documents in a SQLite file, in memory, or in a database."""

    def __init__(self, tables: LibraryTables) -> None:
        self._db = tables

    @classmethod
    def open(cls, file: Path) -> Self:
        """Open the library in this file; it is made when it is not there."""
        return cls(LibraryFile(file))

    @classmethod
    def open_database(cls, url: str, *, heads: Path | None = None, endurance: Endurance = AT_ONCE) -> Self:
        """Open the library in this PostgreSQL database. `heads`: beside which file its heads are noted, if anywhere."""
        return cls(open_database(url, heads=heads, endurance=endurance))

    @classmethod
    def in_memory(cls) -> Self:
        """An empty library that is gone when it is closed."""
        return cls(LibraryFile(truth.IN_MEMORY))

    @property
    def tables(self) -> LibraryTables:
        """Where its rows lie, for those who keep rows under its versions or copy them."""
        return self._db

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    # Versions

    @property
    def version(self) -> int:
        """The newest version; 0 is the empty library."""
        return versions.find_head(self._db)

    def versions(self) -> tuple[versions.Version, ...]:
        return versions.list_versions(self._db)

    # Writing

    def add(self, documents: Iterable[Document], *, what: str, at: str) -> Added:
        """Take documents in: all of them or none."""
        return self.take_in(Batch(rows=[(pack_document(document), "") for document in documents]), what=what, at=at)

    def take_in(self, batch: Batch, *, what: str, at: str) -> Added:
        """Take a batch in, and remember the files that are finished with it: all of it or nothing."""
        with self._db.writing() as db:
            version = versions.begin_version(db, action="add", what=what, at=at)
            numbers = Numbers(db)
            outcomes = [shelve(db, row, file=file, version=version, numbers=numbers) for row, file in batch.rows]
            files = note_files(db, (digest for digest, _ in batch.finished), version)
            fresh, known = outcomes.count("document"), outcomes.count("known")
            changed = known < len(outcomes) or files > 0
            if changed:
                versions.settle_version(db, version, documents=fresh)
            else:
                versions.drop_version(db, version)
        return Added(
            version=version if changed else version - 1,
            documents=fresh,
            appearances=len(outcomes) - known,
            known=known,
        )

    def finished(self, file: str) -> bool:
        """Was the file with this digest taken in whole?"""
        return is_finished(self._db, file)

    def remove(self, ids: Sequence[str], *, at: str) -> int:
        """Hide documents from later versions; returns the new version. Their pointers always resolve."""
        full = list(dict.fromkeys(self.full_id(one) for one in ids))
        with self._db.writing() as db:
            gone = [number for one in full for number in find_live_numbers(db, one)]
            if not gone:
                raise NotFound("none of these documents is in the library now", hint="see: foam library list")
            version = versions.begin_version(db, action="remove", what=versions.name_documents(full), at=at)
            for number in gone:
                mark_removed(db, number, version)
            versions.settle_version(db, version, documents=len(gone))
        return version

    def erase(self, ids: Sequence[str], *, at: str, because: str) -> int:
        """Take documents out for good, with everything that is known about them; returns the new version.

        Their rows stay, without words. The words may still be in free pages of the files and in derived files: the
        caller scrubs what holds the library (`scrub`) and drops the indexes (`drop_indexes`).
        """
        if not because.strip():
            raise InputError("no reason is given", hint="say why it is erased")
        with self._db.writing(secure=True) as db:
            numbers = self._held_numbers(ids)
            if not numbers:
                raise NotFound("these documents are erased already", hint="see: foam library versions")
            version = versions.begin_version(db, action="erase", what=because, at=at)
            erasing.erase_documents(db, numbers, version)
            versions.settle_version(db, version, documents=len(numbers))
        return version

    def scrub(self) -> None:
        """Leave no trace of what was erased in the files that hold the library."""
        self._db.scrub()

    def gather_words(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Every string of these documents that no other document has, the longest first. Ask before erasing them.

        Sentences, names of authors, titles, addresses, file names: what else holds them should lose them, too.
        """
        return erasing.gather_words(self._db, self._held_numbers(ids))

    def list_all(self) -> tuple[str, ...]:
        """The ids of every document that was ever added and is not erased, removed ones included."""
        rows = self._db.execute("SELECT id FROM library_document WHERE erased = 0 ORDER BY number")
        return tuple(one for (one,) in rows)

    def _held_numbers(self, ids: Sequence[str]) -> list[int]:
        """The numbers of documents that are not erased."""
        full = list(dict.fromkeys(self.full_id(one) for one in ids))
        query = f"SELECT number FROM library_document WHERE erased = 0 AND id IN ({write_marks(full)}) ORDER BY number"
        return [number for (number,) in self._db.execute(query, full)]

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
            self._refuse_erased(pointer.document)
            raise NotFound(f"{pointer.brief()} does not resolve", hint="no such document or sentence in the library")
        return found

    def sentences(self, pointers: Sequence[Pointer]) -> list[Sentence | None]:
        """The sentences that pointers name, in their order; None where a pointer does not resolve."""
        held = self._texts(dict.fromkeys(pointer.document for pointer in pointers))
        return [_resolved(pointer, held.get(pointer.document)) for pointer in pointers]

    def _texts(self, ids: Iterable[str]) -> dict[str, tuple[str, bytes]]:
        held: dict[str, tuple[str, bytes]] = {}
        wanted = tuple(ids)
        for some in (wanted[start : start + _AT_ONCE] for start in range(0, len(wanted), _AT_ONCE)):
            query = f"SELECT id, text, ends FROM library_document WHERE erased = 0 AND id IN ({write_marks(some)})"
            held |= {one: (text, ends) for one, text, ends in self._db.execute(query, some)}
        return held

    def document(self, id: str) -> Document:
        """The document with this id (or the one it is a prefix of), as it was first found."""
        return self.appearances(id)[0]

    def find_document(self, id: str) -> Document | None:
        """The document with this whole id as it was first found; None when it is not there or was erased."""
        row = self._db.execute(
            "SELECT d.text, d.ends, a.about FROM library_document d JOIN library_appearance a ON a.document = d.number"
            " WHERE d.id = ? AND d.erased = 0 ORDER BY a.number LIMIT 1",
            (id,),
        ).fetchone()
        return truth.unpack_document(*row) if row else None

    def appearances(self, id: str) -> tuple[Document, ...]:
        """The document as each place showed it, the first one first; NotFound with the reason when it was erased."""
        full = self.full_id(id)
        self._refuse_erased(full)
        rows = self._db.execute(
            "SELECT d.text, d.ends, a.about FROM library_document d JOIN library_appearance a"
            " ON a.document = d.number WHERE d.id = ? ORDER BY a.number",
            (full,),
        ).fetchall()
        if not rows:
            raise RecordDamaged(f"nothing says where d:{full[:8]} was found", hint="run: foam library verify")
        return tuple(truth.unpack_document(*row) for row in rows)

    def _refuse_erased(self, id: str) -> None:
        """Raise NotFound when the document with this id was erased: when, and why."""
        row = self._db.execute(
            "SELECT v.at, v.what FROM library_document d JOIN library_version v ON v.version = d.erased WHERE d.id = ?",
            (id,),
        ).fetchone()
        if row is not None:
            raise NotFound(f"d:{id[:8]} was erased on {row[0][:10]}: {row[1]}", hint="its words are gone for good")

    def family(self, id: str) -> tuple[str, ...]:
        """The ids of the document's near-duplicates, itself included, in the order they came."""
        rows = self._db.execute(
            "SELECT id FROM library_document WHERE erased = 0 AND family ="
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
        return versions.list_ids(self._db, version)

    def newest_ids(self, limit: int) -> tuple[str, ...]:
        """The ids of the documents that came last, the newest last; told at once, however many there are."""
        return versions.list_ids(self._db, newest=limit)

    def filings(self, *, version: int | None = None) -> list[tuple[str, str]]:
        """The id of each document of a version with its filing as JSON, sorted; one pair a way of filing."""
        rows = self._db.execute(
            "SELECT d.id, a.filing FROM library_document d JOIN library_appearance a ON a.document = d.number"
            f" WHERE {_ALIVE}",
            {"v": versions.resolve_version(self._db, version)},
        )
        return sorted(set(rows.fetchall()))

    def documents(self, *, version: int | None = None) -> Iterator[Document]:
        """A version's documents, each as it first appeared in it, in the order they came."""
        rows = self._db.stream(
            "SELECT d.text, d.ends, a.about FROM library_document d JOIN library_appearance a ON a.number ="
            f" (SELECT MIN(a.number) FROM library_appearance a WHERE a.document = d.number AND {_ALIVE})"
            " ORDER BY d.number",
            {"v": versions.resolve_version(self._db, version)},
        )
        return (truth.unpack_document(*row) for row in rows)

    def places_after(self, version: int) -> Iterator[Place]:
        """Every place that later versions brought and that is there now, in the order they came."""
        rows = self._db.stream(
            "SELECT a.number, a.document, d.id, a.about FROM library_appearance a JOIN library_document d"
            " ON d.number = a.document WHERE a.added_in > ? AND a.removed_in = ? AND a.erased = 0 ORDER BY a.number",
            (version, NEVER),
        )
        return (Place(*row) for row in rows)

    def find_files(self, ids: Sequence[str]) -> list[tuple[str, str]]:
        """The files that hold these documents now, by digest, each with the document."""
        return placing.find_files(self._db, ids)

    def read_files(self, files: Sequence[str]) -> Iterator[Standing]:
        """Every document of these files as it stands there, in the order of the file."""
        return placing.read_files(self._db, files)

    def list_headings(self) -> list[tuple[str, tuple[str, ...]]]:
        return placing.list_headings(self._db)

    def find_cards(self, admits: Callable[[str, tuple[str, ...]], bool]) -> Iterator[Document]:
        """The cards with evidence whose tag and headings are admitted, in the order they came."""
        return placing.find_cards(self._db, admits)

    def readers(self, documents: Sequence[int]) -> dict[int, tuple[int, int]]:
        """For each of these documents the number of its family, and how many files hold one of it now."""
        rows = self._db.execute(
            "SELECT d.number, d.family, (SELECT COUNT(DISTINCT a.file) FROM library_document k"
            " JOIN library_appearance a ON a.document = k.number WHERE k.family = d.family AND a.removed_in = ?)"
            f" FROM library_document d WHERE d.number IN ({write_marks(documents)})",
            (NEVER, *documents),
        )
        return {number: (family, files) for number, family, files in rows}

    def document_count(self) -> int:
        """How many documents were ever added, erased ones included; told at once, however many."""
        return int(self._db.execute("SELECT COUNT(*) FROM library_document").fetchone()[0])

    def has_at_most(self, sentences: int) -> bool:
        """Whether there are no more than so many sentences; counts no further."""
        return versions.has_at_most(self._db, sentences)

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
        rows = self._db.stream(
            "SELECT a.number, a.document, d.id, d.text, d.ends, a.filing, a.added_in, a.removed_in"
            " FROM library_appearance a JOIN library_document d ON d.number = a.document"
            " WHERE a.leads = 1 AND a.added_in > ? AND a.added_in <= ? ORDER BY a.added_in, a.number",
            (after, upto),
        )
        for number, document, id, text, ends, filing, added_in, removed_in in rows:
            texts = tuple(truth.slice_sentences(text, ends))
            yield Entered(number, document, id, texts, filing, added_in, removed_in)

    def sentences_after(self, version: int) -> int:
        """How many sentences the versions after this one brought to index."""
        return versions.count_sentences(self._db, after=version)

    def left(self, *, after: int, upto: int) -> list[tuple[int, int]]:
        """Appearances that were removed in these versions, each with the version that removed it."""
        return versions.list_left(self._db, after=after, upto=upto)

    def identify(self, version: int) -> str:
        """A digest of this version: the same in copies of this library, and another in every other library."""
        return versions.identify_version(self._db, version)

    def has_erased(self, *, after: int) -> bool:
        """Whether a later version than this one erased documents."""
        return versions.has_erased(self._db, after=after)

    # What is shown of what an index found

    def read_places(self, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], glances.Glance]:
        """Sentences by the numbers that an index knows them under, as far as they are there; asked for together."""
        return glances.read_places(self._db, places)

    def read_cited(self, ids: Iterable[str]) -> dict[str, glances.Cited]:
        """How documents are cited where they were first found; erased and unknown ones are left out."""
        return glances.read_cited(self._db, ids)

    # Verification

    def damaged(self, *, head: Head | None = None) -> Iterator[Damage]:
        """Hold every row against its seal, and every version against the log; yield what does not hold."""
        return self._db.audit(head=head)


def open_database(url: str, *, heads: Path | None = None, endurance: Endurance = AT_ONCE) -> LibraryTables:
    """The tables of the library in this PostgreSQL database."""
    from foam.evidence.postgres.tables import LibraryDatabase  # here, since it needs the extra `postgres`

    return LibraryDatabase(url, heads=heads, endurance=endurance)


def _resolved(pointer: Pointer, held: tuple[str, bytes] | None) -> Sentence | None:
    span = truth.find_sentence(held[1], pointer.sentence) if held else None
    if held is None or span is None:
        return None
    inner = trim(span, held[0])
    return Sentence(pointer, inner.of(held[0]), inner, len(held[0]))
