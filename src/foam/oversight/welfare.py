"""What the principal wants: U = -alpha Pr(error) - beta Pr(ratified error) - cost of the protocol."""

from __future__ import annotations

import math

from pydantic import Field

from foam.oversight.setting import Judge, Protocol, Setting
from foam.oversight.theory import PRESENT, Conduct, GameRates, compare
from foam.values import Value


class Stakes(Value):
    """What errors and protocols cost."""

    alpha: float = Field(default=1.0, ge=0, allow_inf_nan=False)
    """Cost of any error."""
    beta: float = Field(default=1.0, ge=0, allow_inf_nan=False)
    """Further cost of an error that the judge ratified."""
    consultancy_cost: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    debate_cost: float = Field(default=0.0, ge=0, allow_inf_nan=False)

    @property
    def extra_cost(self) -> float:
        """What debate costs more than consultancy."""
        return self.debate_cost - self.consultancy_cost


class Welfare(Value):
    """Both protocols weighed."""

    consultancy: float
    debate: float
    gain: float
    """U(debate) - U(consultancy)."""
    beta_threshold: float | None
    """Debate is worth it for beta above this; None when debate does not lower amplification at all."""
    better: Protocol


def utility(found: GameRates, stakes: Stakes) -> float:
    """The principal's objective under one protocol."""
    cost = stakes.debate_cost if found.protocol == "debate" else stakes.consultancy_cost
    return -stakes.alpha * found.error - stakes.beta * found.ratified_errors - cost


def beta_threshold(consultancy: GameRates, debate: GameRates, stakes: Stakes) -> float | None:
    """The beta above which debate is worth it.

    With a tie-break judge and equal costs this is alpha (2p - 1) / (1 - p). Negative means debate is worth it
    whatever beta is. None: debate spares no ratified error, so no beta can buy it.
    """
    spared = consultancy.ratified_errors - debate.ratified_errors
    if spared <= 0:
        return None
    price = stakes.alpha * (debate.error - consultancy.error) + stakes.extra_cost
    threshold = price / spared
    return threshold if math.isfinite(threshold) else None


def weigh(setting: Setting, judge: Judge, stakes: Stakes, conduct: Conduct = PRESENT) -> Welfare:
    """Compare the protocols at these stakes. A tie goes to consultancy, the simpler one."""
    return weigh_rates(*compare(setting, judge, conduct), stakes)


def weigh_rates(consultancy: GameRates, debate: GameRates, stakes: Stakes) -> Welfare:
    """The same for rates that come from elsewhere: an equilibrium, an extension, an estimate."""
    before, after = utility(consultancy, stakes), utility(debate, stakes)
    return Welfare(
        consultancy=before,
        debate=after,
        gain=after - before,
        beta_threshold=beta_threshold(consultancy, debate, stakes),
        better="debate" if after > before else "consultancy",
    )
