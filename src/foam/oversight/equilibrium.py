"""The evidence game when evidence costs something: best responses, thresholds and every equilibrium.

A side that finds evidence learns something about the truth, and so about what the other side has found. Writing
x_i for how often side i lays its evidence down, and h_i for the probability that the other side has evidence given
that i has, laying it down raises i's chance of winning by

    P: (1 - h_P x_A) (w1 - w0) + h_P x_A (w0 - w-1)        w: the judge's endorsement at lead 1, 0, -1
    A: h_A x_P (w1 - w0) + (1 - h_A x_P) (w0 - w-1)

which is linear, so the equilibria are found exactly. Up to terms a side cannot influence the game is zero-sum.
"""

from __future__ import annotations

from itertools import product
from typing import Literal

from foam.oversight.setting import Judge, Setting, endorses, endorses_consultant
from foam.oversight.theory import Conduct, GameRates, rates
from foam.values import Value

_TOLERANCE = 1e-12


class Thresholds(Value):
    """Costs of evidence at which behaviour changes."""

    dominance: float
    """Below this, presenting is dominant for both sides whatever they believe: min{b, 1 - b} for a tie-break judge."""
    always: float
    """Up to this, both presenting whenever they can is still an equilibrium."""
    never: float
    """From this on, neither presenting is an equilibrium: max{b, 1 - b} for a tie-break judge."""
    consultancy: float
    """Up to this, a consultant presents: 1 for the gatekeeper."""


class Equilibrium(Value):
    """One equilibrium of the evidence game in a debate."""

    kind: Literal["pure", "mixed"]
    conduct: Conduct
    gain_protagonist: float
    """What presenting adds to the protagonist's chance of winning, before its cost."""
    gain_antagonist: float
    rates: GameRates


class Equilibria(Value):
    """Both protocols at one evidence cost."""

    thresholds: Thresholds
    consultancy: GameRates
    consultant_presents: float
    debate: tuple[Equilibrium, ...]
    """Usually one. On a knife edge the ends of a continuum are listed."""


def thresholds(setting: Setting, judge: Judge) -> Thresholds:
    """Where behaviour changes as evidence grows dearer."""
    up, down = _steps(judge)
    held_p, held_a = _other_has(setting)
    return Thresholds(
        dominance=min(up, down),
        always=min(_gain_protagonist(judge, held_p), _gain_antagonist(judge, held_a)),
        never=max(up, down),
        consultancy=endorses_consultant(judge, True) - endorses_consultant(judge, False),
    )


def consultancy_conduct(setting: Setting, judge: Judge) -> Conduct:
    """A consultant presents while that pays; at equality any mix would do, and presenting is taken."""
    pays = setting.cost <= thresholds(setting, judge).consultancy
    return Conduct(protagonist=1.0 if pays else 0.0, antagonist=0.0)


def equilibria(setting: Setting, judge: Judge) -> tuple[Equilibrium, ...]:
    """Every equilibrium of the evidence game in a debate.

    In equilibrium each side presents always, never, or at the one rate that leaves the other indifferent; each of
    the nine combinations is kept when nobody gains by deviating.
    """
    shares_p = _candidates(_indifferent(judge, setting, side="antagonist"))
    shares_a = _candidates(_indifferent(judge, setting, side="protagonist"))
    found = [Conduct(protagonist=x, antagonist=y) for x, y in product(shares_p, shares_a)]
    return tuple(_describe(setting, judge, conduct) for conduct in found if _stable(setting, judge, conduct))


def play(setting: Setting, judge: Judge) -> Equilibria:
    """Solve both protocols at the setting's evidence cost."""
    consultant = consultancy_conduct(setting, judge)
    return Equilibria(
        thresholds=thresholds(setting, judge),
        consultancy=rates("consultancy", setting, judge, consultant),
        consultant_presents=consultant.protagonist,
        debate=equilibria(setting, judge),
    )


def _steps(judge: Judge) -> tuple[float, float]:
    behind, tied, ahead = (endorses(judge, lead) for lead in (-1, 0, 1))
    return ahead - tied, tied - behind


def _gain_protagonist(judge: Judge, opposed: float) -> float:
    up, down = _steps(judge)
    return (1 - opposed) * up + opposed * down


def _gain_antagonist(judge: Judge, opposed: float) -> float:
    up, down = _steps(judge)
    return opposed * up + (1 - opposed) * down


def _other_has(setting: Setting) -> tuple[float, float]:
    """Pr(the other side has evidence | this side has), for the protagonist and for the antagonist."""
    both = setting.tau * setting.rho
    has_p = setting.p * setting.tau + (1 - setting.p) * setting.rho
    has_a = setting.p * setting.rho + (1 - setting.p) * setting.tau
    return (both / has_p if has_p else 0.0), (both / has_a if has_a else 0.0)


def _gains(setting: Setting, judge: Judge, conduct: Conduct) -> tuple[float, float]:
    held_p, held_a = _other_has(setting)
    gain_p = _gain_protagonist(judge, held_p * conduct.antagonist)
    return gain_p, _gain_antagonist(judge, held_a * conduct.protagonist)


def _indifferent(judge: Judge, setting: Setting, *, side: Literal["protagonist", "antagonist"]) -> float | None:
    """How often the *other* side must present to leave `side` indifferent; None when nothing does."""
    up, down = _steps(judge)
    held_p, held_a = _other_has(setting)
    start, end, held = (up, down, held_p) if side == "protagonist" else (down, up, held_a)
    slope = (end - start) * held
    return None if slope == 0 else (setting.cost - start) / slope


def _candidates(mixed: float | None) -> tuple[float, ...]:
    inside = mixed is not None and _TOLERANCE < mixed < 1 - _TOLERANCE
    return (0.0, 1.0, mixed) if inside and mixed is not None else (0.0, 1.0)


def _stable(setting: Setting, judge: Judge, conduct: Conduct) -> bool:
    gain_p, gain_a = _gains(setting, judge, conduct)
    return _content(gain_p - setting.cost, conduct.protagonist) and _content(gain_a - setting.cost, conduct.antagonist)


def _content(net_gain: float, share: float) -> bool:
    """Whether a side that presents at this rate has nothing to gain by changing it."""
    if share == 0.0:
        return net_gain <= _TOLERANCE
    if share == 1.0:
        return net_gain >= -_TOLERANCE
    return abs(net_gain) <= 1e-9


def _describe(setting: Setting, judge: Judge, conduct: Conduct) -> Equilibrium:
    gain_p, gain_a = _gains(setting, judge, conduct)
    pure = {conduct.protagonist, conduct.antagonist} <= {0.0, 1.0}
    return Equilibrium(
        kind="pure" if pure else "mixed",
        conduct=conduct,
        gain_protagonist=gain_p,
        gain_antagonist=gain_a,
        rates=rates("debate", setting, judge, conduct),
    )
