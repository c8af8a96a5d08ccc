"""Equilibria of the evidence game, checked by playing the game out."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from foam.oversight.equilibrium import consultancy_conduct, equilibria, play, thresholds
from foam.oversight.setting import Judge, Lead, Logit, Setting, TieBreak, endorses
from foam.oversight.theory import PRESENT, Conduct

inside = st.floats(min_value=0.03, max_value=0.97)
judges: st.SearchStrategy[Judge] = st.one_of(
    st.builds(TieBreak, b=inside),
    st.builds(Logit, mu=st.floats(-2, 2), kappa=st.floats(0.3, 4), lam=st.just(1.0)),
)


def _payoffs(setting: Setting, judge: Judge, x: float, y: float) -> tuple[float, float]:
    """Expected payoffs by summing over truth, availability and conduct: no formula of the module is used."""
    mine = theirs = 0.0
    for right, has_p, has_a, shows_p, shows_a in product((True, False), repeat=5):
        odds_p, odds_a = (setting.tau, setting.rho) if right else (setting.rho, setting.tau)
        weight = setting.p if right else 1 - setting.p
        weight *= odds_p if has_p else 1 - odds_p
        weight *= odds_a if has_a else 1 - odds_a
        weight *= x if shows_p else 1 - x
        weight *= y if shows_a else 1 - y
        e_p, e_a = has_p and shows_p, has_a and shows_a
        lead: Lead = 1 if e_p > e_a else -1 if e_p < e_a else 0
        win = endorses(judge, lead)
        mine += weight * (win - setting.cost * e_p)
        theirs += weight * (1 - win - setting.cost * e_a)
    return mine, theirs


@given(p=inside, rho=inside, tau=inside, cost=st.floats(0, 1.2), judge=judges)
def test_nobody_gains_by_deviating_from_an_equilibrium(
    p: float, rho: float, tau: float, cost: float, judge: Judge
) -> None:
    setting = Setting(p=p, rho=rho, tau=tau, cost=cost)
    found = equilibria(setting, judge)
    assert found
    for one in found:
        x, y = one.conduct.protagonist, one.conduct.antagonist
        mine, theirs = _payoffs(setting, judge, x, y)
        for other in (0.0, 0.5, 1.0):
            assert _payoffs(setting, judge, other, y)[0] <= mine + 1e-9
            assert _payoffs(setting, judge, x, other)[1] <= theirs + 1e-9


@given(p=inside, rho=inside, b=inside, share=st.floats(0, 0.99), belief=st.floats(0, 1))
def test_presenting_is_dominant_below_the_printed_threshold(
    p: float, rho: float, b: float, share: float, belief: float
) -> None:
    judge = TieBreak(b=b)
    setting = Setting(p=p, rho=rho, cost=share * min(b, 1 - b))
    assert thresholds(setting, judge).dominance == pytest.approx(min(b, 1 - b))
    for other in (0.0, 0.5, 1.0):
        assert _payoffs(setting, judge, 1.0, belief)[0] >= _payoffs(setting, judge, other, belief)[0] - 1e-9
        assert _payoffs(setting, judge, belief, 1.0)[1] >= _payoffs(setting, judge, belief, other)[1] - 1e-9
    assert [e.conduct for e in equilibria(setting, judge)] == [PRESENT]


@given(p=inside, rho=inside, b=inside)
def test_dear_evidence_leaves_only_ties(p: float, rho: float, b: float) -> None:
    judge = TieBreak(b=b)
    (only,) = equilibria(Setting(p=p, rho=rho, cost=max(b, 1 - b) + 0.01), judge)
    assert only.conduct == Conduct(protagonist=0, antagonist=0)
    assert only.rates.amplification == pytest.approx(b)


@given(p=inside, rho=inside, b=inside, cost=st.floats(0, 1))
def test_generic_tie_break_games_have_one_equilibrium(p: float, rho: float, b: float, cost: float) -> None:
    setting, judge = Setting(p=p, rho=rho, cost=cost), TieBreak(b=b)
    marks = thresholds(setting, judge)
    edges = (b, 1 - b, marks.always, marks.never)
    assume(abs(b - 0.5) > 0.01)
    assume(all(abs(cost - edge) > 1e-6 for edge in edges))
    assert len({e.conduct for e in equilibria(setting, judge)}) == 1


def test_beyond_dominance_the_equilibrium_can_be_mixed() -> None:
    setting, judge = Setting(p=0.3, rho=0.9), TieBreak(b=0.8)
    kinds = {cents: equilibria(setting.model_copy(update={"cost": cents / 100}), judge)[0].kind for cents in range(100)}
    mixed = [cents / 100 for cents, kind in kinds.items() if kind == "mixed"]
    marks = thresholds(setting, judge)
    assert mixed
    assert marks.always < min(mixed)
    assert max(mixed) < marks.never


def test_costly_evidence_can_make_debate_worse_than_consultancy() -> None:
    outcome = play(Setting(p=0.8, rho=0.2, cost=0.9), TieBreak(b=0.6))
    assert outcome.consultant_presents == 1.0
    assert outcome.debate[0].rates.amplification > outcome.consultancy.amplification


def test_a_gatekeepers_consultant_presents_up_to_one() -> None:
    judge = TieBreak(b=0.5)
    assert consultancy_conduct(Setting(p=0.5, rho=0.5, cost=0.99), judge).protagonist == 1.0
    assert consultancy_conduct(Setting(p=0.5, rho=0.5, cost=1.01), judge).protagonist == 0.0
    lenient = TieBreak(b=0.5, default=0.4)
    assert consultancy_conduct(Setting(p=0.5, rho=0.5, cost=0.7), lenient).protagonist == 0.0


def test_a_fair_tie_break_is_a_knife_edge_at_one_half() -> None:
    corners = {e.conduct for e in equilibria(Setting(p=0.6, rho=0.4, cost=0.5), TieBreak(b=0.5))}
    assert len(corners) == 4
