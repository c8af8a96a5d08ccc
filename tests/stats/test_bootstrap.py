"""The bootstrap: seeded, covers, and the fast way to draw is the same as the slow one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats  # type: ignore[import-untyped]

from foam.stats.bootstrap import (
    cliffs_delta_interval,
    difference_interval,
    effective_cases,
    mean_interval,
    resample_clusters,
    resample_rows,
)
from foam.stats.classification import auroc

samples = st.lists(st.integers(0, 10), min_size=2, max_size=12)


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


def test_a_percentile_interval_is_scipys_but_for_the_draws() -> None:
    values = np.random.default_rng(1).normal(10, 3, size=40)
    theirs = stats.bootstrap((values,), np.mean, method="percentile", n_resamples=20_000, rng=2).confidence_interval
    ours = mean_interval(values.tolist(), seed=1)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.1)


def test_a_bootstrap_interval_covers_a_mean() -> None:
    rng = np.random.default_rng(5)
    hits = 0
    for trial in range(300):
        found = mean_interval(rng.normal(10, 3, size=25).tolist(), seed=trial)
        assert found.low is not None
        assert found.high is not None
        hits += found.low <= 10 <= found.high
    assert 0.88 <= hits / 300 <= 0.98


def test_effects() -> None:
    assert cliffs_delta_interval([3, 4], [1, 2], seed=0).value == 1.0
    assert cliffs_delta_interval([1, 2], [1, 2], seed=0).value == 0.0
    assert cliffs_delta_interval([], [1], seed=0).value is None
    assert cliffs_delta_interval([2], [1], seed=0).low is None
    assert difference_interval([3.0, 5.0], [1.0], seed=0).value == 3.0
    assert difference_interval([3.0, 5.0], [], seed=0).value is None


@given(samples, samples)
def test_cliffs_delta_is_twice_the_auroc_less_one_and_turns_with_its_sides(ours: list[int], theirs: list[int]) -> None:
    found = cliffs_delta_interval(ours, theirs, seed=0)
    area = auroc([1] * len(ours) + [0] * len(theirs), [*ours, *theirs])
    assert area is not None
    assert found.value == pytest.approx(2 * area - 1)
    assert found.value == pytest.approx(-(cliffs_delta_interval(theirs, ours, seed=0).value or 0.0))
    assert found.low is not None
    assert found.high is not None
    assert -1 <= found.low <= found.high <= 1


@given(samples, samples, st.integers(-5, 5))
def test_differences_do_not_change_when_both_sides_are_moved(ours: list[int], theirs: list[int], by: int) -> None:
    moved = difference_interval([x + by for x in ours], [x + by for x in theirs], seed=4)
    found = difference_interval(ours, theirs, seed=4)
    assert (moved.value, moved.low, moved.high) == pytest.approx((found.value, found.low, found.high))


def test_the_row_bootstrap_is_the_row_bootstrap() -> None:
    """Multinomial counts give the same spread as drawing rows one by one."""
    rng = np.random.default_rng(0)
    columns = np.column_stack([rng.random(300) < 0.3, rng.random(300) < 0.6]).astype(float)
    strata = rng.integers(3, size=300)
    fast = resample_rows(columns, strata, replicates=4000, rng=np.random.default_rng(1))
    slow = np.zeros((4000, 2))
    for stratum in range(3):
        rows = np.flatnonzero(strata == stratum)
        slow += columns[rng.choice(rows, size=(4000, len(rows)))].sum(axis=1)
    assert fast.mean(axis=0) == pytest.approx(slow.mean(axis=0), rel=0.01)
    assert fast.std(axis=0) == pytest.approx(slow.std(axis=0), rel=0.06)


def test_the_cluster_bootstrap_draws_whole_clusters() -> None:
    rng = np.random.default_rng(0)
    columns, clusters = rng.random((120, 2)), rng.integers(12, size=120)
    totals = np.array([columns[clusters == cluster].sum(axis=0) for cluster in range(12)])
    fast = resample_clusters(columns, clusters, replicates=4000, rng=np.random.default_rng(1))
    slow = totals[rng.integers(12, size=(4000, 12))].sum(axis=1)
    assert fast.mean(axis=0) == pytest.approx(slow.mean(axis=0), rel=0.01)
    assert fast.std(axis=0) == pytest.approx(slow.std(axis=0), rel=0.06)


def test_clusters_of_alike_cases_are_worth_fewer_cases() -> None:
    independent = np.random.default_rng(0).binomial(100, 0.3, size=20_000) / 100
    alike = np.random.default_rng(0).binomial(20, 0.3, size=20_000) / 20
    assert effective_cases(independent, 0.3, 100) == pytest.approx(100, rel=0.05)
    assert effective_cases(alike, 0.3, 100) == pytest.approx(20, rel=0.05)
    assert effective_cases(independent, 0.0, 100) == 100
