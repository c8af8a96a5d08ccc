"""*Somebody is missing*: a perspective takes a seat, argues, and the tree is seen by it as by all others.

It knows the tree, and not what the others said. What it disputes is judged, and what it brings that the tree has no
place for is framed alone and judged; nobody else speaks again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from foam.contest.kinds.kind import Contested, Ended, Fit, Kind, Perform, Trial, tell_why
from foam.perspective.node import Perspective

if TYPE_CHECKING:
    from foam.acts.argue import Argued
    from foam.argument.rows import Record
    from foam.argument.tree import Frame
    from foam.deliberation.answer.answer import AnswerTree
    from foam.deliberation.answer.table import Table
    from foam.model.template import Prompts

_DIFFERENT = 0.1
"""From this disagreement with every seat on, a perspective is taken to be another one."""


class SomebodyMissing(Kind):
    kind: Literal["somebody_missing"] = "somebody_missing"
    says = ("Somebody is missing", "Jemand fehlt")
    fits = (
        Fit(
            of="answer",
            parts=("frame",),
            asks="is somebody concerned not heard?",
            named="missing perspective, stakeholder",
            takes=("perspective",),
            needs="--perspective FILE.toml",
        ),
    )
    hint = "name who is to be heard: --perspective FILE.toml"
    asked_of = ("argue", "graft", "evaluate")
    perspective: Perspective

    def refuse(self, contested: Contested) -> str:
        from foam.perspective.governance import find_breaches  # few challenges need what it imports

        if contested.table is None:
            return "nobody is seated in a short answer; foam deliberate seats those who are concerned"
        if contested.table.find_seat(self.perspective.id):
            return f"{self.perspective.id} is seated already; challenge its weight for a value instead"
        return next((one.what for one in find_breaches(self.perspective, contested.pack.limits)), "")

    def settle(self, contested: Contested) -> Ended | None:
        """Whether a seat speaks so already, and nobody who is concerned is spoken for by this one alone."""
        from foam.perspective.diversity import find_missing_stakeholders, measure_disagreement

        assert contested.table is not None, "admission refuses it"
        seats = tuple(one.perspective for one in contested.table.seats)
        concerned = contested.pack.list_concerned(contested.question)
        missing = find_missing_stakeholders(seats, concerned)
        if missing != find_missing_stakeholders((*seats, self.perspective), concerned):
            return None
        nearest = min((measure_disagreement(self.perspective, seat) for seat in seats), key=lambda pair: pair.overall)
        if nearest.overall >= _DIFFERENT:
            return None
        other = nearest.right if nearest.left == self.perspective.id else nearest.left
        why = f"{other} speaks so already: they differ by {nearest.overall:.2f} of 1, and nobody new is spoken for."
        return Ended(disposition="rejected", why=why)

    async def pose(self, contested: Contested, prompts: Prompts, perform: Perform) -> Trial:
        from foam.acts.argue import make_argue

        assert contested.table is not None, "admission refuses it"
        frame, table, pack = contested.frame, contested.table, contested.pack
        act = make_argue(
            prompts,
            contested.question,
            contested.statement,
            contested.file,
            contested.read,
            self.perspective,
            frame.roots[0].options,
            tuple(one.id for one in pack.values),
            number=len(table.seats) + 1,
            frame=frame,
        )
        argued: Argued | None = await perform(act)
        grown = await self._graft(contested, argued, prompts, perform) if argued else frame
        disputed = [one.leaf for one in argued.disputes] if argued else []
        new = [leaf.id for leaf in grown.leaves if leaf.id not in frame.leaf_by_id and leaf.kind != "rule"]
        asked = [name for name in dict.fromkeys((*disputed, *new)) if grown.leaf_by_id[name].kind != "calculation"]
        return Trial(frame=grown, asked=tuple(asked), table=_seat(contested, table, self.perspective, argued))

    def grant(self, contested: Contested) -> Trial:
        """A seat that listens and weighs: nobody argues for it."""
        assert contested.table is not None, "admission refuses it"
        return Trial(frame=contested.frame, table=_seat(contested, contested.table, self.perspective, None))

    async def _graft(self, contested: Contested, argued: Argued, prompts: Prompts, perform: Perform) -> Frame:
        """The tree with the reasons of the seat for which it has no place yet, where anything is weighed."""
        from foam.acts.graft import make_graft

        frame = contested.frame
        held = {(one.option, at) for one in frame.considerations for at in one.at}
        new = [one for one in argued.points if not any((one.option, at) in held for at in one.at)]
        under = frame.node_by_id.get(contested.part)
        if not new or under is None or under.op != "weigh":
            return frame
        at = tuple(dict.fromkeys(at for one in new for at in one.at))
        said = " ".join(f"For {one.option}: {one.says}" for one in new)
        act = make_graft(prompts, contested.question, contested.file, frame, contested.filed, contested.part, at, said)
        return await perform(act) or frame

    def end(self, contested: Contested, trial: Trial, tree: AnswerTree, said: Record) -> Ended:
        role = self.perspective.role
        return Ended(disposition="sustained", why=" ".join((f"The {role} takes a seat.", tell_why(said))).strip())


def _seat(contested: Contested, table: Table, perspective: Perspective, argued: Argued | None) -> Table:
    """The table with one more seat; one that did not argue listens and weighs."""
    from foam.deliberation.answer.table import Seated, make_ledger, measure_pluralism
    from foam.perspective.diversity import describe_seating

    own = Seated(perspective=perspective, argued=argued)
    if argued:
        own = own.model_copy(update={"ledger": make_ledger(argued)})
    seats = tuple(sorted((*table.seats, own), key=lambda one: one.perspective.id))
    values = [one.id for one in contested.pack.values]
    concerned = contested.pack.list_concerned(contested.question)
    update = {
        "seats": seats,
        "seating": describe_seating([one.perspective for one in seats], stakeholders=concerned, values=values),
        "pluralism": measure_pluralism([one.argued for one in seats if one.argued]),
    }
    return table.model_copy(update=update)
