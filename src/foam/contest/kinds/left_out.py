"""*Something is left out*: a sentence that speaks of it, one that there is no place for, or a part of an argument."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from foam.contest.kinds.kind import (
    Contested,
    Ended,
    Fit,
    Kind,
    Perform,
    Says,
    Trial,
    pose_step,
    replace_leaves,
    tell_why,
)
from foam.values import CleanLine

if TYPE_CHECKING:
    from foam.argument.rows import Record
    from foam.deliberation.answer.answer import AnswerTree
    from foam.model.template import Prompts


class LeftOut(Kind):
    kind: Literal["left_out"] = "left_out"
    says = ("Something is left out", "Etwas ist weggelassen")
    fits = (
        Fit(
            of="answer",
            parts=("fact", "application", "consideration"),
            asks="was a sentence left out that speaks of it: the one that is named, or another of the library?",
            named="omission, selection bias",
            takes=("at",),
        ),
        Fit(
            of="answer",
            parts=("frame",),
            asks="was something left out that the question turns on?",
            named="missing branch",
            takes=("at",),
            needs="--at SENTENCE or --with FILE",
        ),
        Fit(
            of="case",
            parts=("cited",),
            asks="was the rest of the source left out, or evidence to the contrary, or a part of the argument?",
            named="context, selection bias",
            takes=("component",),
            checks=("omission",),
        ),
        Fit(
            of="case",
            parts=("group", "slot"),
            asks="is a part of the argument missing, or a measure of its weighing?",
            named="missing component",
            takes=("component",),
            needs="--component NAME",
        ),
        Fit(
            of="file",
            parts=("rules", "document"),
            asks="did the decision leave this out although it bears on it?",
            named="missing counter-evidence",
            look_at="See whether the decision deals with this sentence.",
        ),
    )
    searches = True
    at: tuple[str, ...] = ()
    """The sentences that were left out."""
    component: CleanLine = ""
    """Of a case: the part of the argument that is missing, or the measure that its weighing leaves out."""

    def refuse(self, contested: Contested) -> str:
        is_named = contested.brought or contested.kind != "frame"
        return "" if is_named else "nothing is named that was left out"

    def settle(self, contested: Contested) -> Ended | None:
        """Whether the tree has the sentences already, where they are said to be missing."""
        held = contested.frame.sentences if contested.kind == "frame" else contested.list_held()
        if contested.brought and held.issuperset(contested.brought):
            return Ended(disposition="already so", why=f"It is there: {', '.join(contested.brought)}.")
        return None

    def grant_as(self, contested: Contested) -> Says:
        """That what was left out shows it, where it was not held; else that it does not hold."""
        standing = contested.standings.get(contested.part)
        is_held = contested.kind == "consideration" or (standing is not None and standing.counts_as)
        return "contradict" if is_held else "establish"

    def needs_framer(self, contested: Contested) -> bool:
        return contested.kind == "frame"

    async def pose(self, contested: Contested, prompts: Prompts, perform: Perform) -> Trial | None:
        frame, brought = contested.frame, contested.brought
        if contested.kind == "consideration":
            return pose_step(contested, "holds", contested.reason.says) if brought else None
        if contested.kind != "frame":
            leaf = contested.leaf
            at = tuple(dict.fromkeys((*leaf.at, *brought)))
            proposed = leaf.proposed if leaf.at else "true"
            changed = leaf.model_copy(update={"at": at, "proposed": proposed})
            return Trial(frame=replace_leaves(frame, changed), asked=(leaf.id,)) if brought else None
        from foam.acts.graft import make_graft  # few challenges need what it imports

        file, filed, question = contested.file, contested.filed, contested.question
        said = brought, contested.because
        grown = await perform(make_graft(prompts, question, file, frame, filed, contested.part, *said))
        if grown is None:
            return None
        new = (leaf for leaf in grown.leaves if leaf.id not in frame.leaf_by_id and leaf.kind != "rule")
        return Trial(frame=grown, asked=tuple(leaf.id for leaf in new))

    def end(self, contested: Contested, trial: Trial, tree: AnswerTree, said: Record) -> Ended:
        """Sustained where the leaf stands otherwise, a leaf of the new branch holds, or the reason no longer does."""
        if contested.kind == "consideration":
            return super().end(contested, trial, tree, said)
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

    def list_checks(self, fit: Fit) -> tuple[str, ...]:
        """A part that is named; else the rest of the source, the library and what is brought."""
        return ("component",) if self.component else fit.checks
