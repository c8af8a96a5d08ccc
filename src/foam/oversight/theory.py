"""The closed forms: what a protocol does to wrong and to right stances.

Everything follows from one identity. Given the truth, the two sides' evidence is independent, so the probability
of endorsing the protagonist is a mixture of the judge's answers over the evidence lead. With a tie-break judge,
tau = 1 and cheap evidence this gives the printed forms: amplification rho (consultancy) and rho b (debate).
"""

from __future__ import annotations

from typing import assert_never

from foam.oversight.setting import (
    PROTOCOLS,
    Judge,
    Protocol,
    Setting,
    Share,
    endorses,
    endorses_consultant,
)
from foam.values import Value


class Conduct(Value):
    """How often each side lays its evidence down when it has some."""

    protagonist: Share = 1.0
    antagonist: Share = 1.0


PRESENT = Conduct()
"""Present whenever you can: dominant while evidence costs less than min(b, 1 - b)."""


class GameRates(Value):
    """What a protocol does. `amplification` is Pr(y = a | a wrong), `follow` is Pr(y = a | a right)."""

    protocol: Protocol
    amplification: float
    follow: float
    accuracy: float
    error: float
    ratified_errors: float
    """Pr(y = a and a wrong), unconditional: what the welfare weighs with beta."""
    tie: float
    """Pr(e_P = e_A). In a consultancy e_A is always 0."""


def endorsement(protocol: Protocol, judge: Judge, own: float, other: float) -> float:
    """Probability of endorsement when the sides show evidence with these probabilities, independently."""
    match protocol:
        case "consultancy":
            return own * endorses_consultant(judge, True) + (1 - own) * endorses_consultant(judge, False)
        case "debate":
            level = own * other + (1 - own) * (1 - other)
            return (
                own * (1 - other) * endorses(judge, 1)
                + level * endorses(judge, 0)
                + (1 - own) * other * endorses(judge, -1)
            )
        case _:
            assert_never(protocol)


def amplification(protocol: Protocol, setting: Setting, judge: Judge, conduct: Conduct = PRESENT) -> float:
    """Pr(y = a | a wrong): the antagonist, if any, argues the truth."""
    own, other = setting.rho * conduct.protagonist, setting.tau * conduct.antagonist
    return endorsement(protocol, judge, own, other)


def _follow_when_correct(protocol: Protocol, setting: Setting, judge: Judge, conduct: Conduct = PRESENT) -> float:
    """Pr(y = a | a right): the antagonist, if any, argues the falsehood."""
    own, other = setting.tau * conduct.protagonist, setting.rho * conduct.antagonist
    return endorsement(protocol, judge, own, other)


def tie_rate(protocol: Protocol, setting: Setting, conduct: Conduct = PRESENT) -> float:
    """Pr(e_P = e_A)."""
    right = _tie(protocol, setting.tau * conduct.protagonist, setting.rho * conduct.antagonist)
    wrong = _tie(protocol, setting.rho * conduct.protagonist, setting.tau * conduct.antagonist)
    return setting.p * right + (1 - setting.p) * wrong


def rates(protocol: Protocol, setting: Setting, judge: Judge, conduct: Conduct = PRESENT) -> GameRates:
    """All rates of one protocol."""
    amp = amplification(protocol, setting, judge, conduct)
    follow = _follow_when_correct(protocol, setting, judge, conduct)
    return assemble(protocol, setting.p, amp=amp, follow=follow, tie=tie_rate(protocol, setting, conduct))


def assemble(protocol: Protocol, p: float, *, amp: float, follow: float, tie: float) -> GameRates:
    """The rates of a two-option protocol, where rejecting a wrong stance is right."""
    error = p * (1 - follow) + (1 - p) * amp
    return GameRates(
        protocol=protocol,
        amplification=amp,
        follow=follow,
        accuracy=1 - error,
        error=error,
        ratified_errors=(1 - p) * amp,
        tie=tie,
    )


def compare(setting: Setting, judge: Judge, conduct: Conduct = PRESENT) -> tuple[GameRates, GameRates]:
    """Consultancy and debate, in that order."""
    consultancy, debate = (rates(protocol, setting, judge, conduct) for protocol in PROTOCOLS)
    return consultancy, debate


def _tie(protocol: Protocol, own: float, other: float) -> float:
    seen = other if protocol == "debate" else 0.0
    return own * seen + (1 - own) * (1 - seen)
