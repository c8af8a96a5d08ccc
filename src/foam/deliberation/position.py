"""Positions: four candidates per question, and the one a seat takes. Knows nothing of evidence.

The candidates are made by code from the motion: affirmed, affirmed on condition, denied, denied unless. A seat that
declares its stance is held to it; any other chooses, and the record keeps the losers beside the choice.
"""

from __future__ import annotations

from typing import Literal

from foam.argument.motion import Motion
from foam.deliberation.questions import position_question
from foam.deliberation.room import Room, seen_from
from foam.job.answers import chosen
from foam.job.retrieval import after
from foam.model.question import Option
from foam.perspective.node import Perspective
from foam.record.entry import Entry, ValueInput
from foam.values import Value

Direction = Literal["affirmed", "denied"]
Stance = Literal["affirm_whole", "affirm_qualified", "oppose_direct", "oppose_alternative"]

STANCE_DIMENSION = "resolution_stance"


class Position(Value):
    """What a seat defends."""

    seat: str
    stance: Stance
    text: str
    entry: str

    @property
    def direction(self) -> Direction:
        return "affirmed" if self.stance.startswith("affirm") else "denied"


def candidates(moved: Motion, seat: Perspective, meanings: dict[str, str]) -> dict[Stance, str]:
    """The four candidate positions, their conditions drawn from the value the seat ranks highest."""
    top = seat.ranking[0][0]
    guarded = meanings.get(top, top).rstrip(".")
    return {
        "affirm_whole": moved.affirmed,
        "affirm_qualified": f"{moved.affirmed.rstrip('.')}, on condition that {top} is safeguarded: {guarded}.",
        "oppose_direct": moved.denied,
        "oppose_alternative": f"{moved.denied.rstrip('.')}, unless {top} is first secured another way: {guarded}.",
    }


async def take_position(room: Room, seat: Perspective, moved: Motion, motion_entry: Entry) -> Position:
    """The position the seat declared, or the one it chooses of four."""
    offered = candidates(moved, seat, {value.id: value.text for value in room.values})
    declared = seat.dimensions.get(STANCE_DIMENSION)
    stance: Stance
    if declared in offered:
        stance = declared
        entry = room.clerk.compute(
            "position",
            lambda: {"stance": stance, "offered": offered},
            after("motion", motion_entry),
            seen_from(seat),
            ValueInput(role="offered", value=offered),
            rule="declared stance",
        )
    else:
        choice = tuple(Option(id=name, text=text) for name, text in offered.items())
        question = position_question(room.prompts, seat=seat, question=moved.question, offered=choice)
        entry = await room.clerk.ask("position", question, after("motion", motion_entry), seen_from(seat))
        stance = _stance(chosen(entry)[0])
    return Position(seat=seat.id, stance=stance, text=offered[stance], entry=entry.key)


def _stance(id: str) -> Stance:
    match id:
        case "affirm_whole" | "affirm_qualified" | "oppose_direct" | "oppose_alternative":
            return id
        case _:
            raise AssertionError(f"not a stance: {id}")
