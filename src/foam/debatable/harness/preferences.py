"""What people prefer, and how far metrics agree with them: Elo ratings per annotator, rank correlations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from foam.debatable.harness.evaluation import SystemStanding
from foam.errors import InputError
from foam.stats.pairwise import Preference, elo
from foam.stats.ranks import kendall, spearman
from foam.text.sheet import read_csv
from foam.values import Value

_COLUMNS = ("annotator", "a", "b", "preferred")
METRICS: dict[str, float] = {"pd": -1, "pd_matched": -1, "da": 1, "bleu": 1, "rouge_l": 1, "similarity": 1, "views": 1}
"""Each metric of a standing, and the sign that makes higher better."""

Ballots = Mapping[str, Sequence[Preference]]
"""Preferences by annotator."""


class _MetricAgreement(Value):
    """How far one metric orders the systems as people do: means over the annotators; None where not defined."""

    metric: str
    spearman: float | None
    kendall: float | None


class HumanAgreement(Value):
    """People's ratings of the systems, and how the metrics compare."""

    ratings: dict[str, dict[str, float]]
    """Elo ratings by annotator."""
    metrics: tuple[_MetricAgreement, ...]


def read_preferences(text: str, name: str) -> dict[str, list[Preference]]:
    """CSV with annotator, a, b and preferred (`a`, `b` or `tie`), where a and b are names of systems."""
    head, rows = read_csv(text)
    missing = set(_COLUMNS).difference(head)
    if missing:
        raise InputError(f"{name} has no column {', '.join(sorted(missing))}", hint=f"columns: {', '.join(_COLUMNS)}")
    found: dict[str, list[Preference]] = {}
    for number, row in enumerate(rows, start=1):
        found.setdefault(row["annotator"], []).append(_preference(row, f"{name} row {number}"))
    if not found:
        raise InputError(f"{name} holds no preference")
    return found


def human_agreement(standings: Sequence[SystemStanding], ballots: Ballots) -> HumanAgreement:
    """Rate the systems by each annotator's preferences and compare every metric with the ratings."""
    systems = [one.system for one in standings]
    named = {name for given in ballots.values() for one in given for name in (one.winner, one.loser)}
    if unknown := sorted(named.difference(systems)):
        raise InputError(f"preferences about {unknown[0]!r}, which was not evaluated", hint=f"there are {systems}")
    ratings = {annotator: elo(given, systems) for annotator, given in ballots.items()}
    people = [[rating[system] for system in systems] for rating in ratings.values()]
    return HumanAgreement(ratings=ratings, metrics=tuple(_agrees(name, standings, people) for name in METRICS))


def _agrees(metric: str, standings: Sequence[SystemStanding], people: Sequence[Sequence[float]]) -> _MetricAgreement:
    values = [getattr(one, metric) for one in standings]
    if any(value is None for value in values):
        return _MetricAgreement(metric=metric, spearman=None, kendall=None)
    better = [METRICS[metric] * value for value in values]
    return _MetricAgreement(
        metric=metric,
        spearman=_mean([spearman(better, rated) for rated in people]),
        kendall=_mean([kendall(better, rated) for rated in people]),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if len(known) == len(values) else None


def _preference(row: Mapping[str, str], where: str) -> Preference:
    match (row["preferred"] or "").strip().lower():
        case "a":
            return Preference(row["a"], row["b"])
        case "b":
            return Preference(row["b"], row["a"])
        case "tie":
            return Preference(row["a"], row["b"], tie=True)
        case other:
            raise InputError(f"{where}: preferred is {other!r}", hint="write a, b or tie")
