"""*It does not follow*: the fact may be so, and what is made of it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from foam.contest.kinds.kind import Contested, Ended, Fit, Kind, Perform, Trial, pose_step
from foam.values import CleanLine

if TYPE_CHECKING:
    from foam.argument.rows import Record
    from foam.deliberation.answer.answer import AnswerTree
    from foam.model.template import Prompts


class DoesNotFollow(Kind):
    kind: Literal["does_not_follow"] = "does_not_follow"
    says = ("It does not follow", "Es folgt nicht daraus")
    fits = (
        Fit(
            of="answer",
            parts=("consideration",),
            asks="granted that it is so, does the reason not speak for its side?",
            named="application, bearing",
            takes=("at",),
        ),
        Fit(
            of="case",
            parts=("cited",),
            asks="does the cited sentence not establish what it is cited for?",
            named="relevance, adequacy",
            checks=("bearing",),
        ),
        Fit(
            of="case",
            parts=("reasoned",),
            asks="does its reason speak for another way than the one that was taken?",
            named="inference",
            takes=("instead",),
            needs="--instead WAY",
            checks=("way",),
        ),
        Fit(
            of="file",
            parts=("decision",),
            asks="does what was decided not follow from the rules and the facts of the file?",
            named="outcome, verdict",
            look_at="Go through the rule step by step and see whether the facts of the file lead to the outcome.",
        ),
        Fit(
            of="file",
            parts=("document",),
            asks="does this speak for the challenger although it is counted against them?",
            named="counted against",
            look_at="See for which side the sentence speaks, and how the decision uses it.",
        ),
    )
    at: tuple[str, ...] = ()
    """Sentences that show it."""
    instead: CleanLine = ""
    """Of a case: the way for which the reason speaks."""

    async def pose(self, contested: Contested, prompts: Prompts, perform: Perform) -> Trial:
        reason = contested.reason
        return pose_step(contested, "follows", f"If this is so, it speaks {reason.option} what is asked: {reason.says}")

    def end(self, contested: Contested, trial: Trial, tree: AnswerTree, said: Record) -> Ended:
        """Sustained also where the reason is said to speak for no answer, or for another."""
        ended, part = super().end(contested, trial, tree, said), contested.part
        before, after = (one.record.list_idle(one.frame.considerations) for one in (contested.tree, tree))
        is_lost = part in after and part not in before
        return ended.model_copy(update={"disposition": "sustained"}) if is_lost else ended
