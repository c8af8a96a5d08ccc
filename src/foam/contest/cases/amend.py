"""Amendments: what a sustained challenge changes in a case, as plain data, and the pure fold that applies it.

SetOutline  the choices of a case, and the slots that follow from them
PutSlot     a slot of a case, in place of one with its path or where the template has it
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from foam.case.tell import drop_told
from foam.case.values import CHALLENGED, BranchChoice, Case, GeneratedNode, Group, Slot
from foam.case.verify import verify_case
from foam.contest.outcome import Locality
from foam.contest.subject import CaseFile
from foam.evidence.document import Document
from foam.pack.outlines import SpeechOutline
from foam.values import Value


class SetOutline(Value):
    type: Literal["outline"] = "outline"
    choices: tuple[BranchChoice, ...]
    generated: tuple[GeneratedNode, ...]
    groups: tuple[Group, ...]
    slots: tuple[Slot, ...]


class PutSlot(Value):
    type: Literal["slot"] = "slot"
    slot: Slot


Amendment: TypeAlias = Annotated[SetOutline | PutSlot, Field(discriminator="type")]
_OUTLINE = ("choices", "generated", "groups", "slots")


def revise_case(
    case: Case, amendments: Iterable[Amendment], *, documents: dict[str, Document], template: SpeechOutline
) -> Case:
    """The case with the amendments applied, verified anew. What was told of a slot that changed is told no more."""
    before = {slot.path: slot for slot in case.slots}
    for amendment in amendments:
        if isinstance(amendment, PutSlot):
            case = case.model_copy(update={"slots": with_slot(case, amendment.slot, template)})
        else:
            case = case.model_copy(update={name: getattr(amendment, name) for name in _OUTLINE})
    after = {slot.path: slot for slot in case.slots}
    case = drop_told(case, {path[-1] for path in before.keys() | after.keys() if before.get(path) != after.get(path)})
    measured = verify_case(case, documents, template)
    return case.model_copy(update={"failures": measured.failures})


def with_slot(case: Case, slot: Slot, template: SpeechOutline) -> tuple[Slot, ...]:
    """The slots with this one in its place, by the order of the outline."""
    if any(one.path == slot.path for one in case.slots):
        return tuple(slot if one.path == slot.path else one for one in case.slots)
    order = {node.id: place for place, node in enumerate(template.tree.walk())}
    later = (n for n, one in enumerate(case.slots) if order.get(one.id, -1) > order.get(slot.id, len(order)))
    at = next(later, len(case.slots))
    return (*case.slots[:at], slot, *case.slots[at:])


def tell_changes(before: CaseFile, amendments: Iterable[Amendment]) -> tuple[str, ...]:
    """Which tags were narrowed and which cards fell, a sentence each; the redline shows all else."""
    put = (one.slot for one in amendments if isinstance(one, PutSlot))
    return tuple(said for slot in put for said in _tell_slot(before.slots.get(slot.id), slot))


def _tell_slot(then: Slot | None, now: Slot) -> Iterator[str]:
    was = then.card if then else None
    if was is None:
        return
    if now.card is None and now.refused and now.refused[-1].why == CHALLENGED:
        yield f"{now.id} was left empty: its card ({was.cite}) fell."
    elif now.card and now.card.document == was.document and now.card.tag != was.tag:
        yield f"The tag of {now.id} read “{was.tag}”; it is narrowed to what its card says: “{now.card.tag}”"


def measure_locality(before: CaseFile, after: CaseFile, amendments: Iterable[Amendment], *, asked: int) -> Locality:
    """How far a revision reached, counted over the record and over the slots. An entry is superseded where it was taken
    about a card or an outline that was replaced."""
    old, new = before.slots, after.slots
    changed = tuple(id for id in dict.fromkeys((*old, *new)) if old.get(id) != new.get(id))
    known = {entry.key for entry in before.entries}
    gone = {key for one in amendments for key in _list_superseded(before, one)} & known
    decided = {entry.key for entry in before.entries if entry.draft.decider.type == "model"}
    return Locality(
        asked=asked,
        reused=len(decided - gone),
        changed=changed,
        superseded=len(gone),
        entries=len(known),
        untouched=sum(id not in changed for id in old) / len(old) if old else 1.0,
    )


def _list_superseded(file: CaseFile, made: Amendment) -> set[str]:
    if isinstance(made, SetOutline):
        return _list_outlined(file.case.choices, file.case.slots) - _list_outlined(made.choices, made.slots)
    slot = file.slots.get(made.slot.id)
    of_card = slot.card.entries.values() if slot and slot.card else ()
    kept = made.slot.card.entries.values() if made.slot.card else ()
    return {*of_card} - {*kept}


def _list_outlined(choices: Iterable[BranchChoice], slots: Iterable[Slot]) -> set[str]:
    """The decisions that an outline and what fills it rest on."""
    held = tuple(slots)
    cards = (key for slot in held if slot.card for key in slot.card.entries.values())
    filled = (key for slot in held for key in slot.entries.values())
    return {*(one.entry for one in choices), *filled, *cards}
