"""The index port: what search asks of an index.

An index is derived from the library and holds its sentences up to one version. It answers two questions, each for any
version it has reached: which sentences share the query's words, and which lie nearest to a vector. Whatever else
search does (fusing, diversity, counter-evidence) is computed over this port.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from foam.evidence.library import Library
from foam.evidence.search.where import Where

Vector = NDArray[np.float32]
Progress = Callable[[int], None]
"""Told how many more sentences were taken in."""
_DIGITS = 4


class Hit(NamedTuple):
    """A sentence found, under the library's number for its document. More is better."""

    document: int
    sentence: int
    score: float


class Index(Protocol):
    """Sentences by words and by vectors."""

    @property
    def version(self) -> int:
        """The library version up to which everything is indexed; 0 for an empty index."""
        ...

    def follow(self, library: Library, *, progress: Progress = ...) -> None:
        """Take in what the library gained and lost since this index's version. Safe to interrupt and repeat."""
        ...

    def lexical(self, query: str, *, where: Where, version: int, limit: int) -> list[Hit]:
        """Sentences by BM25, best first; no two hits name one sentence.

        The words of a text are those of `search.words`. Equal scores are ordered by `order_document` and sentence.
        """
        ...

    def nearest(self, vector: Vector, *, where: Where, version: int, limit: int) -> list[Hit]:
        """Sentences by cosine similarity, best first, in the same order; no two hits name one sentence."""
        ...

    def close(self) -> None: ...


def no_progress(_: int) -> None:
    """Nobody is watching."""


def order_document(id: str) -> int:
    """The start of a document's id as a number: by it equals are ordered, whichever of them came first."""
    return int(id[:15], 16)


def round_scores(scores: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Scores without the digits in which engines differ, so that equal sentences are ordered alike by all of them."""
    return scores.astype(np.float64).round(_DIGITS)
