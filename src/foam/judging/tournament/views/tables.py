"""The tables of a report as rows of plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from foam.evidence.quotes.rates import format_rate
from foam.judging.audit import OUTCOMES
from foam.judging.tournament.report import CaseStanding, SourceComparison, SourceRow, Stability, TournamentReport
from foam.stats.intervals import Interval


class ReportTable(NamedTuple):
    """A titled table."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def tables(report: TournamentReport) -> tuple[ReportTable, ...]:
    """Every table that the report has something for, in order."""
    made = (
        _standings(report.standings),
        _composition(report),
        _by_source(report),
        _validation(report.sources),
        _rubric(report),
        _evidence(report),
        _verdicts(report.sources),
        _comparisons(report.comparisons),
        _stability(report.stability),
    )
    return tuple(table for table in made if table.rows)


def _standings(standings: Sequence[CaseStanding]) -> ReportTable:
    rows = [
        (
            str(one.place),
            one.id,
            one.source,
            one.approach,
            f"{one.wins}–{one.losses}",
            f"{one.score:.1f} ({one.by_score})",
            _log_odds(one.strength),
            format_rate(one.validation),
        )
        for one in standings
    ]
    head = (
        "place",
        "case",
        "source",
        "approach",
        "won–lost",
        "score (place by score)",
        "strength",
        "citations that hold",
    )
    missing = any(one.strength is None for one in standings)
    note = (
        "Strength is Bradley-Terry's, in log-odds, with its 95 % interval: it overlaps where heats do not tell apart."
    )
    return ReportTable(
        "Standings", head, tuple(rows), "Strengths need pip install 'foam[measure]'." if missing else note
    )


def _composition(report: TournamentReport) -> ReportTable:
    rows = [(row.source, str(row.n), str(row.rates.citations), f"{row.rates.unreachable}") for row in report.sources]
    return ReportTable("Composition", ("source", "cases", "citations", "of which unreachable"), tuple(rows))


def _by_source(report: TournamentReport) -> ReportTable:
    head = ("source", "overall score", "evidence quality", "wins")
    rows = [
        (row.source, str(row.overall), _dimension(row, report.evidence) if report.evidence else "–", str(row.wins))
        for row in report.sources
    ]
    note = "Means from 0 to 100 with bootstrap intervals at 95 %."
    return ReportTable("Results by source", head, () if report.withheld else tuple(rows), note)


def _dimension(row: SourceRow, dimension: str) -> str:
    """Its mean, or that it was declined."""
    return str(row.dimensions[dimension]) if dimension in row.dimensions else "declined"


def _validation(sources: Sequence[SourceRow]) -> ReportTable:
    rows = [
        (
            row.source,
            row.cfvr.percent(),
            format_rate(row.rates.cemr),
            row.cfvr_by_overlap.percent(),
            format_rate(row.rates.cemr_by_overlap),
            format_rate(row.rates.exact_rate),
        )
        for row in sources
    ]
    head = ("source", "CFVR", "CEMR", "CFVR by overlap", "CEMR by overlap", "exact")
    note = (
        "CFVR: cases whose every citation matches (Wilson interval). CEMR, exact: of citations at hand. By overlap, as "
        'published: a citation counts when 0.85 of its characters agree, even with a changed number or an added "not".'
    )
    return ReportTable("Full validation by source", head, tuple(rows), note)


def _rubric(report: TournamentReport) -> ReportTable:
    if report.withheld:
        return ReportTable("", (), ())
    rows = [
        (title, *(_dimension(row, dimension) for row in report.sources))
        for dimension, title in report.dimensions.items()
    ]
    return ReportTable("Rubric dimensions", ("dimension", *(row.source for row in report.sources)), tuple(rows))


def _evidence(report: TournamentReport) -> ReportTable:
    if not report.evidence or report.withheld:
        return ReportTable("", (), ())
    rows = [
        (row.source, _dimension(row, report.evidence), row.cfvr.percent(), row.cfvr_by_overlap.percent())
        for row in report.sources
    ]
    head = ("source", "evidence score", "CFVR", "CFVR by overlap")
    return ReportTable("Evidence quality and validation", head, tuple(rows))


def _verdicts(sources: Sequence[SourceRow]) -> ReportTable:
    rows = [(row.source, *(str(row.rates.counts[outcome]) for outcome in OUTCOMES)) for row in sources]
    return ReportTable("Citations by verdict", ("source", *OUTCOMES), tuple(rows))


def _comparisons(found: Iterable[SourceComparison]) -> ReportTable:
    rows = [(f"{one.one} against {one.other}", one.metric, str(one.difference), _log_odds(one.delta)) for one in found]
    head = ("sources", "metric", "difference", "Cliff's delta")
    return ReportTable(
        "Effects", head, tuple(rows), "Delta runs from -1 to 1; 0 means that neither lies above the other."
    )


def _stability(found: Iterable[Stability]) -> ReportTable:
    rows = [
        (
            one.name,
            ", ".join(one.jurors),
            f"{one.tau_places:.2f}",
            f"{one.tau_scores:.2f}",
            "yes" if one.same_winner else "no",
        )
        for one in found
    ]
    head = ("judged again", "jurors", "tau of places", "tau of scores", "same winner")
    return ReportTable(
        "Rank stability", head, tuple(rows), "Kendall's tau: 1 where both juries order every two cases alike."
    )


def _log_odds(found: Interval | None) -> str:
    if found is None or found.value is None:
        return "–"
    bounds = "" if found.low is None or found.high is None else f" [{found.low:+.2f}, {found.high:+.2f}]"
    return f"{found.value:+.2f}{bounds}"
