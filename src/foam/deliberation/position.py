"""The position a seat takes: one of four that code makes from the motion.

The four are: affirmed, affirmed on condition, denied, denied unless. A seat that declared its stance keeps it. Any
other seat chooses, and the record keeps what it was offered beside its choice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from foam.argument.motion import Motion
from foam.deliberation.questions import position_question
from foam.evidence.corpus import Passage
from foam.job.answers import read_choice
from foam.job.retrieval import depend_on
from foam.job.session import Session, depend_on_seat
from foam.model.question import Option
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective
from foam.record.entry import Entry, Input, ValueInput
from foam.values import Value

Direction = Literal["affirmed", "denied"]
Stance = Literal["affirm_whole", "affirm_qualified", "oppose_direct", "oppose_alternative"]

CONDITIONAL: tuple[Stance, ...] = ("affirm_qualified", "oppose_alternative")
"""Stances that hold a side under a condition, or ask for something else."""

Voice = Literal["written", "bounded"]
"""Whether somebody wrote it in words of their own, or chose among what code drafted."""

SAID: dict[Direction, str] = {"affirmed": "yes", "denied": "no"}
"""How a side is answered in a word."""

STANCE_DIMENSION = "resolution_stance"
_LINK = re.compile(r"(only if|if|unless|provided that)\s+", re.IGNORECASE)
"""How a condition may be joined to its answer."""


class Proposed(Value):
    """What seats proposed to an open question before one or two of the options became a motion."""

    sides: dict[str, Direction] = Field(default_factory=dict)
    """The side that each seat proposed, in words of its own; whoever proposed neither decides freely."""
    cited: tuple[Passage, ...] = ()
    """What the proposals rest on: offered first to every seat that writes."""
    rivals: tuple[str, ...] = Field(default=(), exclude_if=lambda rivals: not rivals)
    """The other options, which are deliberated by themselves."""

    def list_inputs(self, seat: Perspective) -> tuple[Input, ...]:
        """What the seat's position depends on beside the motion."""
        side = self.sides.get(seat.id)
        return (ValueInput(role="proposed", value=side),) if side else ()


class Position(Value):
    """What a seat defends."""

    seat: str
    stance: Stance
    text: str
    why: str = ""
    """Why the seat answers so, in its own words, where it writes."""
    condition: str = ""
    """The condition it sets, as a clause that may begin with how it is joined: if, only if or unless. Where it does
    not: if what it holds the motion, or unless what it does not."""
    voice: Voice = "bounded"
    entry: str

    @property
    def direction(self) -> Direction:
        return read_direction(self.stance)


def read_direction(stance: Stance) -> Direction:
    """The side that a stance holds."""
    return "affirmed" if stance.startswith("affirm") else "denied"


def list_open_stances(seat: Perspective, offered: Iterable[Stance], proposed: Proposed) -> tuple[Stance, ...]:
    """The stances among which a seat may choose: what it declared, the side it proposed, or all."""
    declared, side = read_manner(seat).stance, proposed.sides.get(seat.id)
    if declared in (known := tuple(offered)):
        return (declared,)
    return tuple(stance for stance in known if side in (None, read_direction(stance)))


def tell_condition(direction: Direction, condition: str) -> str:
    """An answer under its condition: `yes, if …`, `no, unless …`, or as whoever set it joins the two.

    What holds if something is so is said of a "no" in words that cannot be read the other way: `no, provided that …`.
    """
    clause = condition.strip().rstrip(".")
    found = _LINK.match(clause)
    link = found[1].lower() if found else "if" if direction == "affirmed" else "unless"
    rest = clause[found.end() :] if found else clause
    if direction == "denied":
        link = {"if": "provided that", "only if": "but only if"}.get(link, link)
    return f"{SAID[direction]}, {link} {rest}"


def list_positions(motion: Motion, seat: Perspective, meanings: dict[str, str]) -> dict[Stance, str]:
    """The four possible positions. Their conditions name the value that the seat ranks highest."""
    conditions = list_conditions(seat, meanings)
    return {
        "affirm_whole": motion.affirmed,
        "affirm_qualified": f"{motion.affirmed.rstrip('.')}, on condition that {conditions['affirm_qualified']}.",
        "oppose_direct": motion.denied,
        "oppose_alternative": f"{motion.denied.rstrip('.')}, unless {conditions['oppose_alternative']}.",
    }


def list_conditions(seat: Perspective, meanings: dict[str, str]) -> dict[Stance, str]:
    """The condition of each stance that sets one."""
    top = seat.ranking[0][0]
    meaning = meanings.get(top, top).rstrip(".")
    return {
        "affirm_qualified": f"{top} is safeguarded: {meaning}",
        "oppose_alternative": f"{top} is first secured another way: {meaning}",
    }


async def take_position(
    session: Session,
    seat: Perspective,
    motion: Motion,
    motion_entry: Entry,
    proposed: Proposed | None = None,
    *,
    plain: bool = False,
) -> Position:
    """The position the seat declared, or the one it chooses: of four, or of the two on the side that it proposed.

    That it holds "on condition that" its first value is kept is how code words the choice, not a condition that anybody
    set, so the position carries none. `plain` is for a seat that writes and of which nothing counted: what code words
    would be read as its own condition, which no evidence bears, so that it answers without one.
    """
    positions = list_positions(motion, seat, {value.id: value.text for value in session.pack.values})
    proposed = proposed or Proposed()
    allowed = list_open_stances(seat, positions, proposed)
    if plain:
        sides = {"affirmed": motion.affirmed, "denied": motion.denied}
        positions = {stance: sides[read_direction(stance)] for stance in positions}
        allowed = tuple(one for one in allowed if one not in CONDITIONAL) or allowed
    stance: Stance
    if len(allowed) == 1:
        (stance,) = allowed
        entry = session.clerk.compute(
            "position",
            lambda: {"stance": stance, "offered": positions},
            depend_on("motion", motion_entry),
            depend_on_seat(seat),
            ValueInput(role="offered", value=positions),
            rule="declared stance",
        )
    else:
        options = tuple(Option(id=name, text=text) for name, text in positions.items() if name in allowed)
        question = position_question(session.prompts, seat=seat, question=motion.question, options=options)
        inputs = (depend_on("motion", motion_entry), depend_on_seat(seat), *proposed.list_inputs(seat))
        entry = await session.clerk.ask("position", question, *inputs)
        stance = _parse_stance(read_choice(entry)[0])
    return Position(seat=seat.id, stance=stance, text=positions[stance], entry=entry.key)


def _parse_stance(name: str) -> Stance:
    match name:
        case "affirm_whole" | "affirm_qualified" | "oppose_direct" | "oppose_alternative":
            return name
        case _:
            raise AssertionError(f"not a stance: {name}")
