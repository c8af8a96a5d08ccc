"""The LanceDB implementation of the index port: on disk or in an object store, for libraries of any size.

It needs `foam[large]`; import it only where a large library is opened, because loading the engine takes seconds. The
engine is given the words of `search.words`, so it finds what the index in memory finds.

The index is derived and can be deleted at any time: `follow` builds it anew from the library. One process writes at a
time; any number read. The ledger says which version of which table can be trusted: readers read exactly that one, and
a writer takes back what lies beyond it before it goes on. So a reader never sees half a build, and an interrupted
writer costs time and nothing else.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from math import isqrt
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from foam.errors import InputError, ServiceError
from foam.evidence.holdings import Entered
from foam.evidence.library import Library
from foam.evidence.search.arrow import (
    ROW_NUMBER,
    SENTENCES,
    VERSIONS,
    KnownRows,
    Rows,
    Told,
    leave_unended,
    make_rows,
    order_rows,
    round_vectors,
)
from foam.evidence.search.building import OLD, TABLE, Builder, LibraryChanged, Pace, count_parts, start_state
from foam.evidence.search.crew import Crew, OwnProcess
from foam.evidence.search.engine import (
    ERRORS,
    LanceQueryBuilder,
    LanceTable,
    connect,
    list_tables,
    open_table,
    translate,
    translated,
)
from foam.evidence.search.ledger import FORMAT, PATIENCE, FileLedger, Ledger, State
from foam.evidence.search.memory import keep_distinct
from foam.evidence.search.place import SharedPlace, name_folder
from foam.evidence.search.port import Hit, Progress, Vector, no_progress, round_scores
from foam.evidence.search.shared import LEASE, SharedLedger
from foam.evidence.search.where import Where, write_predicate
from foam.model.port import Embedder
from foam.private import close_to_others, make_folder
from foam.record.away import AT_ONCE, Endurance
from foam_quotes.text.terms import name_rules, stem_words

_SameVectors = Callable[[Any, Sequence[str], Embedder], bool]
_COMPARED_SENTENCES = 100_000
"""Sentences that are compared at once, and a version's more."""


class _Step(NamedTuple):
    """Part of the way: what entered, and the version reached with it."""

    entered: list[Entered]
    upto: int


_LEAST_PROBES, _PROBED, _REFINE = 16, 4, 3
"""Of the parts that vectors are arranged in, this many times the root of their number are looked through, the nearest
ones and no fewer than the first number; of what is found there by rough distances, so many times as much as is asked
for is compared exactly."""
_KNOWN = 5_000_000
"""Rows up to which what they say of themselves is held in memory by an index that is kept open."""
_LOOSE = 3
"""How often more is asked for before the engine is told the version."""
_MORE, _TIES = 25, 4
"""Rows asked for beyond the limit: of equal scores the engine returns any, and we want those that stand first. Where as
many more are equal, more is asked for, up to so many times the limit."""


class _Opened(NamedTuple):
    """A table at one version, and what is known of its rows without asking."""

    name: str
    version: int
    table: LanceTable
    rows: KnownRows | None = None


_Ask = Callable[[_Opened, str, int], "_Answer"]


class LanceIndex:
    """Sentences of a library's history in a LanceDB table."""

    def __init__(
        self,
        place: Path | SharedPlace,
        embedder: Embedder,
        *,
        exact: bool = False,
        pace: Pace | None = None,
        patience: float = PATIENCE,
        lease: float = LEASE,
        endurance: Endurance = AT_ONCE,
    ) -> None:
        """`exact` compares every vector, however many there are: the yardstick of the vector index.

        `patience` is how long another writer is waited for, and `lease` after how many seconds without a sign of life
        a writer in a shared place is taken for dead. `endurance` is for a build whose storage goes away meanwhile.
        """
        self._endurance = endurance
        self._place, self._embedder, self._exact, self._pace = place, embedder, exact, pace or Pace()
        name = name_folder(embedder)
        self._folder = place / name if isinstance(place, Path) else None
        self._prefix = "" if self._folder else f"{name}--"
        self._ledger: Ledger
        if isinstance(place, SharedPlace):
            self._database = connect(place)
            self._ledger = SharedLedger(self._database, f"{self._prefix}state", place, lease=lease, patience=patience)
        else:
            make_folder(place / name)
            self._ledger = FileLedger(place / name, patience=patience)
            self._database = connect(place / name)
        self._opened: _Opened | None = None
        self._opening = threading.Lock()
        self._warming = threading.Lock()

    @property
    def version(self) -> int:
        return _usable(self._ledger.glance()).version

    def close(self) -> None:
        self._ledger.close()

    # Building

    def check(self, library: Library) -> None:
        """InputError when this is the shared index of another library."""
        self._find_standing(_usable(self._ledger.glance()), library)

    def follow(self, library: Library, *, progress: Progress = no_progress, crew: Crew | None = None) -> None:
        """Take in what the library gained and lost; `crew` works out the rows, this process where there is none."""
        # A build that was broken off goes on with the shards that are not vouched for.
        self._endurance.keep_trying(lambda: self._follow(library, progress, crew))

    def _follow(self, library: Library, progress: Progress, crew: Crew | None) -> None:
        if self._find_standing(_usable(self._ledger.read()), library) == "there":
            return
        with translated(self._place), self._ledger.writing():
            state = _usable(self._ledger.read())
            standing = self._find_standing(state, library)
            if standing == "there":
                return
            if standing == "anew" or not state.table:
                state = start_state(library)
            state = self._build(state, library, self._ledger.keep, progress, crew)
            self._drop_strays(state)
        self._close_to_others()

    def rebuild(self, library: Library, *, progress: Progress = no_progress, crew: Crew | None = None) -> None:
        """Build the index anew beside the one that is there, which answers until then; one that was begun goes on."""
        self._endurance.keep_trying(lambda: self._rebuild(library, progress, crew))

    def _rebuild(self, library: Library, progress: Progress, crew: Crew | None) -> None:
        with translated(self._place), self._ledger.writing():
            held = self._ledger.read()
            if not self._folder:
                self._find_standing(_usable(held), library)
            begun = _usable(held.successor) if held.successor else State()
            can_go_on = bool(begun.table) and self._find_standing(begun, library) != "anew"
            state = begun if can_go_on else start_state(library)

            def keep(successor: State) -> None:
                self._ledger.keep(held.model_copy(update={"successor": successor}))

            try:
                state = self._build(state, library, keep, progress, crew)
            except ERRORS as error:
                if not isinstance(translate(error, self._place), ServiceError):  # damaged: not to be gone on with
                    self._ledger.keep(held.model_copy(update={"successor": None}))
                raise
            self._ledger.keep(state)
            self._drop_strays(state)
        self._close_to_others()

    def compact(self, *, older_than: timedelta = OLD) -> None:
        """Join small files; delete the files of versions older than this, of writers that died and of lost builds."""
        with translated(self._place), self._ledger.writing():
            state = _usable(self._ledger.read())
            if state.table_version:
                builder = self._builder(self._ledger.keep, no_progress, OwnProcess(self._embedder))
                state = builder.compact(state, older_than=older_than)
            self._drop_strays(state)
        self._close_to_others()

    def _build(
        self,
        state: State,
        library: Library,
        keep: Callable[[State], None],
        progress: Progress,
        crew: Crew | None,
    ) -> State:
        builder = self._builder(keep, progress, crew or OwnProcess(self._embedder))
        try:
            return builder.build(state, library)
        except LibraryChanged:
            return builder.build(start_state(library), library)

    def _builder(self, keep: Callable[[State], None], progress: Progress, crew: Crew) -> Builder:
        dimensions = self._embedder.dimensions
        return Builder(
            self._database, self._prefix, dimensions, crew=crew, keep=keep, progress=progress, pace=self._pace
        )

    def _find_standing(self, state: State, library: Library) -> Literal["there", "behind", "anew"]:
        """How an index stands to a library. The one in a home is built anew when it is of another library."""
        newest = library.version
        if not state.marks:
            return "behind" if newest else "there"
        known = [mark for mark in state.marks if mark[0] <= newest]
        is_own = bool(known) and library.identify(known[-1][0]) == known[-1][1]
        if not is_own or (state.version > newest and known[-1][0] != newest):
            if self._folder:
                return "anew"
            raise InputError(
                f"the index at {self._name_place()} is not of this library: it is of another one, or of a later"
                f" version of it (the index is at {state.version}, the library at {newest})",
                hint="name another prefix in library.index, or delete what lies under this one",
            )
        if state.version >= newest:
            return "there"
        # A build under way knows of every removal up to its target.
        return "anew" if library.has_erased(after=state.target or state.version) else "behind"

    def _drop_strays(self, state: State) -> None:
        """Delete tables that the ledger does not name: of indexes that were replaced, and of builds that were lost."""
        named = {state.table, state.successor.table if state.successor else ""}
        for name in list_tables(self._database):
            if name.startswith(self._prefix + TABLE) and name.removeprefix(self._prefix) not in named:
                self._database.drop_table(name)

    def _close_to_others(self) -> None:
        """The engine writes its files as the umask says; in a shared place, that is for whoever shares it."""
        for path in self._folder.rglob("*") if self._folder else ():
            close_to_others(path)

    def _name_place(self) -> str:
        return self._place.url if isinstance(self._place, SharedPlace) else str(self._place)

    # Reading

    def lexical(self, query: str, *, where: Where, version: int, limit: int) -> list[Hit]:
        asked = " ".join(sorted(set(stem_words(query))))
        if not asked:
            return []

        def ask(opened: _Opened, filter: str, n: int) -> _Answer:
            found = opened.table.search(asked, query_type="fts", fts_columns="words").limit(n)
            found = found.where(filter) if filter else found
            return _read_answer(found, "_score", opened.rows, version)

        return self._enough(ask, where, version, limit)

    def nearest(self, vector: Vector, *, where: Where, version: int, limit: int) -> list[Hit]:
        asked = round_vectors(vector)
        probes = max(_LEAST_PROBES, _PROBED * isqrt(count_parts(_usable(self._ledger.glance()).rows)))

        def ask(opened: _Opened, filter: str, n: int) -> _Answer:
            found = opened.table.search(asked, vector_column_name="vector").distance_type("cosine").limit(n)
            found = found.bypass_vector_index() if self._exact else found.nprobes(probes).refine_factor(_REFINE)
            found = found.where(filter, prefilter=True) if filter else found
            return _read_answer(found, "_distance", opened.rows, version)

        return self._enough(ask, where, version, limit)

    def _enough(self, ask: _Ask, where: Where, version: int, limit: int) -> list[Hit]:
        """Ask for more until so many different sentences came, or there are no more.

        Most rows belong to most versions, so others are first left out of the answer, which is fast. Where that does
        not bring enough, the engine is asked for rows of the version alone.
        """
        state = _usable(self._ledger.glance())
        if not state.version or not state.rows:
            return []
        loose, strict = write_predicate(where), write_predicate(where, version=version)
        attempt = 0 if version >= state.version else 1
        while True:
            filter, doubled = (loose, attempt) if attempt < _LOOSE else (strict, attempt - _LOOSE)
            wanted = (limit << doubled) + _MORE
            with translated(self._place):
                answer = self._ask(ask, filter, wanted)
            hits = keep_distinct(answer.hits, limit)
            is_clear = wanted > _TIES * limit or (bool(hits) and hits[-1].score > answer.least)
            if answer.rows < wanted or (len(hits) == limit and is_clear):
                return hits
            attempt += 1

    def _ask(self, ask: _Ask, filter: str, wanted: int) -> _Answer:
        """What the table answers. Where a writer has deleted the version that was open, the one that took its place."""
        state = _usable(self._ledger.glance())
        try:
            return ask(self._table_of(state), filter, wanted)
        except ERRORS:
            now = _usable(self._ledger.read())
            if (now.table, now.table_version) == (state.table, state.table_version) or not now.table_version:
                raise
        return ask(self._table_of(now), filter, wanted)

    def _table_of(self, state: State) -> _Opened:
        """The table at the version that the state vouches for."""
        with self._opening:  # words and vectors are asked for by two threads
            if self._opened is None or self._opened[:2] != (state.table, state.table_version):
                table = open_table(self._database, self._prefix + state.table)
                table.checkout(state.table_version)
                self._opened = _Opened(state.table, state.table_version, table)
            return self._opened

    @property
    def is_warm(self) -> bool:
        """Whether `warm` has nothing to read, or is at it."""
        state, opened = _usable(self._ledger.glance()), self._opened
        is_current = opened is not None and opened[:2] == (state.table, state.table_version)
        is_known = is_current and opened is not None and opened.rows is not None
        return is_known or self._warming.locked() or not 0 < state.rows <= _KNOWN

    def warm(self) -> None:
        """Read what every row says of itself, for an index that is to be asked often: an answer comes sooner then."""
        state = _usable(self._ledger.glance())
        if not 0 < state.rows <= _KNOWN:
            return
        with self._warming, translated(self._place):
            opened = self._table_of(state)
            if opened.rows is None:
                found = opened.table.search().select([*Told._fields]).with_row_id(True).limit(2 * _KNOWN).to_arrow()
                known = opened._replace(rows=KnownRows(found))
                with self._opening:
                    if self._opened is opened:
                        self._opened = known

    def compare(self, library: Library, same_vectors: _SameVectors) -> Iterator[str]:
        """What of the rows does not follow from the library's sentences, up to the version reached."""
        state = _usable(self._ledger.read())
        if state.version > library.version:
            yield f"it has come to version {state.version}; the library has {library.version}"
        if state.version:
            with translated(self._place):
                table = self._table_of(state).table
                yield from _compare_table(
                    table, library, self._embedder, reached=state.version, same_vectors=same_vectors
                )


class _Answer(NamedTuple):
    """Hits of the version asked for; how many rows there were before others were left out, and the least score."""

    hits: list[Hit]
    rows: int
    least: float


def _read_answer(found: LanceQueryBuilder, worth: str, rows: KnownRows | None, version: int) -> _Answer:
    """Read an answer; rows of other versions, such as those a build under way has added, are left out."""
    if rows is None:
        answer = found.select([*Told._fields, worth]).to_arrow()
        told = Told(*(answer.column(name).to_numpy() for name in Told._fields))
    else:
        answer = found.select([worth]).with_row_id(True).to_arrow()
        told = rows.look_up(answer.column(ROW_NUMBER).to_numpy())
    raw = answer.column(worth).to_numpy()
    scores = round_scores(1.0 - raw if worth == "_distance" else raw)
    alive = np.flatnonzero((told.life // VERSIONS <= version) & (version < told.life % VERSIONS))
    best = alive[np.lexsort((told.place[alive], told.sequence[alive], -scores[alive]))]
    kept = zip(told.place[best].tolist(), scores[best].tolist(), strict=True)
    hits = [Hit(place // SENTENCES, place % SENTENCES, score) for place, score in kept]
    return _Answer(hits, len(answer), float(scores.min(initial=np.inf)))


def _usable(state: State) -> State:
    """The state, or that of an empty index when another FOAM wrote it or cut words by other rules."""
    return state if (state.format, state.words) == (FORMAT, name_rules()) else State()


def drop_shared(place: SharedPlace) -> None:
    """Delete every index in a shared place, of whatever vectors: the ledgers first, so that no reader is misled."""
    with translated(place):
        database = connect(place)
        names = [name for name in list_tables(database) if _is_ours(name)]
        for name in sorted(names, key=lambda one: not one.endswith("--state")):
            database.drop_table(name)


def _is_ours(name: str) -> bool:
    return name.endswith("--state") or f"--{TABLE}-" in name


def _compare_table(
    table: LanceTable, library: Library, embedder: Embedder, *, reached: int, same_vectors: _SameVectors
) -> Iterator[str]:
    """What of the rows does not follow from the library's sentences, up to the version reached."""
    count = 0
    for step in _steps(library, upto=min(reached, library.version)):
        expected = leave_unended(step.entered, reached)
        rows = order_rows(make_rows(expected, None))
        count += len(rows)
        if reason := _compare_rows(table, rows, expected, embedder, same_vectors):
            yield f"between versions {expected[0].added_in} and {step.upto}: {reason}"
    there = table.count_rows()
    if there != count:
        yield f"it has {there} sentences of the library's {count}"


def _steps(library: Library, *, upto: int) -> Iterator[_Step]:
    """Whole versions, gathered until there are many sentences."""
    gathered: list[Entered] = []
    sentences = 0
    for entered in library.entered(after=0, upto=upto):
        if sentences >= _COMPARED_SENTENCES and entered.added_in > gathered[-1].added_in:
            yield _Step(entered=gathered, upto=gathered[-1].added_in)
            gathered, sentences = [], 0
        gathered.append(entered)
        sentences += len(entered.sentences)
    yield _Step(entered=gathered, upto=upto)


def _compare_rows(
    table: LanceTable, expected: Rows, entered: Sequence[Entered], embedder: Embedder, same_vectors: _SameVectors
) -> str:
    if not entered:
        return ""
    within = f"added_in >= {entered[0].added_in} AND added_in <= {entered[-1].added_in}"
    held = order_rows(table.search().where(within).limit(table.count_rows(within)).to_arrow())
    if len(held) != len(expected):
        return f"it has {len(held)} sentences of the library's {len(expected)}"
    wrong = [name for name in expected.column_names if not held.column(name).equals(expected.column(name))]
    if wrong:
        return f"{', '.join(wrong)} of its sentences are not the library's"
    ordered = sorted(entered, key=lambda one: one.appearance)
    texts = [text for one in ordered for text in one.sentences]
    vectors = held.column("vector").combine_chunks().values.to_numpy().reshape(-1, embedder.dimensions)
    return "" if same_vectors(vectors, texts, embedder) else "its vectors are not those of the sentences"
