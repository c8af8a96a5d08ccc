"""An evaluation as Markdown or as one self-contained HTML page: tables and plots as in the paper. Computes nothing.

Every text is escaped, and the page permits itself neither scripts nor anything from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from foam.debatable.coverage import ViewCoverage
from foam.debatable.harness.evaluation import Evaluation
from foam.debatable.harness.preferences import HumanAgreement
from foam.oversight.plot import Series, line_chart

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
body{font:1rem/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}
table{border-collapse:collapse;width:100%;margin:1rem 0}th,td{border:1px solid #c9c9c9;padding:.25rem .5rem}
th{background:#f1f1ee;text-align:left}figure{margin:1rem 0}.wide{overflow-x:auto}
"""
_LOWER = "P.D.: lower is better; D.A. and the baselines: higher. Ranks are from 1; equals share a rank."
_TITLE = "Do the answers cover the dispute?"


@dataclass(frozen=True)
class Table:
    """A table with its heading and a sentence that says how to read it."""

    title: str
    note: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def markdown(found: Evaluation, people: HumanAgreement | None = None) -> str:
    """The report as Markdown, without the plots."""
    parts = [f"# {_TITLE}", *_measured(found), *(_markdown_table(table) for table in tables(found, people))]
    return "\n\n".join(parts) + "\n"


def page(found: Evaluation, people: HumanAgreement | None = None) -> str:
    """The report as a page."""
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in _measured(found))
    body = "".join(_html_table(table) for table in tables(found, people))
    figures = "".join(f"<figure>{chart}</figure>" for chart in charts(found))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{_TITLE}</title>'
        f"<style>{_STYLE}</style></head>\n<body><main><h1>{_TITLE}</h1>{paragraphs}{body}{figures}</main></body></html>\n"
    )


def charts(found: Evaluation) -> tuple[str, str]:
    """D.A. over P.D. by system, and P.D. over length by answer, as SVG."""
    both = [Series(one.system, ((one.pd, one.da),), line=False) for one in found.standings if one.da is not None]
    lengths = [
        Series(one.system, tuple((float(r.words), r.pd) for r in found.rows if r.system == one.system), line=False)
        for one in found.standings
    ]
    return (
        line_chart(both, title="Both metrics", x_label="P.D. (lower is better)", y_label="D.A. (higher is better)"),
        line_chart(lengths, title="Length", x_label="words of the answer", y_label="P.D. (lower is better)"),
    )


def tables(found: Evaluation, people: HumanAgreement | None = None) -> Iterator[Table]:
    """Every table of the report."""
    yield _standings(found)
    if found.weighted:
        yield _weighted(found)
    if people is not None:
        yield _people(people)
    yield _missing(found)


def _measured(found: Evaluation) -> list[str]:
    who = found.yardstick
    length = "not defined" if found.pd_length is None else f"{found.pd_length:+.3f}"
    together = "not defined" if found.pd_da is None else f"{found.pd_da:+.3f}"
    return [
        f"P.D. by {who['reader']}; D.A. by {who['awareness']}; similarity by {found.vectors}.",
        f"Correlation of 1 / P.D. with D.A. over the systems: {together}. Rank correlation of P.D. with the length of"
        f" an answer: {length}; below zero, longer answers do better, so compare the length-matched column.",
    ]


def _standings(found: Evaluation) -> Table:
    head = ("system", "answers", "words", "P.D.", "rank", "P.D. length-matched", "rank", "D.A.", "rank")
    rows = [
        (
            *(one.system, str(one.answers), f"{one.words:.0f}", _figure(one.pd), _rank(one.pd_rank)),
            *(_figure(one.pd_matched), _rank(one.pd_matched_rank), _figure(one.da), _rank(one.da_rank)),
            *(_figure(one.bleu), _figure(one.rouge_l), _figure(one.similarity), f"{one.views:.2f}"),
        )
        for one in found.standings
    ]
    return Table("Systems", _LOWER, (*head, "BLEU", "ROUGE-L", "similarity", "views covered"), tuple(rows))


def _weighted(found: Evaluation) -> Table:
    shares = list(found.weighted)
    orders = list(zip(*found.weighted.values(), strict=True))
    rows = tuple((str(place), *order) for place, order in enumerate(orders, start=1))
    note = "Systems by k of the z-normalised 1 / P.D. and 1 - k of the z-normalised D.A."
    return Table("Weighted mean", note, ("rank", *(f"k={share}" for share in shares)), rows)


def _people(people: HumanAgreement) -> Table:
    rows = tuple((one.metric, _figure(one.spearman), _figure(one.kendall)) for one in people.metrics)
    note = f"Against Elo ratings of {len(people.ratings)} annotators; means of Spearman's rho and Kendall's tau."
    return Table("Agreement with people", note, ("metric", "rho", "tau"), rows)


def _missing(found: Evaluation) -> Table:
    rows = tuple(
        (row.system, str(row.id), view.point_of_view, _evidence(view)) for row in found.rows for view in row.missing
    )
    note = "By answer, with the sentences that speak for the view; foam cite shows them."
    return Table("Views that were missed", note, ("system", "question", "point of view", "evidence"), rows)


def _evidence(view: ViewCoverage) -> str:
    return " ".join(pointer.brief() for pointer in view.evidence) or "–"


def _markdown_table(table: Table) -> str:
    cells = [table.head, tuple("---" for _ in table.head), *table.rows]
    lines = ["| " + " | ".join(_cell(cell) for cell in row) + " |" for row in cells]
    return "\n".join([f"## {table.title}", "", table.note, "", *lines])


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _html_table(table: Table) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table.head)
    rows = "".join(f"<tr>{_cells(row)}</tr>" for row in table.rows)
    return (
        f"<section><h2>{escape(table.title)}</h2><p>{escape(table.note)}</p>"
        f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></section>'
    )


def _cells(row: Sequence[str]) -> str:
    return "".join(f"<td>{escape(cell)}</td>" for cell in row)


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _rank(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"
