"""*It is not so*: a sentence, or a document, says otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from foam.contest.kinds.kind import Contested, Ended, OfTree, Perform, Trial, replace_leaves

if TYPE_CHECKING:
    from foam.model.template import Prompts


class NotSo(OfTree):
    kind: Literal["fact"] = "fact"
    level = "evidence"
    asks = "is it otherwise, by a sentence of the file or by one that is brought?"
    says = ("It is not so", "Es ist nicht so")
    settled_by = "evaluator; else a person"
    named = "refutation, contrary evidence"
    needs = "--at SENTENCE or --with FILE"
    fits = ("fact", "rule", "consideration")
    at: tuple[str, ...] = ()
    """The sentences that say otherwise."""

    def refuse(self, contested: Contested) -> str:
        return "" if contested.brought else "nothing is named that says otherwise"

    def settle(self, contested: Contested) -> Ended | None:
        if all(contested.standings[leaf.id].stands == "false" for leaf in contested.list_facts()):
            return Ended(disposition="already so", why="The answer counts it as not so.")
        return None

    async def pose(self, contested: Contested, prompts: Prompts, perform: Perform) -> Trial:
        facts = contested.list_facts()
        against = [
            leaf.model_copy(update={"against": tuple(dict.fromkeys((*leaf.against, *contested.brought)))})
            for leaf in facts
        ]
        return Trial(frame=replace_leaves(contested.frame, *against), asked=tuple(leaf.id for leaf in facts))
