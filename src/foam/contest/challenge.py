"""Challenges as typed values, and the table of their kinds: one module and one row each.

The challenger's words are data. They say where to look and what to show. Where something is asked again they are read
beside it, fenced; no rule lets them decide anything.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import Field

from foam.contest.kinds.does_not_follow import DoesNotFollow
from foam.contest.kinds.kind import Fit, Kind, Of
from foam.contest.kinds.left_out import LeftOut
from foam.contest.kinds.miscounted import Miscounted
from foam.contest.kinds.not_so import NotSo
from foam.contest.kinds.rule_does_not_apply import RuleDoesNotApply
from foam.contest.kinds.somebody_missing import SomebodyMissing
from foam.contest.kinds.weighs_otherwise import WeighsOtherwise
from foam.values import CleanLine, CleanText, Value, digest

KINDS: tuple[type[Kind], ...] = (
    NotSo,
    DoesNotFollow,
    RuleDoesNotApply,
    Miscounted,
    LeftOut,
    WeighsOtherwise,
    SomebodyMissing,
)
GROUNDS: dict[str, type[Kind]] = {one.model_fields["kind"].default: one for one in KINDS}
"""Every kind of challenge, by name."""
if TYPE_CHECKING:
    Ground: TypeAlias = Kind
else:
    Ground = Annotated[reduce(or_, KINDS), Field(discriminator="kind")]


def list_fits(of: Of, *sorts: str) -> dict[str, Fit]:
    """The kinds that a part of these sorts is open to, and what each asks there."""
    found = ((name, kind.find_fit(of, *sorts)) for name, kind in GROUNDS.items())
    return {name: fit for name, fit in found if fit}


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
