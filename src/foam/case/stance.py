"""The position that the seat of a case declared: one of four that code makes from the motion.

The four are: affirmed, affirmed on condition, denied, denied unless. The record keeps all four beside the one that was
declared.
"""

from __future__ import annotations

from typing import Literal

from foam.argument.motion import Motion
from foam.case.values import Voice
from foam.job.retrieval import depend_on
from foam.job.session import Session, depend_on_seat
from foam.perspective.manner import Stance, read_manner
from foam.perspective.node import Perspective
from foam.record.entry import Entry, ValueInput
from foam.values import Value

_Direction = Literal["affirmed", "denied"]

STANCE_DIMENSION = "resolution_stance"


class Position(Value):
    """What a seat defends."""

    seat: str
    stance: Stance
    text: str
    why: str = ""
    """Why the seat answers so, in its own words, where it writes."""
    voice: Voice = "bounded"
    entry: str

    @property
    def direction(self) -> _Direction:
        return read_direction(self.stance)


def read_direction(stance: Stance) -> _Direction:
    """The side that a stance holds."""
    return "affirmed" if stance.startswith("affirm") else "denied"


def list_positions(motion: Motion, seat: Perspective, meanings: dict[str, str]) -> dict[Stance, str]:
    """The four possible positions. The conditions of two name the value that the seat ranks highest."""
    top = seat.ranking[0][0]
    meaning = meanings.get(top, top).rstrip(".")
    affirmed, denied = motion.affirmed.rstrip("."), motion.denied.rstrip(".")
    return {
        "affirm_whole": motion.affirmed,
        "affirm_qualified": f"{affirmed}, on condition that {top} is safeguarded: {meaning}.",
        "oppose_direct": motion.denied,
        "oppose_alternative": f"{denied}, unless {top} is first secured another way: {meaning}.",
    }


def take_position(session: Session, seat: Perspective, motion: Motion, motion_entry: Entry) -> Position:
    """The position that the seat declared."""
    stance = read_manner(seat).stance
    assert stance is not None, f"seat {seat.id} was given no side"
    positions = list_positions(motion, seat, {value.id: value.text for value in session.pack.values})
    entry = session.clerk.compute(
        "position",
        lambda: {"stance": stance, "offered": positions},
        depend_on("motion", motion_entry),
        depend_on_seat(seat),
        ValueInput(role="offered", value=positions),
        rule="declared stance",
    )
    return Position(seat=seat.id, stance=stance, text=positions[stance], entry=entry.key)
