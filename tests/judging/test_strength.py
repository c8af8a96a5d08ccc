"""Strengths of entrants: from heats to comparisons, the strongest first."""

from __future__ import annotations

from foam.judging.tournament.bracket import Heat, HeatResult
from foam.judging.tournament.strength import count_wins, fit_strengths


def test_of_a_heat_of_three_two_beat_one() -> None:
    heat = Heat(number=1, stage="swiss", cases=("a", "b", "c"))
    bye = Heat(number=1, stage="swiss", cases=("d",))
    results = [HeatResult(heat=heat, order=("b", "a", "c")), HeatResult(heat=bye, order=("d",))]
    assert count_wins(results, ["a", "b", "c", "d"]) == [(1, 2), (0, 2)]


def test_the_strongest_comes_first_and_level_ones_by_name() -> None:
    won = [(2, 1), (2, 0), (1, 0), (2, 1)]
    assert [row.id for row in fit_strengths(["a", "b", "c"], won)] == ["c", "b", "a"]
    assert [row.id for row in fit_strengths(["b", "a"], [])] == ["a", "b"]
