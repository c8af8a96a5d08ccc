"""Ranks and correlations: scipy's on every input, and what is not defined."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats  # type: ignore[import-untyped]

from foam.stats.ranks import kendall, kendall_of_orders, pearson, ranks, spearman

numbers = st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=3, max_size=12)
Correlation = Callable[[Sequence[float], Sequence[float]], float | None]
CORRELATIONS: dict[str, Correlation] = {"pearson": pearson, "spearman": spearman, "kendall": kendall}


@given(numbers)
def test_rank_correlations_are_scipys(pairs: list[tuple[int, int]]) -> None:
    a, b = [float(x) for x, _ in pairs], [float(y) for _, y in pairs]
    assume(len(set(a)) > 1 and len(set(b)) > 1)
    assert spearman(a, b) == pytest.approx(stats.spearmanr(a, b).statistic, abs=1e-9)
    assert kendall(a, b) == pytest.approx(stats.kendalltau(a, b).statistic, abs=1e-9)
    assert pearson(a, b) == pytest.approx(stats.pearsonr(a, b).statistic, abs=1e-9)
    assert ranks(a) == list(stats.rankdata(a))


@given(numbers)
def test_correlations_are_symmetric_turn_with_a_sign_and_stay_in_range(pairs: list[tuple[int, int]]) -> None:
    a, b = [float(x) for x, _ in pairs], [float(y) for _, y in pairs]
    for correlation in CORRELATIONS.values():
        found = correlation(a, b)
        assert found == pytest.approx(correlation(b, a))
        if found is not None:
            assert -1 <= found <= 1
            assert correlation(a, [-y for y in b]) == pytest.approx(-found)


@given(numbers)
def test_only_the_order_matters_to_ranks(pairs: list[tuple[int, int]]) -> None:
    a, b = [float(x) for x, _ in pairs], [float(y) for _, y in pairs]
    cubed = [x**3 for x in a]
    assert spearman(cubed, b) == spearman(a, b)
    assert kendall(cubed, b) == kendall(a, b)


@pytest.mark.parametrize("correlation", CORRELATIONS.values(), ids=CORRELATIONS)
def test_what_does_not_vary_correlates_with_nothing(correlation: Correlation) -> None:
    assert correlation([1, 1, 1], [1, 2, 3]) is None
    assert correlation([0.1] * 7, [1, 2, 3, 4, 5, 6, 7]) is None
    assert correlation([1], [2]) is None
    assert correlation([], []) is None


@pytest.mark.parametrize("correlation", CORRELATIONS.values(), ids=CORRELATIONS)
def test_lists_of_different_length_are_refused(correlation: Correlation) -> None:
    with pytest.raises(ValueError, match=r"than|with"):
        correlation([1, 2, 3], [1, 2])


def test_thousands_of_scores_are_compared() -> None:
    a, b = np.random.default_rng(0).integers(0, 4, size=(2, 3000)).astype(float)
    assert kendall(a.tolist(), b.tolist()) == pytest.approx(stats.kendalltau(a, b).statistic, abs=1e-9)


def test_orders_of_names() -> None:
    assert kendall_of_orders("abcd", "abcd") == 1.0
    assert kendall_of_orders("abcd", "dcba") == -1.0
    assert kendall_of_orders("abc", "bac") == pytest.approx(1 / 3)
    assert kendall_of_orders("a", "a") == 1.0
