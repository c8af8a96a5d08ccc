"""What quotations are held against: a library's documents, its shingle index kept up to date, sentence vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from foam.errors import InputError, NotFound
from foam.evidence.document import Document
from foam.evidence.library import Library
from foam.evidence.quotes.index import ShingleIndex
from foam.model.port import Embedder
from foam_quotes.verdicts.sources import parse_id

Matrix = NDArray[np.float64]


class EmbeddedSimilarity:
    """Cosine of sentence vectors."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def name(self) -> str:
        return self._embedder.name

    def __call__(self, text: str, others: Sequence[str]) -> list[float]:
        (row,), columns = _unit(self._embedder.embed([text])), _unit(self._embedder.embed(others))
        similar: list[float] = (columns @ row).tolist()
        return similar


class LibraryShelf:
    """One version of a library. Documents outside it are not on this shelf, though their pointers resolve."""

    def __init__(self, library: Library, index: ShingleIndex, *, version: int | None = None) -> None:
        self._library = library
        self._index = index
        self._version = version

    def document(self, id: str) -> Document | None:
        if not self._library.contains(id, version=self._version):
            return None
        return self._library.document(id)

    def cited(self, source: str) -> tuple[str, ...]:
        named = self._by_id(source) or self._index.cited(source)
        return tuple(id for id in named if self._library.contains(id, version=self._version))

    def _by_id(self, source: str) -> tuple[str, ...]:
        prefix = parse_id(source)
        try:
            return (self._library.full_id(prefix),) if prefix else ()
        except (NotFound, InputError):
            return ()


def open_shingles(
    library: Library, folder: Path, *, version: int | None = None, progress: Callable[[int], None] = lambda _: None
) -> ShingleIndex:
    """The shingle index in a folder, with every document of a version in it; those of other versions stay."""
    index = ShingleIndex(folder)
    index.add(_told(library, index.missing(library.ids(version=version)), progress))
    return index


def _told(library: Library, ids: list[str], progress: Callable[[int], None]) -> Iterator[Document]:
    for id in ids:
        yield from library.appearances(id)[:1]
        progress(1)


def _unit(vectors: NDArray[np.float32]) -> Matrix:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Matrix = vectors.astype(np.float64) / np.maximum(lengths, 1e-12)
    return unit
