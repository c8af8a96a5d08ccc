"""*The rule does not apply*: the fact may be so, and the rule is not met by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from foam.contest.kinds.kind import Contested, Ended, Fit, Kind, Perform, Trial, replace_leaves

if TYPE_CHECKING:
    from foam.model.template import Prompts


class RuleDoesNotApply(Kind):
    kind: Literal["rule_does_not_apply"] = "rule_does_not_apply"
    says = ("The rule does not apply", "Die Regel gilt hier nicht")
    fits = (
        Fit(
            of="answer",
            parts=("application",),
            asks="granted that it is so, does the rule not apply to it?",
            named="application, warrant",
            takes=("at",),
        ),
        Fit(
            of="file",
            parts=("decision", "rules", "document"),
            asks="does the rule have a condition that was passed over or is not met?",
            named="condition, exception",
            look_at="Hold each condition of the rule against the facts.",
        ),
    )
    at: tuple[str, ...] = ()
    """Sentences that show it."""

    def settle(self, contested: Contested) -> Ended | None:
        if contested.standings[contested.part].stands == "false":
            return Ended(disposition="already so", why="The answer holds that it does not apply.")
        return None

    async def pose(self, contested: Contested, prompts: Prompts, perform: Perform) -> Trial:
        leaf = contested.leaf
        against = tuple(dict.fromkeys((*leaf.against, *contested.brought)))
        changed = leaf.model_copy(update={"against": against})
        return Trial(frame=replace_leaves(contested.frame, changed), asked=(leaf.id,))
