"""Calls about the user's own library: take files in, list, show, count, remove, export, index and verify."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TextIO

from foam.evidence.imports import read
from foam.evidence.ingest import Imported, add_paths, walk_files
from foam.evidence.library import Library
from foam.evidence.reports import (
    DocumentLine,
    DocumentList,
    DocumentPage,
    Indexed,
    LibraryCheck,
    LibraryStats,
    Removed,
    dump_document,
)
from foam.evidence.search.opening import SMALL, drop_indexes, has_at_most, open_index
from foam.evidence.versions import Change, list_changes
from foam.home.calls import quick
from foam.home.desk import Desk, Vectors
from foam.record.clock import stamp


class LibraryCalls:
    """`home.library`: the user's own evidence."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def add(self, *paths: Path | str, workers: int = 0, index: bool = True, vectors: Vectors = "static") -> Imported:
        """Take in files and folders; what cannot be read is named under `rejected`.

        `workers` is how many processes read, 0 being one a core. Without `index` the next search makes the index.
        """
        wanted = [Path(path) for path in paths]
        with self._desk.open_library() as library:
            advance = self._desk.progress("reading files", len(walk_files(wanted)))
            done = add_paths(library, wanted, reader=read, workers=workers, clock=self._desk.clock, progress=advance)
            if index:
                self._follow(library, vectors)
        return done

    @quick
    def list(self, *, limit: int | None = None, version: int | None = None) -> DocumentList:
        """The documents of a version (the newest by default), the newest last; with a limit, only the newest."""
        with self._desk.open_library() as library:
            ids = library.ids(version=version)
            shown = ids if limit is None else ids[-limit:]
            lines = tuple(DocumentLine.of(library.document(one)) for one in shown)
        return DocumentList(documents=lines, total=len(ids))

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
            counted = library.stats(version=version)
        size = self._desk.library_file.stat().st_size
        return LibraryStats(**counted.json_value(), megabytes=round(size / 1e6, 1))

    @quick
    def versions(self) -> tuple[Change, ...]:
        """What was added and removed, oldest first."""
        with self._desk.open_library() as library:
            return list_changes(library.versions())

    @quick
    def remove(self, *documents: str) -> Removed:
        """Hide documents from later versions. Pointers into them still resolve, and older versions keep them."""
        with self._desk.open_library() as library:
            version = library.remove(documents, at=stamp(self._desk.clock))
        return Removed(version=version, removed=len(documents))

    @quick
    def export(self, out: Path | str | TextIO, *, version: int | None = None) -> int:
        """Write every document as a line of JSON to a file or an open stream; returns how many there were.

        A file is there whole or not at all.
        """
        with self._desk.open_library() as library:
            if not isinstance(out, str | Path):
                return _write_documents(library, out, version)
            path = Path(out)
            draft = path.with_name(f"{path.name}.{os.getpid()}")
            with draft.open("w", encoding="utf-8") as file:
                count = _write_documents(library, file, version)
            draft.replace(path)
        return count

    @quick
    def reindex(self, *, vectors: Vectors = "static") -> Indexed:
        """Build the search index anew from the documents."""
        drop_indexes(self._desk.folder)
        with self._desk.open_library() as library:
            return Indexed(sentences=self._follow(library, vectors), version=library.version)

    @quick
    def verify(self) -> LibraryCheck:
        """Derive every document's id from its text again and name what does not match."""
        with self._desk.open_library() as library:
            damaged = tuple(damage.what for damage in library.damaged())
            return LibraryCheck(documents=library.document_count(), damaged=damaged)

    def _follow(self, library: Library, vectors: Vectors) -> int:
        """Bring the index up to the library and say how many sentences that took: none if the library is small."""
        if has_at_most(library, SMALL):
            return 0
        index = open_index(library, self._desk.folder, self._desk.embedder_for(vectors))
        total = library.sentences_after(index.version)
        index.follow(library, progress=self._desk.progress("indexing sentences", total))
        index.close()
        return total


def _write_documents(library: Library, out: TextIO, version: int | None) -> int:
    count = 0
    for document in library.documents(version=version):
        out.write(dump_document(document) + "\n")
        count += 1
    out.flush()
    return count
