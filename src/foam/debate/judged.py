"""What a judge said of the drafts of a speech, or an evaluator of a speech that a person made. Frozen values."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam.argument.scheme import SchemeId
from foam.values import Value

Unborne = Literal["overstated", "turned by its context", "contradicted by what it cites", "names no card that shows it"]
"""How words stand to what is cited for them, where it shows something else."""
DraftCriterion = Literal["stance", "relevance", "schemes", "overlap", "quotations", "evidence"]
CRITERIA: tuple[DraftCriterion, ...] = ("stance", "relevance", "schemes", "overlap", "quotations", "evidence")


class DraftJudgement(Value):
    """What the judge said of one draft."""

    met: tuple[DraftCriterion, ...]
    stances: dict[str, str]
    """Point id to supports, contradicts or neither."""
    relevance: float | None = None
    """Of ten; None where nobody was asked."""
    schemes: tuple[SchemeId, ...] = ()
    """The schemes that were found in the draft, by a judge or by cue words."""
    cued: tuple[SchemeId, ...] = ()
    """Those of them that cue words alone show; a judge's reasons do not speak of these."""
    overlap: float
    """Share of the draft's own word runs that stand in an exemplar."""
    feedback: tuple[str, ...]
    sent_back: dict[str, str] = Field(default_factory=dict)
    """What goes back to its writer, by the part at fault; empty where something strikes the whole draft."""
    contradicted: tuple[str, ...] = ()
    """Written points that their own sentences speak against, as an evaluator finds."""
    borne_out: dict[str, str] = Field(default_factory=dict)
    """How the cited sentences stand to each written part: a label, see `foam.debate.questions`."""
    unborne: dict[str, str] = Field(default_factory=dict)
    """The words of a part that are not borne out, as an evaluator names them."""
    meets: dict[str, dict[str, str]] = Field(default_factory=dict)
    """Of each part that answers points whether it meets each of them, as an evaluator that writes says."""
    faults: dict[str, str] = Field(default_factory=dict)
    """What else an evaluator finds wrong with a part: that it says something again, or more in its claim."""
    idle: tuple[str, ...] = Field(default=(), exclude_if=lambda idle: not idle)
    """Parts of a person's speech that state nothing, as an evaluator finds: they are no points."""
    concedes: dict[str, tuple[str, ...]] = Field(default_factory=dict, exclude_if=lambda concedes: not concedes)
    """What each part of a person's speech gives up, be it nothing, as an evaluator finds; no part decided by a mark."""
    reasons: dict[str, str] = Field(default_factory=dict)
    """Why, in the words of whoever judged, by what was judged; they decide nothing."""

    @property
    def accepted(self) -> bool:
        return not self.feedback

    @property
    def off_side(self) -> int:
        """How many points speak for the other side."""
        return sum(stance == "contradicts" for stance in self.stances.values())


class Attempt(Value):
    """One draft and its judgement."""

    text: str
    judged: DraftJudgement
