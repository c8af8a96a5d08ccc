"""Calls about the user's own library: take files in, list, show, count, remove, export, index and verify."""

from __future__ import annotations

import builtins
import io
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TextIO, TypeAlias

from foam.errors import RecordDamaged, WeightsMissing
from foam.evidence.audit import audit_file, audit_rows
from foam.evidence.condition import Diagnosis
from foam.evidence.copying import LibraryCopy, copy_library
from foam.evidence.derived import check_indexes
from foam.evidence.doctor import diagnose
from foam.evidence.exports import CITES, OPEN_SOURCE
from foam.evidence.exports.cardfile import CardFile
from foam.evidence.holdings import Stats
from foam.evidence.imports.base import show_name
from foam.evidence.ingest import Imported, add_paths, walk_files
from foam.evidence.library import Library
from foam.evidence.reports import (
    Compacted,
    DocumentLine,
    DocumentList,
    DocumentPage,
    Indexed,
    LibraryCheck,
    LibraryStats,
    Removed,
    dump_document,
)
from foam.evidence.search.cards import CardIndex
from foam.evidence.search.opening import (
    IN_MEMORY,
    SMALL,
    card_file,
    drop_indexes,
    drop_shared_index,
    has_at_most,
    index_folder,
    open_index,
    open_large,
    open_to_rebuild,
    reach_shared,
)
from foam.evidence.search.place import SharedPlace
from foam.evidence.sheets import read_or_sheet
from foam.evidence.versions import Change, list_changes
from foam.home.calls import quick
from foam.home.desk import Desk, Vectors
from foam.home.strings import SHORTEST, find_strings
from foam.model.port import Embedder
from foam.private import public_file
from foam.record.clock import stamp
from foam.record.database import connect, translate_errors
from foam.record.log import Head
from foam.record.store import Damage
from foam.record.verify import VerifyReport

if TYPE_CHECKING:
    from foam.evidence.search.crew import Crew
    from foam.evidence.search.lance import LanceIndex

_CARD_ENDINGS = (".docx", CITES, OPEN_SOURCE)
"""Endings of files that take a library's cards; every other file takes its documents, a line of JSON each."""
_NOT_COMPARED = "the indexes were not compared, because the library itself is damaged"

_Crews: TypeAlias = Literal["processes", "ray"]
"""Where the workers of a build run."""


class LibraryCalls:
    """`home.library`: the user's own evidence."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._counted: dict[tuple[int, int | None], Stats] = {}

    @quick
    def add(self, *paths: Path | str, workers: int = 0, index: bool = True, vectors: Vectors = "static") -> Imported:
        """Take in files and folders; what cannot be read is named under `rejected`. A table is one document.

        `workers` is how many processes read, 0 being one a core. Without `index` the next search makes the index.
        """
        self._desk.refuse_in_person("the documents of the library", f"foam person add {self._desk.person} PATH")
        return self.take_in([Path(path) for path in paths], workers=workers, index=index, vectors=vectors)

    def take_in(
        self,
        wanted: Sequence[Path],
        *,
        workers: int = 0,
        index: bool = True,
        vectors: Vectors = "static",
        name: Callable[[str], str] = show_name,
        check: Callable[[], None] = lambda: None,
    ) -> Imported:
        """The same; `name` says how a file was called where it came from; `check` may stop it at any file or commit."""
        with self._desk.open_library() as library:
            tell = self._desk.progress("reading files", len(walk_files(wanted).files))

            def advance(more: int) -> None:
                check()
                tell(more)

            done = add_paths(
                library, wanted, reader=read_or_sheet, workers=workers, clock=self._desk.clock, progress=advance,
                name=name, check=check,
            )  # fmt: skip
            if index:
                self._follow(library, vectors)
        return done

    @quick
    def list(self, *, limit: int | None = None, version: int | None = None) -> DocumentList:
        """The documents of a version (the newest by default), the newest last; with a limit, only the newest."""
        with self._desk.open_library() as library:
            if limit is not None and version is None:
                shown, total = library.newest_ids(limit), self._count(library, None).documents
            else:
                ids = library.ids(version=version)
                shown, total = ids if limit is None else ids[-limit:], len(ids)
            lines = tuple(DocumentLine.of(library.document(one)) for one in shown)
        return DocumentList(documents=lines, total=total)

    @quick
    def show(self, document: str) -> DocumentPage:
        """A document by its id or the start of it: sentences, where it was found, near-duplicates."""
        with self._desk.open_library() as library:
            full = library.full_id(document)
            return DocumentPage(
                appearances=library.appearances(full), family=library.family(full), present=library.contains(full)
            )

    @quick
    def stats(self, *, version: int | None = None) -> LibraryStats:
        """How many documents, sentences and near-duplicates a version has."""
        with self._desk.open_library() as library:
            counted, size = self._count(library, version), library.tables.measure()
        return LibraryStats(**counted.json_value(), megabytes=round(size / 1e6, 1))

    def _count(self, library: Library, version: int | None) -> Stats:
        """How large a version is: counted once, for every change of a library makes a new version."""
        name = library.version, version
        if name not in self._counted:
            self._counted = {name: library.stats(version=version)}
        return self._counted[name]

    @quick
    def doctor(self, *, limit: int = 100) -> Diagnosis:
        """What each debater's file has, and which cards could be mended: no cite, no text, a cite without a year."""
        with self._desk.open_library() as library:
            return diagnose(library, limit=limit)

    @quick
    def versions(self) -> tuple[Change, ...]:
        """What was added and removed, oldest first."""
        with self._desk.open_library() as library:
            return list_changes(library.versions())

    @quick
    def remove(self, *documents: str, hide: bool = False) -> Removed:
        """Remove documents for good: text, index and vectors; afterwards no byte of them is in the library.

        The result names files that still hold sentences of them, such as a record that quotes them. With `hide` they
        only leave later versions: pointers into them still resolve, and older versions keep them.
        """
        self._desk.refuse_in_person("the documents of the library", "erase the file: foam person erase")
        at = stamp(self._desk.clock)
        with self._desk.open_library() as library:
            if hide:
                return Removed(version=library.remove(documents, at=at), removed=len(documents))
            sentences = [one for one in library.gather_words(documents) if len(one) >= SHORTEST]
            reach_shared(self._desk.shared_index)
            version = library.erase(documents, at=at, because="removed from the library")
            self._desk.indexes.forget()  # files that are open would hold the words until they are closed
            drop_indexes(self._desk.folder)
            library.scrub()
        drop_shared_index(self._desk.shared_index)
        left = tuple(find_strings(self._desk.folder, sentences))
        return Removed(version=version, removed=len(documents), left=left)

    @quick
    def export(
        self, out: Path | str | TextIO | io.TextIOBase, *, version: int | None = None, send: bool = False
    ) -> int:
        """Write every document as a line of JSON to a file or an open stream; returns how many there were.

        A file whose name ends as a file of cards does (`.docx`, `.cites.txt`, `.wiki.txt`) gets the debaters' cards, in
        the order of their files; to send it, without analytics. A file is there whole or not at all.
        """
        with self._desk.open_library() as library:
            if isinstance(out, str | Path) and str(out).lower().endswith(_CARD_ENDINGS):
                cards = tuple(one for one in library.documents(version=version) if one.card is not None)
                found = CardFile(title=Path(out).name.split(".")[0], cards=cards)
                (found.for_sending() if send else found).save(out)
                return len(cards)
            if not isinstance(out, str | Path):
                return _write_documents(library, out, version)
            with public_file(Path(out)) as file:
                lines = io.TextIOWrapper(file, "utf-8")
                count = _write_documents(library, lines, version)
                lines.detach()  # the file is closed when all of it is on the disk
        return count

    @quick
    def copy(self, *, to: str) -> LibraryCopy:
        """Copy the library, and the memory of debates beside it, to a PostgreSQL database or a file; verify the copy.

        The other end must have no library, or the beginning of this one. Nothing is removed here. Set `library.url` to
        work with a copy in a database; a file is read by the home it lies in, as `foam.db`.
        """
        from foam.debate.memory.store import SCHEMA as MEMORY  # few calls need what it imports

        self._desk.refuse_in_person("the documents of the library")
        with self._desk.open_shared_library() as library, self._desk.open_library_at(to) as target:
            return copy_library(library, target, guests={"memory_utterance": MEMORY})

    @quick
    def reindex(self, *, vectors: Vectors = "static", workers: int = 1, on: _Crews = "processes") -> Indexed:
        """Build the search index anew from the documents; a large or shared one that was begun goes on.

        With `workers`, so many processes of this machine (or of a Ray cluster, `on="ray"`) work out the rows of a large
        or shared index; the index is the same.
        """
        self._desk.refuse_in_person("the indexes of the library")
        embedder = self._desk.embedder_for(vectors)
        shared = self._desk.shared_index
        self._desk.indexes.forget()
        with self._desk.open_library() as library:
            if shared is None and has_at_most(library, IN_MEMORY):
                drop_indexes(self._desk.folder)
                return Indexed(sentences=self._follow(library, vectors), version=library.version)
            drop_indexes(self._desk.folder, but=embedder)
            self._follow_cards(library)
            total = library.sentences_after(0)
            progress = self._desk.progress("indexing sentences", total)
            with (
                closing(self._open_to_rebuild(library, embedder, shared)) as index,
                closing(_open_crew(self._desk, vectors, workers=workers, on=on)) as crew,
            ):
                index.rebuild(library, progress=progress, crew=crew)
            return Indexed(sentences=total, version=library.version)

    @quick
    def compact(self, *, vectors: Vectors = "static") -> Compacted:
        """Join the small files of a large or shared index, and delete old versions and what broken builds left."""
        self._desk.refuse_in_person("the indexes of the library")
        shared = self._desk.shared_index
        with self._desk.open_library() as library:
            if shared is None and has_at_most(library, IN_MEMORY):
                return Compacted(compacted=False, version=library.version)
            embedder = self._desk.embedder_for(vectors)
            with closing(open_large(library, self._desk.folder, embedder, shared=shared)) as index:
                index.compact()
                return Compacted(compacted=True, version=index.version)

    @quick
    def verify(self, *, head: Head | str | None = None, index: bool = True) -> LibraryCheck:
        """Hold every row against its seal, every version against the record's log, and the indexes against both.

        With a head that was noted outside, even a library that was rewritten together with its log is found out.
        Without `index`, documents and versions alone are checked, which is a few times as fast.
        """
        damage, documents = self._audit(Head.parse(head) if isinstance(head, str) else head)
        if damage:
            return LibraryCheck(documents=documents, damaged=_describe(damage), notes=(_NOT_COMPARED,))
        if not self._desk.library_url and not self._desk.library_file.exists():
            return LibraryCheck(documents=0, damaged=())
        with self._desk.open_library() as library:
            embedders, notes = self._find_embedders()
            shared = self._desk.shared_index
            damage = list(check_indexes(library, self._desk.folder, embedders, shared=shared)) if index else []
            erased = [one for one in library.versions() if one.action == "erase"]
            notes += [f"{one.at[:10]}: {one.documents} documents were erased: {one.what}" for one in erased]
            return LibraryCheck(
                documents=library.document_count(),
                damaged=tuple(f"{line}: run foam library reindex" for line in _describe(damage)),
                notes=tuple(notes),
            )

    def _audit(self, head: Head | None) -> tuple[builtins.list[Damage], int]:
        """What is wrong with documents and versions, and how many documents there are as far as that can be told."""
        if self._desk.library_url:
            return _audit_place(self._desk, head)
        file = self._desk.library_file
        return ([*audit_file(file, head=head)], _count(file)) if file.exists() else ([], 0)

    def _find_embedders(self) -> tuple[builtins.list[Embedder], builtins.list[str]]:
        """The embedders whose weights are there, and which indexes cannot be compared without them."""
        found: dict[str, Embedder] = {}
        notes = []
        kinds: tuple[Vectors, ...] = ("static", "minilm")
        for kind in kinds:
            try:
                embedder = self._desk.embedder_for(kind)
                found[embedder.name] = embedder
            except WeightsMissing:
                notes.append(f"an index with {kind} vectors, if there is one, was not compared: no weights")
        return [*found.values()], notes if index_folder(self._desk.folder).exists() else []

    def _follow(self, library: Library, vectors: Vectors) -> int:
        """Bring the index up to the library and say how many sentences that took: none if the library is small."""
        shared = self._desk.shared_index
        if shared is None and has_at_most(library, SMALL):
            return 0
        embedder, endurance = self._desk.embedder_for(vectors), self._desk.endurance
        index = endurance.keep_trying(
            lambda: open_index(library, self._desk.folder, embedder, shared=shared, endurance=endurance)
        )
        self._follow_cards(library)
        total = library.sentences_after(index.version)
        index.follow(library, progress=self._desk.progress("indexing sentences", total))
        index.close()
        return total

    def _open_to_rebuild(self, library: Library, embedder: Embedder, shared: SharedPlace | None) -> LanceIndex:
        endurance = self._desk.endurance
        return endurance.keep_trying(
            lambda: open_to_rebuild(library, self._desk.folder, embedder, shared=shared, endurance=endurance)
        )

    def _follow_cards(self, library: Library) -> None:
        with closing(CardIndex(card_file(self._desk.folder))) as cards:
            cards.follow(library)


def add_library(report: VerifyReport, desk: Desk) -> VerifyReport:
    """The report on a record, and whether the library holds: beside the record, or apart with a log of its own."""
    file, apart = desk.library_file, bool(desk.record_url)
    if not apart or file.exists():
        damage = list(audit_file(file) if apart else audit_rows(file))
        report = _add_findings(report, damage, 0 if damage else _count(file))
    return _add_findings(report, *_audit_place(desk)) if desk.library_url else report


def _audit_place(desk: Desk, head: Head | None = None) -> tuple[list[Damage], int]:
    """What is wrong with a library in a database, and how many documents it has."""
    with desk.open_library_at(desk.library_url) as library:
        damage = list(library.damaged(head=head))
        try:
            return damage, len(library.list_all())
        except RecordDamaged:
            return damage, 0


def _add_findings(report: VerifyReport, damage: Sequence[Damage], documents: int) -> VerifyReport:
    if damage:
        more = Damage(key="library", reason=f"{len(damage)} things are damaged; they are named by: foam library verify")
        return report.model_copy(update={"damage": (*report.damage, more)})
    note = (f"the library holds: documents as they were logged: {documents}",) if documents else ()
    return report.model_copy(update={"notes": (*report.notes, *note)})


def _count(file: Path) -> int:
    """How many documents there are, as far as that can be told."""
    try:
        with translate_errors(file), closing(connect(file, timeout=30.0, readonly=True)) as db:
            return int(db.execute("SELECT COUNT(*) FROM library_document WHERE erased = 0").fetchone()[0])
    except RecordDamaged:
        return 0


def _describe(damage: Iterable[Damage]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f"{one.key}: {one.reason}" for one in damage))


def _write_documents(library: Library, out: TextIO | io.TextIOBase, version: int | None) -> int:
    count = 0
    for document in library.documents(version=version):
        out.write(dump_document(document) + "\n")
        count += 1
    out.flush()
    return count


def _open_crew(desk: Desk, vectors: Vectors, *, workers: int, on: _Crews) -> Crew:
    """So many workers, each with sentence vectors of this kind."""
    from foam.evidence.search.crew import OwnProcess, Processes  # needs an extra

    shared = desk.share_out(workers)
    opening = partial(_open_embedder, vectors, desk.folder, desk.given_embedder)
    if on == "ray":
        from foam.evidence.search.cluster import RayCrew  # needs another one

        return RayCrew(workers, opening)
    if workers == 1:
        return OwnProcess(desk.embedder_for(vectors))
    return Processes(workers, opening, tell_replaced=shared.tell_replaced)


def _open_embedder(vectors: Vectors, home: Path, given: Embedder | None) -> Embedder:
    """Sentence vectors as a worker opens them: those that the home was opened with, else by their kind."""
    if given is not None:
        return given
    from foam.model.embedded.vectors import MiniLM, WordVectors  # few calls need what it imports

    return MiniLM(home) if vectors == "minilm" else WordVectors(home)
