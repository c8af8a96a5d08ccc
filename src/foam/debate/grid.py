"""The flow of a debate as a grid: a column a speech, a row a point with its answers, what became of each in words.

Debaters keep it in a spreadsheet, so that it can be saved as one.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from foam.case.views.workbook import AFF, NEG, fit_page, mark_dropped, write_cell, write_title
from foam.debate.transcript import Side
from foam.debate.values import Debate, FlowedPoint
from foam.debate.views import describe_moves, describe_point, list_marks, tell_gist
from foam.errors import MissingExtra
from foam.paper import add_formats
from foam.text.sheet import write_csv
from foam.values import Value
from foam.visible import clean_line

_BEGINNING = 160
"""Characters of a point without a claim that a cell shows."""


class FlowCell(Value):
    """One point on the grid."""

    point: str
    says: str
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
    rows: tuple[tuple[FlowCell | None, ...], ...]
    """A cell for each column; None where the speech has nothing on the point."""


def lay_flow(debate: Debate) -> FlowGrid:
    """The grid of a debate: its columns in the order in which they were spoken."""
    columns = tuple(
        FlowColumn(speech=speech, side=side, title=debate.titles.get(speech, ""))
        for speech, side in dict.fromkeys((one.speech, one.side) for one in debate.flow)
    )
    rows = []
    for chain in _walk_chains(debate.flow):
        points = {(one.speech, one.side): _make_cell(one) for one in chain}
        rows.append(tuple(points.get((column.speech, column.side)) for column in columns))
    return FlowGrid(columns=columns, rows=tuple(rows))


def _make_cell(one: FlowedPoint) -> FlowCell:
    return FlowCell(
        point=one.point.id,
        says=tell_gist(one.point, _BEGINNING),
        does=describe_moves(one.point),
        fate=describe_point(one),
        marks=tuple(list_marks(one.point)),
        dropped=one.dropped,
    )


def _walk_chains(flow: tuple[FlowedPoint, ...]) -> Iterator[list[FlowedPoint]]:
    """Each chain once: a point, and what follows on it or on what follows, in the order of the turns.

    A speech has one cell of a row: what else it says to the point has a row of its own.
    """
    known = {one.point.id: one for one in flow}
    place = {name: n for n, name in enumerate(known)}
    shown: set[str] = set()
    for one in flow:
        chain: list[FlowedPoint] = []
        following: FlowedPoint | None = None if one.point.id in shown else one
        while following:
            shown.add(following.point.id)
            chain.append(following)
            taken = {(link.speech, link.side) for link in chain}
            names = {name for link in chain for name in _list_following(link)} - shown
            fitting = (known[name] for name in sorted(names, key=lambda name: place[name]))
            following = next((link for link in fitting if (link.speech, link.side) not in taken), None)
        if chain:
            yield chain


def _list_following(one: FlowedPoint) -> tuple[str, ...]:
    """What answers, grants, narrows, takes up or touches a point."""
    granted = (*one.granted_by, *one.granted_in_part_by)
    return (*one.answered_by, *granted, *one.narrowed_by, *one.extended_by, *_list_touched(one))


def _list_touched(one: FlowedPoint) -> tuple[str, ...]:
    """What was said on a point without an answer to it: questions, weighings, and that there is none."""
    return (*one.pressed_by, *one.weighed_by, *one.granted_in, *one.evaded_in, *one.passed_by)


def render_csv(debate: Debate) -> str:
    """The grid as CSV."""
    grid = lay_flow(debate)
    rows = ([cell.text if cell else "" for cell in row] for row in grid.rows)
    return write_csv([column.name for column in grid.columns], rows)


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
    for row, cells in enumerate(grid.rows, start=2):
        for at, cell in enumerate(cells, start=1):
            if cell is not None:
                written = write_cell(sheet, row, at, cell.text)
                if cell.dropped:
                    mark_dropped(written)
    book.properties.title, book.properties.creator = clean_line(debate.motion), ""
    fit_page(sheet)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


add_formats(Debate, {".csv": render_csv, ".xlsx": render_workbook})
