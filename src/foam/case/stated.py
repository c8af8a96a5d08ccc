"""Fills the slots whose words the template gives: an extension, a permutation, a standard."""

from __future__ import annotations

from collections.abc import Sequence

from foam.argument.outline import Allotted
from foam.case.seek import fill_words
from foam.case.stance import Position
from foam.case.values import Slot
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.record.entry import ValueInput


def fill_stated_slots(
    session: Session,
    position: Position,
    resolution: str,
    slots: Sequence[Slot],
    leaves: Sequence[tuple[tuple[str, ...], Allotted]],
) -> tuple[Slot, ...]:
    """The slots with the template's words in those that have some."""
    return tuple(
        _fill_stated(session, position, resolution, slot, leaf.node.say) if leaf.node.say else slot
        for slot, (_, leaf) in zip(slots, leaves, strict=True)
    )


def _fill_stated(session: Session, position: Position, resolution: str, slot: Slot, words: str) -> Slot:
    entry = session.clerk.compute(
        "analytic",
        lambda: fill_words(words, plan=position.text, resolution=resolution),
        depend_on("position", position.entry),
        ValueInput(role="words", value=words),
        ValueInput(role="deals with", value=slot.answers or slot.extends),
        rule="template words",
    )
    return slot.model_copy(update={"analytic": str(entry.answer), "entries": {"analytic": entry.key}})
