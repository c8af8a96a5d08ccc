"""Which index a library is searched with: an exact one in memory, or LanceDB when the library is large."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from foam.errors import InputError, MissingExtra, ServiceError
from foam.evidence.library import Library
from foam.evidence.search.hybrid import Search
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.place import SharedPlace, name_folder
from foam.evidence.search.port import Index
from foam.model.port import Embedder
from foam.record.away import AT_ONCE, Endurance

if TYPE_CHECKING:
    from foam.evidence.search.lance import LanceIndex

IN_MEMORY = 50_000
"""Sentences up to which a library is searched in memory."""
SMALL = 5_000
"""Sentences up to which the first search makes the index: with static vectors it takes a second or two."""


def index_folder(home: Path) -> Path:
    """Where indexes lie; they can be deleted at any time and are then made anew."""
    return home / "index"


def shingle_folder(home: Path) -> Path:
    """Where the runs of words lie that quotations are looked up in."""
    return home / "shingles"


def card_file(home: Path) -> Path:
    """Where the index of cards lies, by tag, author, year, file, block, side and team."""
    return index_folder(home) / "cards.db"


def has_at_most(library: Library, sentences: int) -> bool:
    """Whether a library has no more than so many sentences."""
    return library.document_count() <= sentences and library.has_at_most(sentences)


def open_index(
    library: Library,
    home: Path | None,
    embedder: Embedder,
    *,
    shared: SharedPlace | None = None,
    in_memory: int = IN_MEMORY,
    endurance: Endurance = AT_ONCE,
) -> Index:
    """The index that suits the library's size; it may still have to follow. Without a home nothing of it is kept.

    A library of more than `in_memory` sentences needs LanceDB, and `MissingExtra` says so where it is not installed.
    One that has a shared index uses that, whatever its size. `endurance` is how long a build waits for its storage.
    """
    if home is None:
        return MemoryIndex(embedder)
    if shared is None and has_at_most(library, in_memory):
        return open_small(home, embedder)
    return open_large(library, home, embedder, shared=shared, in_memory=in_memory, endurance=endurance)


def open_small(home: Path, embedder: Embedder) -> MemoryIndex:
    """The index of a library that is searched in memory."""
    return MemoryIndex(embedder, index_folder(home) / "memory" / name_folder(embedder))


def open_large(
    library: Library,
    home: Path,
    embedder: Embedder,
    *,
    shared: SharedPlace | None = None,
    in_memory: int = IN_MEMORY,
    endurance: Endurance = AT_ONCE,
) -> LanceIndex:
    """The index of a large library, or the one that is shared; InputError when that is of another library."""
    try:
        from foam.evidence.search.lance import LanceIndex  # loading the engine takes seconds
    except MissingExtra as missing:
        larger = "an index that is shared" if shared else f"a library of more than {in_memory:,} sentences"
        raise MissingExtra(missing.package, extra=missing.extra, needed_for=larger) from missing
    index = LanceIndex(shared or index_folder(home), embedder, endurance=endurance)
    index.check(library)
    return index


def open_to_rebuild(
    library: Library,
    home: Path,
    embedder: Embedder,
    *,
    shared: SharedPlace | None = None,
    endurance: Endurance = AT_ONCE,
) -> LanceIndex:
    """The large index, to be built anew; one in the home that cannot even be opened is deleted first."""
    try:
        return open_large(library, home, embedder, shared=shared, endurance=endurance)
    except MissingExtra:
        raise
    except (InputError, sqlite3.Error):
        if shared is not None:
            raise
        drop_indexes(home)
        return open_large(library, home, embedder, endurance=endurance)


def open_search(
    library: Library, home: Path | None, embedder: Embedder, *, shared: SharedPlace | None = None
) -> Search:
    """Search over the library that lies in this home."""
    return Search(library, open_index(library, home, embedder, shared=shared), embedder)


def drop_indexes(home: Path, *, but: Embedder | None = None) -> None:
    """Delete the files that were derived from the library of this home; InputError when something is left.

    With `but`, the large index with these vectors stays: it is built anew beside what is there.
    """
    folders = [index_folder(home)]
    if but is not None and index_folder(home).is_dir():
        folders = [path for path in index_folder(home).iterdir() if path.name != name_folder(but)]
    for path in (*folders, shingle_folder(home)):
        if path.is_file():
            path.unlink()
        shutil.rmtree(path, ignore_errors=True)
        if path.exists():
            raise InputError(f"{path} could not be deleted", hint="close what uses it and delete it by hand")


def reach_shared(place: SharedPlace | None) -> None:
    """ServiceError when the shared place cannot be reached: asked before anything is erased."""
    if place is not None:
        from foam.evidence.search.engine import connect, list_tables, translated  # loading the engine takes seconds

        with translated(place):
            list_tables(connect(place))


def drop_shared_index(place: SharedPlace | None) -> None:
    """Delete the indexes in the shared place; ServiceError when it cannot be reached, with what is left to do."""
    if place is None:
        return
    from foam.evidence.search.lance import drop_shared  # loading the engine takes seconds

    try:
        drop_shared(place)
    except ServiceError as error:
        raise ServiceError(
            f"it is erased here, but words of it are still in the index that is shared: {error}",
            hint="when the store is back: foam library reindex, which builds that index anew and deletes the old one",
        ) from error
