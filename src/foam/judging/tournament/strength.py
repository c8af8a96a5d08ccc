"""The strengths of entrants from the heats of a tournament, by Bradley and Terry's model."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from foam.judging.tournament.bracket import HeatResult
from foam.stats.intervals import Interval
from foam.stats.pairwise import Won, bradley_terry
from foam.values import Value


class Strength(Value):
    """How strong one entrant is."""

    id: str
    strength: Interval


def count_wins(results: Sequence[HeatResult], ids: Sequence[str]) -> list[Won]:
    """Winner and loser of every comparison that a heat decided: those who advanced against those who did not."""
    place = {case_id: n for n, case_id in enumerate(ids)}
    return [(place[a], place[b]) for result in results for a, b in product(result.winners, result.losers)]


def fit_strengths(ids: Sequence[str], won: Sequence[Won]) -> tuple[Strength, ...]:
    """Every entrant's strength, the strongest first."""
    found = zip(ids, bradley_terry(len(ids), won), strict=True)
    rows = [Strength(id=case_id, strength=strength) for case_id, strength in found]
    return tuple(sorted(rows, key=lambda row: (-(row.strength.value or 0.0), row.id)))
