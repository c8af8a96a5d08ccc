"""Which index a library is searched with: an exact one in memory, or LanceDB when the library is large."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from foam.errors import InputError, MissingExtra
from foam.evidence.library import Library
from foam.evidence.search.hybrid import Search
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.port import Index
from foam.model.port import Embedder

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


def name_folder(embedder: Embedder) -> str:
    """The name of an embedder as that of a folder."""
    return re.sub(r"[^\w.-]+", "-", embedder.name)


def has_at_most(library: Library, sentences: int) -> bool:
    """Whether a library has no more than so many sentences."""
    return library.document_count() <= sentences and library.has_at_most(sentences)


def open_index(library: Library, home: Path | None, embedder: Embedder, *, in_memory: int = IN_MEMORY) -> Index:
    """The index that suits the library's size; it may still have to follow. Without a home nothing of it is kept.

    A library of more than `in_memory` sentences needs LanceDB, and `MissingExtra` says so where it is not installed.
    """
    if home is None:
        return MemoryIndex(embedder)
    if has_at_most(library, in_memory):
        return MemoryIndex(embedder, index_folder(home) / "memory" / name_folder(embedder))
    try:
        from foam.evidence.search.lance import LanceIndex  # loading the engine takes seconds
    except MissingExtra as missing:
        larger = f"a library of more than {in_memory:,} sentences"
        raise MissingExtra(missing.package, extra=missing.extra, needed_for=larger) from missing
    return LanceIndex(index_folder(home), embedder)


def open_search(library: Library, home: Path | None, embedder: Embedder) -> Search:
    """Search over the library that lies in this home."""
    return Search(library, open_index(library, home, embedder), embedder)


def drop_indexes(home: Path) -> None:
    """Delete everything that was derived from the library of this home; InputError when something is left."""
    for folder in (index_folder(home), shingle_folder(home)):
        shutil.rmtree(folder, ignore_errors=True)
        if folder.exists():
            raise InputError(f"{folder} could not be deleted", hint="close what uses it and delete the folder by hand")
