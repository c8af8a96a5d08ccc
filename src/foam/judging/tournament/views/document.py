"""A tournament's report as a document: standings, charts, tables, and what limits the findings."""

from __future__ import annotations

from collections.abc import Iterator

from foam.judging.tournament.report import TournamentReport
from foam.judging.tournament.views.charts import charts
from foam.judging.tournament.views.tables import ReportTable, tables
from foam.paper import Block, Bullets, Callout, Figure, Paper, Paragraph, Table, compose, section


@compose.register
def compose_report(report: TournamentReport) -> Paper:
    """The whole document."""
    return Paper(title=report.title, blocks=tuple(blocks(report)))


def blocks(report: TournamentReport) -> Iterator[Block]:
    """What was compared, the standings, and everything behind them."""
    yield Paragraph(content=report.compared)
    if report.withheld:
        yield Callout(title="No ranking", blocks=(Paragraph(content=report.withheld),), tone="red")
    yield from section("Controls", [Bullets(items=report.controls)])
    if report.declined:
        told = "The jury declined these, and totals are computed without them:"
        yield from section("Declined", [Paragraph(content=told), Bullets(items=report.declined)])
    rest = list(tables(report))
    if report.standings:
        yield from _table(rest.pop(0))
    yield from (Figure(chart=chart) for chart in charts(report).values())
    for table in rest:
        yield from _table(table)
    lists = (
        ("Jurors", report.jurors),
        ("Biases", tuple(bias.text for bias in report.biases)),
        ("Void", tuple(f"{void.juror}: {void.what}: {void.why}" for void in report.voids)),
        ("Remarks", report.remarks),
        ("Threats to validity", report.threats),
    )
    for title, items in lists:
        yield from section(title, [Bullets(items=items)] if items else [])


def _table(table: ReportTable) -> tuple[Block, ...]:
    return section(table.title, [Table(head=table.head, rows=table.rows, note=table.note)])
