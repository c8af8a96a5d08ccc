"""Totals and averages of the columns of a table, worked out again.

Which rows are totals is told by what they are called, by where they stand, and by what the other rows give.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from foam.examination.amounts import is_near, show
from foam.examination.tables import Cell, Table

_TOTAL = re.compile(
    r"\b(?:(?:grand|overall|sub|sub-|final) ?)?(?:total|sum)s?\b|altogether\b|in (?:all|total)\b", re.IGNORECASE
)
_AVERAGE = re.compile(r"(?:(?:overall|weekly|monthly|daily|yearly) )?(?:average|mean)\b", re.IGNORECASE)
_NOT_ADDED = re.compile(
    r"%|\b(?:rates?|price|per|balance|date|ages?|years?|no|number|id|each|averages?|means?|unit|limits?|running|outstanding|"
    r"arrears|cumulative|owed|score|grade|level|ratio|week|temperature)\b",
    re.IGNORECASE,
)
"""Heads of columns whose figures are not added up."""
_FEWEST_PARTS = 3
"""Rows that must add up in one column for the row of their sum to be a total in the others."""
_MOST_SIGNED = 8
"""Lines of a list up to which each may be taken off as well as added."""
_REMEMBERED = 500
_Row = tuple[Cell, ...]


class WrongCell(NamedTuple):
    """A cell that is not what the others give."""

    cell: Cell
    what: str
    """What it is, for a reader: `the total of “Paid”`."""
    computed: Fraction
    working: str
    used: tuple[Cell, ...]

    @property
    def right(self) -> str:
        return _show_cell(self.computed, self.cell)


@lru_cache(maxsize=_REMEMBERED)
def find_wrong_cells(table: Table) -> tuple[WrongCell, ...]:
    """The cells of a table at fault, each once, in their order."""
    found: dict[tuple[int, str], WrongCell] = {}
    for one in _find_totals(table):
        found.setdefault((one.cell.sentence, one.cell.text), one)
    return tuple(found.values())


def _show_cell(value: Fraction, like: Cell) -> str:
    """A figure as finely as a cell writes its own."""
    return show(value, Fraction(1, 10**like.places))


def _find_totals(table: Table) -> Iterator[WrongCell]:
    for column in _list_figure_columns(table):
        yield from _check_first(table, column)
        since: list[Cell] = []
        every: list[Cell] = []
        subtotals: list[Cell] = []
        for row in table.rows:
            cell, label = row[column], _read_label(row)
            is_mean = bool(_AVERAGE.match(label))
            if not (_is_total(table, row) or is_mean):
                if cell.value is not None:
                    since = since if _is_alike(since, cell, table) else []
                    since.append(cell)
                    every.append(cell)
                elif cell.text.strip("-–— "):
                    since, every = [], []
                continue
            if cell.value is None or cell.is_share or (_NOT_ADDED.search(_read_head(table, column)) and not is_mean):
                continue
            yield from _check_total(cell, label, since, every, subtotals, table, column, is_mean=is_mean)
            subtotals, since = [*subtotals, cell], []


def _check_first(table: Table, column: int) -> Iterator[WrongCell]:
    """A total that stands above its parts."""
    first, *others = table.rows
    cell = first[column]
    parts = [row[column] for row in others if row[column].value is not None and not _is_total(table, row)]
    if _is_total(table, first) and not cell.is_share and not _NOT_ADDED.search(_read_head(table, column)):
        yield from _check_total(cell, _read_label(first), parts, parts, (), table, column, is_mean=False)


def _is_alike(since: Sequence[Cell], cell: Cell, table: Table) -> bool:
    """Whether a figure of a list can be added to those before it: written as finely as they are."""
    return bool(table.head) or not since or since[-1].places == cell.places


def _check_total(
    cell: Cell,
    label: str,
    since: Sequence[Cell],
    every: Sequence[Cell],
    subtotals: Sequence[Cell],
    table: Table,
    column: int,
    *,
    is_mean: bool,
) -> Iterator[WrongCell]:
    parts = list(since or every)
    if len(parts) < 2 or cell.value is None or any(one.is_share for one in parts):
        return
    tail = [parts[n:] for n in range(1, len(parts) - 1)] if not table.head else []
    ways = [parts, every, subtotals, *tail]
    sums = [sum((one.value or Fraction(0) for one in way), Fraction(0)) for way in ways]
    means = [sum((one.value or Fraction(0) for one in way), Fraction(0)) / len(way) for way in ways if way]
    values = [one.value for one in parts if one.value is not None]
    others = [*means, values[-1], max(values)] if not is_mean else []
    signed = () if table.head or len(values) > _MOST_SIGNED else _add_with_signs(values)
    if any(_is_same(cell, one, len(parts)) for one in (*sums, *others, *signed, *(means if is_mean else ()))):
        return
    shown = " + ".join(_show_cell(one, cell) for one in values)
    computed = means[0] if is_mean else sums[0]
    left = f"({shown}) / {len(values)}" if is_mean else shown
    working = f"{left} = {_show_cell(computed, cell)}".replace("+ -", "− ")
    if is_near(cell.value, computed):
        named = _read_head(table, column)
        what = f"“{label}”" + (f" under “{named}”" if named else "")
        yield WrongCell(cell, what, computed, working, tuple(parts))


def _add_with_signs(values: Sequence[Fraction]) -> Iterator[Fraction]:
    """What a list comes to if some of its lines are taken off: which, no heading says."""
    first, *rest = values
    for signs in product((1, -1), repeat=len(rest)):
        yield first + sum((sign * one for sign, one in zip(signs, rest, strict=True)), Fraction(0))


def _is_same(cell: Cell, computed: Fraction, parts: int = 1) -> bool:
    """Whether a cell is this figure, as finely as it is written; rounded parts may be out by half a place each."""
    if cell.value is None:
        return True
    unit = Fraction(1, 10**cell.places)
    off = abs(cell.value - computed)
    return not off or (computed % unit != 0 and off < unit) or (cell.places > 0 and off <= unit * parts / 2)


def _read_label(row: Sequence[Cell]) -> str:
    """What a row is called."""
    return next((cell.text.strip(" |:") for cell in row if cell.value is None and cell.text), "")


def _read_head(table: Table, column: int) -> str:
    """What a column is called."""
    return table.head[column] if column < len(table.head) else ""


def _list_figure_columns(table: Table) -> list[int]:
    """The columns with figures."""
    return [n for n in range(len(table.rows[0])) if sum(row[n].value is not None for row in table.rows) > 1]


def _is_total(table: Table, row: _Row) -> bool:
    """Whether a row is the total of others."""
    return bool(_TOTAL.match(_read_label(row))) or row in _list_whole_rows(table)


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
    label = _read_label(row)
    if _AVERAGE.match(label):
        return False
    is_nameless = not label and is_last and not row[0].text.strip("-–— ") and all(_read_label(one) for one in others)
    return is_nameless or any(_list_sums(table, row, others))


def _list_sums(table: Table, row: _Row, others: Sequence[_Row]) -> Iterator[bool]:
    """For each column that can be added up: whether this row has the sum of the others."""
    for column in _list_figure_columns(table):
        parts = [one[column].value for one in others]
        value = row[column].value
        if value is None or row[column].is_share or _NOT_ADDED.search(_read_head(table, column)) or None in parts:
            continue
        given = [part for part in parts if part is not None]
        is_telling = len([part for part in given if part > 0]) >= _FEWEST_PARTS
        yield is_telling and value == sum(given, Fraction(0))
