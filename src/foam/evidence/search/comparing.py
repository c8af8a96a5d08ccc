"""Are the rows of a large index still what follows from the library?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from foam.evidence.holdings import Entered
from foam.evidence.library import Library
from foam.evidence.search.arrow import Rows, leave_unended, make_rows, order_rows
from foam.evidence.search.engine import LanceTable
from foam.model.port import Embedder

SameVectors = Callable[[Any, Sequence[str], Embedder], bool]
COMPARED_SENTENCES = 100_000
"""Sentences that are compared at once, and a version's more."""


class _Step(NamedTuple):
    """Part of the way: what entered, and the version reached with it."""

    entered: list[Entered]
    upto: int


def compare_table(
    table: LanceTable, library: Library, embedder: Embedder, *, reached: int, same_vectors: SameVectors
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
        if sentences >= COMPARED_SENTENCES and entered.added_in > gathered[-1].added_in:
            yield _Step(entered=gathered, upto=gathered[-1].added_in)
            gathered, sentences = [], 0
        gathered.append(entered)
        sentences += len(entered.sentences)
    yield _Step(entered=gathered, upto=upto)


def _compare_rows(
    table: LanceTable, expected: Rows, entered: Sequence[Entered], embedder: Embedder, same_vectors: SameVectors
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
