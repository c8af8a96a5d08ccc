"""*Something is left out*: a sentence that speaks of a leaf, or one that the tree has no place for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from foam.contest.kinds.kind import Contested, Ended, OfTree, Perform, Trial, replace_leaves, tell_why

if TYPE_CHECKING:
    from foam.argument.rows import Record
    from foam.deliberation.answer.answer import AnswerTree
    from foam.model.template import Prompts


class LeftOutOfTree(OfTree):
    kind: Literal["omission"] = "omission"
    level = "evidence"
    asks = "was a sentence left out that speaks of it, or that the question turns on?"
    says = ("Something was left out of the answer", "In der Antwort wurde etwas weggelassen")
    settled_by = "evaluator; else a person"
    named = "missing counter-evidence, missing branch"
    needs = "--at SENTENCE or --with FILE"
    fits = ("fact", "application", "frame")
    if_conceded = "establish"
    at: tuple[str, ...] = ()
    """The sentences that were left out."""

    def refuse(self, contested: Contested) -> str:
        return "" if contested.brought else "nothing is named that was left out"

    def settle(self, contested: Contested) -> Ended | None:
        """Whether the tree has the sentences already, where they are said to be missing."""
        frame = contested.frame
        held = frame.sentences if contested.is_frame else {*contested.leaf.at, *contested.leaf.against}
        if held.issuperset(contested.brought):
            return Ended(disposition="already so", why=f"It is there: {', '.join(contested.brought)}.")
        return None

    def needs_framer(self, contested: Contested) -> bool:
        return contested.is_frame

    async def pose(self, contested: Contested, prompts: Prompts, perform: Perform) -> Trial | None:
        frame = contested.frame
        if not contested.is_frame:
            leaf = contested.leaf
            at = tuple(dict.fromkeys((*leaf.at, *contested.brought)))
            proposed = leaf.proposed if leaf.at else "true"
            return Trial(
                frame=replace_leaves(frame, leaf.model_copy(update={"at": at, "proposed": proposed})), asked=(leaf.id,)
            )
        from foam.acts.graft import make_graft  # few challenges need what it imports

        file, filed, question = contested.file, contested.filed, contested.question
        said = contested.brought, contested.because
        grown = await perform(make_graft(prompts, question, file, frame, filed, contested.part, *said))
        if grown is None:
            return None
        new = (leaf for leaf in grown.leaves if leaf.id not in frame.leaf_by_id and leaf.kind != "rule")
        return Trial(frame=grown, asked=tuple(leaf.id for leaf in new))

    def end(self, contested: Contested, trial: Trial, tree: AnswerTree, said: Record) -> Ended:
        """Sustained where the leaf stands otherwise, or a leaf of the new branch holds."""
        before, after = contested.standings, tree.standing_by_leaf
        rules = [leaf.id for leaf in trial.frame.leaves if leaf.kind == "rule" and leaf.id not in before]
        if unread := [name for name in rules if after[name].stands != "true"]:
            return Ended(disposition="for a person", why=f"Nobody said that {', '.join(unread)} is a rule of the file.")
        if not trial.asked:
            return Ended(disposition="rejected", why="Whoever framed it again found no place for it in the tree.")
        moved = [
            name
            for name in trial.asked
            if (after[name].stands != before[name].stands if name in before else after[name].counts_as)
        ]
        return Ended(disposition="sustained" if moved else "rejected", why=tell_why(said))
