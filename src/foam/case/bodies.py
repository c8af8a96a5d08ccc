"""Copies of a case that show another text around each quotation."""

from __future__ import annotations

from collections.abc import Callable

from foam.case.values import Case


def show_bodies(case: Case, bodies: Callable[[str], str]) -> Case:
    """The case with another text around each quotation, by the id of its document."""
    slots = (
        slot.model_copy(update={"card": slot.card.model_copy(update={"body": bodies(slot.card.document)})})
        if slot.card
        else slot
        for slot in case.slots
    )
    return case.model_copy(update={"slots": tuple(slots)})
