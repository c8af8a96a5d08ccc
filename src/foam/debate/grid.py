"""The flow of a debate as a grid: a column a speech, a row a point with its answers, what became of each in words.

Debaters keep it in a spreadsheet, so that it can be saved as one.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from foam.case.views.workbook import AFF, NEG, fit_page, mark_dropped, write_cell, write_title
from foam.debate.fates import describe_moves, describe_point, list_marks
from foam.debate.relations import list_testimony
from foam.debate.transcript import Side
from foam.debate.values import Debate, FlowedPoint, SpeechTurn
from foam.debate.views import tell_few_words, tell_gist
from foam.errors import MissingExtra
from foam.paper import add_formats
from foam.text.sheet import write_csv
from foam.values import Value
from foam.visible import clean_line


class FlowCell(Value):
    """One point on the grid."""

    point: str
    says: str
    gist: str = ""
    """A few words of it, where there is room for no more."""
    does: str
    fate: str
    marks: tuple[str, ...] = ()
    """What an evaluator found of it."""
    dropped: bool

    @property
    def text(self) -> str:
        """The cell as a spreadsheet has it."""
        return f"{self.point} {self.says}\n[{'; '.join((self.fate, *self.marks))}]"


class FlowColumn(Value):
    """One speech, or the questions after it."""

    speech: str
    side: Side
    title: str = ""

    @property
    def name(self) -> str:
        return f"{self.speech} ({self.side})"


class FlowGrid(Value):
    """A flow, laid out."""

    columns: tuple[FlowColumn, ...]
    rows: tuple[tuple[tuple[FlowCell, ...], ...], ...]
    """For each column what the speech has on the point of the row: nothing, one point or several."""


def lay_flow(debate: Debate) -> FlowGrid:
    """The grid of a debate: its columns in the order in which they were spoken."""
    columns = tuple(
        FlowColumn(speech=speech, side=side, title=debate.titles.get(speech, ""))
        for speech, side in dict.fromkeys((one.speech, one.side) for one in debate.flow)
    )
    known = {one.point.id: one for one in debate.flow}
    rows = []
    for names in list_rows(debate.turns).values():
        points = [known[name] for name in names if name in known]
        rows.append(tuple(_fill_cell(column, points) for column in columns))
    return FlowGrid(columns=columns, rows=tuple(rows))


def list_rows(turns: Sequence[SpeechTurn]) -> dict[str, tuple[str, ...]]:
    """Every point that opens a line of its own, with all that follows on it, in the order of the turns.

    A point stands with what it answers, else with what it takes up again; with each of them, where it answers several.
    What follows on a point of several lines stands in the one that it takes up, else in all of them.
    """
    rows: dict[str, list[str]] = {}
    lines: dict[str, tuple[str, ...]] = {}
    testimony = list_testimony(turns)
    for point in (one for turn in turns for one in turn.points):
        answered = [name for name in point.answers if name in lines and point.id not in testimony]
        before = answered or [name for name in (point.extends,) if name in lines]
        own = {*lines.get(point.extends, ())}
        found: dict[str, None] = {}
        for name in before:
            found |= dict.fromkeys([line for line in lines[name] if line in own] or lines[name])
        lines[point.id] = tuple(found) or (point.id,)
        for line in lines[point.id]:
            rows.setdefault(line, []).append(point.id)
    return {line: tuple(names) for line, names in rows.items()}


def _fill_cell(column: FlowColumn, points: Sequence[FlowedPoint]) -> tuple[FlowCell, ...]:
    """What one speech says in a row."""
    return tuple(make_cell(one) for one in points if (one.speech, one.side) == (column.speech, column.side))


def make_cell(one: FlowedPoint) -> FlowCell:
    """A point with what it says, does and became."""
    return FlowCell(
        point=one.point.id,
        says=tell_gist(one.point),
        gist=tell_few_words(one.point),
        does=describe_moves(one.point),
        fate=describe_point(one),
        marks=tuple(list_marks(one.point)),
        dropped=one.dropped,
    )


def render_csv(debate: Debate) -> str:
    """The grid as CSV."""
    grid = lay_flow(debate)
    rows = ([_join_cells(cells) for cells in row] for row in grid.rows)
    return write_csv([column.name for column in grid.columns], rows)


def _join_cells(cells: Sequence[FlowCell]) -> str:
    return "\n".join(cell.text for cell in cells)


def render_workbook(debate: Debate) -> bytes:
    """The grid as a sheet of an .xlsx file; what was dropped says so and is marked."""
    try:
        import openpyxl
    except ImportError as error:
        raise MissingExtra("openpyxl", extra="xlsx") from error
    grid, book = lay_flow(debate), openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title, sheet.freeze_panes = "Flow", "A2"
    for at, column in enumerate(grid.columns, start=1):
        write_title(sheet, 1, at, column.name, AFF if column.side == "pro" else NEG)
    for at_row, row in enumerate(grid.rows, start=2):
        for at, cells in enumerate(row, start=1):
            if cells:
                written = write_cell(sheet, at_row, at, _join_cells(cells))
                if any(cell.dropped for cell in cells):
                    mark_dropped(written)
    book.properties.title, book.properties.creator = clean_line(debate.motion), ""
    fit_page(sheet)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


add_formats(Debate, {".csv": render_csv, ".xlsx": render_workbook})
