"""From estimates to a protocol, with a line an auditor can follow."""

from __future__ import annotations

import pytest

from foam.job.orders.deliberation import Tier
from foam.oversight.estimation.estimate import Estimate
from foam.oversight.estimation.shares import Resampling
from foam.oversight.estimation.summary import summarise
from foam.oversight.policy import RULES, Known, TierRule, choose, known_from
from foam.oversight.report import chart, compose_estimates
from foam.oversight.setting import Setting, TieBreak
from foam.oversight.synthetic import Design, synthetic_log
from foam.oversight.welfare import Stakes
from foam.paper import draw, render


def _figure(name: str, value: float, reach: float = 0.02) -> Estimate:
    low, high = max(0.0, value - reach), min(1.0, value + reach)
    return Estimate(name=name, value=value, low=low, high=high, cases=500, method="given")


def _known(*, p: float, rho: float, b: float, reach: float = 0.02, alarms: tuple[str, ...] = ()) -> Known:
    return Known(
        source="test",
        p=_figure("p", p),
        amplification={"consultancy": _figure("amp", rho, reach), "debate": _figure("amp", rho * b, reach)},
        follow={"consultancy": _figure("follow", 1.0), "debate": _figure("follow", 1 - rho * (1 - b))},
        rho=_figure("rho", rho, reach),
        tau=_figure("tau", 1.0, 0.0),
        b=_figure("b", b, reach),
        alarms=alarms,
    )


def test_welfare_decides_while_the_cap_holds() -> None:
    known = _known(p=0.9, rho=0.1, b=0.4)
    assert choose("routine", known).choice == "consultancy"
    keen: dict[Tier, TierRule] = {**RULES, "routine": TierRule(stakes=Stakes(beta=9.0), cap=0.5, fallback="debate")}
    assert choose("routine", known, keen).choice == "debate"


def test_the_cap_escalates_from_consultancy_to_debate_to_jury_to_a_person() -> None:
    assert choose("routine", _known(p=0.9, rho=0.6, b=0.5)).choice == "debate"
    jury = choose("elevated", _known(p=0.8, rho=0.6, b=0.35))
    assert jury.choice == "jury_debate"
    assert jury.jury >= 3
    assert jury.jury % 2 == 1
    assert choose("elevated", _known(p=0.8, rho=0.6, b=0.7)).choice == "person"


def test_unproved_truths_keep_a_jury_from_helping() -> None:
    known = _known(p=0.8, rho=0.6, b=0.35).model_copy(update={"tau": _figure("tau", 0.5)})
    assert choose("elevated", known).choice == "person"


def test_wide_intervals_escalate_where_narrow_ones_do_not() -> None:
    assert choose("elevated", _known(p=0.8, rho=0.3, b=0.5)).choice == "debate"
    assert choose("elevated", _known(p=0.8, rho=0.3, b=0.5, reach=0.2)).choice != "debate"


def test_alarms_send_critical_claims_to_a_person() -> None:
    calm = _known(p=0.7, rho=0.02, b=0.3)
    assert choose("critical", calm).choice in ("consultancy", "debate")
    alarmed = calm.model_copy(update={"alarms": ("full_tie in window 3",)})
    decision = choose("critical", alarmed)
    assert decision.choice == "person"
    assert "full_tie in window 3" in decision.reasons[-1]


@pytest.mark.parametrize(
    ("tier", "expected"), [("routine", "consultancy"), ("elevated", "debate"), ("critical", "debate")]
)
def test_without_estimates_the_tier_decides_and_says_so(tier: Tier, expected: str) -> None:
    for known in (None, Known(source="an empty log")):
        decision = choose(tier, known)
        assert decision.choice == expected
        assert "no estimates" in decision.audit


def test_the_audit_line_names_numbers_threshold_and_tier() -> None:
    audit = choose("elevated", _known(p=0.8, rho=0.3, b=0.5)).audit
    for part in (
        "tier elevated: debate",
        "p 0.800",
        "rho 0.300",
        "b 0.500",
        "beta 5 against threshold 3.000",
        "cap 0.2",
    ):
        assert part in audit


def test_a_log_leads_to_a_decision_and_a_report() -> None:
    design = Design(setting=Setting(p=0.7, rho=0.5), judge=TieBreak(b=0.4), cases=4000, judges=30)
    summary = summarise(synthetic_log(design, seed=2), Resampling(replicates=300))
    known = known_from(summary, "simulated")
    decisions = [choose(tier, known) for tier in RULES]
    assert [d.choice for d in decisions] == ["debate", "jury_debate", "person"] or decisions[0].choice == "debate"
    text = render(compose_estimates(summary, decisions, source="simulated"), "md")
    assert "| routine | debate |" in text
    assert decisions[1].audit in text
    assert "<svg" in draw(chart(summary))
