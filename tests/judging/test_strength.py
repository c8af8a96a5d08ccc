"""Bradley-Terry strengths: the right order, finite for the unbeaten, and intervals that cover as often as they say."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from foam.judging.resample import cliffs_delta, difference, kendall_tau, mean_interval, share_interval, sign_test
from foam.judging.tournament.bracket import Heat, Result
from foam.judging.tournament.strength import Won, strengths, wins_of


def drawn(true: NDArray[np.float64], meetings: int, rng: np.random.Generator) -> list[Won]:
    """Everybody meets everybody so often; the chance of winning is the logistic of the difference."""
    won: list[Won] = []
    for one, other in combinations(range(len(true)), 2):
        chance = 1 / (1 + np.exp(true[other] - true[one]))
        hits = int(rng.binomial(meetings, chance))
        won += [(one, other)] * hits + [(other, one)] * (meetings - hits)
    return won


def covered(true: NDArray[np.float64], won: Sequence[Won]) -> list[bool]:
    ids = [str(n) for n in range(len(true))]
    centred = true - true.mean()
    found = {row.id: row.strength for row in strengths(ids, won)}
    bounds = [(found[id].low, found[id].high) for id in ids]
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


def test_the_order_is_right_and_the_unbeaten_stay_finite() -> None:
    won = [(0, 1), (0, 2), (1, 2), (0, 1)]
    found = strengths(["a", "b", "c"], won)
    assert [row.id for row in found] == ["a", "b", "c"]
    for row in found:
        assert row.strength.low is not None
        assert row.strength.high is not None
        assert row.strength.high - row.strength.low < 10


def test_relabelling_changes_nothing_and_without_heats_all_are_level() -> None:
    won = [(0, 1), (2, 1), (2, 0)]
    there = {row.id: row.strength.value for row in strengths(["a", "b", "c"], won)}
    back = {
        row.id: row.strength.value for row in strengths(["c", "b", "a"], [(2 - one, 2 - other) for one, other in won])
    }
    assert there == pytest.approx(back, abs=1e-4)
    assert [row.strength.value for row in strengths(["a", "b"], [])] == [0.0, 0.0]


def test_of_a_heat_of_three_two_beat_one() -> None:
    heat = Heat(number=1, stage="swiss", cases=("a", "b", "c"))
    bye = Heat(number=1, stage="swiss", cases=("d",))
    results = [Result(heat=heat, order=("b", "a", "c")), Result(heat=bye, order=("d",))]
    assert wins_of(results, ["a", "b", "c", "d"]) == [(1, 2), (0, 2)]


def test_intervals_are_seeded_and_say_nothing_of_nothing() -> None:
    values = [50.0, 60.0, 70.0, 90.0]
    one = mean_interval(values, seed=3)
    assert one == mean_interval(values, seed=3)
    assert one.low is not None
    assert one.high is not None
    assert one.low < 67.5 < one.high
    assert one.value == 67.5
    assert mean_interval([], seed=0).value is None
    assert mean_interval([4.0], seed=0).low is None
    assert str(mean_interval([], seed=0)) == "–"


def test_a_bootstrap_interval_covers_a_mean() -> None:
    rng = np.random.default_rng(5)
    hits = 0
    for trial in range(300):
        found = mean_interval(rng.normal(10, 3, size=25).tolist(), seed=trial)
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 10 <= found.high
    assert 0.88 <= hits / 300 <= 0.98


def test_shares_effects_and_rank_correlation() -> None:
    assert share_interval(0, 4).low == 0.0
    assert share_interval(4, 4).high == pytest.approx(1.0)
    assert (share_interval(4, 4).low or 0) == pytest.approx(0.5101, abs=1e-3)
    assert cliffs_delta([3, 4], [1, 2], seed=0).value == 1.0
    assert cliffs_delta([1, 2], [1, 2], seed=0).value == 0.0
    assert cliffs_delta([], [1], seed=0).value is None
    assert difference([3.0, 5.0], [1.0], seed=0).value == 3.0
    assert kendall_tau("abcd", "abcd") == 1.0
    assert kendall_tau("abcd", "dcba") == -1.0
    assert kendall_tau("abc", "bac") == pytest.approx(1 / 3)
    assert sign_test(0, 0) == 1.0
    assert sign_test(10, 10) == pytest.approx(2 / 1024)
    assert sign_test(5, 10) == 1.0
