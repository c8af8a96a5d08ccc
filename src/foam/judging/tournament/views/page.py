"""The report as one self-contained HTML page with its pictures. No script; every text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from foam.judging.tournament.report import Report
from foam.judging.tournament.views.plots import plots
from foam.judging.tournament.views.tables import Table, tables

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
body{font:1rem/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
h1,h2{line-height:1.2}h2{border-bottom:2px solid #405c79;margin-top:2rem}table{border-collapse:collapse}
th,td{border:1px solid #c6ccd4;padding:.25rem .6rem;text-align:left;vertical-align:top}th{background:#eef2f7}
.scroll{overflow-x:auto}.note{color:#555;font-size:.9rem}figure{margin:1rem 0}svg{max-width:none;height:auto}
@media print{body{margin:0;max-width:none}h2{break-after:avoid}}
"""


def page(report: Report) -> str:
    """The whole page."""
    title = escape(report.title)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n<p>{escape(report.compared)}</p>\n<main>\n"
        + "\n".join(_body(report))
        + "\n</main>\n</body></html>\n"
    )


def _body(report: Report) -> Iterator[str]:
    standings, *rest = tables(report)
    yield _table(standings)
    for picture in plots(report).values():
        yield f'<figure class="scroll">{picture}</figure>'
    yield from map(_table, rest)
    yield _list("Jurors", report.jurors)
    yield _list("Biases", (bias.text for bias in report.biases))
    yield _list("Void", (f"{void.juror}: {void.what}: {void.why}" for void in report.voids))
    yield _list("Remarks", report.remarks)
    yield _list("Threats to validity", report.threats)


def _table(table: Table) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table.head)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    return (
        f'<section><h2>{escape(table.title)}</h2><div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>{note}</section>"
    )


def _list(title: str, items: Iterable[str]) -> str:
    held = "".join(f"<li>{escape(item)}</li>" for item in items)
    return f"<section><h2>{escape(title)}</h2><ul>{held}</ul></section>" if held else ""
