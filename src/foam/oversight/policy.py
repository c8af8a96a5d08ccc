"""From estimates to a protocol: which one to run for a claim of this tier, and the line an auditor reads.

Consultancy is the default. A claim is escalated when the welfare at its tier's stakes prefers debate, or when what
the log allows amplification to be (the upper end of its interval) exceeds the tier's cap: then debate, then debate
before a jury where the tie bias allows it, then a person. Nothing here runs a protocol; without estimates the tier
alone decides, and the line says so.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from foam.deliberation.protocol import ProtocolChoice
from foam.job.orders.deliberation import Tier
from foam.oversight.estimation.estimate import Estimate
from foam.oversight.estimation.summary import Summary
from foam.oversight.jury import jury_bias
from foam.oversight.setting import PROTOCOLS, Protocol, Setting, Share, TieBreak
from foam.oversight.theory import GameRates, amplification, assemble
from foam.oversight.welfare import Stakes, weigh_rates
from foam.values import Value

Choice: TypeAlias = Literal["consultancy", "debate", "jury_debate", "person"]
_MAX_JURY = 15


class TierRule(Value):
    """What a tier asks for."""

    stakes: Stakes
    cap: Share
    """Most amplification tolerated."""
    fallback: Choice
    """What to run when there are no estimates."""


RULES: dict[Tier, TierRule] = {
    "routine": TierRule(stakes=Stakes(alpha=1, beta=1), cap=0.5, fallback="consultancy"),
    "elevated": TierRule(stakes=Stakes(alpha=1, beta=5), cap=0.2, fallback="debate"),
    "critical": TierRule(stakes=Stakes(alpha=1, beta=25), cap=0.05, fallback="debate"),
}
"""Our defaults: a ratified error costs 1, 5 or 25 times a plain one on top of it. Institutions set their own."""


class Known(Value):
    """What the choice rests on. Each figure carries its interval; None means it could not be estimated."""

    source: str
    """Where the figures come from: the digest of a log, or a name."""
    p: Estimate | None = None
    amplification: dict[str, Estimate] = Field(default_factory=dict)
    follow: dict[str, Estimate] = Field(default_factory=dict)
    rho: Estimate | None = None
    tau: Estimate | None = None
    b: Estimate | None = None
    alarms: tuple[str, ...] = ()


class Decision(Value):
    """The protocol to run and why."""

    choice: Choice
    tier: Tier
    jury: int = 1
    """Panel size; 1 unless a jury was chosen."""
    reasons: tuple[str, ...]
    audit: str
    """One line: numbers, threshold, tier."""


def known_from(summary: Summary, source: str) -> Known:
    """What a log's estimates offer the policy."""
    by_name = {found.protocol: found for found in summary.protocols}
    return Known(
        source=source,
        p=summary.p,
        amplification={name: found.amplification for name, found in by_name.items()},
        follow={name: found.follow for name, found in by_name.items()},
        rho=summary.rho,
        tau=summary.tau,
        b=summary.ties.b,
        alarms=tuple(f"{alarm.watched} in window {alarm.window}" for alarm in summary.watch.alarms),
    )


def choose(tier: Tier, known: Known | None, rules: dict[Tier, TierRule] | None = None) -> Decision:
    """The protocol for a claim of this tier."""
    rule = (rules or RULES)[tier]
    rates = _rates(known) if known is not None else None
    if known is None or rates is None:
        return _decide_without_estimates(tier, rule, known)
    weighed = weigh_rates(*rates, rule.stakes)
    start: Choice = weighed.better
    reasons = [_welfare_reason(weighed.gain, weighed.beta_threshold, rule)]
    choice, jury = _within_cap(start, known, rule, reasons)
    if known.alarms and tier == "critical":
        choice, jury = "person", 1
        reasons.append(f"evidence alarms ({', '.join(known.alarms)}): a critical claim goes to a person")
    audit = _audit(tier, choice, jury, rule, known, weighed.beta_threshold)
    return Decision(choice=choice, tier=tier, jury=jury, reasons=tuple(reasons), audit=audit)


def choose_for_deliberation(decision: Decision) -> ProtocolChoice:
    """The decision as the protocol of a deliberation: where one speaker is enough, the question decides; whatever asks
    for more gets the whole table."""
    return ProtocolChoice(
        protocol="auto" if decision.choice == "consultancy" else "deliberation", reason=decision.audit
    )


def _within_cap(start: Choice, known: Known, rule: TierRule, reasons: list[str]) -> tuple[Choice, int]:
    """Escalate until the most that amplification may be lies under the cap."""
    if start == "consultancy":
        if _ceiling(known, "consultancy") <= rule.cap:
            return "consultancy", 1
        reasons.append(_over("consultancy", known, rule))
    if _ceiling(known, "debate") <= rule.cap:
        return "debate", 1
    reasons.append(_over("debate", known, rule))
    jury = _smallest_jury(known, rule.cap)
    if jury is not None:
        reasons.append(f"a jury of {jury} brings the closed form under the cap")
        return "jury_debate", jury
    reasons.append("no jury brings it under the cap: a person decides")
    return "person", 1


def _smallest_jury(known: Known, cap: float) -> int | None:
    """The smallest odd panel that keeps amplification under the cap, each figure at its worst end.

    The tie-break closed form is used: rho b_n when truth can always be shown, more when it cannot.
    """
    if known.rho is None or known.tau is None or known.b is None:
        return None
    b = _upper(known.b)
    setting = Setting(p=0.5, rho=_upper(known.rho), tau=known.tau.low or 0.0)
    for n in range(3, _MAX_JURY + 1, 2):
        if amplification("debate", setting, TieBreak(b=jury_bias(b, n))) <= cap:
            return n
    return None


def _rates(known: Known) -> tuple[GameRates, GameRates] | None:
    """Point estimates of both protocols; None when one is missing."""
    if known.p is None or known.p.value is None:
        return None
    found = [_assemble_rates(known, protocol, known.p.value) for protocol in PROTOCOLS]
    consultancy, debate = found
    return (consultancy, debate) if consultancy is not None and debate is not None else None


def _assemble_rates(known: Known, protocol: Protocol, p: float) -> GameRates | None:
    amp, follow = known.amplification.get(protocol), known.follow.get(protocol)
    if amp is None or follow is None or amp.value is None or follow.value is None:
        return None
    return assemble(protocol, p, amp=amp.value, follow=follow.value, tie=0.0)


def _ceiling(known: Known, protocol: Protocol) -> float:
    """The most that amplification may be."""
    return _upper(known.amplification.get(protocol))


def _upper(found: Estimate | None) -> float:
    return 1.0 if found is None or found.high is None else found.high


def _decide_without_estimates(tier: Tier, rule: TierRule, known: Known | None) -> Decision:
    source = "no log" if known is None else known.source
    why = f"no usable estimates ({source}): the tier's fallback"
    audit = f"tier {tier}: {rule.fallback}; no estimates from {source}; cap {rule.cap:g}; beta {rule.stakes.beta:g}"
    return Decision(choice=rule.fallback, tier=tier, reasons=(why,), audit=audit)


def _welfare_reason(gain: float, threshold: float | None, rule: TierRule) -> str:
    better = "debate" if gain > 0 else "consultancy"
    at = f"at beta {rule.stakes.beta:g} (threshold {_show_threshold(threshold)})"
    return f"welfare prefers {better} by {abs(gain):.4f} {at}"


def _over(protocol: Protocol, known: Known, rule: TierRule) -> str:
    return f"{protocol} may amplify up to {_ceiling(known, protocol):.3f}, over the cap {rule.cap:g}"


def _audit(tier: Tier, choice: Choice, jury: int, rule: TierRule, known: Known, threshold: float | None) -> str:
    figures = [("p", known.p), ("rho", known.rho), ("b", known.b)]
    figures += [(f"Amp {name}", known.amplification.get(name)) for name in PROTOCOLS]
    numbers = ", ".join(f"{name} {found.line()}" for name, found in figures if found is not None)
    size = f" of {jury}" if choice == "jury_debate" else ""
    weights = f"alpha {rule.stakes.alpha:g}, beta {rule.stakes.beta:g} against threshold {_show_threshold(threshold)}"
    return f"tier {tier}: {choice}{size}; {numbers}; {weights}; cap {rule.cap:g}; from {known.source}"


def _show_threshold(threshold: float | None) -> str:
    return "none: debate spares no ratified error" if threshold is None else f"{threshold:.3f}"
