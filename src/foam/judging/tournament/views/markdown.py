"""The report as Markdown. Text from cases and files is escaped, so it stays text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.deliberation.views.markdown import escaped
from foam.judging.tournament.report import Report
from foam.judging.tournament.views.tables import Table, tables


def markdown(report: Report) -> str:
    """The whole report as one Markdown document."""
    return "\n".join(_lines(report)).rstrip() + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield from (f"# {escaped(report.title)}", "", escaped(report.compared), "")
    for table in tables(report):
        yield from (*_table(table), "")
    yield from _list("Jurors", report.jurors)
    yield from _list("Biases", (bias.text for bias in report.biases))
    yield from _list("Void", (f"{void.juror}: {void.what}: {void.why}" for void in report.voids))
    yield from _list("Remarks", report.remarks)
    yield from _list("Threats to validity", report.threats)


def _table(table: Table) -> Iterator[str]:
    yield from (f"## {table.title}", "", _row(table.head), "|" + "---|" * len(table.head))
    yield from map(_row, table.rows)
    if table.note:
        yield from ("", table.note)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(escaped, cells))} |"


def _list(title: str, items: Iterable[str]) -> Iterator[str]:
    held = tuple(items)
    if held:
        yield from (f"## {title}", "", *(f"- {escaped(item)}" for item in held), "")
