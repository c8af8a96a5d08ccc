"""Totals, averages and balances of a table, worked out again.

Which columns belong together is read from the table itself: a row's last figure is held to be the sum, the difference
or the product of others only where that comes out in most rows, and then the row where it does not is at fault.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import combinations, pairwise, permutations, product
from typing import NamedTuple

from foam.examination.amounts import is_near, show
from foam.examination.tables import Cell, Table
from foam.examination.total_rows import (
    AVERAGE,
    NOT_ADDED,
    TOTAL,
    is_total,
    list_figure_columns,
    read_head,
    read_label,
)

_RUNNING = re.compile(
    r"\b(?:balance|outstanding|arrears|owed|remaining|cumulative|running|so far|left|total)\b", re.IGNORECASE
)
_MOST_SIGNED = 8
"""Lines of a list up to which each may be taken off as well as added."""
_MOST_WRONG = Fraction(1, 3)
"""Share of the rows that may depart from what the others do, and still be the ones at fault."""

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
        return show_cell(self.computed, self.cell)


@lru_cache(maxsize=_REMEMBERED)
def find_wrong_cells(table: Table) -> tuple[WrongCell, ...]:
    """The cells of a table at fault, each once, in their order."""
    found: dict[tuple[int, str], WrongCell] = {}
    for find in (_find_totals, _find_balances, _find_row_results):
        for one in find(table):
            found.setdefault((one.cell.sentence, one.cell.text), one)
    return tuple(found.values())


def show_cell(value: Fraction, like: Cell) -> str:
    """A figure as finely as a cell writes its own."""
    return show(value, Fraction(1, 10**like.places))


def _find_totals(table: Table) -> Iterator[WrongCell]:
    for column in list_figure_columns(table):
        yield from _check_first(table, column)
        since: list[Cell] = []
        every: list[Cell] = []
        subtotals: list[Cell] = []
        for row in table.rows:
            cell, label = row[column], read_label(row)
            is_mean = bool(AVERAGE.match(label))
            if not (is_total(table, row) or is_mean):
                if cell.value is not None:
                    since = since if _is_alike(since, cell, table) else []
                    since.append(cell)
                    every.append(cell)
                elif cell.text.strip("-–— "):
                    since, every = [], []
                continue
            if cell.value is None or cell.is_share or (NOT_ADDED.search(read_head(table, column)) and not is_mean):
                continue
            yield from _check_total(cell, label, since, every, subtotals, table, column, is_mean=is_mean)
            subtotals, since = [*subtotals, cell], []


def _check_first(table: Table, column: int) -> Iterator[WrongCell]:
    """A total that stands above its parts."""
    first, *others = table.rows
    cell = first[column]
    parts = [row[column] for row in others if row[column].value is not None and not is_total(table, row)]
    if is_total(table, first) and not cell.is_share and not NOT_ADDED.search(read_head(table, column)):
        yield from _check_total(cell, read_label(first), parts, parts, (), table, column, is_mean=False)


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
    shown = " + ".join(show_cell(one, cell) for one in values)
    computed = means[0] if is_mean else sums[0]
    left = f"({shown}) / {len(values)}" if is_mean else shown
    working = f"{left} = {show_cell(computed, cell)}".replace("+ -", "− ")
    if is_near(cell.value, computed):
        named = read_head(table, column)
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


_Work = Callable[[Fraction, Fraction], Fraction]
_RESULTS: tuple[tuple[str, _Work], ...] = (
    ("+", operator.add),
    ("−", operator.sub),
    ("×", operator.mul),
)


def _find_row_results(table: Table) -> Iterator[WrongCell]:
    """A row's result where the other rows show how it comes about. What explains every row leaves nothing at fault."""
    rows = [row for row in table.rows if not is_total(table, row) and not AVERAGE.match(read_label(row))]
    columns = list_figure_columns(table)
    if len(rows) < 3 or len(columns) < 3:
        return
    result, givens = columns[-1], columns[:-1]
    running = [wrong for _, wrong in _list_runs(table, result)]
    ways = [*_list_ways(table, rows, givens, result)]
    if any(not wrong for wrong in (*running, *ways)):
        return
    least = min(ways, key=len, default=[])
    if least and all(len(least) <= len(wrong) for wrong in running):
        yield from least


def _list_ways(table: Table, rows: Sequence[_Row], givens: Sequence[int], result: int) -> Iterator[list[WrongCell]]:
    """For each way in which the result comes about in most rows, the cells that depart from it."""
    for sign, work in _RESULTS:
        pairs = permutations(givens, 2) if sign == "−" else combinations(givens, 2)
        for pair in pairs:
            yield from _hold_rows(table, rows, pair, result, sign, work)
    if len(givens) > 2:
        yield from _hold_rows(table, rows, givens, result, "+", operator.add)


def _hold_rows(
    table: Table, rows: Sequence[_Row], givens: Sequence[int], result: int, sign: str, work: _Work
) -> Iterator[list[WrongCell]]:
    full = [row for row in rows if all(row[n].value is not None for n in (*givens, result))]
    wrong: list[WrongCell] = []
    telling = 0
    for row in full:
        used = tuple(row[n] for n in givens)
        values = [one.value or Fraction(0) for one in used]
        value, cell = reduce(work, values), row[result]
        if len(wrong) > len(full) * _MOST_WRONG:
            return
        if not _is_same(cell, value, len(used)):
            working = f"{f' {sign} '.join(one.text for one in used)} = {show_cell(value, cell)}"
            wrong.append(WrongCell(cell, _name_row(table, row, result), value, working, used))
        elif all(one not in (0, 1) for one in values):
            telling += 1
    is_named = sign == "+" and TOTAL.search(read_head(table, result)) is not None
    fewest = 2 if sign == "×" or is_named else 3
    if len(full) - len(wrong) >= fewest and telling and len(wrong) <= len(full) * _MOST_WRONG:
        yield wrong


def _name_row(table: Table, row: _Row, column: int) -> str:
    named = read_head(table, column)
    return f"“{read_label(row) or row[0].text}”" + (f" under “{named}”" if named else "")


def _find_balances(table: Table) -> Iterator[WrongCell]:
    """A balance that goes from row to row: the first row where it does not follow from the one before."""
    for result in list_figure_columns(table):
        if not _RUNNING.search(read_head(table, result)):
            continue
        runs = sorted(_list_runs(table, result), key=lambda one: len(one[1]))
        rows = len(table.rows) - 1
        ways = [*_list_ways(table, table.rows, [n for n in list_figure_columns(table) if n < result], result)]
        if runs and 0 < len(runs[0][1]) <= max(1, rows // 3) and all(ways):
            yield runs[0][1][0]


def _list_runs(table: Table, result: int) -> Iterator[tuple[int, list[WrongCell]]]:
    """For each way in which a figure may follow from that of the row before: how often it does, and where not."""
    rows = [row for row in table.rows if not is_total(table, row)]
    for signs in _list_signs([n for n in list_figure_columns(table) if n != result]):
        wrong: list[WrongCell] = []
        held = 0
        for before, here in pairwise(rows):
            start, cell = before[result].value, here[result]
            if start is None or cell.value is None:
                continue
            change = sum((sign * (here[n].value or Fraction(0)) for n, sign in signs.items()), Fraction(0))
            if _is_same(cell, start + change):
                held += 1
            else:
                wrong.append(_tell_step(table, before, here, signs, result, start + change))
            if len(wrong) > max(1, len(rows) // 3):
                break
        else:
            if held >= 2:
                yield held, wrong


def _list_signs(givens: Sequence[int]) -> Iterator[dict[int, int]]:
    for size in (1, 2):
        for chosen in combinations(givens, size):
            for signs in ((1,), (-1,)) if size == 1 else ((1, -1), (-1, 1)):
                yield dict(zip(chosen, signs, strict=True))


def _tell_step(
    table: Table, before: _Row, here: _Row, signs: dict[int, int], result: int, computed: Fraction
) -> WrongCell:
    cell = here[result]
    moved = " ".join(
        f"{'+' if sign > 0 else '−'} {show_cell(here[n].value or Fraction(0), cell)}" for n, sign in signs.items()
    )
    start = show_cell(before[result].value or Fraction(0), cell)
    used = (before[result], *(here[n] for n in signs))
    working = f"{start} {moved} = {show_cell(computed, cell)}"
    return WrongCell(cell, _name_row(table, here, result), computed, working, used)
