"""An exact index in memory: BM25 over every word, cosine over every vector.

Libraries of up to 50,000 sentences are searched with it. With a folder, what it worked out is kept there and read
again by the next run, so that opening takes a fraction of a second. It is also the fake that tests use, and what
approximate indexes are measured against.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foam.evidence.filing import Filing
from foam.evidence.holdings import Entered
from foam.evidence.library import Library
from foam.evidence.search.columns import ColumnFiles, Columns, column_keys
from foam.evidence.search.port import Hit, Progress, Vector, no_progress, order_document, round_scores
from foam.evidence.search.where import Where
from foam.model.port import Embedder
from foam_quotes.text.terms import stem_words

_STEP_SENTENCES = 10_000
"""Sentences after which the files are written: an interrupted run loses no more."""
_K1, _B = 1.2, 0.75


class _Appearances(NamedTuple):
    """One row per document and way of filing."""

    number: NDArray[np.int64]
    document: NDArray[np.int64]
    order: NDArray[np.int64]
    """What equal scores are ordered by: see `order_document`."""
    sentences: NDArray[np.int64]
    filing: NDArray[np.int64]
    """Its place among the different filings."""
    added_in: NDArray[np.int64]
    removed_in: NDArray[np.int64]


class _Places(NamedTuple):
    """One row per indexed sentence."""

    document: NDArray[np.int64]
    order: NDArray[np.int64]
    sentence: NDArray[np.int64]
    appearance: NDArray[np.int64]


class _Postings(NamedTuple):
    """The sentences that hold each word, word after word, and what the word adds to their BM25 score."""

    starts: NDArray[np.int64]
    """Where the sentences of a word start; they end where those of the next word start."""
    rows: NDArray[np.int64]
    weights: NDArray[np.float32]


class MemoryIndex:
    """Every sentence of a library's history, searched exactly."""

    def __init__(self, embedder: Embedder, folder: Path | None = None, *, step: int = _STEP_SENTENCES) -> None:
        """With a folder, what was worked out is kept there for the next run."""
        self._embedder = embedder
        self._step = step
        self._files = None if folder is None else ColumnFiles(folder)
        self._version = 0
        self._key = ""
        self._columns = Columns.none(embedder.dimensions)
        self._filings: dict[str, Filing] = {}
        self._appearances = _Appearances(*np.zeros((len(_Appearances._fields), 0), np.int64))
        self._arrange()

    @property
    def version(self) -> int:
        return self._version

    def follow(self, library: Library, *, progress: Progress = no_progress) -> None:
        upto = library.version
        ended = dict(library.left(after=self._version, upto=upto))
        new = list(library.entered(after=self._version, upto=upto))
        if new:
            self._key, self._columns = self._work_out(new, progress)
            self._enter(new)
            self._arrange()
        for number, version in ended.items():
            self._appearances.removed_in[self._appearances.number == number] = version
        self._version = upto

    def close(self) -> None:
        """Nothing is held open."""

    def lexical(self, query: str, *, where: Where, version: int, limit: int) -> list[Hit]:
        scores = np.zeros(len(self._places.document), dtype=np.float32)
        for word in sorted(set(stem_words(query))):  # sums of floats depend on their order
            number = self._columns.vocabulary.get(word)
            if number is not None:
                start, end = self._postings.starts[number : number + 2]
                scores[self._postings.rows[start:end]] += self._postings.weights[start:end]
        return self._best(scores, (scores > 0) & self._is_open(where, version), limit)

    def nearest(self, vector: Vector, *, where: Where, version: int, limit: int) -> list[Hit]:
        asked = _unit_rows(vector[None].astype(np.float16))[0]
        return self._best(self._vectors @ asked, self._is_open(where, version), limit)

    def _work_out(self, new: Sequence[Entered], progress: Progress) -> tuple[str, Columns]:
        """The columns with the new documents in them, read from the files as far as these go."""
        keys = list(column_keys(new, self._embedder, after=self._key))
        columns, done = self._columns, 0
        if self._files and (kept := self._files.load(keys, self._embedder.dimensions)):
            done, columns = kept[0] + 1, kept[1]
            progress(sum(len(one.sentences) for one in new[:done]))
        for step in _steps(new[done:], self._step):
            texts = [text for one in step for text in one.sentences]
            columns = columns.extend(texts, self._embedder)
            done += len(step)
            if self._files:
                self._files.save(keys[done - 1], columns)
            progress(len(texts))
        return keys[-1], columns

    def _enter(self, new: Sequence[Entered]) -> None:
        for one in new:
            if one.filing not in self._filings:
                self._filings[one.filing] = Filing.model_validate_json(one.filing)
        filings = {filing: place for place, filing in enumerate(self._filings)}
        fresh = [
            (
                one.appearance,
                one.document,
                order_document(one.id),
                len(one.sentences),
                filings[one.filing],
                one.added_in,
                one.removed_in,
            )
            for one in new
        ]
        added = np.array(fresh, np.int64).T
        self._appearances = _Appearances(
            *(np.concatenate([held, more]) for held, more in zip(self._appearances, added, strict=True))
        )

    def _arrange(self) -> None:
        """Everything that follows from the columns and the appearances."""
        counts = self._appearances.sentences
        rows = np.arange(counts.sum())
        self._places = _Places(
            document=np.repeat(self._appearances.document, counts),
            order=np.repeat(self._appearances.order, counts),
            sentence=rows - np.repeat(np.cumsum(counts) - counts, counts),
            appearance=np.repeat(np.arange(len(counts)), counts),
        )
        self._ways = max(Counter(self._appearances.document.tolist()).values(), default=1)
        """In how many ways the most often filed document is filed: one sentence may come up as often."""
        self._postings = _weigh(self._columns)
        self._vectors = _unit_rows(self._columns.vectors)

    def _is_open(self, where: Where, version: int) -> NDArray[np.bool_]:
        """Which rows lie in this place and this version."""
        held = self._appearances
        alive = (held.added_in <= version) & (version < held.removed_in)
        if where.conditions:
            alive &= np.array([where.holds(one) for one in self._filings.values()], np.bool_)[held.filing]
        return alive[self._places.appearance]

    def _best(self, scores: NDArray[np.float32], mask: NDArray[np.bool_], limit: int) -> list[Hit]:
        """The sentences of the highest scores, best first; equals by their documents' ids."""
        worth = round_scores(scores)
        rows, count = np.flatnonzero(mask), self._ways * limit
        if len(rows) > count > 0:
            least = np.partition(worth[rows], -count)[-count]
            rows = rows[worth[rows] >= least]
        places = self._places
        rows = rows[np.lexsort((places.sentence[rows], places.order[rows], -worth[rows]))]
        hits = (Hit(int(places.document[r]), int(places.sentence[r]), float(worth[r])) for r in rows)
        return keep_distinct(hits, limit)


def keep_distinct(hits: Iterable[Hit], limit: int) -> list[Hit]:
    """The first hit on each sentence, at most so many: a document filed in two ways is found in two ways."""
    kept: dict[tuple[int, int], Hit] = {}
    for hit in hits:
        if len(kept) == limit:
            break
        kept.setdefault((hit.document, hit.sentence), hit)
    return list(kept.values())


def _steps(new: Sequence[Entered], size: int) -> Iterator[list[Entered]]:
    """The documents in groups of at least so many sentences; the last may have fewer."""
    step: list[Entered] = []
    sentences = 0
    for one in new:
        step.append(one)
        sentences += len(one.sentences)
        if sentences >= size:
            yield step
            step, sentences = [], 0
    if step:
        yield step


def _unit_rows(vectors: NDArray[np.float16]) -> Vector:
    """Rows of length one; halving their precision made them a little longer or shorter."""
    rows = vectors.astype(np.float32)
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.float32(1e-12))
    return rows


def _weigh(columns: Columns) -> _Postings:
    """Every word's BM25 weight in every sentence that holds it. Sentences without a word do not count.

    How rare a word is, and how long sentences are, is counted over different sentences: copies of one make its words
    no more common.
    """
    lengths = columns.lengths.astype(np.float64)
    first = _find_first(columns)
    size, total = max(1, len(lengths)), max(1, int(np.count_nonzero(lengths[first])))
    row_of_word = np.repeat(np.arange(len(lengths)), columns.lengths)
    pairs, counts = np.unique(columns.numbers.astype(np.int64) * size + row_of_word, return_counts=True)
    numbers, rows = np.divmod(pairs, size)
    words = len(columns.vocabulary)
    holding, different = np.bincount(numbers, minlength=words), np.bincount(numbers[first[rows]], minlength=words)
    rarity = np.log1p((total - different + 0.5) / (different + 0.5))
    damping = _K1 * (1 - _B + _B * lengths / max(1.0, lengths[first].sum() / total))
    return _Postings(
        starts=np.concatenate([[0], np.cumsum(holding)]),
        rows=rows,
        weights=(rarity[numbers] * counts * (_K1 + 1) / (counts + damping[rows])).astype(np.float32),
    )


def _find_first(columns: Columns) -> NDArray[np.bool_]:
    """Which sentences are the first with their words. Sentences are compared by 64 bits of what they hold."""
    signs = np.random.default_rng(0).integers(0, 2**63, max(1, len(columns.vocabulary)), dtype=np.uint64)
    held = np.concatenate([[np.uint64(0)], np.cumsum(signs[columns.numbers], dtype=np.uint64)])
    ends = np.concatenate([[0], np.cumsum(columns.lengths)]).astype(np.int64)
    first = np.zeros(len(columns.lengths), np.bool_)
    first[np.unique(held[ends[1:]] - held[ends[:-1]], return_index=True)[1]] = True
    return first
