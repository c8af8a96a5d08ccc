"""Challenges as typed values, and the table of their kinds: one module and one row each.

The challenger's words are data. They say where to look and what to show. Where something is asked again they are read
beside it, fenced; no rule lets them decide anything.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import Field

from foam.contest.kinds.application import DoesNotFollow
from foam.contest.kinds.arithmetic import ArithmeticSlip
from foam.contest.kinds.calculation import Miscounted
from foam.contest.kinds.condition import RuleCondition
from foam.contest.kinds.consequence import OutcomeDoesNotFollow
from foam.contest.kinds.context import OutOfContext
from foam.contest.kinds.counted_against import CountedAgainst
from foam.contest.kinds.date import ImpossibleDate
from foam.contest.kinds.fact import NotSo
from foam.contest.kinds.independence import NotIndependent
from foam.contest.kinds.kind import Kind
from foam.contest.kinds.label import Mislabelled
from foam.contest.kinds.left_out import LeftOut
from foam.contest.kinds.misquotation import Misquotation
from foam.contest.kinds.missing_component import MissingComponent
from foam.contest.kinds.omission import LeftOutOfTree
from foam.contest.kinds.perspective import MissingPerspective
from foam.contest.kinds.relevance import Relevance
from foam.contest.kinds.selection_bias import SelectionBias
from foam.contest.kinds.source import DoesNotHold
from foam.contest.kinds.stale_source import StaleSource
from foam.contest.kinds.structural import Structural
from foam.contest.kinds.weight import WeighsOtherwise
from foam.values import CleanLine, CleanText, Value, digest

GivenMove = Literal["concede", "rebut", "qualify", "swap", "retract"]
"""How a person may answer a challenge: see `foam.contest.given`."""
KINDS: tuple[type[Kind], ...] = (
    NotSo,
    LeftOutOfTree,
    DoesNotHold,
    Relevance,
    OutOfContext,
    SelectionBias,
    Misquotation,
    StaleSource,
    CountedAgainst,
    LeftOut,
    NotIndependent,
    DoesNotFollow,
    Miscounted,
    Mislabelled,
    MissingComponent,
    Structural,
    ArithmeticSlip,
    RuleCondition,
    OutcomeDoesNotFollow,
    ImpossibleDate,
    WeighsOtherwise,
    MissingPerspective,
)
GROUNDS: dict[str, type[Kind]] = {one.model_fields["kind"].default: one for one in KINDS}
"""Every kind of challenge, by name."""
if TYPE_CHECKING:
    Ground: TypeAlias = Kind
else:
    Ground = Annotated[reduce(or_, KINDS), Field(discriminator="kind")]


def describe_kinds() -> str:
    """The table of kinds, as the documents have it."""
    rows = ["| level | kind | what it asks | where | settled by | in the papers |", "|---|---|---|---|---|---|"]
    for name, kind in GROUNDS.items():
        where = (("an answer", kind.fits), ("a case", kind.of_case), ("a file", kind.of_file))
        places = ", ".join(place for place, parts in where if parts)
        needs = f" (`{kind.needs}`)" if kind.needs else ""
        rows.append(f"| {kind.level} | `{name}` | {kind.asks}{needs} | {places} | {kind.settled_by} | {kind.named} |")
    return "\n".join(rows)


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
