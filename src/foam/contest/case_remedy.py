"""From a finding to amendments of a case: slots bound to other sources, mended, widened, narrowed or emptied.

Only the slots that fell are bound again, and the comparison of impacts where one of them was an impact. A slot for
which nothing serves is left empty, and the case is then not issued: that is the point.
"""

from __future__ import annotations

from collections.abc import Iterable

from foam.argument.tree import IMPACT
from foam.case.answer import prepared
from foam.case.bind import Writing, bind
from foam.case.cut import cut, source_of
from foam.case.outline import replanned
from foam.case.questions import TAG_WORDS
from foam.case.reckon import reckon
from foam.case.say import say
from foam.case.values import Card, Case, Slot
from foam.case.weigh import weigh
from foam.case.write import assigned
from foam.contest.amend import PutSlot, with_slot
from foam.contest.hearing import Hearing
from foam.contest.outcome import Finding, Struck
from foam.contest.subject import CaseFile
from foam.deliberation.position import Position, take_position
from foam.deliberation.room import Room
from foam.evidence.assemble import MOST_SENTENCES, assemble
from foam.evidence.document import Document

HEDGE = "In some cases:"


async def case_amendments(hearing: Hearing, file: CaseFile, found: Finding) -> tuple[PutSlot, ...]:
    """What the finding changes in a case."""
    slots = [slot for struck in found.struck for slot in await _slots(hearing, file, found, struck)]
    if any(slot.component == IMPACT for slot in slots):
        slots = await _weighed_again(hearing.room, file, slots)
    return tuple(PutSlot(slot=slot) for slot in slots)


async def _slots(hearing: Hearing, file: CaseFile, found: Finding, struck: Struck) -> tuple[Slot, ...]:
    slot = file.slots.get(struck.argument)
    if slot is None or not slot.filled:
        return await _bound(hearing, file, struck.argument)
    if slot.calculated is not None:
        return reckon(hearing.room, [slot], file.template.calculations)
    if slot.card is None:
        return (slot.model_copy(update={"analytic": f"{slot.analytic} {found.note}".strip()}),)
    return (slot.model_copy(update={"card": await _card(hearing, file, found, struck, slot, slot.card)}),)


async def _card(
    hearing: Hearing, file: CaseFile, found: Finding, struck: Struck, slot: Slot, card: Card
) -> Card | None:
    match found.move:
        case "swap" if struck.instead and struck.instead[0].pointer.document == card.document:
            return _mended(card, file.documents[card.document], struck)
        case "swap":
            return await _other_card(hearing, file, slot, struck)
        case "qualify" if struck.instead:
            return _widened(card, file.documents[card.document], struck)
        case "qualify" | "branch":
            return card.model_copy(update={"tag": hedged(card.tag)})
        case _:
            return None


def _mended(card: Card, document: Document, struck: Struck) -> Card:
    """The words as they stand in the source; another sentence of it where one was named."""
    said = struck.instead[0].text
    own = said == assemble(document, card.sentences)
    sentences = card.sentences if own else tuple(p.pointer.sentence for p in struck.instead)
    return card.model_copy(update={"sentences": sentences, "text": assemble(document, sentences)})


def _widened(card: Card, document: Document, struck: Struck) -> Card:
    """The card with the context that was left out, and a tag that claims less."""
    context = [p.pointer.sentence for p in struck.instead if p.pointer.document == document.id]
    kept = (*context, *(n for n in card.sentences if n not in context))[:MOST_SENTENCES]
    sentences = tuple(sorted(kept))
    update = {"sentences": sentences, "text": assemble(document, sentences), "tag": hedged(card.tag)}
    return card.model_copy(update=update)


def hedged(tag: str) -> str:
    """A tag that claims less, within a tag's length."""
    if tag.startswith(HEDGE):
        return tag
    words = f"{HEDGE} {tag}".split()
    return " ".join(words) if len(words) <= TAG_WORDS else " ".join(words[:TAG_WORDS]) + "…"


async def _other_card(hearing: Hearing, file: CaseFile, slot: Slot, struck: Struck) -> Card | None:
    """A card cut from the first of the named sources that serves."""
    seat = assigned(file.spec.seat, file.template.side)
    for document in dict.fromkeys(passage.pointer.document for passage in struck.instead):
        card = await cut(hearing.room, seat, file.case.plan, slot, document, (hearing.admitted(),))
        if card:
            return card
    return None


async def _bound(hearing: Hearing, file: CaseFile, id: str) -> tuple[Slot, ...]:
    """A slot of the template that was missing or empty, bound as it would have been."""
    case, template = file.case, file.template
    spoken = prepared(template, accepted=case.accepted, heard=case.heard)
    allotted = replanned(spoken.tree, case.choices, case.generated, case.budget)
    leaves = [(path, leaf) for path, leaf in allotted.leaves() if leaf.node.id == id]
    position = await _position(hearing.room, file)
    heard = {one.id: one.text for one in case.heard.arguments} if case.heard else {}
    writing = Writing(hearing.room, assigned(file.spec.seat, template.side), position, heard)
    slots = await bind(writing, leaves, reuse=template.reuse) if leaves else ()
    return say(hearing.room, position, reckon(hearing.room, slots, template.calculations), leaves)


async def _position(room: Room, file: CaseFile) -> Position:
    """The position of the case, from the record: its seat declared it, so that nobody is asked."""
    from_record = room.clerk.compute("motion", file.motion.json_value, file.motion_input, rule="motion")
    return await take_position(room, assigned(file.spec.seat, file.template.side), file.motion, from_record)


async def _weighed_again(room: Room, file: CaseFile, changed: Iterable[Slot]) -> list[Slot]:
    """The changed slots and, since an impact is among them, the comparison."""
    put = file.case
    for slot in changed:
        put = put.model_copy(update={"slots": with_slot(put, slot, file.template)})
    weighed = await weigh(room, put, file.template)
    before = {slot.path: slot for slot in file.case.slots}
    return [slot for slot in weighed.slots if before.get(slot.path) != slot]


def documents_of(room: Room, case: Case, known: dict[str, Document]) -> dict[str, Document]:
    """Every document that a case cites or reads figures in."""
    read = [one.pointer.document for slot in case.slots if slot.calculated for one in slot.calculated.readings]
    ids = dict.fromkeys((*read, *(card.document for card in case.cards)))
    return {id: known[id] if id in known else source_of(room, id) for id in ids}
