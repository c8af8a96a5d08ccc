"""Strengths from comparisons: the right order, finite for the unbeaten, intervals that cover as often as they say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import optimize  # type: ignore[import-untyped]

from foam.stats.pairwise import PRIOR, Preference, Won, bradley_terry, elo, strength_covariance

PLAYERS = ("a", "b", "c")


def drawn(true: NDArray[np.float64], meetings: int, rng: np.random.Generator) -> list[Won]:
    """Everybody meets everybody so often; the chance of winning is the logistic of the difference."""
    won: list[Won] = []
    for one, other in combinations(range(len(true)), 2):
        chance = 1 / (1 + np.exp(true[other] - true[one]))
        hits = int(rng.binomial(meetings, chance))
        won += [(one, other)] * hits + [(other, one)] * (meetings - hits)
    return won


def covered(true: NDArray[np.float64], won: Sequence[Won]) -> list[bool]:
    bounds = [(found.low, found.high) for found in bradley_terry(len(true), won)]
    centred = true - true.mean()
    return [low <= value <= high for (low, high), value in zip(bounds, centred, strict=True) if low and high]


@pytest.mark.parametrize("meetings", [3, 12])
def test_intervals_cover_at_their_nominal_rate(meetings: int) -> None:
    """95 % of the true strengths lie inside; 160 fields of six, so three standard errors are about 2.1 %."""
    rng = np.random.default_rng(20)
    hits: list[bool] = []
    for _ in range(160):
        true = rng.normal(0, 1, size=6)
        hits += covered(true, drawn(true, meetings, rng))
    assert len(hits) > 900
    assert 0.929 <= np.mean(hits) <= 0.975


def lost_odds(strengths: NDArray[np.float64], won: Sequence[Won]) -> float:
    """What Bradley-Terry with the prior minimises, written out."""
    lost = sum(np.log1p(np.exp(strengths[loser] - strengths[winner])) for winner, loser in won)
    return float(lost + PRIOR * (strengths @ strengths) / 2)


def test_strengths_are_the_likeliest_and_their_spread_the_inverse_curvature() -> None:
    won = drawn(np.array([1.0, 0.2, -0.4, -0.8]), 6, np.random.default_rng(1))
    values = np.array([found.value for found in bradley_terry(4, won)])
    best = optimize.minimize(lost_odds, np.zeros(4), args=(won,), tol=1e-10).x
    assert values == pytest.approx(best, abs=1e-3)
    step = 1e-3 * np.eye(4)
    signs = list(product((1, -1), repeat=2))
    curvature = np.array(
        [[sum(s * t * lost_odds(best + s * a + t * b, won) for s, t in signs) / 4e-6 for b in step] for a in step]
    )
    centring = np.eye(4) - 1 / 4
    expected = centring @ np.linalg.inv(curvature) @ centring
    assert strength_covariance(best, won) == pytest.approx(expected, abs=1e-3)


def test_the_order_is_right_and_the_unbeaten_stay_finite() -> None:
    found = bradley_terry(3, [(0, 1), (0, 2), (1, 2), (0, 1)])
    values = [row.value or 0.0 for row in found]
    assert values == sorted(values, reverse=True)
    for row in found:
        assert row.low is not None
        assert row.high is not None
        assert row.high - row.low < 10


def test_relabelling_changes_nothing_and_without_comparisons_all_are_level() -> None:
    won = [(0, 1), (2, 1), (2, 0)]
    there = [row.value for row in bradley_terry(3, won)]
    back = [row.value for row in bradley_terry(3, [(2 - one, 2 - other) for one, other in won])]
    assert there == pytest.approx(back[::-1], abs=1e-4)
    assert [row.value for row in bradley_terry(2, [])] == [0.0, 0.0]


def test_elo_rewards_winning() -> None:
    wins = [Preference("a", "b"), Preference("b", "c"), Preference("a", "c"), Preference("b", "c", tie=True)]
    rated = elo(wins, PLAYERS)
    assert rated["a"] > rated["b"] > rated["c"]


def test_elo_by_hand() -> None:
    """Of two level players the winner gains half the step of 16; a tie of level players moves nothing."""
    assert elo([Preference("a", "b")], PLAYERS) == {"a": 1008.0, "b": 992.0, "c": 1000.0}
    assert elo([Preference("a", "b", tie=True)], PLAYERS) == dict.fromkeys(PLAYERS, 1000.0)


@given(st.lists(st.builds(Preference, st.sampled_from("ab"), st.just("c"), st.booleans()), max_size=30))
def test_elo_keeps_the_sum(preferences: list[Preference]) -> None:
    assert sum(elo(preferences, PLAYERS).values()) == pytest.approx(3000)
