"""Totals of the columns of a table, worked out again.

A row is a total where it is called one, or where it stands first or last and adds up all the others in some column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from foam.examination.amounts import is_near, show
from foam.examination.tables import Cell, Table

_TOTAL = re.compile(
    r"\b(?:(?:grand|overall|sub|sub-|final) ?)?(?:total|sum)s?\b|altogether\b|in (?:all|total)\b", re.IGNORECASE
)
_FEWEST_PARTS = 3
"""Rows that must add up in one column for the row of their sum to be a total in the others."""
_MOST_SIGNED = 8
"""Lines of a list up to which each may be taken off as well as added."""


class WrongCell(NamedTuple):
    """A cell that is not what the others give."""

    cell: Cell
    what: str
    """What it is, for a reader: `“Total” under “Paid”`."""
    right: str
    working: str
    used: tuple[Cell, ...]


def find_wrong_totals(table: Table) -> Iterator[WrongCell]:
    """The cells of a table's totals that the cells of their columns do not give."""
    totals = [n for n, row in enumerate(table.rows) if _TOTAL.match(_read_label(row)) or _is_whole(table, n)]
    for column in range(len(table.rows[0])):
        for at in totals:
            yield from _check_total(table, column, at, totals)


def _check_total(table: Table, column: int, at: int, totals: Sequence[int]) -> Iterator[WrongCell]:
    """The figure is right as the sum of the lines since the total before it, of all lines, or of the totals; or as
    their mean, the last or the greatest of them, as totals of prices and balances are."""
    cell = table.rows[at][column]
    since = max((n for n in totals if n < at), default=-1) + 1
    reach = range(at) if at else range(1, len(table.rows))
    parts = [table.rows[n][column] for n in reach if n not in totals and (not at or n >= since)]
    ways = [
        [one.value for one in way if one.value is not None]
        for way in (
            parts,
            [table.rows[n][column] for n in reach if n not in totals],
            [table.rows[n][column] for n in totals if n < at],
        )
    ]
    values = ways[0] or ways[1]
    if cell.value is None or cell.is_share or len(values) < 2 or any(one.is_share for one in parts):
        return
    given = [sum(way, Fraction(0)) for way in ways]
    given += [sum(way, Fraction(0)) / len(way) for way in ways if way] + [values[-1], max(values)]
    if not table.head:
        given += [sum(values[n:], Fraction(0)) for n in range(1, len(values) - 1)]
        given += _add_with_signs(values) if len(values) <= _MOST_SIGNED else []
    computed = sum(values, Fraction(0))
    if any(_is_same(cell, one, len(values)) for one in given) or not is_near(cell.value, computed):
        return
    head = table.head[column] if column < len(table.head) else ""
    right, *shown = (_show_like(one, cell) for one in (computed, *values))
    yield WrongCell(
        cell,
        f"“{_read_label(table.rows[at])}”" + (f" under “{head}”" if head else ""),
        right,
        f"{' + '.join(shown)} = {right}".replace("+ -", "− "),
        tuple(one for one in parts if one.value is not None),
    )


def _add_with_signs(values: Sequence[Fraction]) -> Iterator[Fraction]:
    """What a list comes to if some of its lines are taken off: which, no heading says."""
    first, *rest = values
    for signs in product((1, -1), repeat=len(rest)):
        yield first + sum((sign * one for sign, one in zip(signs, rest, strict=True)), Fraction(0))


def _is_same(cell: Cell, computed: Fraction, parts: int) -> bool:
    """Whether a cell is this figure, as finely as it is written; rounded parts may be out by half a place each."""
    unit = Fraction(1, 10**cell.places)
    off = abs((cell.value or 0) - computed)
    return not off or (computed % unit != 0 and off < unit) or (cell.places > 0 and off <= unit * parts / 2)


def _show_like(value: Fraction, like: Cell) -> str:
    """A figure as finely as a cell writes its own."""
    return show(value, Fraction(1, 10**like.places))


def _read_label(row: Sequence[Cell]) -> str:
    """What a row is called."""
    return next((cell.text.strip(" |:") for cell in row if cell.value is None and cell.text), "")


def _is_whole(table: Table, at: int) -> bool:
    """Whether the first or the last row of a table with a head has the sum of all others in some column."""
    if not table.head or at not in (0, len(table.rows) - 1):
        return False
    others = [row for n, row in enumerate(table.rows) if n != at]
    for cell, column in zip(table.rows[at], zip(*others, strict=True), strict=True):
        given = [one.value for one in column if one.value is not None]
        is_telling = len(given) == len(column) and sum(value > 0 for value in given) >= _FEWEST_PARTS
        if is_telling and not cell.is_share and cell.value == sum(given, Fraction(0)):
            return True
    return False
