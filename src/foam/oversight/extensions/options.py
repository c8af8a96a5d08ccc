"""More than two options. The protagonist proposes one of K; an antagonist opposes by one of three rules.

    assigned   the antagonist defends one alternative drawn at random
    chosen     it searches all alternatives and defends one for which it has evidence, if any
    all        every alternative has its advocate

Assumptions: one option is true; a wrong proposal is equally likely to be any other option; alternatives have
evidence independently (tau if true, rho if false); options nobody defends show none. A logit judge chooses among all
K by multinomial logit; a tie-break judge rejects in favour of an alternative with evidence, else of any alternative.
Rejecting a wrong proposal need not be right any more, so accuracy is counted in full. Limit: K = 2 is the baseline
under every rule. Everything is enumerated exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal, TypeAlias, assert_never

from pydantic import Field

from foam.oversight.setting import (
    Judge,
    JudgeTable,
    Logit,
    Protocol,
    Setting,
    TieBreak,
    endorses,
    endorses_consultant,
)
from foam.oversight.theory import GameRates
from foam.values import Value

Opposition: TypeAlias = Literal["assigned", "chosen", "all"]


class Options(Value):
    """How many options there are and who defends them."""

    k: int = Field(ge=2, le=500)
    opposition: Opposition = "assigned"


class _Shown(Value):
    """What the judge sees besides the proposal: whether the truth shows evidence, and how many falsehoods do."""

    weight: float
    truth: int
    others: int


def rates(protocol: Protocol, setting: Setting, judge: Judge, options: Options) -> GameRates:
    """All rates of one protocol with K options."""
    p = setting.p
    amp, found, tie_wrong = _when_wrong(protocol, setting, judge, options)
    follow, tie_right = _when_right(protocol, setting, judge, options)
    accuracy = p * follow + (1 - p) * found
    return GameRates(
        protocol=protocol,
        amplification=amp,
        follow=follow,
        accuracy=accuracy,
        error=1 - accuracy,
        ratified_errors=(1 - p) * amp,
        tie=p * tie_right + (1 - p) * tie_wrong,
    )


def _when_wrong(protocol: Protocol, setting: Setting, judge: Judge, options: Options) -> tuple[float, float, float]:
    """Pr(proposal endorsed), Pr(truth chosen) and Pr(tie), the proposal being wrong."""
    amp = found = tie = 0.0
    for shown in _against_wrong(protocol, setting, options):
        for evidence, chance in ((1, setting.rho), (0, 1 - setting.rho)):
            weight = shown.weight * chance
            follow = _follow(protocol, judge, options.k, evidence, shown.truth + shown.others)
            amp += weight * follow
            found += weight * _truth(protocol, judge, options.k, evidence, shown, follow)
            tie += weight * (evidence == min(1, shown.truth + shown.others))
    return amp, found, tie


def _when_right(protocol: Protocol, setting: Setting, judge: Judge, options: Options) -> tuple[float, float]:
    follow = tie = 0.0
    for shown in _against_right(protocol, setting, options):
        for evidence, chance in ((1, setting.tau), (0, 1 - setting.tau)):
            weight = shown.weight * chance
            follow += weight * _follow(protocol, judge, options.k, evidence, shown.others)
            tie += weight * (evidence == min(1, shown.others))
    return follow, tie


def _against_wrong(protocol: Protocol, setting: Setting, options: Options) -> Iterator[_Shown]:
    if protocol == "consultancy":
        yield _Shown(weight=1.0, truth=0, others=0)
        return
    match options.opposition:
        case "assigned":
            yield from _when_assigned(setting, options.k)
        case "chosen":
            yield from _when_chosen(setting, options.k)
        case "all":
            yield from _everyone(setting, options.k)
        case _:
            assert_never(options.opposition)


def _when_assigned(setting: Setting, k: int) -> Iterator[_Shown]:
    hit = 1 / (k - 1)
    shown_truth, shown_false = hit * setting.tau, (1 - hit) * setting.rho
    yield _Shown(weight=shown_truth, truth=1, others=0)
    yield _Shown(weight=shown_false, truth=0, others=1)
    yield _Shown(weight=1 - shown_truth - shown_false, truth=0, others=0)


def _when_chosen(setting: Setting, k: int) -> Iterator[_Shown]:
    picks_truth = picks_false = 0.0
    for available in _everyone(setting, k):
        supported = available.truth + available.others
        if supported:
            picks_truth += available.weight * available.truth / supported
            picks_false += available.weight * available.others / supported
    yield _Shown(weight=picks_truth, truth=1, others=0)
    yield _Shown(weight=picks_false, truth=0, others=1)
    yield _Shown(weight=max(0.0, 1 - picks_truth - picks_false), truth=0, others=0)


def _everyone(setting: Setting, k: int) -> Iterator[_Shown]:
    for others in range(k - 1):
        weight = _binomial(k - 2, others, setting.rho)
        yield _Shown(weight=weight * setting.tau, truth=1, others=others)
        yield _Shown(weight=weight * (1 - setting.tau), truth=0, others=others)


def _against_right(protocol: Protocol, setting: Setting, options: Options) -> Iterator[_Shown]:
    k, rho = options.k, setting.rho
    if protocol == "consultancy":
        yield _Shown(weight=1.0, truth=0, others=0)
    elif options.opposition == "all":
        for others in range(k):
            yield _Shown(weight=_binomial(k - 1, others, rho), truth=0, others=others)
    else:
        opposed = rho if options.opposition == "assigned" else 1 - (1 - rho) ** (k - 1)
        yield _Shown(weight=opposed, truth=0, others=1)
        yield _Shown(weight=1 - opposed, truth=0, others=0)


def _follow(protocol: Protocol, judge: Judge, k: int, evidence: int, opposed: int) -> float:
    """Pr(the proposal is endorsed) when `opposed` alternatives show evidence."""
    match judge:
        case Logit():
            own, each = _log_weights(judge, evidence)
            rest = opposed * math.exp(each - own) + (k - 1 - opposed) * math.exp(-own)
            return 1 / (1 + rest)
        case TieBreak() | JudgeTable():
            if protocol == "consultancy":
                return endorses_consultant(judge, evidence == 1)
            lead = evidence - min(1, opposed)
            return endorses(judge, 1 if lead > 0 else -1 if lead < 0 else 0)
        case _:
            assert_never(judge)


def _truth(protocol: Protocol, judge: Judge, k: int, evidence: int, shown: _Shown, follow: float) -> float:
    """Pr(the truth is chosen) when the proposal is wrong."""
    opposed = shown.truth + shown.others
    match judge:
        case Logit():
            own, each = _log_weights(judge, evidence)
            return follow * math.exp((each if shown.truth else 0.0) - own)
        case TieBreak() | JudgeTable():
            share = shown.truth / opposed if opposed else 1 / (k - 1)
            return (1 - follow) * share
        case _:
            assert_never(judge)


def _log_weights(judge: Logit, evidence: int) -> tuple[float, float]:
    """Log weight of the proposal, and of an alternative with evidence; one without has 0."""
    return judge.lam * (judge.mu + judge.kappa * evidence), judge.lam * judge.kappa


def _binomial(n: int, k: int, q: float) -> float:
    return math.comb(n, k) * q**k * (1 - q) ** (n - k)
