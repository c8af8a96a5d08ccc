"""Which index a library is searched with. Small libraries are searched exactly, in memory; larger ones by LanceDB."""

from __future__ import annotations

import shutil
from pathlib import Path

from foam.evidence.library import Library
from foam.evidence.search.hybrid import Search
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.port import Index
from foam.model.port import Embedder

SMALL = 5_000
"""Sentences up to which building an exact index takes less time than loading an engine."""


def index_folder(home: Path) -> Path:
    """Where indexes lie; whatever lies there can be built anew."""
    return home / "index"


def is_small(library: Library) -> bool:
    """Is the library searched without an index on disk?"""
    return library.document_count() <= SMALL and library.stats().sentences <= SMALL


def open_index(library: Library, home: Path, embedder: Embedder) -> Index:
    """The index that suits the library's size; it may still have to follow."""
    if is_small(library):
        return MemoryIndex(embedder)
    from foam.evidence.search.lance import LanceIndex  # loading the engine takes about a second; most need none

    return LanceIndex(index_folder(home), embedder)


def open_search(library: Library, home: Path, embedder: Embedder) -> Search:
    """Search over the library that lies in this home."""
    return Search(library, open_index(library, home, embedder), embedder)


def drop_indexes(home: Path) -> None:
    """Delete every index of this home."""
    shutil.rmtree(index_folder(home), ignore_errors=True)
