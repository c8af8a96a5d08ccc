"""Challenges as typed values: what can be said against a part of something.

    of a case    relevance · context · selection_bias · misquotation · stale_source · missing_component · structural ·
                 arithmetic · label
    of a file    counted_against · left_out · condition · outcome · independence · date · arithmetic · misquotation
    of an answer, each in a module of `foam.contest.kinds`
                 fact · application · calculation · omission · source · weight · missing_perspective

The challenger's words are data. They say where to look and what to show. Where something is asked again they are read
beside it, fenced; no rule lets them decide anything.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import Field

from foam.contest.kinds.application import DoesNotFollow
from foam.contest.kinds.calculation import Miscounted
from foam.contest.kinds.fact import NotSo
from foam.contest.kinds.kind import Kind
from foam.contest.kinds.omission import LeftOutOfTree
from foam.contest.kinds.perspective import MissingPerspective
from foam.contest.kinds.source import DoesNotHold
from foam.contest.kinds.weight import WeighsOtherwise
from foam.values import CleanLine, CleanText, Value, digest

Side: TypeAlias = Literal["reverse", "uphold"]
"""What a challenger wants to become of the decision."""
GivenMove = Literal["concede", "rebut", "qualify", "swap", "retract"]
"""How a person may answer a challenge: see `foam.contest.given`."""


class Relevance(Kind):
    kind: Literal["relevance"] = "relevance"
    level = "evidence"
    asks = "does the cited sentence establish what it is cited for?"


class OutOfContext(Kind):
    kind: Literal["context"] = "context"
    level = "evidence"
    asks = "does the rest of the source say otherwise?"


class SelectionBias(Kind):
    kind: Literal["selection_bias"] = "selection_bias"
    level = "evidence"
    asks = "was evidence to the contrary left out?"


class Misquotation(Kind):
    kind: Literal["misquotation"] = "misquotation"
    level = "evidence"
    asks = "do the quoted words stand in the source?"


class StaleSource(Kind):
    kind: Literal["stale_source"] = "stale_source"
    level = "evidence"
    asks = "does a later source of the same author or title say otherwise?"


class Mislabelled(Kind):
    kind: Literal["label"] = "label"
    level = "inference"
    asks = "does an impact weigh on another metric?"
    value: CleanLine = Field(min_length=1)
    """The metric it is said to weigh on."""


class MissingComponent(Kind):
    kind: Literal["missing_component"] = "missing_component"
    level = "inference"
    asks = "is a required part of the argument missing?"
    component: str = Field(min_length=1)


class Structural(Kind):
    kind: Literal["structural"] = "structural"
    level = "inference"
    asks = "why this structure, and what does it leave out?"
    lacks: Literal["", "magnitude", "probability", "timeframe", "reversibility"] = ""
    """What the weighing is said to leave out."""
    instead: CleanLine = ""
    """The way that should have been taken. Without it and without `lacks` the recorded choice is explained."""


class ArithmeticSlip(Kind):
    kind: Literal["arithmetic"] = "arithmetic"
    level = "inference"
    asks = "do the figures come out as stated?"


class CountedAgainst(Kind):
    kind: Literal["counted_against"] = "counted_against"
    level = "evidence"
    asks = "does this speak for the challenger although it is counted against them?"
    wants: Side = "reverse"


class LeftOut(Kind):
    kind: Literal["left_out"] = "left_out"
    level = "evidence"
    asks = "did the decision leave this out although it bears on it?"
    wants: Side = "reverse"


class RuleCondition(Kind):
    kind: Literal["condition"] = "condition"
    level = "inference"
    asks = "does the rule have a condition that was passed over or is not met?"


class OutcomeDoesNotFollow(Kind):
    kind: Literal["outcome"] = "outcome"
    level = "inference"
    asks = "does what was decided follow from the rules and the facts of the file?"
    wants: Side = "reverse"


class NotIndependent(Kind):
    kind: Literal["independence"] = "independence"
    level = "evidence"
    asks = "is the author bound to a party or to whoever decided?"


class ImpossibleDate(Kind):
    kind: Literal["date"] = "date"
    level = "inference"
    asks = "can the day, the term or the order of events be right?"


Ground: TypeAlias = Annotated[
    Relevance
    | OutOfContext
    | SelectionBias
    | Misquotation
    | StaleSource
    | Mislabelled
    | MissingComponent
    | Structural
    | ArithmeticSlip
    | CountedAgainst
    | LeftOut
    | RuleCondition
    | OutcomeDoesNotFollow
    | NotIndependent
    | ImpossibleDate
    | NotSo
    | DoesNotFollow
    | Miscounted
    | LeftOutOfTree
    | DoesNotHold
    | WeighsOtherwise
    | MissingPerspective,
    Field(discriminator="kind"),
]
GROUNDS: dict[str, type[Kind]] = {one.model_fields["kind"].default: one for one in get_args(get_args(Ground)[0])}
"""Every kind of challenge, by name."""


class Challenge(Value):
    """One challenge: what is wrong with which part, who says so, and what they bring."""

    node: str
    ground: Ground
    because: CleanText
    challenger: CleanLine = "anyone"
    brought: tuple[str, ...] = ()
    """Digests of the documents that come with it, their citations included."""

    def line(self, root: str) -> dict[str, Any]:
        """What makes two challenges the same but for their words: aim, kind, particulars and material."""
        return {
            "root": root,
            "node": self.node,
            "ground": self.ground.model_dump(mode="json"),
            "brought": sorted(self.brought),
        }

    @property
    def id(self) -> str:
        return f"challenge-{digest(self.json_value())[3:13]}"
