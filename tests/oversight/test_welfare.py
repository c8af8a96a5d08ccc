"""Welfare: the printed gain and threshold, protocol costs, and cases without a threshold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.oversight.setting import Setting, TieBreak
from foam.oversight.welfare import Stakes, weigh

inside = st.floats(min_value=0.05, max_value=0.95)


@given(p=inside, rho=inside, b=inside, alpha=st.floats(0.1, 5), beta=st.floats(0, 50), extra=st.floats(0, 1))
def test_the_printed_gain(p: float, rho: float, b: float, alpha: float, beta: float, extra: float) -> None:
    found = weigh(Setting(p=p, rho=rho), TieBreak(b=b), Stakes(alpha=alpha, beta=beta, debate_cost=extra))
    printed = rho * (1 - b) * (beta * (1 - p) - alpha * (2 * p - 1)) - extra
    assert found.gain == pytest.approx(printed, abs=1e-9)
    costly = alpha * (2 * p - 1) / (1 - p) + extra / (rho * (1 - b) * (1 - p))
    assert found.beta_threshold == pytest.approx(costly, abs=1e-6)


@given(p=st.floats(0.55, 0.95), rho=inside, b=inside)
def test_the_choice_turns_at_the_threshold(p: float, rho: float, b: float) -> None:
    setting, judge = Setting(p=p, rho=rho), TieBreak(b=b)
    threshold = (2 * p - 1) / (1 - p)
    assert weigh(setting, judge, Stakes(beta=1.01 * threshold)).better == "debate"
    assert weigh(setting, judge, Stakes(beta=0.99 * threshold)).better == "consultancy"


def test_no_beta_buys_a_debate_that_spares_nothing() -> None:
    found = weigh(Setting(p=0.8, rho=0.3), TieBreak(b=1.0), Stakes(beta=1e6))
    assert found.beta_threshold is None
    assert found.better == "consultancy"


def test_below_one_half_debate_needs_no_beta() -> None:
    found = weigh(Setting(p=0.4, rho=0.3), TieBreak(b=0.5), Stakes(beta=0.0))
    assert found.beta_threshold is not None
    assert found.beta_threshold < 0
    assert found.better == "debate"
