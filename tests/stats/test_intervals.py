"""Intervals for shares: against statsmodels and scipy, and laws that hold for every count."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats  # type: ignore[import-untyped]
from statsmodels.stats.proportion import proportion_confint  # type: ignore[import-untyped]

from foam.stats.intervals import (
    Bounds,
    Interval,
    clopper_pearson,
    log_odds_interval,
    newcombe,
    normal_quantile,
    share_interval,
    standard_error,
    student_quantile,
    student_reach,
    wilson,
)

levels = st.sampled_from([0.8, 0.9, 0.95, 0.99])
counts = st.tuples(st.integers(0, 60), st.integers(0, 60)).filter(any).map(lambda pair: (pair[0], sum(pair)))
METHODS = {"wilson": wilson, "beta": clopper_pearson}
Method = Callable[..., Bounds]


@given(counts, levels)
def test_shares_have_the_intervals_of_statsmodels_and_scipy(count: tuple[int, int], level: float) -> None:
    hits, cases = count
    for name, method in METHODS.items():
        theirs = proportion_confint(hits, cases, alpha=1 - level, method=name)
        assert method(hits, cases, level=level) == pytest.approx(theirs, abs=1e-9)
    exact = stats.binomtest(hits, cases).proportion_ci(confidence_level=level, method="exact")
    assert clopper_pearson(hits, cases, level=level) == pytest.approx((exact.low, exact.high), abs=1e-9)


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
@given(count=counts)
def test_an_interval_holds_its_share_mirrors_and_grows_with_the_level(method: Method, count: tuple[int, int]) -> None:
    hits, cases = count
    low, high = method(hits, cases)
    assert 0 <= low <= hits / cases + 1e-12
    assert hits / cases - 1e-12 <= high <= 1
    assert method(cases - hits, cases) == pytest.approx((1 - high, 1 - low), abs=1e-9)
    wider_low, wider_high = method(hits, cases, level=0.99)
    assert wider_low <= low + 1e-12
    assert wider_high >= high - 1e-12


@pytest.mark.parametrize("share", [0.03, 0.3, 0.5])
@pytest.mark.parametrize(("method", "least"), [(wilson, 0.90), (clopper_pearson, 0.95)], ids=["wilson", "exact"])
def test_intervals_cover_at_their_level(method: Method, least: float, share: float) -> None:
    """Over every count of 40 cases. Clopper and Pearson never cover less than they say; Wilson does so on average."""
    law = stats.binom(40, share)
    bounds = [method(hits, 40) for hits in range(41)]
    covered = sum(law.pmf(hits) for hits, (low, high) in enumerate(bounds) if low <= share <= high)
    assert covered >= least


def test_fractional_counts_lie_between_whole_ones() -> None:
    lows, highs = zip(*(clopper_pearson(hits, 10) for hits in (3, 3.5, 4)), strict=True)
    assert list(lows) == sorted(lows)
    assert list(highs) == sorted(highs)


@given(counts, counts)
def test_the_interval_of_a_difference_holds_it_and_turns_with_it(one: tuple[int, int], other: tuple[int, int]) -> None:
    low, high = newcombe(one, other)
    gap = one[0] / one[1] - other[0] / other[1]
    assert -1 <= low <= gap + 1e-12
    assert gap - 1e-12 <= high <= 1
    assert newcombe(other, one) == pytest.approx((-high, -low), abs=1e-12)


def test_quantiles() -> None:
    assert normal_quantile() == pytest.approx(stats.norm.ppf(0.975), abs=1e-12)
    assert student_quantile(0.95, 5) == pytest.approx(2.5706, abs=1e-4)
    assert student_quantile(0.95, 10**6) == pytest.approx(normal_quantile(), abs=1e-4)
    assert math.isinf(student_reach(0.1, 1))
    assert student_reach(0.1, 10**6) == pytest.approx(0.1 * normal_quantile(), rel=1e-4)
    assert standard_error(0.5, 100) == 0.05


@given(st.floats(0.001, 0.999), st.floats(0.0, 2.0))
def test_a_log_odds_interval_stays_inside_and_mirrors(share: float, reach: float) -> None:
    low, high = log_odds_interval(share, reach)
    assert 0 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 1
    assert log_odds_interval(1 - share, reach) == pytest.approx((1 - high, 1 - low), abs=1e-9)


def test_a_short_log_odds_interval_reaches_as_far_as_it_is_told() -> None:
    assert log_odds_interval(0.3, 0.001) == pytest.approx((0.299, 0.301), abs=1e-6)


def test_intervals_print_as_numbers_and_as_percent() -> None:
    assert str(Interval(value=None)) == Interval(value=None).percent() == "–"
    assert str(Interval(value=2.0, n=1)) == "2.0"
    assert Interval(value=0.5, n=1).percent() == "50.0 %"
    assert str(Interval(value=2.0, low=1.0, high=3.25)) == "2.0 [1.0, 3.2]"
    assert share_interval(4, 4).percent() == "100.0 [51.0, 100.0] %"
    assert share_interval(0, 0) == Interval(value=None)


@given(st.integers(0, 30), st.integers(1, 30))
def test_an_interval_with_its_share(hits: int, cases: int) -> None:
    assume(hits <= cases)
    found = share_interval(hits, cases)
    assert (found.value, found.n) == (hits / cases, cases)
    assert (found.low, found.high) == wilson(hits, cases)
