"""An exact index in memory: BM25 over every posting, cosine over every vector. Knows nothing of files.

It is the shipped fake of the index port, the yardstick that approximate indexes are measured against, and what small
libraries are searched with: building it takes less time than loading an engine. It forgets everything when closed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foam.evidence.filing import Filing
from foam.evidence.library import Entered, Library
from foam.evidence.search.port import Hit, Progress, Vector, no_progress
from foam.evidence.search.where import Where
from foam.evidence.search.words import words
from foam.model.port import Embedder

_K1, _B = 1.2, 0.75


class _Rows(NamedTuple):
    """One row per indexed sentence."""

    document: NDArray[np.int64]
    sentence: NDArray[np.int64]
    appearance: NDArray[np.int64]
    length: NDArray[np.float32]


class MemoryIndex:
    """Every sentence of a library's history, searched exactly."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._version = 0
        self._entered: list[Entered] = []
        self._filings: list[Filing] = []
        self._lives: list[tuple[int, int]] = []
        self._ways = 1
        """In how many ways the most often filed document is filed: as often may one sentence come up."""
        self._rows = _rows([], [])
        self._postings: dict[str, tuple[NDArray[np.int64], NDArray[np.float32]]] = {}
        self._vectors: Vector = np.zeros((0, embedder.dimensions), dtype=np.float32)

    @property
    def version(self) -> int:
        return self._version

    def follow(self, library: Library, *, progress: Progress = no_progress) -> None:
        upto = library.version
        new = list(library.entered(after=self._version, upto=upto))
        self._end_lives(dict(library.left(after=self._version, upto=upto)))
        self._version = upto
        if new:
            self._take_in(new)
            progress(sum(len(entered.sentences) for entered in new))

    def close(self) -> None:
        """Nothing is held open."""

    def lexical(self, query: str, *, where: Where, version: int, limit: int) -> list[Hit]:
        scores = np.zeros(len(self._rows.document), dtype=np.float32)
        for word in set(words(query)):
            if word in self._postings:
                places, weights = self._postings[word]
                scores[places] += weights
        return self._best(scores, (scores > 0) & self._open(where, version), limit)

    def nearest(self, vector: Vector, *, where: Where, version: int, limit: int) -> list[Hit]:
        return self._best(self._vectors @ vector, self._open(where, version), limit)

    def _end_lives(self, ended: dict[int, int]) -> None:
        for i, entered in enumerate(self._entered):
            if entered.appearance in ended:
                self._lives[i] = (entered.added_in, ended[entered.appearance])

    def _take_in(self, new: list[Entered]) -> None:
        self._entered += new
        self._filings += [Filing.model_validate_json(entered.filing) for entered in new]
        self._lives += [(entered.added_in, entered.removed_in) for entered in new]
        self._ways = max(Counter(entered.document for entered in self._entered).values())
        counted = [Counter(words(text)) for entered in self._entered for text in entered.sentences]
        self._rows = _rows(self._entered, [float(c.total()) for c in counted])
        self._postings = _postings(counted, self._rows.length)
        fresh = self._embedder.embed([text for entered in new for text in entered.sentences])
        self._vectors = np.concatenate([self._vectors, fresh])

    def _open(self, where: Where, version: int) -> NDArray[np.bool_]:
        """Which rows lie in this place and this version."""
        lives = np.array(self._lives, dtype=np.int64).reshape(-1, 2)
        alive = (lives[:, 0] <= version) & (version < lives[:, 1])
        if where.conditions:
            alive &= np.array([where.holds(filing) for filing in self._filings], dtype=np.bool_)
        return alive[self._rows.appearance]

    def _best(self, scores: NDArray[np.float32], mask: NDArray[np.bool_], limit: int) -> list[Hit]:
        rows = _foremost(np.flatnonzero(mask), scores, self._ways * limit)
        hits = (Hit(int(self._rows.document[r]), int(self._rows.sentence[r]), float(scores[r])) for r in rows)
        return distinct(hits, limit)


def distinct(hits: Iterable[Hit], limit: int) -> list[Hit]:
    """The first hit on each sentence, at most so many: a document filed in two ways is found in two ways."""
    kept: dict[tuple[int, int], Hit] = {}
    for hit in hits:
        kept.setdefault((hit.document, hit.sentence), hit)
        if len(kept) == limit:
            break
    return list(kept.values())


def _foremost(rows: NDArray[np.int64], scores: NDArray[np.float32], count: int) -> NDArray[np.int64]:
    """So many rows of the highest scores, best first; among equals the earlier row."""
    if len(rows) > count:
        threshold = np.partition(scores[rows], -count)[-count]
        rows = rows[scores[rows] >= threshold]
    return rows[np.lexsort((rows, -scores[rows]))]


def _rows(entered: Sequence[Entered], lengths: Sequence[float]) -> _Rows:
    counts = [len(one.sentences) for one in entered]
    return _Rows(
        document=np.repeat(np.array([one.document for one in entered], dtype=np.int64), counts),
        sentence=np.concatenate([np.zeros(0, np.int64), *(np.arange(n) for n in counts)]),
        appearance=np.repeat(np.arange(len(entered)), counts),
        length=np.array(lengths, dtype=np.float32),
    )


def _postings(
    counted: Sequence[Counter[str]], lengths: NDArray[np.float32]
) -> dict[str, tuple[NDArray[np.int64], NDArray[np.float32]]]:
    """For each word the rows that hold it and what it adds to their BM25 score."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    counts: defaultdict[str, list[int]] = defaultdict(list)
    for row, counter in enumerate(counted):
        for word, count in counter.items():
            places[word].append(row)
            counts[word].append(count)
    damping = _K1 * (1 - _B + _B * lengths / max(1.0, float(lengths.mean())))
    return {
        word: _weighed(np.array(places[word]), np.array(counts[word], dtype=np.float32), damping, len(counted))
        for word in places
    }


def _weighed(
    rows: NDArray[np.int64], counts: NDArray[np.float32], damping: NDArray[np.float32], total: int
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    rarity = np.log1p((total - len(rows) + 0.5) / (len(rows) + 0.5))
    return rows, (rarity * counts * (_K1 + 1) / (counts + damping[rows])).astype(np.float32)
