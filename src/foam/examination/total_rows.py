"""Which rows of a table are totals: by what they are called, by where they stand, and by what the other rows give."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from foam.examination.tables import Cell, Table

TOTAL = re.compile(
    r"\b(?:(?:grand|overall|sub|sub-|final) ?)?(?:total|sum)s?\b|altogether\b|in (?:all|total)\b", re.IGNORECASE
)
AVERAGE = re.compile(r"(?:(?:overall|weekly|monthly|daily|yearly) )?(?:average|mean)\b", re.IGNORECASE)
NOT_ADDED = re.compile(
    r"%|\b(?:rates?|price|per|balance|date|ages?|years?|no|number|id|each|averages?|means?|unit|limits?|running|outstanding|"
    r"arrears|cumulative|owed|score|grade|level|ratio|week|temperature)\b",
    re.IGNORECASE,
)
"""Heads of columns whose figures are not added up."""
_FEWEST_PARTS = 3
"""Rows that must add up in one column for the row of their sum to be a total in the others."""
_REMEMBERED = 500
_Row = tuple[Cell, ...]


def read_label(row: Sequence[Cell]) -> str:
    """What a row is called."""
    return next((cell.text.strip(" |:") for cell in row if cell.value is None and cell.text), "")


def read_head(table: Table, column: int) -> str:
    """What a column is called."""
    return table.head[column] if column < len(table.head) else ""


def list_figure_columns(table: Table) -> list[int]:
    """The columns with figures."""
    return [n for n in range(len(table.rows[0])) if sum(row[n].value is not None for row in table.rows) > 1]


def is_total(table: Table, row: _Row) -> bool:
    """Whether a row is the total of others."""
    return bool(TOTAL.match(read_label(row))) or row in _list_whole_rows(table)


@lru_cache(maxsize=_REMEMBERED)
def _list_whole_rows(table: Table) -> frozenset[_Row]:
    """The last row, or the first, where it is of all the others: without a name, or adding them up."""
    if len(table.rows) < _FEWEST_PARTS:
        return frozenset()
    return frozenset(
        row
        for row, others in ((table.rows[-1], table.rows[:-1]), (table.rows[0], table.rows[1:]))
        if table.head and _is_whole(table, row, others, is_last=row is table.rows[-1])
    )


def _is_whole(table: Table, row: _Row, others: Sequence[_Row], *, is_last: bool) -> bool:
    label = read_label(row)
    if AVERAGE.match(label):
        return False
    is_nameless = not label and is_last and not row[0].text.strip("-–— ") and all(read_label(one) for one in others)
    return is_nameless or any(_list_sums(table, row, others))


def _list_sums(table: Table, row: _Row, others: Sequence[_Row]) -> Iterator[bool]:
    """For each column that can be added up: whether this row has the sum of the others."""
    for column in list_figure_columns(table):
        parts = [one[column].value for one in others]
        value = row[column].value
        if value is None or row[column].is_share or NOT_ADDED.search(read_head(table, column)) or None in parts:
            continue
        given = [part for part in parts if part is not None]
        is_telling = len([part for part in given if part > 0]) >= _FEWEST_PARTS
        yield is_telling and value == sum(given, Fraction(0))
