"""Tables and lists of amounts in a document: rows of cells, whichever way a file writes them.

Rows come as lines with bars (web pages, Markdown, Word), as lines of commas or semicolons, as words with figures at the
end (plain text, PDF), or as one line a cell. A grid that does not come out even is no table.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from foam_quotes.text.figures import parse_decimal
from foam_quotes.text.mentions.dates import find_dates

_MONEY = re.compile(
    r"(?P<open>\()?(?P<minus>[-−–] ?)?(?:[A-Z]{1,3} ?|[A-Z][a-z]\. ?|[A-Za-z]{0,2}[€£$¥₹] ?)?(?P<minus_after>[-−–] ?)?"
    r"(?P<digits>\d[\d.,' ]*)(?P<percent> ?%)?(?: ?(?:[€£$¥₹]|[A-Za-z]{1,12}\.?))?\)?"
)
_ENDING = re.compile(
    r"(?<![\w.,/-])(?:[-−–]?[€£$]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-−–]?[€£$]?\d+(?:\.\d+)?)(?: ?%)?"
    r"(?: (?:[a-z]+|[A-Z]{3}))?$"
)
_LABELLED = re.compile(r"(?P<label>[^\d:|][^:|]{0,60}?)(?::| ?\.{3,}| {2,}| [–—-] ) ?(?P<amount>[^:|]{1,30})")
_RULE = re.compile(r"[|\s:—–-]+")
_LONGEST_CELL = 60
_MOST_COLUMNS = 8
_FEWEST_ROWS = 2
_REMEMBERED = 500
"""Documents of which it is remembered what tables they hold: several checks ask."""


class Cell(NamedTuple):
    """What stands in a cell, and the sentence it stands in."""

    text: str
    sentence: int
    value: Fraction | None = None
    places: int = 0
    is_share: bool = False


class Table(NamedTuple):
    """Rows of as many cells each; the head is empty where there is none."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@lru_cache(maxsize=_REMEMBERED)
def find_tables(sentences: tuple[str, ...]) -> tuple[Table, ...]:
    """Every table of a document, and every list of amounts as a table of two columns."""
    found: list[Table] = []
    at = 0
    while at < len(sentences):
        table, after = _read_table(sentences, at)
        if table is not None:
            found.append(table)
        at = max(after, at + 1)
    return tuple(found)


def _read_cell(text: str, sentence: int) -> Cell:
    """A cell with its number, if it holds one and nothing else."""
    said = text.strip().strip("*_")
    match = _MONEY.fullmatch(said)
    if match is None or any(one.whole or one.month for one in find_dates(said)):
        return Cell(said, sentence)
    value = parse_decimal(match["digits"], lone_three="grouping")
    if value is None:
        return Cell(said, sentence)
    digits = match["digits"].rstrip(" .,'")
    places = len(digits) - digits.rfind(".") - 1 if "." in digits and len(digits) - digits.rfind(".") != 4 else 0
    is_negative = bool(match["minus"] or match["minus_after"] or match["open"])
    return Cell(said, sentence, Fraction(value) * (-1 if is_negative else 1), places, bool(match["percent"]))


def _read_table(sentences: Sequence[str], at: int) -> tuple[Table | None, int]:
    """The table that begins at a sentence, and where it ends."""
    for split in (_split_bars, _split_commas, _split_labelled, _split_ending):
        rows, after = _take_rows(sentences, at, split)
        if rows is not None:
            return rows, after
    return _read_cells(sentences, at)


_Split = Callable[[str], tuple[str, ...] | None]


def _split_bars(line: str) -> tuple[str, ...] | None:
    if "|" not in line:
        return None
    if _RULE.fullmatch(line):
        return ()
    return tuple(cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|"))


def _split_commas(line: str) -> tuple[str, ...] | None:
    mark = ";" if line.count(";") >= line.count(",") and ";" in line else ","
    if mark not in line or line.endswith((".", ":", "?", "!")):
        return None
    cells = tuple(cell.strip() for cell in next(csv.reader([line], delimiter=mark, skipinitialspace=True)))
    return cells if len(cells) > 1 and all(len(cell) <= _LONGEST_CELL for cell in cells) else None


def _split_labelled(line: str) -> tuple[str, ...] | None:
    """`Deposit: 300`, `Deposit ..... 300`."""
    match = _LABELLED.fullmatch(line.strip().lstrip("-*• ").rstrip(".;,"))
    if match is None or _read_cell(match["amount"], 0).value is None:
        return None
    return match["label"].strip(), match["amount"].strip()


def _split_ending(line: str) -> tuple[str, ...] | None:
    """`January 500.00 400.00`: a few words, then figures to the end of the line."""
    rest, cells = line.strip(), list[str]()
    while (found := _ENDING.search(rest)) and len(cells) < _MOST_COLUMNS:
        cells.insert(0, found[0])
        rest = rest[: found.start()].rstrip()
    label = rest.strip(" :.–—-")
    if not cells or not label or len(label) > _LONGEST_CELL or label[-1:] in ",;":
        return None
    return label, *cells


def _take_rows(sentences: Sequence[str], at: int, split: _Split) -> tuple[Table | None, int]:
    """Rows of as many cells each from here on. A line above them with as many words or cells is their head."""
    rows: list[tuple[Cell, ...]] = []
    number = at
    while number < len(sentences) and (cells := split(sentences[number])) is not None:
        if cells:
            row = tuple(_read_cell(cell, number) for cell in cells)
            if rows and 1 < len(row) < len(rows[0]) and split is _split_bars:
                row = _widen(row, rows)
            if rows and len(row) != len(rows[0]):
                break
            rows.append(row)
        number += 1
    head: tuple[str, ...] = ()
    if (
        len(rows) > 1
        and all(cell.value is None for cell in rows[0])
        and any(cell.value is not None for cell in rows[1])
    ):
        head, rows = tuple(cell.text for cell in rows[0]), rows[1:]
    elif rows and split is _split_ending and at and len(sentences[at - 1].split()) == len(rows[0]):
        head = tuple(sentences[at - 1].split())
    if len(rows) < _FEWEST_ROWS or not _has_figures(rows):
        return None, at
    return Table(head, tuple(rows)), number


def _widen(row: tuple[Cell, ...], above: Sequence[tuple[Cell, ...]]) -> tuple[Cell, ...]:
    """A row whose empty cells were left out, with its figures under the columns of figures; as it is where that is not
    plain."""
    label, *figures = row
    last = above[-1]
    columns = [n for n, cell in enumerate(last) if n and cell.value is not None]
    columns = columns if len(figures) != 1 else columns[-1:]
    if label.value is not None or any(cell.value is None for cell in figures) or len(columns) != len(figures):
        return row
    by_column = dict(zip(columns, figures, strict=True))
    empty = Cell("", label.sentence)
    return (label, *(by_column.get(n, empty) for n in range(1, len(last))))


def _has_figures(rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether some column holds figures, but for blanks, in every row."""
    columns = zip(*rows, strict=True)
    return any(
        all(cell.value is not None or not cell.text.strip("-–— ") for cell in column)
        and sum(cell.value is not None for cell in column) >= _FEWEST_ROWS
        for column in columns
    )


def _read_cells(sentences: Sequence[str], at: int) -> tuple[Table | None, int]:
    """A grid of one line a cell: a head of words, then rows that all have figures in the same places."""
    run: list[Cell] = []
    for number in range(at, len(sentences)):
        text = sentences[number]
        if len(text) > _LONGEST_CELL or (text.endswith((".", "?", "!")) and not text[:-1].isdigit()):
            break
        run.append(_read_cell(text, number))
    first = next((n for n, cell in enumerate(run) if cell.value is not None), 0)
    best: tuple[int, int, int] = (0, 0, 0)
    for width in range(2, _MOST_COLUMNS + 1):
        for labels in (1, 2):
            start = first - labels
            if labels >= width or start != width or any(cell.value is not None for cell in run[:width]):
                continue  # the head stands at the very beginning: a heading before it is tried as a run of its own
            count = _count_rows(run[start:], width)
            if count >= _FEWEST_ROWS:
                best = max(best, (count * width, -width, start))
    if not best[0]:
        return None, at
    size, width, start = best[0], -best[1], best[2]
    cells = run[start : start + size]
    rows = tuple(tuple(cells[n : n + width]) for n in range(0, size, width))
    return Table(tuple(cell.text for cell in run[start - width : start]), rows), at + start + size


def _count_rows(cells: Sequence[Cell], width: int) -> int:
    """How many rows of this width have figures in the same places as the first."""
    kinds = [[cell.value is None for cell in cells[n : n + width]] for n in range(0, len(cells), width)]
    count = 1
    for before, here in pairwise(kinds):
        if here != before or len(here) != width:
            break
        count += 1
    return count
