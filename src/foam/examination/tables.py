"""Tables and lists of amounts in a document: rows of cells, whichever way a file writes them.

Rows come as lines with bars (web pages, Markdown, Word), as lines of commas or semicolons, as a label with its amount,
or as words with figures at the end (plain text, PDF). A grid that does not come out even is no table.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
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


def find_tables(sentences: Sequence[str]) -> Iterator[Table]:
    """Every table of a document, and every list of amounts as a table of two columns."""
    at = 0
    while at < len(sentences):
        read = (_take_rows(sentences, at, split) for split in (_split_bars, _split_commas, _split_label, _split_ending))
        table, at = next((found for found in read if found), (None, at + 1))
        if table is not None:
            yield table


def _read_cell(text: str, sentence: int) -> Cell:
    """A cell with its number, if it holds one and nothing else."""
    said = text.strip().strip("*_")
    match = _MONEY.fullmatch(said)
    if match is None or any(one.whole or one.month for one in find_dates(said)):
        return Cell(said, sentence)
    value = parse_decimal(match["digits"], lone_three="grouping")
    if value is None:
        return Cell(said, sentence)
    places = max(0, -int(value.as_tuple().exponent))
    is_negative = bool(match["minus"] or match["minus_after"] or match["open"])
    return Cell(said, sentence, Fraction(value) * (-1 if is_negative else 1), places, bool(match["percent"]))


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


def _split_label(line: str) -> tuple[str, ...] | None:
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


def _take_rows(sentences: Sequence[str], at: int, split: _Split) -> tuple[Table, int] | None:
    """Rows of as many cells each from here on, and where they end. A line above them with as many words is their
    head, and so is a first row without a figure."""
    rows: list[tuple[Cell, ...]] = []
    number = at
    while number < len(sentences) and (cells := split(sentences[number])) is not None:
        if cells:
            row = _widen(tuple(_read_cell(cell, number) for cell in cells), rows)
            if rows and len(row) != len(rows[0]):
                break
            rows.append(row)
        number += 1
    head: tuple[str, ...] = ()
    if len(rows) > 1 and not _has_figure(rows[0]) and _has_figure(rows[1]):
        head, rows = tuple(cell.text for cell in rows[0]), rows[1:]
    elif rows and split is _split_ending and at and len(sentences[at - 1].split()) == len(rows[0]):
        head = tuple(sentences[at - 1].split())
    if len(rows) < _FEWEST_ROWS or not any(map(_is_column, zip(*rows, strict=True))):
        return None
    return Table(head, tuple(rows)), number


def _has_figure(row: Sequence[Cell]) -> bool:
    return any(cell.value is not None for cell in row)


def _is_column(cells: Sequence[Cell]) -> bool:
    """Whether there are figures, but for blanks, in every row."""
    figures = [cell for cell in cells if cell.value is not None]
    return len(figures) >= _FEWEST_ROWS and all(cell.value is not None or not cell.text.strip("-–— ") for cell in cells)


def _widen(row: tuple[Cell, ...], above: Sequence[tuple[Cell, ...]]) -> tuple[Cell, ...]:
    """A row whose empty cells were left out, with its figures under the columns of figures; as it is where that is not
    plain."""
    label, *figures = row
    if not above or not 0 < len(figures) < len(above[-1]) - 1 or any(cell.value is None for cell in figures):
        return row
    columns = [n for n, cell in enumerate(above[-1]) if n and cell.value is not None]
    columns = columns if len(figures) != 1 else columns[-1:]
    if len(columns) != len(figures):
        return row
    by_column = dict(zip(columns, figures, strict=True))
    return (label, *(by_column.get(n, Cell("", label.sentence)) for n in range(1, len(above[-1]))))
