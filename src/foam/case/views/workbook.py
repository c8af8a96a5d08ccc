"""A flow as debaters keep it: a sheet per position, a column per speech, cross-examination last.

What answers stands in the row of what it answers; what answers nothing on its sheet has a row of its own.
Evidence stands over a thick green line, an extension behind an arrow, and what the other side dropped is marked yellow.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from foam.argument.flow import Argument, Flow, FlowPage, find_column, find_dropped, find_side, list_columns
from foam.case.flow import build_flow
from foam.case.values import Case
from foam.errors import MissingExtra
from foam.visible import clean, clean_line

AFF, NEG, GREEN, YELLOW = "405C79", "BF5656", "8BBF56", "FFFF00"
CX: dict[str, tuple[str, ...]] = {
    "policy": ("1AC CX", "1NC CX", "2AC CX", "2NC CX"),
    "ld": ("AC CX", "NC CX"),
    "pf": ("First CX", "Second CX", "Grand CX"),
}
"""Who is asked, by the kind of debate."""
_INFO = ("Tournament", "Round", "Judges", "Aff Team", "Neg Team", "Winner", "", "Affirmative Positions",
         "Negative Positions", "Notes")  # fmt: skip
_FORBIDDEN = re.compile(r"[*?:\\/\[\]]")
_LONGEST_NAME = 31
_MARGIN = 0.4
"""Inches around a printed sheet."""


def render_workbook(case: Case) -> bytes:
    """The flow of a case as an .xlsx file, with what it lacks."""
    return render_flow(build_flow(case), missing=[f"{slot.id}: {slot.hole}" for slot in case.slots if not slot.filled])


def render_flow(flow: Flow, *, missing: Sequence[str] = ()) -> bytes:
    """A flow as an .xlsx file: an info sheet (with what is missing), then one sheet per position."""
    try:
        import openpyxl
    except ImportError as error:
        raise MissingExtra("openpyxl", extra="xlsx") from error
    book = openpyxl.Workbook()
    _write_info(book.active, flow, missing)
    counts = {"aff": 0, "neg": 0}
    dropped = frozenset(argument.id for argument in find_dropped(flow))
    for page in flow.pages:
        counts[page.side] += 1
        kind = "OnCase" if page.side == "aff" else "OffCase"
        _write_page(
            book.create_sheet(make_sheet_name(f"{kind} {counts[page.side]} {page.title}")), page, flow.format, dropped
        )
    _write_cross_examination(book.create_sheet("CX"), CX.get(flow.format, CX["policy"]))
    book.properties.title, book.properties.creator = clean_line(flow.resolution), ""
    for sheet in book.worksheets:
        fit_page(sheet)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def fit_page(sheet: Any) -> None:
    """Print the sheet on one page, across, with its name below."""
    sheet.page_setup.orientation, sheet.page_setup.paperSize = "landscape", sheet.PAPERSIZE_LETTER
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 1
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_options.gridLines = True
    sheet.page_margins.left = sheet.page_margins.right = sheet.page_margins.top = sheet.page_margins.bottom = _MARGIN
    sheet.oddFooter.center.text = "&A"


def make_sheet_name(title: str) -> str:
    """A name that a sheet may bear: at most 31 characters, none of those that are forbidden."""
    return _FORBIDDEN.sub(" ", clean_line(title))[:_LONGEST_NAME].strip() or "Position"


def _write_info(sheet: Any, flow: Flow, missing: Sequence[str]) -> None:
    sheet.title = "Info"
    for row, label in enumerate(_INFO, start=1):
        sheet.cell(row, 1, label)
    for row, side in ((8, "aff"), (9, "neg")):
        titles = [page.title for page in flow.pages if page.side == side]
        write_text(sheet, row, 2, ", ".join(titles))
    write_text(sheet, 10, 2, flow.resolution)
    for row, hole in enumerate(missing, start=len(_INFO) + 2):
        sheet.cell(row, 1, "Missing")
        write_text(sheet, row, 2, hole)
    sheet.column_dimensions["A"].width = 24
    sheet.column_dimensions["B"].width = 60


def _write_page(sheet: Any, page: FlowPage, format_name: str, dropped: frozenset[str]) -> None:
    columns = list_columns(page, format_name)
    _write_head(sheet, columns)
    sheet.sheet_properties.tabColor = AFF if page.side == "aff" else NEG
    write_cell(sheet, 2, 1, page.title, bold=True)
    rows = _place_rows(page, format_name)
    for speech in page.speeches:
        column = find_column(speech.speech, format_name)
        at = columns.index(column) + 1 if column in columns else 1
        for argument in speech.arguments:
            row = rows[argument.id]
            while sheet.cell(row, at).value is not None:
                row += 1
            _write_argument(sheet, row, at, argument, dropped=argument.id in dropped)


def _place_rows(page: FlowPage, format_name: str) -> dict[str, int]:
    """The row of each argument: beside what it deals with, which has as many rows as it is answered by, so that a
    second answer to one point does not stand beside the next."""
    below: dict[str, list[tuple[str, str]]] = {}
    first: list[str] = []
    for speech in page.speeches:
        for argument in speech.arguments:
            deals_with = argument.answers or argument.extends
            if argument.id in below:
                continue  # a file of somebody else's may use an id twice
            own = below.get(deals_with)
            below[argument.id] = []
            if own is None:
                first.append(argument.id)
            else:
                own.append((find_column(speech.speech, format_name), argument.id))

    def count(name: str) -> int:
        rows: Counter[str] = Counter()
        for column, answer in below[name]:
            rows[column] += count(answer)
        return max(1, *rows.values()) if rows else 1

    placed: dict[str, int] = {}

    def place(name: str, row: int) -> None:
        placed[name] = row
        taken: Counter[str] = Counter()
        for column, answer in below[name]:
            place(answer, row + taken[column])
            taken[column] += count(answer)

    row = 3
    for name in first:
        place(name, row)
        row += count(name)
    return placed


def _write_cross_examination(sheet: Any, speeches: tuple[str, ...]) -> None:
    """A pair of columns for each speech that is examined: question and response."""
    for n, speech in enumerate(speeches):
        at = 2 * n + 1
        write_title(sheet, 1, at, speech, AFF if find_side(speech.removesuffix(" CX")) == "aff" else NEG)
        sheet.merge_cells(start_row=1, end_row=1, start_column=at, end_column=at + 1)
        for more, name in enumerate(("Question", "Response")):
            write_title(sheet, 2, at + more, name, "000000")
    sheet.sheet_properties.tabColor = GREEN
    sheet.freeze_panes = "A3"


def _write_head(sheet: Any, columns: tuple[str, ...]) -> None:
    for at, name in enumerate(columns, start=1):
        write_title(sheet, 1, at, name, AFF if find_side(name) == "aff" else NEG)
    sheet.freeze_panes = "A2"


def write_title(sheet: Any, row: int, at: int, text: str, colour: str) -> None:
    """The head of a column."""
    from openpyxl.styles import Alignment, Font

    head = write_text(sheet, row, at, text)
    head.font = Font(size=12, bold=True, color=colour)
    head.alignment = Alignment(horizontal="center")
    sheet.column_dimensions[head.column_letter].width = 36


def _write_argument(sheet: Any, row: int, at: int, argument: Argument, *, dropped: bool) -> None:
    from openpyxl.styles import Border, Side

    arrow = "→→→ " if argument.extends else ""
    text = (
        f"{arrow}{argument.text}" + (f"\n{argument.cite}" if argument.cite else "") + ("\n[dropped]" if dropped else "")
    )
    cell = write_cell(sheet, row, at, text)
    if argument.evidence:
        cell.border = Border(bottom=Side(style="thick", color=GREEN))
    if dropped:
        mark_dropped(cell)


def mark_dropped(cell: Any) -> None:
    """Mark a cell whose words say that it was dropped."""
    from openpyxl.styles import PatternFill

    cell.fill = PatternFill(fill_type="solid", start_color=YELLOW)


def write_cell(sheet: Any, row: int, at: int, text: str, *, bold: bool = False) -> Any:
    """A cell of a flow: small, wrapped, from the top."""
    from openpyxl.styles import Alignment, Font

    cell = write_text(sheet, row, at, text)
    cell.font = Font(size=8, bold=bold)
    cell.alignment = Alignment(wrap_text=True, vertical="top")
    return cell


def write_text(sheet: Any, row: int, at: int, text: str) -> Any:
    """A cell that holds text, whatever it begins with: it is never a formula, and stays text when it is edited."""
    cell = sheet.cell(row, at, clean(text))
    cell.data_type, cell.quotePrefix = "s", True
    return cell
