"""A large index brought up to its library: shard by shard, each vouched for in the ledger before the next.

A build that is broken off goes on: shards that were vouched for are not worked out again, and rows of one that was
not are taken back. The version of the library counts as reached when its rows are in and the indexes cover them.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import groupby, islice
from secrets import token_hex

from foam.errors import InputError
from foam.evidence.library import Library
from foam.evidence.search.arrow import VERSIONS, make_schema
from foam.evidence.search.crew import Crew
from foam.evidence.search.engine import DBConnection, LanceTable, index, is_absent, open_table
from foam.evidence.search.ledger import MARKS, State
from foam.evidence.search.port import Progress
from foam.evidence.search.shards import SHARD_SENTENCES, cut_shards, extend_chain
from foam.values import Value
from foam_quotes.text.terms import name_rules

TABLE = "sentences"
OLD = timedelta(hours=1)
"""How long versions of a table are kept for readers that have them open."""
_FOR_EVER = timedelta(days=36_500)
_RETRAIN_GROWTH = 4
_PART_ROWS, _TRAINED_ON, _ROUNDS = 4096, 64, 20
"""Vectors of a part, how many of them its centre is found from, and how often centres are moved at most."""


class Pace(Value):
    """When a build does what."""

    shard_sentences: int = SHARD_SENTENCES
    worth_indexing: int = 2_000
    """New rows from which indexes are extended, or a fiftieth of all rows if that is more."""
    vector_index_from: int = 50_000
    """Rows from which vectors are indexed; below, every vector is compared."""


class LibraryChanged(Exception):
    """What is in the table does not belong to the build that is to go on: it has to begin anew."""


def start_state(library: Library) -> State:
    """The state of an index that has nothing yet, in a table of its own."""
    marks = ((1, library.identify(1)),) if library.version else ()
    return State(words=name_rules(), table=f"{TABLE}-{token_hex(4)}", marks=marks)


class Builder:
    """Writes the table of one index; whoever calls it holds the ledger."""

    def __init__(
        self,
        database: DBConnection,
        prefix: str,
        dimensions: int,
        *,
        crew: Crew,
        keep: Callable[[State], None],
        progress: Progress,
        pace: Pace,
    ) -> None:
        self._database, self._prefix, self._dimensions = database, prefix, dimensions
        self._crew, self._keep, self._progress, self._pace = crew, keep, progress, pace

    def build(self, state: State, library: Library) -> State:
        """Bring the table up to the library's newest version."""
        table, state = self.take_up(state)
        while state.version < (newest := library.version):
            state = self._take_in(table, state.model_copy(update={"target": state.target or newest}), library)
            state = self._reach(table, state, library)
        return state

    def take_up(self, state: State) -> tuple[LanceTable, State]:
        """The table as the state vouches for it; what a writer left beyond that is taken back."""
        name = self._prefix + state.table
        if not state.table_version:
            made = self._database.create_table(name, schema=make_schema(self._dimensions), mode="create")
            assert isinstance(made, LanceTable)
            return made, state.model_copy(update={"table_version": made.version})
        try:
            table = open_table(self._database, name)
        except ValueError as error:
            if is_absent(error):
                raise LibraryChanged from error
            raise
        if table.version != state.table_version:
            table.checkout(state.table_version)
            table.restore()
        return table, state.model_copy(update={"table_version": table.version})

    def compact(self, state: State, *, older_than: timedelta) -> State:
        """Join small files, and delete the files of old versions and of writers that died."""
        table, state = self.take_up(state)
        table.optimize(cleanup_older_than=_FOR_EVER)
        state = _vouch(table, state).model_copy(update={"unindexed": 0})
        self._keep(state)
        return self._clean(table, state, older_than=older_than, of_the_dead=True)

    def _take_in(self, table: LanceTable, state: State, library: Library) -> State:
        """Add the shards that are not in yet."""
        shards = cut_shards(library, after=state.version, upto=state.target, size=self._pace.shard_sentences)
        chain = ""
        for shard in islice(shards, state.shards):
            chain = extend_chain(chain, shard)
            self._progress(shard.sentences)
        if chain != state.chain:
            raise LibraryChanged
        for shard, rows in self._crew.each(shards):
            table.add(rows)
            grown = {"rows": state.rows + len(rows), "unindexed": state.unindexed + len(rows)}
            reached = {"shards": state.shards + 1, "chain": extend_chain(state.chain, shard)}
            state = _vouch(table, state.model_copy(update={**grown, **reached}))
            self._keep(state)
            self._progress(shard.sentences)
        return state

    def _reach(self, table: LanceTable, state: State, library: Library) -> State:
        """End the lives that ended, have the indexes cover the rows, and say which version this is."""
        ended = library.left(after=state.version, upto=state.target)
        _end_lives(table, ended)
        marks = (*state.marks, (state.target, library.identify(state.target)))[-MARKS:]
        reached = {"version": state.target, "marks": marks, "target": 0, "shards": 0, "chain": ""}
        state = state.model_copy(update={**reached, "unindexed": state.unindexed + len(ended)})
        indexed = self._index(table, state)
        vouched = _vouch(table, indexed)
        self._keep(vouched)
        return vouched if indexed is state else self._clean(table, vouched, older_than=OLD)

    def _index(self, table: LanceTable, state: State) -> State:
        """Make the indexes cover every row: those that are missing at once, the others when it is worth it."""
        missing = _SCALARS.keys() - {column for one in table.list_indices() for column in one.columns}
        if not state.rows or (not missing and state.unindexed < max(self._pace.worth_indexing, state.rows // 50)):
            return state
        if missing == _SCALARS.keys():  # to join files later would have every index written anew
            table.optimize(cleanup_older_than=_FOR_EVER)
        for column in sorted(missing):
            table.create_index(column, config=_SCALARS[column], name=column)
        if state.rows >= max(self._pace.vector_index_from, state.trained_on * _RETRAIN_GROWTH):
            table.create_index("vector", config=_arrange_vectors(state.rows), name="vector")
            state = state.model_copy(update={"trained_on": state.rows})
        # Nothing is deleted yet: readers are still sent to the version before.
        table.optimize(cleanup_older_than=_FOR_EVER)
        return state.model_copy(update={"unindexed": 0})

    def _clean(self, table: LanceTable, state: State, *, older_than: timedelta, of_the_dead: bool = False) -> State:
        """Delete old versions, now that readers are sent to the newest."""
        table.optimize(cleanup_older_than=older_than, delete_unverified=of_the_dead)
        if table.version != state.table_version:
            state = _vouch(table, state)
            self._keep(state)
        return state


def _vouch(table: LanceTable, state: State) -> State:
    """The state with the version that the table has now; InputError when there are rows in it that nobody vouches for.

    That is how a writer is found out that was taken for dead and writes on.
    """
    version = table.version
    if table.count_rows() != state.rows:
        raise InputError("another process has written into this index", hint="do the same again: it goes on")
    return state.model_copy(update={"table_version": version})


def count_parts(rows: int) -> int:
    """In how many parts the vectors of so many rows are arranged.

    The engine splits parts of four times this size when more rows come, and reads the vectors of many others for it, so
    larger parts than it makes by itself would be paid for again and again.
    """
    return max(1, rows // _PART_ROWS)


def _arrange_vectors(rows: int) -> index.IvfRq:
    parts = count_parts(rows)
    return index.IvfRq(distance_type="cosine", num_partitions=parts, sample_rate=_TRAINED_ON, max_iterations=_ROUNDS)


def _end_lives(table: LanceTable, ended: list[tuple[int, int]]) -> None:
    by_version = sorted(ended, key=lambda pair: pair[1])
    for version, group in groupby(by_version, key=lambda pair: pair[1]):
        numbers = [str(number) for number, _ in group]
        for i in range(0, len(numbers), 1000):
            listed = ", ".join(numbers[i : i + 1000])
            lived = f"CAST(added_in AS BIGINT) * {VERSIONS} + {version}"
            table.update(where=f"appearance IN ({listed})", values_sql={"removed_in": str(version), "life": lived})


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
