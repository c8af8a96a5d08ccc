"""*It weighs otherwise*: another weight of a value for one seat, another measure of an impact, another way of a case.

Of an answer, code computes what follows; nobody is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from foam.contest.kinds.kind import Contested, Ended, Fit, Kind, Perform, Trial
from foam.values import CleanLine

if TYPE_CHECKING:
    from foam.argument.rows import Record
    from foam.deliberation.answer.answer import AnswerTree
    from foam.model.template import Prompts

_NOT_WEIGHED = (
    "nobody weighs in a short answer: it says what speaks for each side; foam deliberate has seats that weigh"
)


class WeighsOtherwise(Kind):
    kind: Literal["weighs_otherwise"] = "weighs_otherwise"
    says = ("It weighs otherwise", "Es wiegt anders")
    fits = (
        Fit(
            of="answer",
            parts=("consideration", "frame", "perspective"),
            asks="would another weight of a value, for a seat, change what follows?",
            named="weight, perspective",
            takes=("seat", "value", "weight"),
            needs="--weight SEAT.VALUE=WEIGHT",
        ),
        Fit(
            of="case",
            parts=("weighed",),
            asks="does the impact weigh on another measure, or would another way serve better?",
            named="label",
            takes=("value", "instead"),
        ),
        Fit(
            of="case",
            parts=("choice", "group", "slot"),
            asks="why this structure, and would another way serve better?",
            named="structural, missing branch",
            takes=("instead",),
        ),
        Fit(
            of="case",
            parts=("frame",),
            asks="why this frame: whose values, which plan, by whose choice?",
            named="frame",
        ),
        Fit(
            of="file",
            parts=("document",),
            asks="does it count for less or for more, by who wrote it and whom they are bound to?",
            named="independence",
            look_at="Find out what ties the author to a side of the matter.",
        ),
    )
    hint = "name a seat, a value and its weight: --weight treasurer.equity=0.4"
    asked_of = ()
    seat: str = ""
    value: CleanLine = ""
    """What is weighed: of an answer a value of the pack, of a case the measure that an impact is said to weigh on."""
    weight: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    instead: CleanLine = ""
    """Of a case: the way that should have been taken. Without it the recorded choice is explained."""

    def refuse(self, contested: Contested) -> str:
        if contested.table is None:
            return _NOT_WEIGHED
        seated = contested.table.find_seat(self.seat)
        values = {one.id for one in contested.pack.values} | {one.value for one in contested.frame.considerations}
        if seated is None:
            names = ", ".join(one.perspective.id for one in contested.table.seats)
            return f"no seat {self.seat!r} at this table: {names}" if self.seat else "no seat is named"
        if contested.kind == "perspective" and contested.part != f"seat-{self.seat}":
            return f"{contested.part} is not the seat of {self.seat}"
        if self.value not in values - {""}:
            return f"no value {self.value!r} is weighed here: {', '.join(sorted(values - {''}))}"
        if self.weight is None:
            return "no weight is named"
        if seated.perspective.weighting.get(self.value, 0.0) == self.weight:
            return f"{self.seat} gives {self.value} that weight already"
        return ""

    async def pose(self, contested: Contested, prompts: Prompts, perform: Perform) -> Trial:
        from foam.perspective.node import reweight

        table = contested.table
        assert table is not None, "admission refuses it"
        assert self.weight is not None, "admission refuses it"
        seats = tuple(
            one.model_copy(update={"perspective": reweight(one.perspective, {self.value: self.weight})})
            if one.perspective.id == self.seat
            else one
            for one in table.seats
        )
        return Trial(frame=contested.frame, table=table.model_copy(update={"seats": seats}))

    def end(self, contested: Contested, trial: Trial, tree: AnswerTree, said: Record) -> Ended:
        """Sustained where something else follows for the seat, or for all."""
        if_so = f"If {self.seat} gave {self.value} the weight {self.weight:g}"
        was, now = (_read_for(one, self.seat) for one in (contested.tree, tree))
        if was != now:
            why = f"{if_so}, {now} would follow for it, and not {was}."
        elif contested.tree.lead != tree.lead:
            why = f"{if_so}, the answer would read: {tree.lead}"
        else:
            return Ended(disposition="rejected", why=f"{if_so}, the same would follow: {was}.")
        return Ended(disposition="sustained", why=why)

    def list_checks(self, fit: Fit) -> tuple[str, ...]:
        return ("metric",) if self.value else ("way",) if self.instead else ("why",)


def _read_for(tree: AnswerTree, seat: str) -> str:
    """What follows for a seat, in the words of the options."""
    rows = tree.by_seat.rows if tree.by_seat else ()
    row = next((one for one in rows if seat in one.perspectives), None)
    named = row.outcome.option if row else None
    text = next((one.text for one in tree.root.options if one.id == named), "")
    return f"“{text}”" if text else "no option"
