"""Tables for spreadsheets: written so that no cell is taken for a formula, and read back as they were.

A text that begins as a formula does gets a quote mark in front, and every text stands in double quotes, so that a
spreadsheet that splits at semicolons finds no formula inside one either (OWASP, CSV injection). Numbers stay numbers.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from foam.visible import clean

Cell = str | int | float | bool | None

_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
"""How a formula begins; one that was guarded before is guarded again, so that reading takes off one mark exactly."""
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def guard(text: str) -> str:
    """The text as a cell that no spreadsheet runs."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def unguard(cell: str) -> str:
    """The text that `guard` was given."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def write_csv(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A head and rows as CSV."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(head)
    writer.writerows([guard(clean(cell)) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return out.getvalue()


def read_csv(text: str) -> tuple[tuple[str, ...], Iterator[dict[str, str]]]:
    """The head of a CSV file and its rows by column, as `write_csv` was given them; a short row has blanks."""
    rows = csv.DictReader(io.StringIO(text, newline=""), restval="")
    read = ({str(name): unguard(cell) for name, cell in row.items() if isinstance(cell, str)} for row in rows)
    return tuple(rows.fieldnames or ()), read
