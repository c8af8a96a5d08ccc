"""The report's tables as rows of plain text, shared by every view. Knows no format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from foam.judging.audit import OUTCOMES
from foam.judging.resample import Interval
from foam.judging.tournament.report import Comparison, Report, SourceRow, Stability, Standing


class Table(NamedTuple):
    """A titled table."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def tables(report: Report) -> tuple[Table, ...]:
    """Every table that the report has something for, in order."""
    made = (
        _standings(report.standings),
        _composition(report),
        _by_source("Results by source", ("overall score", "evidence quality", "wins"), report.sources, report.evidence),
        _validation(report.sources),
        _rubric(report),
        _evidence(report),
        _verdicts(report.sources),
        _comparisons(report.comparisons),
        _stability(report.stability),
    )
    return tuple(table for table in made if table.rows)


def share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def _standings(standings: Sequence[Standing]) -> Table:
    rows = [
        (
            str(one.place),
            one.id,
            one.source,
            one.approach,
            f"{one.wins}–{one.losses}",
            f"{one.score:.1f} ({one.by_score})",
            _log_odds(one.strength),
            share(one.validation),
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
    return Table("Standings", head, tuple(rows), "Strengths need pip install 'foam[judging]'." if missing else note)


def _composition(report: Report) -> Table:
    rows = [(row.source, str(row.n), str(row.rates.citations), f"{row.rates.unreachable}") for row in report.sources]
    return Table("Composition", ("source", "cases", "citations", "of which unreachable"), tuple(rows))


def _by_source(title: str, head: tuple[str, ...], sources: Sequence[SourceRow], evidence: str) -> Table:
    rows = [
        (row.source, str(row.overall), str(row.dimensions[evidence]) if evidence else "–", str(row.wins))
        for row in sources
    ]
    return Table(title, ("source", *head), tuple(rows), "Means from 0 to 100 with bootstrap intervals at 95 %.")


def _validation(sources: Sequence[SourceRow]) -> Table:
    rows = [(row.source, row.cfvr.percent(), share(row.rates.cemr), share(row.rates.exact_rate)) for row in sources]
    note = "CFVR: cases whose every citation is exact or altered (Wilson interval). CEMR, exact: of citations at hand."
    return Table("Full validation by source", ("source", "CFVR", "CEMR", "exact"), tuple(rows), note)


def _rubric(report: Report) -> Table:
    rows = [(title, *(str(row.dimensions[id]) for row in report.sources)) for id, title in report.dimensions.items()]
    return Table("Rubric dimensions", ("dimension", *(row.source for row in report.sources)), tuple(rows))


def _evidence(report: Report) -> Table:
    if not report.evidence:
        return Table("", (), ())
    rows = [(row.source, str(row.dimensions[report.evidence]), row.cfvr.percent()) for row in report.sources]
    return Table("Evidence quality and validation", ("source", "evidence score", "fully validated"), tuple(rows))


def _verdicts(sources: Sequence[SourceRow]) -> Table:
    rows = [(row.source, *(str(row.rates.counts[outcome]) for outcome in OUTCOMES)) for row in sources]
    return Table("Citations by verdict", ("source", *OUTCOMES), tuple(rows))


def _comparisons(found: Iterable[Comparison]) -> Table:
    rows = [(f"{one.one} against {one.other}", one.metric, str(one.difference), _log_odds(one.delta)) for one in found]
    head = ("sources", "metric", "difference", "Cliff's delta")
    return Table("Effects", head, tuple(rows), "Delta runs from -1 to 1; 0 means that neither lies above the other.")


def _stability(found: Iterable[Stability]) -> Table:
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
    return Table("Rank stability", head, tuple(rows), "Kendall's tau: 1 where both juries order every two cases alike.")


def _log_odds(found: Interval | None) -> str:
    if found is None or found.value is None:
        return "–"
    bounds = "" if found.low is None or found.high is None else f" [{found.low:+.2f}, {found.high:+.2f}]"
    return f"{found.value:+.2f}{bounds}"
