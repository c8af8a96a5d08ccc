"""Totals and averages that sentences give of a table beside them: `Visits in all: 91.` under a column of visits.

A sentence belongs to a column that shares its words, or to the only one that can be added up where it stands next to
the table. A figure that the columns give in some other way (a row's own, the difference of two) is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from foam.examination.amounts import Amount, fits, is_near, read_outline, show
from foam.examination.stated import Stated
from foam.examination.tables import Cell, Table
from foam.examination.total_rows import AVERAGE, NOT_ADDED, is_total, list_figure_columns, read_head, read_label

_TOTAL = re.compile(r"\b(?:totals?|totall?ed|sum|in all|altogether|together|overall|combined|whole|entire)\b", re.I)
_MEAN = re.compile(r"\b(?:average|averaged|averages|mean)\b", re.I)
_OTHER = re.compile(
    r"\b(?:so far|to date|last|previous|earlier|other|others|except|excluding|without|apart|besides|until|since|limit|"
    r"maximum|minimum|allowed|budget|required|expected|planned|not counting|only|including|of which|"
    r"if|would|should|could|more|less|fewer|half|almost|nearly)\b|n['’]t\b|%",
    re.I,
)
"""Words by which a figure is of more, or of less, than the column."""
_SHARED = re.compile(r"\b(?:each|per|every)\b", re.I)
_ENDS = re.compile(r";|\. ")
_MARK = re.compile(r"<(\d+)>")
_WORD = re.compile(r"[a-z]{3,}", re.I)
_ABOVE, _BELOW, _NEXT = 3, 8, 2
"""Sentences before and after a table that may speak of it, and those that do so even without its words."""
_FEWEST = 3
"""Figures of a column that is worth adding up."""
_ROOT = 4
"""Letters that two words of one root share."""


class _Column(NamedTuple):
    number: int
    roots: frozenset[str]
    cells: tuple[Cell, ...]
    values: tuple[Fraction, ...]
    is_added: bool

    @property
    def total(self) -> Fraction:
        return sum(self.values, Fraction(0))

    @property
    def mean(self) -> Fraction:
        return self.total / len(self.values)


def find_wrong_told(tables: Sequence[Table], sentences: Sequence[str]) -> Iterator[tuple[int, Stated, tuple[int, ...]]]:
    """Each such figure that its column does not give: its sentence, what it should be, the sentences of the column."""
    taken = {cell.sentence for table in tables if table.head for row in table.rows for cell in row}
    for table in tables:
        columns = _list_columns(table)
        inside = {cell.sentence for row in table.rows for cell in row}
        first, last = min(inside), max(inside)
        for number in range(max(0, first - _ABOVE), min(len(sentences), last + 1 + _BELOW)):
            if number in taken or not columns:
                continue
            is_next = last < number <= last + _NEXT
            for clause in _ENDS.split(sentences[number]):
                told = _read_told(clause, table, columns, is_next=is_next)
                if told is not None:
                    column, stated = told
                    yield number, stated, tuple(cell.sentence for cell in column.cells)


def _list_columns(table: Table) -> list[_Column]:
    """The columns with a figure in every row that is not itself a total."""
    rows = [row for row in table.rows if not is_total(table, row) and not AVERAGE.match(read_label(row))]
    found = []
    for number in list_figure_columns(table):
        cells = [row[number] for row in rows if row[number].text.strip("-–— ")]
        values = [cell.value for cell in cells if cell.value is not None and not cell.is_share]
        if len(values) == len(cells) >= _FEWEST:
            head = read_head(table, number)
            is_added = bool(head or not table.head) and not NOT_ADDED.search(head)
            found.append(_Column(number, _list_roots(head), tuple(cells), tuple(values), is_added))
    return found


def _read_told(
    clause: str, table: Table, columns: Sequence[_Column], *, is_next: bool
) -> tuple[_Column, Stated] | None:
    """The column that a clause gives the total or the average of, where it gets it wrong."""
    outline = read_outline(clause)
    is_mean = bool(_MEAN.search(outline.text))
    is_total = bool(_TOTAL.search(outline.text)) and not _SHARED.search(outline.text)
    if not (is_mean or is_total) or _OTHER.search(outline.text) or _names_row(clause, table):
        return None
    counts = {len(column.cells) for column in columns}
    amounts = [outline.amounts[int(match[1])] for match in _MARK.finditer(outline.text)]
    amounts = [one for one in amounts if one.value not in counts]
    if len(amounts) != 1 or amounts[0].bound or amounts[0].is_share:
        return None
    stated = amounts[0]
    column = _choose_column(clause, columns, is_mean=is_mean, is_next=is_next)
    if column is None or _is_given(stated, columns):
        return None
    computed = column.mean if is_mean else column.total
    if not is_near(stated.value, computed):
        return None
    shown = " + ".join(show(one) for one in column.values)
    unit = min(stated.unit, Fraction(1))
    working = f"({shown}) / {len(column.values)} = {show(computed, unit)}" if is_mean else f"{shown} = {show(computed)}"
    return column, Stated(stated, computed, working, ())


def _choose_column(clause: str, columns: Sequence[_Column], *, is_mean: bool, is_next: bool) -> _Column | None:
    """The one column that has most of its words in the clause; next to the table, the only one that is added up."""
    said = _list_roots(clause)
    able = [column for column in columns if column.is_added or (is_mean and column.roots)]
    shares = [len(column.roots & said) / len(column.roots) if column.roots else 0.0 for column in able]
    best = max(shares, default=0.0)
    if best:
        chosen = [column for column, share in zip(able, shares, strict=True) if share == best]
        return chosen[0] if len(chosen) == 1 else None
    added = [column for column in columns if column.is_added]
    return added[0] if is_next and len(added) == 1 else None


def _is_given(stated: Amount, columns: Sequence[_Column]) -> bool:
    """Whether the figure comes out of the table in any way that people speak of."""
    whole = sum((column.total for column in columns if column.is_added), Fraction(0))
    ways = [whole, *(one.total - other.total for one, other in permutations(columns, 2))]
    ways += [way for one in columns for way in (one.total, one.mean, *one.values)]
    return any(fits(stated, way) for way in ways)


def _names_row(clause: str, table: Table) -> bool:
    """Whether the clause speaks of some rows alone: it has words of one row's name that the others have not."""
    names = [_list_roots(read_label(row)) for row in table.rows if not is_total(table, row)]
    common = frozenset.intersection(*names) if names else frozenset()
    heads = _list_roots(" ".join(table.head))
    return any((name - common - heads) & _list_roots(clause) for name in names)


def _list_roots(text: str) -> frozenset[str]:
    return frozenset(word.lower()[:_ROOT] for word in _WORD.findall(text))
