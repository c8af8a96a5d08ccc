"""*It does not follow*, or *the rule does not apply*: the fact may be so, and what is made of it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from foam.contest.kinds.kind import Contested, Ended, OfTree, Perform, Trial, replace_leaves

if TYPE_CHECKING:
    from foam.argument.rows import Record
    from foam.deliberation.answer.answer import AnswerTree
    from foam.model.template import Prompts


class DoesNotFollow(OfTree):
    kind: Literal["application"] = "application"
    level = "inference"
    asks = "granted that it is so, does the rule apply to it, or does the reason speak for its side?"
    says = ("It does not follow, or the rule does not apply", "Es folgt nicht daraus, oder die Regel gilt hier nicht")
    settled_by = "evaluator; else a person"
    named = "warrant, link, the rule does not apply"
    fits = ("application", "consideration")
    at: tuple[str, ...] = ()
    """Sentences that show it."""

    def settle(self, contested: Contested) -> Ended | None:
        if contested.kind == "application" and contested.standings[contested.part].stands == "false":
            return Ended(disposition="already so", why="The answer holds that it does not apply.")
        return None

    async def pose(self, contested: Contested, prompts: Prompts, perform: Perform) -> Trial:
        frame = contested.frame
        if contested.kind == "application":
            leaf = contested.leaf
            against = tuple(dict.fromkeys((*leaf.against, *contested.brought)))
            return Trial(frame=replace_leaves(frame, leaf.model_copy(update={"against": against})), asked=(leaf.id,))
        from foam.argument.tree import Leaf  # few challenges need what it imports

        reason, follows = contested.reason, f"{contested.part}_follows"
        says = f"If this is so, it speaks {reason.option} what is asked: {reason.says}"
        step = Leaf(id=follows, kind="fact", says=says, at=reason.at, against=contested.brought)
        rests_on = tuple(dict.fromkeys((*reason.rests_on, follows)))
        changed = reason.model_copy(update={"rests_on": rests_on})
        reasons = tuple(changed if one.id == reason.id else one for one in frame.considerations)
        return Trial(frame=replace_leaves(frame.model_copy(update={"considerations": reasons}), step), asked=(follows,))

    def end(self, contested: Contested, trial: Trial, tree: AnswerTree, said: Record) -> Ended:
        """Of a reason, sustained also where it is said to speak for no answer, or for another."""
        ended, part = super().end(contested, trial, tree, said), contested.part
        before, after = (one.record.list_idle(one.frame.considerations) for one in (contested.tree, tree))
        is_lost = part in after and part not in before
        return ended.model_copy(update={"disposition": "sustained"}) if is_lost else ended
