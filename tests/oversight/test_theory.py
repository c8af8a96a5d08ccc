"""The closed forms against the printed ones, and what must hold for every admissible parameter."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.oversight.setting import Judge, JudgeTable, Logit, Setting, TieBreak
from foam.oversight.theory import Conduct, compare, rates


def gap(setting: Setting, judge: Judge) -> float:
    """How much less debate amplifies than consultancy."""
    consultancy, debate = compare(setting, judge)
    return consultancy.amplification - debate.amplification


inside = st.floats(min_value=0.01, max_value=0.99)
judges: st.SearchStrategy[Judge] = st.one_of(
    st.builds(TieBreak, b=inside),
    st.builds(Logit, mu=st.floats(-4, 4), kappa=st.floats(0.05, 5), lam=st.floats(0.1, 4)),
)


@given(p=inside, rho=inside, b=inside)
def test_tie_break_forms_are_the_printed_ones(p: float, rho: float, b: float) -> None:
    consultancy, debate = compare(Setting(p=p, rho=rho), TieBreak(b=b))
    assert consultancy.amplification == pytest.approx(rho)
    assert debate.amplification == pytest.approx(rho * b)
    assert consultancy.follow == pytest.approx(1.0)
    assert debate.follow == pytest.approx(1 - rho * (1 - b))
    assert consultancy.error == pytest.approx((1 - p) * rho)
    assert debate.error == pytest.approx(rho * (p + b - 2 * p * b))
    assert consultancy.accuracy - debate.accuracy == pytest.approx(rho * (2 * p - 1) * (1 - b))
    assert debate.ratified_errors == pytest.approx((1 - p) * rho * b)
    assert debate.tie == pytest.approx(rho)


@given(rho=inside, mu=st.floats(-3, 3), kappa=st.floats(0.05, 4), lam=st.floats(0.1, 3))
def test_logit_forms_are_the_printed_ones(rho: float, mu: float, kappa: float, lam: float) -> None:
    def s(z: float) -> float:
        return 1 / (1 + math.exp(-z))

    consultancy, debate = compare(Setting(p=0.7, rho=rho), Logit(mu=mu, kappa=kappa, lam=lam))
    up, level, down = s(lam * (mu + kappa)), s(lam * mu), s(lam * (mu - kappa))
    assert consultancy.amplification == pytest.approx(rho * up + (1 - rho) * level)
    assert debate.amplification == pytest.approx(rho * level + (1 - rho) * down)
    assert consultancy.follow == pytest.approx(up)
    assert debate.follow == pytest.approx(rho * level + (1 - rho) * up)


@given(p=inside, rho=inside, judge=judges)
def test_debate_amplifies_less_for_all_admissible_parameters(p: float, rho: float, judge: Judge) -> None:
    consultancy, debate = compare(Setting(p=p, rho=rho), judge)
    assert debate.amplification < consultancy.amplification
    assert debate.follow <= consultancy.follow


@given(p=inside, rho=inside, tau=inside, judge=judges)
def test_rates_are_probabilities_that_add_up(p: float, rho: float, tau: float, judge: Judge) -> None:
    for found in compare(Setting(p=p, rho=rho, tau=tau), judge):
        assert 0 <= found.amplification <= 1
        assert found.accuracy + found.error == pytest.approx(1)
        mixed = p * found.follow + (1 - p) * (1 - found.amplification)
        assert found.accuracy == pytest.approx(mixed)


def test_limits() -> None:
    judge = TieBreak(b=0.4)
    assert gap(Setting(p=0.7, rho=0.0), judge) == 0.0
    assert gap(Setting(p=0.7, rho=0.5), TieBreak(b=1.0)) == 0.0
    certain = rates("debate", Setting(p=0.7, rho=0.0), judge)
    assert certain.accuracy == 1.0
    sharp = Logit(mu=0.001, kappa=1.0, lam=20_000)
    assert rates("debate", Setting(p=0.7, rho=0.3), sharp).amplification == pytest.approx(0.3)


def test_the_default_endorsement_is_a_parameter_of_consultancy_alone() -> None:
    lenient = TieBreak(b=0.5, default=0.2)
    consultancy, debate = compare(Setting(p=0.8, rho=0.3), lenient)
    assert consultancy.amplification == pytest.approx(0.3 + 0.7 * 0.2)
    assert debate.amplification == pytest.approx(0.15)


def test_a_logit_judge_may_gain_accuracy_from_debate() -> None:
    """The accuracy loss is a property of the tie-break gatekeeper, not of debate as such."""
    consultancy, debate = compare(Setting(p=0.55, rho=0.2), Logit(mu=0.5, kappa=2.0))
    assert debate.accuracy > consultancy.accuracy


def test_without_proof_of_truth_debate_can_amplify_more() -> None:
    assert gap(Setting(p=0.7, rho=0.2, tau=0.3), TieBreak(b=0.9)) < 0


def test_withheld_evidence_is_counted() -> None:
    silent = rates("debate", Setting(p=0.7, rho=0.3), TieBreak(b=0.6), Conduct(protagonist=0, antagonist=0))
    assert silent.amplification == pytest.approx(0.6)
    assert silent.tie == 1.0


def test_a_judge_table_must_rise_with_evidence() -> None:
    with pytest.raises(ValueError, match="evidence"):
        JudgeTable(behind=0.5, tied=0.4, ahead=0.9)
