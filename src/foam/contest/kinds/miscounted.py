"""*It is miscounted*: another working, step by step. No printed sum is read; what is claimed is what the steps say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from foam.contest.kinds.kind import Contested, Ended, Ending, Fit, Kind, Perform, Says, Trial, replace_leaves, tell_why
from foam.job.orders.contest import Step

if TYPE_CHECKING:
    from foam.argument.rows import Record
    from foam.contest.filed.hearing import FileHearing
    from foam.contest.outcome import Finding
    from foam.deliberation.answer.answer import AnswerTree
    from foam.model.template import Prompts

_ENDS: dict[Says, Ending] = {"establish": "sustained", "in_part": "for a person"}


class Miscounted(Kind):
    kind: Literal["miscounted"] = "miscounted"
    says = ("It is miscounted", "Es ist falsch gezählt oder gerechnet")
    fits = (
        Fit(
            of="answer",
            parts=("calculation",),
            asks="does it come out otherwise, by the figures that are meant and the way they are to be counted?",
            named="calculation",
            takes=("steps",),
            needs="--steps FILE.toml",
        ),
        Fit(
            of="case",
            parts=("slot",),
            asks="do the figures come out otherwise than stated?",
            named="arithmetic",
            checks=("figures",),
        ),
        Fit(
            of="file",
            parts=("decision", "rules", "document"),
            asks="does the sum, the day, the term or the order of events not come out as stated?",
            named="arithmetic, date",
            takes=("steps",),
            look_at="Work the figures and days out by hand, with the records that they come from.",
        ),
    )
    hint = "give each step a name, an operation and earlier steps; a figure has its sentence"
    steps: tuple[Step, ...] = Field(default=(), exclude_if=lambda steps: not steps)
    """The working that the challenger gives; its last step says what it comes to."""

    def refuse(self, contested: Contested) -> str:
        from foam.contest.kinds.recount import find_wrong  # few challenges need what it imports

        return find_wrong(contested, self.steps) if self.steps else "no steps are given: --steps FILE.toml"

    def grant_as(self, contested: Contested) -> Says:
        return "establish"

    def settle(self, contested: Contested) -> Ended | None:
        from foam.contest.kinds.recount import recount

        return recount(contested, self.steps)

    async def pose(self, contested: Contested, prompts: Prompts, perform: Perform) -> Trial:
        from foam.contest.kinds.recount import change_leaf

        leaf = change_leaf(contested, self.steps)
        return Trial(frame=replace_leaves(contested.frame, leaf), asked=(leaf.id,))

    def end(self, contested: Contested, trial: Trial, tree: AnswerTree, said: Record) -> Ended:
        from foam.contest.kinds.recount import compare_workings

        says = next(one.says for one in said.supports)
        why = f"{compare_workings(contested.leaf, trial.frame.leaf_by_id[contested.part], contested)} {tell_why(said)}"
        return Ended(disposition=_ENDS.get(says, "rejected"), why=why)

    def refuse_file(self, hearing: FileHearing) -> str:
        return hearing.find_wrong(self.steps) if self.steps else ""

    def settle_file(self, hearing: FileHearing) -> Finding | None:
        """By the working that is claimed, else by a sum or a day that the examination found wrong there."""
        claimed = hearing.recount(self.steps) if self.steps else None
        return claimed or hearing.sustain_by("arithmetic") or hearing.sustain_by("date")
