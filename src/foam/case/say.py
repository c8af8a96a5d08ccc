"""Fills the slots whose words the template gives: an extension, a permutation, a standard. Invents nothing."""

from __future__ import annotations

import string
from collections.abc import Sequence

from foam.argument.tree import Allotted
from foam.case.values import Slot
from foam.deliberation.position import Position
from foam.deliberation.room import Room
from foam.job.retrieval import after
from foam.record.entry import ValueInput


def say(
    room: Room, position: Position, slots: Sequence[Slot], leaves: Sequence[tuple[tuple[str, ...], Allotted]]
) -> tuple[Slot, ...]:
    """The slots with the template's words in those that have some."""
    return tuple(
        _said(room, position, slot, leaf.node.say) if leaf.node.say else slot
        for slot, (_, leaf) in zip(slots, leaves, strict=True)
    )


def _said(room: Room, position: Position, slot: Slot, words: str) -> Slot:
    entry = room.clerk.compute(
        "analytic",
        lambda: string.Template(words).safe_substitute(plan=position.text.rstrip(".")),
        after("position", position.entry),
        ValueInput(role="words", value=words),
        ValueInput(role="deals with", value=slot.answers or slot.extends),
        rule="template words",
    )
    return slot.model_copy(update={"analytic": str(entry.answer), "entries": {"analytic": entry.key}})
