"""Derivatives against central differences, and the signs the prose claims."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.oversight.setting import Judge, Logit, Setting, TieBreak
from foam.oversight.statics import Knob, knobs, slope, slopes
from foam.oversight.sweep import move
from foam.oversight.theory import compare

STEP = 1e-5
inside = st.floats(min_value=0.05, max_value=0.95)


def _numeric(setting: Setting, judge: Judge, knob: Knob, value: float) -> dict[str, float]:
    up, down = (compare(*move(setting, judge, knob, value + sign * STEP)) for sign in (1, -1))
    found: dict[str, float] = {}
    for i, protocol in enumerate(("consultancy", "debate")):
        for rate in ("amplification", "follow", "accuracy"):
            found[f"{rate}_{protocol}"] = (getattr(up[i], rate) - getattr(down[i], rate)) / (2 * STEP)
    return found


@given(
    p=inside,
    rho=inside,
    tau=inside,
    judge=st.one_of(
        st.builds(TieBreak, b=inside, default=inside),
        st.builds(Logit, mu=st.floats(-2, 2), kappa=st.floats(0.2, 3), lam=st.floats(0.3, 2)),
    ),
)
def test_every_slope_is_the_numerical_one(p: float, rho: float, tau: float, judge: Judge) -> None:
    setting = Setting(p=p, rho=rho, tau=tau)
    for found in slopes(setting, judge):
        held = setting if found.knob in Setting.model_fields else judge
        numeric = _numeric(setting, judge, found.knob, getattr(held, found.knob))
        assert found.amplification_consultancy == pytest.approx(numeric["amplification_consultancy"], abs=1e-6)
        assert found.amplification_debate == pytest.approx(numeric["amplification_debate"], abs=1e-6)
        assert found.follow_consultancy == pytest.approx(numeric["follow_consultancy"], abs=1e-6)
        assert found.follow_debate == pytest.approx(numeric["follow_debate"], abs=1e-6)
        accuracy_gap = numeric["accuracy_consultancy"] - numeric["accuracy_debate"]
        assert found.accuracy_gap == pytest.approx(accuracy_gap, abs=1e-6)


@given(p=inside, rho=inside, b=inside)
def test_baseline_gap_grows_in_rho_and_falls_in_b(p: float, rho: float, b: float) -> None:
    setting, judge = Setting(p=p, rho=rho), TieBreak(b=b)
    assert slope(setting, judge, "rho").gap == pytest.approx(1 - b)
    assert slope(setting, judge, "b").gap == pytest.approx(-rho)


@given(rho=inside, mu=st.floats(-3, 3), kappa=st.floats(0.1, 3), lam=st.floats(0.1, 2))
def test_logit_gap_always_grows_in_kappa(rho: float, mu: float, kappa: float, lam: float) -> None:
    assert slope(Setting(p=0.7, rho=rho), Logit(mu=mu, kappa=kappa, lam=lam), "kappa").gap > 0


def test_logit_gap_need_not_grow_in_rho_or_lambda_nor_fall_in_mu() -> None:
    """The prose says it does; these points say where it does not (docs/oversight.md)."""
    favoured = Logit(mu=1.0, kappa=1.0)
    assert slope(Setting(p=0.7, rho=0.3), favoured, "rho").gap < 0
    assert slope(Setting(p=0.7, rho=0.3), Logit(mu=3.0, kappa=1.0, lam=2.0), "lam").gap < 0
    assert slope(Setting(p=0.7, rho=0.3), Logit(mu=0.0, kappa=1.0), "mu").gap > 0


def test_each_judge_has_its_own_knobs() -> None:
    assert "b" in knobs(TieBreak(b=0.5))
    assert "kappa" in knobs(Logit(kappa=1.0))
