"""The parameters of the oversight game: an evidence technology and a judge.

A protagonist argues stance `a`, which is right with probability p. Whoever argues the true stance can lay down
checkable evidence with probability tau (1 in the baseline), whoever argues the false one with probability rho.
A judge sees only the evidence *lead* e_P - e_A and endorses `a` with a probability that grows with it.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, assert_never

from pydantic import Field, model_validator

from foam.stats.logit import sigmoid
from foam.values import Value

Protocol: TypeAlias = Literal["consultancy", "debate"]
PROTOCOLS: tuple[Protocol, ...] = ("consultancy", "debate")
Share = Annotated[float, Field(ge=0, le=1)]
Lead: TypeAlias = Literal[-1, 0, 1]


class Setting(Value):
    """How often the protagonist is right, and what evidence either side can have."""

    p: Share
    """Probability that the protagonist's stance is the true one."""
    rho: Share
    """Probability that a false stance can produce evidence that passes the check."""
    tau: Share = 1.0
    """Probability that a true stance can. The closed forms of the baseline assume 1."""
    cost: float = Field(default=0.0, ge=0)
    """What laying down evidence costs a sender, in units of winning."""


class TieBreak(Value):
    """Follows the side with more evidence; a tie goes to the protagonist with probability b."""

    type: Literal["tie_break"] = "tie_break"
    b: Share
    default: Share = 0.0
    """Probability of endorsing a consultant who shows no evidence; 0 is the gatekeeper."""


class Logit(Value):
    """Endorses with probability sigma(lam (mu + kappa lead)). Consultancy without evidence is lead 0."""

    type: Literal["logit"] = "logit"
    mu: float = Field(default=0.0, allow_inf_nan=False)
    kappa: float = Field(gt=0, allow_inf_nan=False)
    lam: float = Field(default=1.0, gt=0, allow_inf_nan=False)


class JudgeTable(Value):
    """Any monotone judge, by its endorsement probabilities: what a jury of other judges amounts to."""

    type: Literal["table"] = "table"
    behind: Share
    tied: Share
    ahead: Share
    consult_without: Share = 0.0
    consult_with: Share = 1.0

    @model_validator(mode="after")
    def _monotone(self) -> JudgeTable:
        rising = self.behind <= self.tied <= self.ahead and self.consult_without <= self.consult_with
        if not rising:
            raise ValueError("a judge may not endorse less when there is more evidence")
        return self


Judge: TypeAlias = Annotated[TieBreak | Logit | JudgeTable, Field(discriminator="type")]


def endorses(judge: Judge, lead: Lead) -> float:
    """Probability that the judge of a debate endorses the protagonist at this evidence lead."""
    match judge:
        case TieBreak():
            return (0.0, judge.b, 1.0)[lead + 1]
        case Logit():
            return sigmoid(judge.lam * (judge.mu + judge.kappa * lead))
        case JudgeTable():
            return (judge.behind, judge.tied, judge.ahead)[lead + 1]
        case _:
            assert_never(judge)


def endorses_consultant(judge: Judge, evidence: bool) -> float:
    """Probability that the judge of a consultancy endorses the consultant, with and without evidence."""
    match judge:
        case TieBreak():
            return 1.0 if evidence else judge.default
        case Logit():
            return endorses(judge, 1 if evidence else 0)
        case JudgeTable():
            return judge.consult_with if evidence else judge.consult_without
        case _:
            assert_never(judge)
