"""Each extension equals the baseline in its limit case, and behaves as its assumptions imply beyond it."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from foam.oversight.extensions import correlated, dynamics, effort, graded, options, portfolio, zero_sum
from foam.oversight.setting import PROTOCOLS, Judge, Logit, Protocol, Setting, TieBreak
from foam.oversight.theory import GameRates, endorsement, rates

inside = st.floats(min_value=0.05, max_value=0.95)
judges: st.SearchStrategy[Judge] = st.one_of(
    st.builds(TieBreak, b=inside),
    st.builds(Logit, mu=st.floats(-2, 2), kappa=st.floats(0.2, 3), lam=st.floats(0.3, 2)),
)


def _same(found: GameRates, expected: GameRates) -> None:
    for name in ("amplification", "follow", "accuracy", "tie"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name), abs=1e-9), name


@given(p=inside, rho=inside, mu=st.floats(-2, 2), kappa=st.floats(0.2, 3))
def test_graded_messages_with_one_level_and_no_rhetoric_are_the_logit_baseline(
    p: float, rho: float, mu: float, kappa: float
) -> None:
    messages = graded.Messages(p=p, quality_false=rho)
    judge = graded.GradedJudge(mu=mu, kappa_v=kappa)
    for protocol in PROTOCOLS:
        _same(
            graded.rates(protocol, messages, judge), rates(protocol, Setting(p=p, rho=rho), Logit(mu=mu, kappa=kappa))
        )


def test_graded_rates_agree_with_drawing_messages() -> None:
    messages = graded.Messages(
        p=0.6, levels=4, quality_true=0.8, quality_false=0.4, rhetoric_true=0.2, rhetoric_false=0.6, rhetoric_sd=0.7
    )
    judge = graded.GradedJudge(mu=0.1, kappa_v=0.8, kappa_r=0.9)
    rng, n = np.random.default_rng(5), 400_000
    v_p, v_a = rng.binomial(4, 0.4, n), rng.binomial(4, 0.8, n)
    r_p, r_a = rng.normal(0.6, 0.7, n), rng.normal(0.2, 0.7, n)
    for protocol, on in (("consultancy", 0), ("debate", 1)):
        index = 0.1 + 0.8 * (v_p - on * v_a) + 0.9 * (r_p - on * r_a)
        drawn = rng.random(n) < 1 / (1 + np.exp(-index))
        closed = graded.rates("debate" if on else "consultancy", messages, judge).amplification
        assert drawn.mean() == pytest.approx(closed, abs=4 * 0.5 / n**0.5), protocol


def test_chosen_rhetoric_cancels_in_debate_and_not_in_consultancy() -> None:
    messages = graded.Messages(p=0.7, levels=3, quality_true=0.9, quality_false=0.3)
    plain = graded.GradedJudge(kappa_v=1.0)
    swayed = graded.GradedJudge(kappa_v=1.0, kappa_r=1.5)
    chosen = graded.choose_rhetoric(messages, swayed, cost=1.0)
    assert chosen.regret == pytest.approx(0.0, abs=1e-6)
    assert chosen.debater > 0
    assert chosen.debate.amplification == pytest.approx(graded.rates("debate", messages, plain).amplification)
    assert chosen.consultancy.amplification > graded.rates("consultancy", messages, plain).amplification


@given(p=inside, rho=inside, judge=judges)
def test_a_portfolio_of_one_free_item_is_the_baseline(p: float, rho: float, judge: Judge) -> None:
    solved = portfolio.solve(portfolio.Portfolio(p=p, pass_false=rho), judge)
    _same(solved.consultancy, rates("consultancy", Setting(p=p, rho=rho), judge))
    _same(solved.debate, rates("debate", Setting(p=p, rho=rho), judge))


@settings(max_examples=25)
@given(p=inside, q=inside, budget=st.integers(1, 6), cost=st.floats(0.005, 0.3), judge=judges)
def test_portfolio_equilibria_leave_no_regret(p: float, q: float, budget: int, cost: float, judge: Judge) -> None:
    held = portfolio.Portfolio(p=p, pass_true=0.9, pass_false=q, budget=budget, unit_cost=cost)
    solved = portfolio.solve(held, judge)
    assert solved.regret == pytest.approx(0.0, abs=1e-7)
    assert sum(solved.protagonist) == pytest.approx(1.0)


def test_a_larger_budget_gives_falsehood_more_tries_and_helps_only_debate() -> None:
    judge = TieBreak(b=0.5)
    small, large = (portfolio.Portfolio(p=0.7, pass_false=0.2, budget=b) for b in (1, 8))
    assert large.feasibility(true=False) > small.feasibility(true=False)
    many, few = portfolio.solve(large, judge), portfolio.solve(small, judge)
    assert many.consultancy.amplification > few.consultancy.amplification
    assert many.debate.amplification < few.debate.amplification


@given(p=inside, q=inside, rho=inside, where=st.floats(0, 1), judge=judges)
def test_correlation_without_loss_of_conviction_is_the_baseline(
    p: float, q: float, rho: float, where: float, judge: Judge
) -> None:
    low, high = correlated.eta_range(p, q)
    minds = correlated.Minds(setting=Setting(p=p, rho=rho), p_antagonist=q, eta=low + where * (high - low))
    _same(correlated.debate(minds, judge), rates("debate", minds.setting, judge))


def test_shared_blind_spots_undo_debate() -> None:
    judge = TieBreak(b=0.5)
    base = correlated.Minds(setting=Setting(p=0.7, rho=0.3), p_antagonist=0.7, conviction=0.3)
    amps = [
        correlated.debate(base.model_copy(update={"eta": eta}), judge).amplification for eta in (0.0, 0.4, 0.8, 1.0)
    ]
    assert amps == sorted(amps)
    critical = correlated.critical_eta(base, judge)
    assert critical is not None
    assert 0 < critical < 1
    at = correlated.debate(base.model_copy(update={"eta": critical}), judge).amplification
    assert at == pytest.approx(0.3, abs=1e-6)


def test_belief_probabilities_are_those_of_the_joint_distribution() -> None:
    minds = correlated.Minds(setting=Setting(p=0.7, rho=0.3), p_antagonist=0.6, eta=0.5)
    rng, n = np.random.default_rng(3), 300_000
    both = 0.7 * 0.6 + 0.5 * (0.7 * 0.3 * 0.6 * 0.4) ** 0.5
    cell = rng.choice(4, size=n, p=[both, 0.7 - both, 0.6 - both, 1 - 0.7 - 0.6 + both])
    right_p, right_a = cell <= 1, (cell == 0) | (cell == 2)
    assert np.corrcoef(right_p, right_a)[0, 1] == pytest.approx(0.5, abs=0.01)
    assert correlated.believes(minds, right=False) == pytest.approx(right_a[~right_p].mean(), abs=0.01)
    assert correlated.believes(minds, right=True) == pytest.approx(1 - right_a[right_p].mean(), abs=0.01)


def test_impossible_correlations_are_refused() -> None:
    with pytest.raises(ValueError, match="eta"):
        correlated.Minds(setting=Setting(p=0.9, rho=0.3), p_antagonist=0.5, eta=0.9)


def _correlated_payoffs(minds: correlated.Minds, judge: Judge, chosen: correlated.Effort) -> tuple[float, float]:
    """Both sides' payoffs by summing over truth, belief, availability: independent of the module's own sums."""
    setting, mine, theirs = minds.setting, 0.0, 0.0
    for right, convinced, has_p, has_a in product((True, False), repeat=4):
        trust = correlated.believes(minds, right=right)
        odds_p, odds_a = (setting.tau, setting.rho) if right else (setting.rho, setting.tau)
        odds_a *= 1.0 if convinced else minds.conviction
        weight = (setting.p if right else 1 - setting.p) * (trust if convinced else 1 - trust)
        weight *= (odds_p if has_p else 1 - odds_p) * (odds_a if has_a else 1 - odds_a)
        show_p = chosen.protagonist if has_p else 0.0
        show_a = (chosen.believing if convinced else chosen.disbelieving) if has_a else 0.0
        win = endorsement("debate", judge, show_p, show_a)
        mine += weight * (win - setting.cost * show_p)
        theirs += weight * (1 - win - setting.cost * show_a)
    return mine, theirs


@settings(max_examples=30)
@given(p=inside, rho=inside, cost=st.floats(0.01, 0.9), eta=st.floats(0, 1), conviction=inside, judge=judges)
def test_correlated_equilibria_leave_nobody_wishing_otherwise(
    p: float, rho: float, cost: float, eta: float, conviction: float, judge: Judge
) -> None:
    setting = Setting(p=p, rho=rho, cost=cost)
    minds = correlated.Minds(setting=setting, p_antagonist=p, eta=eta, conviction=conviction)
    chosen, found = correlated.equilibrium(minds, judge)
    mine, theirs = _correlated_payoffs(minds, judge, chosen)
    for x, y in product((0.0, 1.0), repeat=2):
        other = chosen.model_copy(update={"protagonist": x})
        assert _correlated_payoffs(minds, judge, other)[0] <= mine + 1e-6
        other = chosen.model_copy(update={"believing": x, "disbelieving": y})
        assert _correlated_payoffs(minds, judge, other)[1] <= theirs + 1e-6
    assert found == correlated.debate(minds, judge, chosen)


@given(p=inside, rho=inside, tau=inside, judge=judges, opposition=st.sampled_from(["assigned", "chosen", "all"]))
def test_two_options_are_the_baseline_under_every_rule(
    p: float, rho: float, tau: float, judge: Judge, opposition: options.Opposition
) -> None:
    setting = Setting(p=p, rho=rho, tau=tau)
    for protocol in PROTOCOLS:
        found = options.rates(protocol, setting, judge, options.Options(k=2, opposition=opposition))
        _same(found, rates(protocol, setting, judge))


def _drawn_options(opposition: options.Opposition, k: int, n: int) -> tuple[float, float]:
    """Amplification and accuracy when the proposal (option 0) is wrong and the truth is option 1, by playing it out."""
    rng = np.random.default_rng(9)
    has = rng.random((n, k)) < 0.4
    has[:, 1] = rng.random(n) < 0.9
    shown = has.copy()
    if opposition != "all":
        score = rng.random((n, k)) + (has * 2 if opposition == "chosen" else 0)
        score[:, 0] = -1
        champion = score.argmax(axis=1)
        shown[:, 1:] &= champion[:, None] == np.arange(1, k)[None, :]
    weight = np.exp(1.2 * shown + 0.3 * (np.arange(k) == 0))
    pick = (rng.random(n)[:, None] > np.cumsum(weight / weight.sum(axis=1, keepdims=True), axis=1)).sum(axis=1)
    return float((pick == 0).mean()), float((pick == 1).mean())


@pytest.mark.parametrize("opposition", ["assigned", "chosen", "all"])
def test_more_options_agree_with_playing_them_out(opposition: options.Opposition) -> None:
    judge, field = Logit(mu=0.3, kappa=1.2), options.Options(k=5, opposition=opposition)
    found = options.rates("debate", Setting(p=0.0, rho=0.4, tau=0.9), judge, field)
    amp, accuracy = _drawn_options(opposition, 5, 200_000)
    assert found.amplification == pytest.approx(amp, abs=0.005)
    assert found.accuracy == pytest.approx(accuracy, abs=0.005)


def test_a_random_opponent_is_weaker_the_more_options_there_are() -> None:
    setting, judge = Setting(p=0.6, rho=0.3), TieBreak(b=0.6)
    amps = [options.rates("debate", setting, judge, options.Options(k=k)).amplification for k in (2, 4, 8)]
    assert amps == sorted(amps)
    chosen = options.rates("debate", setting, judge, options.Options(k=8, opposition="chosen"))
    assert chosen.amplification == pytest.approx(0.3 * 0.6)


@given(p=inside, rho=inside, protocol=st.sampled_from(PROTOCOLS))
@settings(max_examples=25)
def test_useless_effort_is_not_made(p: float, rho: float, protocol: Protocol) -> None:
    judge = Logit(mu=0.2, kappa=1.0)
    found = effort.solve(protocol, Setting(p=p, rho=rho), effort.Attention(judge=judge, gain=0.0))
    assert found.effort == 0.0
    assert found.settled
    _same(found.rates, rates(protocol, Setting(p=p, rho=rho), judge))


@pytest.mark.parametrize("channel", ["attention", "salience", "checking"])
def test_effort_falls_with_load_and_no_other_level_pays_more(channel: str) -> None:
    setting = Setting(p=0.7, rho=0.4)
    plain = effort.Attention.model_validate({"judge": Logit(kappa=1.0), "channel": channel, "cost": 0.05})
    loaded = plain.model_copy(update={"debate_load": 8.0})
    light, heavy = effort.solve("debate", setting, plain), effort.solve("debate", setting, loaded)
    assert 0 < heavy.effort < light.effort
    for t in np.linspace(0, 3, 61):
        checked, judge = effort.at_effort(setting, plain, float(t))
        payoff = rates("debate", checked, judge).accuracy - 0.05 * t * t / 2
        assert payoff <= light.judge_payoff + 1e-6


def test_load_can_turn_the_comparison_around() -> None:
    setting = Setting(p=0.6, rho=0.9)
    attention = effort.Attention(judge=Logit(mu=-1.0, kappa=1.0), channel="checking", gain=3.0, cost=0.02)
    loaded = attention.model_copy(update={"debate_load": 400.0})
    consultancy = effort.solve("consultancy", setting, loaded)
    attentive, overloaded = (effort.solve("debate", setting, a) for a in (attention, loaded))
    assert attentive.rates.amplification < consultancy.rates.amplification
    assert overloaded.rates.amplification > attentive.rates.amplification


def test_a_loop_without_learning_or_shift_stands_still() -> None:
    still = dynamics.Loop(learning=0.0)
    passed = dynamics.trajectory("debate", Setting(p=0.7, rho=0.3), TieBreak(b=0.5), still, rounds=5)
    assert {round(r.error, 12) for r in passed} == {0.3}


@given(p=inside, rho=inside, judge=judges, protocol=st.sampled_from(PROTOCOLS))
def test_one_round_of_full_imitation_is_the_one_shot_error(
    p: float, rho: float, judge: Judge, protocol: Protocol
) -> None:
    setting = Setting(p=p, rho=rho)
    passed = dynamics.trajectory(protocol, setting, judge, dynamics.Loop(), rounds=1)
    assert passed[1].error == pytest.approx(rates(protocol, setting, judge).error)


@settings(max_examples=40)
@given(p=inside, rho=inside, b=inside, shift=st.floats(0, 0.2), learning=st.floats(0.3, 1))
def test_imitation_comes_to_rest_at_the_fixed_point(
    p: float, rho: float, b: float, shift: float, learning: float
) -> None:
    loop = dynamics.Loop(learning=learning, shift=shift)
    passed = dynamics.trajectory("debate", Setting(p=p, rho=rho), TieBreak(b=b), loop, rounds=350)
    follow = 1 - rho * (1 - b)
    kept = (1 - shift) * (1 - learning + learning * (rho * b + follow - 1))
    rest = (shift + (1 - shift) * learning * (1 - follow)) / (1 - kept)
    assert passed[-1].error == pytest.approx(rest, abs=1e-6)


@pytest.mark.parametrize("rule", ["imitate", "reinforce"])
@given(error=st.floats(0.05, 0.6), shift=st.floats(0, 0.05), learning=st.floats(0.3, 1), b=inside)
def test_tolerable_amplification_is_where_drift_begins(
    rule: str, error: float, shift: float, learning: float, b: float
) -> None:
    loop = dynamics.Loop.model_validate({"rule": rule, "learning": learning, "shift": shift})
    follow = 0.9
    limit = dynamics.tolerable_amplification(error, follow, loop)
    for amp, grows in ((limit, False), (None if limit is None else limit + 0.02, True)):
        if amp is None or amp > 1 or (grows and limit == 1.0):
            continue
        labelled = dynamics._Labelled(
            wrong_endorsed=error * amp, right_endorsed=(1 - error) * follow, right_rejected=(1 - error) * (1 - follow)
        )
        last = dynamics.DynamicsRound(number=0, error=error, rho=0.5, amplification=amp, follow=follow)
        after = 1 - dynamics._next(Setting(p=1 - error, rho=0.5), last, loop, labelled).p
        assert (after > error + 1e-12) == grows or after == pytest.approx(error, abs=1e-9)


def test_an_error_free_model_is_not_safe_from_wrong_rejections() -> None:
    imitating, still = dynamics.Loop(learning=0.5), dynamics.Loop(learning=0.0)
    assert dynamics.tolerable_amplification(0.0, 0.9, imitating) is None
    assert dynamics.tolerable_amplification(0.0, 1.0, imitating) == 1.0
    assert dynamics.tolerable_amplification(0.0, 0.9, dynamics.Loop(rule="reinforce")) == 1.0
    assert dynamics.tolerable_amplification(0.3, 0.9, still) == 1.0
    assert dynamics.tolerable_amplification(0.3, 0.9, still.model_copy(update={"shift": 0.1})) is None
    assert dynamics.tolerable_amplification(1.0, 0.9, imitating) == 1.0


def test_random_labels_scatter_around_the_deterministic_path() -> None:
    setting, judge, loop = Setting(p=0.7, rho=0.4), TieBreak(b=0.6), dynamics.Loop(learning=0.5, shift=0.01)
    sure = dynamics.trajectory("debate", setting, judge, loop, rounds=10)[-1].error
    ends = [
        dynamics.trajectory("debate", setting, judge, loop, rounds=10, cases=400, rng=np.random.default_rng(seed))[
            -1
        ].error
        for seed in range(200)
    ]
    assert np.mean(ends) == pytest.approx(sure, abs=4 * float(np.std(ends)) / 200**0.5)
    assert np.std(ends) > 0


def test_rewarded_fabrication_needs_a_smaller_rho() -> None:
    setting, judge = Setting(p=0.7, rho=0.3), TieBreak(b=0.5)
    plain = dynamics.critical_rho("consultancy", setting, judge, dynamics.Loop(learning=0.5, shift=0.05), rounds=200)
    learnt = dynamics.critical_rho(
        "consultancy", setting, judge, dynamics.Loop(learning=0.5, shift=0.05, fabrication=0.05), rounds=200
    )
    assert plain is not None
    assert learnt is not None
    assert learnt < plain


def test_a_zero_sum_game_with_a_known_value() -> None:
    pennies = np.array([[1.0, -1.0], [-1.0, 1.0]])
    rows, columns = zero_sum.solve(pennies)
    assert rows == pytest.approx([0.5, 0.5])
    assert zero_sum.regret(pennies, rows, columns) == pytest.approx(0.0)
    assert zero_sum.regret(pennies, np.array([1.0, 0.0]), np.array([1.0, 0.0])) == pytest.approx(2.0)
