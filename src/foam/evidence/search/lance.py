"""The LanceDB implementation of the index port: on disk, for libraries of any size. It needs `foam[large]`.

This is the only module that imports LanceDB; import it only where a large library is opened, because that takes
seconds. The engine is given the words of `search.words`, so it finds what the index in memory finds.

The index lies in a folder of its own and can be deleted at any time: `follow` builds it anew from the library. One
process writes at a time, in large commits; any number read. `state.db` says how far the index has come; it is
committed after the rows, and rows beyond it are taken out again before the next round, so an interrupted writer costs
time and nothing else.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from foam.errors import InputError, MissingExtra
from foam.evidence.filing import Filing
from foam.evidence.holdings import Entered
from foam.evidence.library import Library
from foam.evidence.search.memory import keep_distinct
from foam.evidence.search.port import Hit, Progress, Vector, no_progress, order_document, round_scores
from foam.evidence.search.progress import FORMAT, State, exclude_others, open_states, read_state
from foam.evidence.search.sql import write_predicate
from foam.evidence.search.where import Where
from foam.evidence.search.words import name_rules, stem_words
from foam.evidence.truth import NEVER
from foam.model.port import Embedder
from foam.private import close_to_others, make_folder

os.environ.setdefault("LANCEDB_LOG", "error")  # read when it loads; else it warns of every empty partition
try:
    import lancedb
    import pyarrow as pa  # type: ignore[import-untyped]
    from lancedb import index, table
except ImportError as absent:
    raise MissingExtra("lancedb", extra="large") from absent

COMMIT_SENTENCES = 100_000
WORTH_INDEXING = 2_000
"""New rows from which indexes are extended, or a fiftieth of all rows if that is more."""
VECTOR_INDEX_FROM = 50_000
"""Rows from which vectors are indexed; below, every vector is compared."""
_RETRAIN_GROWTH = 4
_PROBES, _REFINE = 16, 3
_PATIENCE = 600.0
"""Seconds to wait for another writer."""
_TABLE = "sentences"
_TOLD = ("place", "life", "sequence")
"""What a row says of itself. To read a column costs as much as to find the row, so that two hold two numbers each."""
_SENTENCES = 1 << 24
"""More than any document has: a place is the document's number times this, plus the sentence's."""
_VERSIONS = 1 << 32
"""More than any library has: a life is the version a row came in times this, plus the one it went in."""
_LOOSE = 3
"""How often more is asked for before the engine is told the version."""
_MORE = 50
"""Rows asked for beyond the limit: of equal scores the engine returns any, and we want those that stand first."""


class LanceIndex:
    """Sentences of a library's history in a LanceDB table."""

    def __init__(self, folder: Path, embedder: Embedder, *, exact: bool = False) -> None:
        """`exact` compares every vector, however many there are: the yardstick of the vector index."""
        self._folder = folder / re.sub(r"[^\w.-]+", "-", embedder.name)
        self._embedder = embedder
        self._exact = exact
        make_folder(self._folder)
        self._states = open_states(self._folder / "state.db")
        self._table = self._opened()

    @property
    def version(self) -> int:
        return self._state().version

    def close(self) -> None:
        self._states.close()

    def follow(self, library: Library, *, progress: Progress = no_progress) -> None:
        if self.version == library.version:
            return
        with self._writing(), _translated():
            state = self._state()
            self._forget_after(state.version)
            for step in _steps(library, after=state.version, upto=library.version):
                state = self._take_in(step, library, state)
                progress(sum(len(entered.sentences) for entered in step.entered))
            self._keep(self._indexed(state))
        for path in self._folder.rglob("*"):  # the engine writes its files as the umask says
            close_to_others(path)

    def lexical(self, query: str, *, where: Where, version: int, limit: int) -> list[Hit]:
        asked = " ".join(sorted(set(stem_words(query))))
        if not asked or not self._state().rows:
            return []

        def ask(filter: str, n: int) -> _Answer:
            found = self._table.search(asked, query_type="fts", fts_columns="words").limit(n)
            found = found.where(filter) if filter else found
            return _answer(found.select([*_TOLD, "_score"]).to_arrow(), version)

        return self._enough(ask, where, version, limit)

    def nearest(self, vector: Vector, *, where: Where, version: int, limit: int) -> list[Hit]:
        def ask(filter: str, n: int) -> _Answer:
            found = self._table.search(vector, vector_column_name="vector").distance_type("cosine").limit(n)
            found = found.bypass_vector_index() if self._exact else found.nprobes(_PROBES).refine_factor(_REFINE)
            found = found.where(filter, prefilter=True) if filter else found
            return _answer(found.select([*_TOLD, "_distance"]).to_arrow(), version)

        return self._enough(ask, where, version, limit)

    def _enough(self, ask: Callable[[str, int], _Answer], where: Where, version: int, limit: int) -> list[Hit]:
        """Ask for more until so many different sentences came, or there are no more.

        Most rows belong to most versions, so others are first left out of the answer, which is fast. Where that does
        not bring enough, the engine is asked for rows of the version alone.
        """
        loose, strict = write_predicate(where), write_predicate(where, version=version)
        attempt = 0 if version >= self.version else 1
        while True:
            filter, doubled = (loose, attempt) if attempt < _LOOSE else (strict, attempt - _LOOSE)
            wanted = (limit << doubled) + _MORE
            with _translated():
                answer = ask(filter, wanted)
            hits = keep_distinct(answer.hits, limit)
            if len(hits) == limit or answer.rows < wanted:
                return hits
            attempt += 1

    def compare(self, library: Library, same_vectors: Callable[[Any, Sequence[str], Embedder], bool]) -> Iterator[str]:
        """What of the rows does not follow from the library's sentences, up to the version reached."""
        reached = self.version
        if reached > library.version:
            yield f"it has come to version {reached}; the library has {library.version}"
        count = 0
        for step in _steps(library, after=0, upto=min(reached, library.version)):
            expected = _unended(step.entered, reached)
            rows = _ordered(_arrow(expected, None))
            count += len(rows)
            if reason := self._compare_rows(rows, expected, same_vectors):
                yield f"between versions {expected[0].added_in} and {step.upto}: {reason}"
        with _translated():
            there = self._table.count_rows(f"added_in <= {reached}")
        if there != count or self._state().rows != count:
            yield f"it has {there} sentences of the library's {count}"

    def _compare_rows(
        self,
        expected: pa.Table,
        entered: Sequence[Entered],
        same_vectors: Callable[[Any, Sequence[str], Embedder], bool],
    ) -> str:
        if not entered:
            return ""
        with _translated():
            within = f"added_in >= {entered[0].added_in} AND added_in <= {entered[-1].added_in}"
            held = self._table.search().where(within).limit(self._table.count_rows(within)).to_arrow()
        held = _ordered(held)
        if len(held) != len(expected):
            return f"it has {len(held)} sentences of the library's {len(expected)}"
        wrong = [name for name in expected.column_names if not held.column(name).equals(expected.column(name))]
        if wrong:
            return f"{', '.join(wrong)} of its sentences are not the library's"
        ordered = sorted(entered, key=lambda one: one.appearance)
        texts = [text for one in ordered for text in one.sentences]
        vectors = held.column("vector").combine_chunks().values.to_numpy().reshape(-1, self._embedder.dimensions)
        return "" if same_vectors(vectors, texts, self._embedder) else "its vectors are not those of the sentences"

    # The table

    def _opened(self) -> table.LanceTable:
        state = self._state()
        if (state.format, state.words) != (FORMAT, name_rules()):
            self._start_anew()
        with _translated():
            database = lancedb.connect(str(self._folder), read_consistency_interval=timedelta(0))
            opened = database.create_table(_TABLE, schema=_schema(self._embedder.dimensions), exist_ok=True)
        assert isinstance(opened, table.LanceTable)
        return opened

    def _start_anew(self) -> None:
        shutil.rmtree(self._folder / f"{_TABLE}.lance", ignore_errors=True)
        self._keep(State(words=name_rules()))

    def _forget_after(self, version: int) -> None:
        """Take out what a writer left that died before it could vouch for it."""
        if self._table.count_rows(f"added_in > {version}"):
            self._table.delete(f"added_in > {version}")

    def _take_in(self, step: _Step, library: Library, state: State) -> State:
        """One step of the way: new rows, ended lives, and then the state that vouches for them."""
        rows = sum(len(entered.sentences) for entered in step.entered)
        if rows:
            self._table.add(_arrow(step.entered, self._embedder))
        ended = library.left(after=state.version, upto=step.upto)
        self._end_lives(ended)
        reached = {
            "version": step.upto,
            "rows": state.rows + rows,
            "unindexed": state.unindexed + rows + len(ended),
        }
        state = state.model_copy(update=reached)
        self._keep(state)
        return state

    def _end_lives(self, ended: list[tuple[int, int]]) -> None:
        by_version = sorted(ended, key=lambda pair: pair[1])
        for version, group in groupby(by_version, key=lambda pair: pair[1]):
            numbers = [str(number) for number, _ in group]
            for i in range(0, len(numbers), 1000):
                listed = ", ".join(numbers[i : i + 1000])
                lived = f"CAST(added_in AS BIGINT) * {_VERSIONS} + {version}"
                self._table.update(
                    where=f"appearance IN ({listed})", values_sql={"removed_in": str(version), "life": lived}
                )

    def _indexed(self, state: State) -> State:
        """Make the indexes cover every row: those that are missing at once, the others when it is worth it."""
        missing = _SCALARS.keys() - {column for one in self._table.list_indices() for column in one.columns}
        if not state.rows or (not missing and state.unindexed < max(WORTH_INDEXING, state.rows // 50)):
            return state
        for column in sorted(missing):
            self._table.create_index(column, config=_SCALARS[column], name=column)
        if state.rows >= max(VECTOR_INDEX_FROM, state.trained_on * _RETRAIN_GROWTH):
            self._table.create_index("vector", config=index.IvfRq(distance_type="cosine"), name="vector")
            state = state.model_copy(update={"trained_on": state.rows})
        self._table.optimize(cleanup_older_than=timedelta(hours=1))
        return state.model_copy(update={"unindexed": 0})

    # How far it has come

    def _state(self) -> State:
        return read_state(self._states)

    def _keep(self, state: State) -> None:
        self._states.execute("INSERT OR REPLACE INTO state VALUES (0, ?)", (state.model_dump_json(),))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One writer at a time, across processes; the lock goes when the process does."""
        lock = sqlite3.connect(self._folder / "writer.db", timeout=_PATIENCE, isolation_level=None)
        try:
            exclude_others(lock)
            yield
        finally:
            lock.close()


class _Step(NamedTuple):
    """Part of the way: what entered, and the version reached with it."""

    entered: list[Entered]
    upto: int


def _steps(library: Library, *, after: int, upto: int) -> Iterator[_Step]:
    """Whole versions, gathered until a step is worth a commit."""
    gathered: list[Entered] = []
    sentences = 0
    for entered in library.entered(after=after, upto=upto):
        if sentences >= COMMIT_SENTENCES and entered.added_in > gathered[-1].added_in:
            yield _Step(entered=gathered, upto=gathered[-1].added_in)
            gathered, sentences = [], 0
        gathered.append(entered)
        sentences += len(entered.sentences)
    yield _Step(entered=gathered, upto=upto)


class _Answer(NamedTuple):
    """Hits of the version asked for, and how many rows there were before others were left out."""

    hits: list[Hit]
    rows: int


def _answer(found: pa.Table, version: int) -> _Answer:
    """Read an answer; rows of other versions, such as those a writer is adding at this moment, are left out."""
    places, lives, sequence, raw = (found.column(name).to_numpy() for name in found.column_names)
    scores = round_scores(1.0 - raw if "_distance" in found.column_names else raw)
    alive = np.flatnonzero((lives // _VERSIONS <= version) & (version < lives % _VERSIONS))
    best = alive[np.lexsort((places[alive], sequence[alive], -scores[alive]))]
    kept = zip(places[best].tolist(), scores[best].tolist(), strict=True)
    return _Answer([Hit(place // _SENTENCES, place % _SENTENCES, score) for place, score in kept], len(found))


@contextmanager
def _translated() -> Iterator[None]:
    """The engine's errors as ours: whatever is wrong with an index, it can be built anew."""
    try:
        yield
    except (RuntimeError, OSError, ValueError) as error:
        said = " ".join(str(error).split())[:200]
        raise InputError(f"the search index cannot be used: {said}", hint="foam library reindex") from error


_SCALARS: dict[str, index.Bitmap | index.BTree | index.FTS] = {
    "words": index.FTS(
        base_tokenizer="whitespace",
        max_token_length=None,
        lower_case=False,
        stem=False,
        remove_stop_words=False,
        ascii_folding=False,
    ),
    "appearance": index.BTree(),
    "added_in": index.BTree(),
    "removed_in": index.BTree(),
    "year": index.BTree(),
    "side": index.Bitmap(),
    "kind": index.Bitmap(),
    "trust": index.Bitmap(),
    "topic": index.Bitmap(),
    "host": index.Bitmap(),
}


def _schema(dimensions: int) -> pa.Schema:
    return pa.schema(
        [
            ("appearance", pa.int64()),
            ("place", pa.int64()),
            ("life", pa.int64()),
            ("sequence", pa.int64()),
            ("words", pa.string()),
            ("vector", pa.list_(pa.float16(), dimensions)),
            *((name, pa.string()) for name in ("side", "topic", "source", "kind", "host", "trust")),
            ("year", pa.int32()),
            ("added_in", pa.int32()),
            ("removed_in", pa.int32()),
        ]
    )


def _unended(entered: Iterable[Entered], reached: int) -> list[Entered]:
    """What entered as an index that has come so far knows it: of later removals it knows nothing."""
    return [one if one.removed_in <= reached else one._replace(removed_in=NEVER) for one in entered]


def _ordered(rows: pa.Table) -> pa.Table:
    return rows.sort_by([("appearance", "ascending"), ("place", "ascending")]).combine_chunks()


def _arrow(entered: Iterable[Entered], embedder: Embedder | None) -> pa.Table:
    """The rows of these documents; without an embedder, all but their vectors."""
    rows = [(one, number) for one in entered for number in range(len(one.sentences))]
    filings = {text: Filing.model_validate_json(text) for text in {one.filing for one, _ in rows}}
    texts = [one.sentences[number] for one, number in rows]
    columns = {} if embedder is None else {"vector": _vectors(texts, embedder)}
    schema = _schema(embedder.dimensions if embedder else 1)
    return pa.table(
        {
            **columns,
            "appearance": [one.appearance for one, _ in rows],
            "place": [one.document * _SENTENCES + number for one, number in rows],
            "life": [one.added_in * _VERSIONS + one.removed_in for one, _ in rows],
            "sequence": [order_document(one.id) for one, _ in rows],
            "words": [" ".join(stem_words(text)) for text in texts],
            **{
                name: [getattr(filings[one.filing], name) for one, _ in rows]
                for name in ("side", "kind", "host", "trust")
            },
            **{name: [getattr(filings[one.filing], name).lower() for one, _ in rows] for name in ("topic", "source")},
            "year": [filings[one.filing].year for one, _ in rows],
            "added_in": [one.added_in for one, _ in rows],
            "removed_in": [one.removed_in for one, _ in rows],
        },
        schema=schema if embedder else schema.remove(schema.get_field_index("vector")),
    )


def _vectors(texts: Sequence[str], embedder: Embedder) -> pa.Array:
    vectors = embedder.embed(texts).astype(np.float16)
    return pa.FixedSizeListArray.from_arrays(pa.array(vectors.ravel()), vectors.shape[1])
