"""An evaluation as a document: the tables and charts of the paper."""

from __future__ import annotations

from collections.abc import Iterator

from foam.debatable.coverage import ViewCoverage
from foam.debatable.harness.evaluation import Evaluation, SystemStanding
from foam.debatable.harness.preferences import HumanAgreement
from foam.paper import Block, Figure, Lines, Paper, Paragraph, Series, Table, compose, section

_LOWER = (
    "P.D.: lower is better; D.A. and the baselines: higher. ±: standard error over the answers. Corrected P.D. is that"
    " of the answer's own words beside as many on other matters. Ranks are from 1; equals share a rank."
)
_TITLE = "Do the answers cover the dispute?"


@compose.register
def compose_evaluation(found: Evaluation, people: HumanAgreement | None = None) -> Paper:
    """The whole document."""
    return Paper(title=_TITLE, blocks=tuple(blocks(found, people)))


def blocks(found: Evaluation, people: HumanAgreement | None = None) -> Iterator[Block]:
    """How it was measured, every table, and two charts."""
    yield from (Paragraph(content=line) for line in _say_how_measured(found))
    yield from section("Systems", [_standings(found)])
    if found.weighted:
        yield from section("Weighted mean", [_weighted_table(found)])
    if people is not None:
        yield from section("Agreement with people", [_people(people)])
    yield from section("Views that were missed", [_missing(found)])
    yield from section("Charts", [Figure(chart=chart) for chart in charts(found)])


def charts(found: Evaluation) -> tuple[Lines, Lines]:
    """D.A. over P.D. by system, and P.D. over length by answer."""
    both = tuple(
        Series(name=one.system, points=((one.pd, one.da),), line=False) for one in found.standings if one.da is not None
    )
    lengths = tuple(
        Series(
            name=one.system,
            points=tuple((float(row.words), row.pd) for row in found.rows if row.system == one.system),
            line=False,
        )
        for one in found.standings
    )
    lower, higher = "P.D. (lower is better)", "D.A. (higher is better)"
    return (
        Lines(title="Both metrics", x_label=lower, y_label=higher, series=both),
        Lines(title="Length", x_label="words of the answer", y_label=lower, series=lengths),
    )


def _say_how_measured(found: Evaluation) -> list[str]:
    who = found.yardstick
    length = "not defined" if found.pd_length is None else f"{found.pd_length:+.3f}"
    together = "not defined" if found.pd_da is None else f"{found.pd_da:+.3f}"
    return [
        found.controls.tell(),
        f"P.D. by {who['reader']}; D.A. by {who['awareness']}; similarity by {found.vectors};"
        f" views covered by {found.coverage}.",
        f"Correlation of 1 / P.D. with D.A. over the systems: {together}. Rank correlation of P.D. with the length of"
        f" an answer: {length}; below zero, longer answers do better, so compare the length-matched column.",
    ]


def _standings(found: Evaluation) -> Table:
    head = ("system", "answers", "words", "P.D.", "rank", "length-matched", "rank", "corrected", "rank", "D.A.", "rank")
    rows = [
        (
            *(one.system, str(one.answers), f"{one.words:.0f}", figure_of(one, "pd"), _rank(one.pd_rank)),
            *(figure_of(one, "pd_matched"), _rank(one.pd_matched_rank)),
            *(figure_of(one, "pd_corrected"), _rank(one.pd_corrected_rank), figure_of(one, "da"), _rank(one.da_rank)),
            *(figure_of(one, name) for name in ("bleu", "rouge_l", "similarity", "views")),
        )
        for one in found.standings
    ]
    return Table(head=(*head, "BLEU", "ROUGE-L", "similarity", "views covered"), rows=tuple(rows), note=_LOWER)


def figure_of(one: SystemStanding, name: str) -> str:
    """A mean with its standard error."""
    value, error = getattr(one, name), one.errors.get(name)
    return _figure(value) if value is None or error is None else f"{value:.3f} ± {error:.3f}"


def _weighted_table(found: Evaluation) -> Table:
    shares = list(found.weighted)
    orders = list(zip(*found.weighted.values(), strict=True))
    rows = tuple((str(place), *order) for place, order in enumerate(orders, start=1))
    note = "Systems by k of the z-normalised 1 / P.D. and 1 - k of the z-normalised D.A."
    return Table(head=("rank", *(f"k={share}" for share in shares)), rows=rows, note=note)


def _people(people: HumanAgreement) -> Table:
    rows = tuple((one.metric, _figure(one.spearman), _figure(one.kendall)) for one in people.metrics)
    note = f"Against Elo ratings of {len(people.ratings)} annotators; means of Spearman's rho and Kendall's tau."
    return Table(head=("metric", "rho", "tau"), rows=rows, note=note)


def _missing(found: Evaluation) -> Table:
    rows = tuple(
        (row.system, str(row.id), view.point_of_view, _evidence(view)) for row in found.rows for view in row.missing
    )
    note = "By answer, with the sentences that speak for the view; foam cite shows them."
    return Table(head=("system", "question", "point of view", "evidence"), rows=rows, note=note)


def _evidence(view: ViewCoverage) -> str:
    return " ".join(pointer.brief() for pointer in view.evidence) or "–"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _rank(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"
