"""The charts of a report: scores and validation by source, the bracket, the biases."""

from __future__ import annotations

from collections.abc import Sequence

from foam.evidence.quotes.rates import format_rate
from foam.judging.audit import OUTCOMES
from foam.judging.tournament.bracket import HeatResult
from foam.judging.tournament.report import TournamentReport
from foam.paper import Bars, Box, Chart, Diagram, Stack, Text, Whisker, Whiskers
from foam.stats.intervals import Interval


def charts(report: TournamentReport) -> dict[str, Chart]:
    """Name to chart."""
    scores = tuple(_whisker(row.source, row.overall, digits=1) for row in report.sources)
    made: dict[str, Chart] = {"validation": _validation(report)}
    if not report.withheld:
        made |= {
            "scores": Whiskers(title="Overall score by source", x_label="score", rows=scores, high=100),
            "bracket": _bracket(report.results),
        }
    if report.biases:
        made["bias"] = Whiskers(
            title="How often jurors took the favoured kind of case",
            x_label="share",
            rows=tuple(
                _whisker(f"{bias.juror}, {bias.kind}{' !' if bias.named else ''}", bias.share, digits=2)
                for bias in report.biases
            ),
            middle=0.5,
        )
    return made


def _whisker(name: str, found: Interval, *, digits: int) -> Whisker:
    if found.value is None:
        return Whisker(name=name, value=None, reading="nothing to show")
    bounded = found.low is not None and found.high is not None
    bounds = f" [{found.low:.{digits}f}, {found.high:.{digits}f}]" if bounded else ""
    reading = f"{found.value:.{digits}f}{bounds}, n = {found.n}"
    return Whisker(name=name, value=found.value, low=found.low, high=found.high, reading=reading)


def _validation(report: TournamentReport) -> Bars:
    """The verdicts on each source's citations."""
    rows = []
    for row in report.sources:
        strict, loose = format_rate(row.rates.cfvr), format_rate(row.rates.cfvr_by_overlap)
        counts = tuple(row.rates.counts[outcome] for outcome in OUTCOMES)
        rows.append(Stack(name=row.source, counts=counts, reading=f"CFVR {strict}, by overlap {loose}, n = {row.n}"))
    return Bars(title="Citations by verdict and source", parts=OUTCOMES, rows=tuple(rows))


def _bracket(results: Sequence[HeatResult]) -> Diagram:
    """A column a round, a box a heat: who advanced in bold, and what decided where it was not the scores."""
    rounds = sorted({result.heat.number: result.heat.stage for result in results}.items())
    places = {number: place for place, (number, _) in enumerate(rounds)}
    boxes = []
    for n, result in enumerate(results):
        lines = [Text(text=one, look="strong" if one in result.winners else "plain") for one in result.order]
        lines += [Text(text=f"by {result.by}", look="small")] if result.by != "scores" else []
        boxes.append(Box(id=f"heat-{n}", column=places[result.heat.number], lines=tuple(lines)))
    columns = tuple(f"{'Swiss' if stage == 'swiss' else 'Elimination'} {number}" for number, stage in rounds)
    title = "The bracket: winners of each heat in bold"
    return Diagram(title=title, columns=columns, boxes=tuple(boxes), box_width=120)
