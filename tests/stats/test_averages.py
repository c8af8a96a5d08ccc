"""Averages: against scipy, and what is not defined."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats  # type: ignore[import-untyped]

from foam.stats.averages import mean_of_known, share, standardize, trimmed_mean

values = st.lists(st.floats(-100, 100), min_size=1, max_size=20)


@given(values, st.sampled_from([0.0, 0.1, 0.2, 0.4]))
def test_the_trimmed_mean_is_scipys(given_values: list[float], cut: float) -> None:
    assert trimmed_mean(given_values, cut) == pytest.approx(stats.trim_mean(given_values, cut), abs=1e-9)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=20).filter(lambda found: len(set(found)) > 1))
def test_standardized_values_are_scipys(given_values: list[int]) -> None:
    assert standardize(given_values) == pytest.approx(list(stats.zscore(given_values)), abs=1e-9)


def test_what_does_not_vary_is_all_zero() -> None:
    assert standardize([2.0, 2.0]) == [0.0, 0.0]
    assert standardize([]) == []


def test_of_nothing_there_is_no_share_and_no_mean() -> None:
    assert share([]) is None
    assert share([True, False, True, True]) == 0.75
    assert mean_of_known([None, None]) is None
    assert mean_of_known([1.0, None, 4.0]) == 2.5
