"""The theory of debate under weak judges: the printed results, worked out here by hand."""

from __future__ import annotations

import math
from math import comb

import pytest

import foam

GAMES = [(0.8, 0.3, 0.5), (0.6, 0.9, 0.2), (0.35, 0.55, 0.85)]


def sigmoid(z: float) -> float:
    return 1 / (1 + math.exp(-z))


@pytest.mark.parametrize(("p", "rho", "b"), GAMES)
def test_debate_endorses_the_share_b_of_the_errors_that_consultancy_endorses(
    desk: foam.Home, p: float, rho: float, b: float
) -> None:
    """Result 1: rho, rho b, and the gap rho (1 - b)."""
    theory = desk.oversee.theory(desk.oversee.game(p=p, rho=rho, b=b))
    consultancy, debate = theory.rates
    assert consultancy.amplification == pytest.approx(rho)
    assert debate.amplification == pytest.approx(rho * b)
    assert theory.gap == pytest.approx(rho * (1 - b))


@pytest.mark.parametrize(("p", "rho", "b"), GAMES)
def test_debate_costs_agreement_with_a_protagonist_who_is_right(
    desk: foam.Home, p: float, rho: float, b: float
) -> None:
    """Result 2, and the accuracies that follow from both results."""
    consultancy, debate = desk.oversee.theory(desk.oversee.game(p=p, rho=rho, b=b)).rates
    assert consultancy.follow == pytest.approx(1)
    assert debate.follow == pytest.approx(1 - rho * (1 - b))
    assert consultancy.accuracy == pytest.approx(1 - (1 - p) * rho)
    assert debate.error == pytest.approx(rho * (p + b - 2 * p * b))
    assert consultancy.accuracy - debate.accuracy == pytest.approx(rho * (2 * p - 1) * (1 - b))


@pytest.mark.parametrize(("p", "alpha", "cost"), [(0.8, 1.0, 0.0), (0.6, 2.0, 0.05), (0.9, 0.5, 0.02)])
def test_debate_pays_from_the_printed_threshold_of_beta_on(
    desk: foam.Home, p: float, alpha: float, cost: float
) -> None:
    """Result 3: beta > alpha (2p - 1)/(1 - p) + extra cost / (rho (1 - b)(1 - p))."""
    rho, b = 0.4, 0.3
    threshold = alpha * (2 * p - 1) / (1 - p) + cost / (rho * (1 - b) * (1 - p))
    game = desk.oversee.game(p=p, rho=rho, b=b)
    for beta, better in ((threshold + 0.01, True), (threshold - 0.01, False)):
        _, weighed = desk.oversee.welfare(game, alpha=alpha, beta=beta, debate_cost=cost)
        assert weighed.beta_threshold == pytest.approx(threshold)
        assert (weighed.gain > 0) is better
        consultant = -alpha * (1 - p) * rho - beta * (1 - p) * rho
        debaters = -alpha * rho * (p + b - 2 * p * b) - beta * (1 - p) * rho * b - cost
        assert weighed.gain == pytest.approx(debaters - consultant)


def test_a_logit_judge_weighs_the_lead_in_evidence(desk: foam.Home) -> None:
    """Result 1': both protocols under sigmoid(lam (mu + kappa lead))."""
    rho, mu, kappa, lam = 0.4, 0.5, 2.0, 1.3
    ahead, level, behind = (sigmoid(lam * (mu + kappa * lead)) for lead in (1, 0, -1))
    consultancy, debate = desk.oversee.theory(desk.oversee.game(p=0.7, rho=rho, mu=mu, kappa=kappa, lam=lam)).rates
    assert consultancy.amplification == pytest.approx(rho * ahead + (1 - rho) * level)
    assert debate.amplification == pytest.approx(rho * level + (1 - rho) * behind)
    assert consultancy.follow == pytest.approx(ahead)
    assert debate.follow == pytest.approx(rho * level + (1 - rho) * ahead)


def test_a_consultant_without_evidence_is_rejected_unless_the_default_says_otherwise(desk: foam.Home) -> None:
    consultancy, debate = desk.oversee.theory(desk.oversee.game(p=0.8, rho=0.3, b=0.5, default=0.2)).rates
    assert consultancy.amplification == pytest.approx(0.3 + 0.7 * 0.2)
    assert debate.amplification == pytest.approx(0.15)


@pytest.mark.parametrize("knob", ["rho", "b", "p", "tau", "default"])
def test_slopes_are_those_of_the_curves(desk: foam.Home, knob: str) -> None:
    at = {"p": 0.7, "rho": 0.4, "b": 0.3, "tau": 0.8, "default": 0.1}
    slope = next(one for one in desk.oversee.theory(desk.oversee.game(**at)).slopes if one.knob == knob)
    above, below = (desk.oversee.theory(desk.oversee.game(**{**at, knob: at[knob] + h})) for h in (1e-5, -1e-5))
    assert slope.gap == pytest.approx((above.gap - below.gap) / 2e-5, abs=1e-6)
    for protocol, name in enumerate(("consultancy", "debate")):
        rise = above.rates[protocol].amplification - below.rates[protocol].amplification
        assert getattr(slope, f"amplification_{name}") == pytest.approx(rise / 2e-5, abs=1e-6)


def test_not_every_printed_monotonicity_holds_for_logit_judges(desk: foam.Home) -> None:
    def slope(knob: str, **knobs: float) -> float:
        theory = desk.oversee.theory(desk.oversee.game(p=0.7, **knobs))
        return next(one.gap for one in theory.slopes if one.knob == knob)

    assert slope("kappa", rho=0.4, mu=0.5, kappa=2) > 0
    assert slope("rho", rho=0.4, mu=0.5, kappa=2) < 0
    assert slope("mu", rho=0.3, mu=0, kappa=1) > 0
    assert slope("lam", rho=0.4, mu=3, kappa=1, lam=2) < 0


@pytest.mark.parametrize("cost", [0.1, 0.25])
def test_cheap_evidence_is_always_shown(desk: foam.Home, cost: float) -> None:
    """Below min{b, 1 - b} both sides present whatever they have."""
    found = desk.oversee.equilibrium(desk.oversee.game(p=0.8, rho=0.3, b=0.7, cost=cost))
    assert found.thresholds.dominance == pytest.approx(0.3)
    (played,) = found.debate
    assert (played.conduct.protagonist, played.conduct.antagonist) == (1, 1)


def test_dear_evidence_can_turn_the_comparison_round(desk: foam.Home) -> None:
    """Above max{b, 1 - b} debaters stay silent and every tie is b; a consultant still presents."""
    found = desk.oversee.equilibrium(desk.oversee.game(p=0.8, rho=0.3, b=0.7, cost=0.75))
    assert found.consultant_presents == 1
    (played,) = found.debate
    assert (played.conduct.protagonist, played.conduct.antagonist) == (0, 0)
    assert played.rates.amplification == pytest.approx(0.7)
    assert found.consultancy.amplification == pytest.approx(0.3)


@pytest.mark.parametrize("n", [1, 3, 5, 9])
@pytest.mark.parametrize("b", [0.3, 0.4, 0.6])
def test_a_jury_of_odd_size_sharpens_its_members_bias(desk: foam.Home, n: int, b: float) -> None:
    by_hand = sum(comb(n, k) * b**k * (1 - b) ** (n - k) for k in range((n + 1) // 2, n + 1))
    assert desk.oversee.jury(b, n, split="protagonist") == pytest.approx(by_hand)
    assert (by_hand <= b) if b < 0.5 else (by_hand >= b)


def test_an_even_jury_splits_as_it_is_told(desk: foam.Home) -> None:
    b = 0.4
    assert desk.oversee.jury(b, 2, split="protagonist") == pytest.approx(1 - (1 - b) ** 2)
    assert desk.oversee.jury(b, 2, split="antagonist") == pytest.approx(b**2)
    for even in (2, 4, 6):
        coin = desk.oversee.jury(b, even, split="coin")
        assert coin == pytest.approx(desk.oversee.jury(b, even - 1, split="protagonist"))


@pytest.mark.parametrize(
    ("extension", "parameters"),
    [
        ("options", {"k": "2"}),
        ("correlated", {"eta": "0"}),
    ],
)
def test_an_extension_equals_the_baseline_in_its_limit(
    desk: foam.Home, extension: str, parameters: dict[str, str]
) -> None:
    found = desk.oversee.explore(extension, {"p": "0.7", "rho": "0.3", "b": "0.5", **parameters})
    assert found["consultancy"]["amplification"] == pytest.approx(0.3)
    assert found["debate"]["amplification"] == pytest.approx(0.15)


def test_with_four_options_a_random_opponent_rarely_holds_the_truth(desk: foam.Home) -> None:
    """Of three others one is true: a wrong stance meets the truth (which has evidence) in a third of the cases."""
    p, rho, b = 0.7, 0.3, 0.5
    found = desk.oversee.explore("options", {"p": str(p), "rho": str(rho), "b": str(b), "k": "4"})
    meets_truth, meets_error = rho * b, rho * (1 - rho) + (rho * rho + (1 - rho) ** 2) * b
    assert found["debate"]["amplification"] == pytest.approx(meets_truth / 3 + 2 * meets_error / 3)
    assert found["consultancy"]["amplification"] == pytest.approx(rho)
    every = desk.oversee.explore("options", {"p": str(p), "rho": str(rho), "k": "4", "opposition": "all"})
    assert every["debate"]["amplification"] < found["debate"]["amplification"]


def test_the_tolerable_amplification_is_worked_out_from_how_labels_are_fed_back(desk: foam.Home) -> None:
    """An error rate m holds if Amp <= [(m - s)/(1 - s) - (1 - g) m - g (1 - m)(1 - F)] / (g m)."""
    p, rho, stale, weight = 0.8, 0.4, 0.02, 0.5
    said = {"p": p, "rho": rho, "shift": stale, "learning": weight}
    found = desk.oversee.explore("dynamics", {name: str(value) for name, value in said.items()})
    wrong = 1 - p
    for protocol, follow, printed in (("consultancy", 1.0, 0.837), ("debate", 1 - rho / 2, 0.037)):
        kept = (wrong - stale) / (1 - stale) - (1 - weight) * wrong - weight * (1 - wrong) * (1 - follow)
        assert found[protocol]["tolerable_amplification"] == pytest.approx(kept / (weight * wrong))
        assert found[protocol]["tolerable_amplification"] == pytest.approx(printed, abs=0.0005)
