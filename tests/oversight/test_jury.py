"""Panels: the printed sum, its direction, even sizes and correlated members."""

from __future__ import annotations

from math import ceil, comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.errors import SettingError
from foam.oversight.jury import jury_bias

inside = st.floats(min_value=0.001, max_value=0.999)


@given(b=inside, n=st.integers(1, 60))
def test_the_printed_sum(b: float, n: int) -> None:
    printed = sum(comb(n, k) * b**k * (1 - b) ** (n - k) for k in range(ceil(n / 2), n + 1))
    assert jury_bias(b, n) == pytest.approx(printed, abs=1e-12)


@given(b=st.floats(0.01, 0.99), half=st.integers(0, 40))
def test_odd_panels_sharpen_the_shared_bias(b: float, half: int) -> None:
    smaller, larger = jury_bias(b, 2 * half + 1), jury_bias(b, 2 * half + 3)
    if b < 0.5:
        assert larger <= smaller
    elif b > 0.5:
        assert larger >= smaller - 1e-12
    assert jury_bias(0.5, 2 * half + 1) == pytest.approx(0.5)


@given(b=inside, half=st.integers(1, 40))
def test_an_even_panel(b: float, half: int) -> None:
    even, odd = 2 * half, 2 * half - 1
    generous, strict, coin = (jury_bias(b, even, split=s) for s in ("protagonist", "antagonist", "coin"))
    assert coin == pytest.approx(jury_bias(b, odd), abs=1e-9)
    assert strict <= coin <= generous
    assert strict == pytest.approx(1 - jury_bias(1 - b, even), abs=1e-9)


def test_an_even_panel_as_printed_raises_the_bias() -> None:
    assert jury_bias(0.4, 2) == pytest.approx(1 - 0.6**2)
    assert jury_bias(0.4, 2) > 0.4


def test_large_panels_do_not_overflow() -> None:
    assert jury_bias(0.45, 20_001) < 1e-12
    assert jury_bias(0.55, 20_001) == pytest.approx(1.0)


@given(b=st.floats(0.05, 0.45), n=st.sampled_from([3, 5, 9]))
def test_correlated_members_help_less(b: float, n: int) -> None:
    alone, together = jury_bias(b, n), jury_bias(b, n, correlation=0.5)
    assert alone < together < b
    assert jury_bias(b, n, correlation=1.0) == b
    assert jury_bias(b, n, correlation=1e-7) == pytest.approx(alone, abs=1e-4)


@pytest.mark.parametrize(("b", "n", "correlation"), [(0.5, 0, 0.0), (1.5, 3, 0.0), (0.5, 3, 2.0)])
def test_impossible_panels_are_refused(b: float, n: int, correlation: float) -> None:
    with pytest.raises(SettingError):
        jury_bias(b, n, correlation=correlation)
