"""Slots of a template that a search filled: where what it found is a debater's card, it is read as its debater has it.

What a seat cut from it, or would tag it, is a proposal beside the debater's work.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from foam.case.cut import read_source, refuse_source
from foam.case.establish import judge_text
from foam.case.own.cards import OFF_TOPIC, judge_own_card, take_card
from foam.case.values import CutCard, Slot
from foam.case.verdict import UNCLEAR, Refusal
from foam.evidence.document import Document
from foam.evidence.likeness import ALIKE, measure_likeness, sign_text
from foam.evidence.marked import is_whole_card
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.check import IN_PART
from foam_quotes.text.pointer import Pointer

_ALL_READ = "all its sentences are read elsewhere in this argument"
_NO_CITE = "it has no cite, or is a debater's own words"


def is_debaters(document: Document) -> bool:
    """Whether a document comes from a debater's file, as a card or as the debater's own words."""
    return document.card is not None


async def fit_card(
    session: Session, plan: str, slot: Slot, document: Document, entry: str, spent: Collection[Pointer] = ()
) -> CutCard | Refusal:
    """The debater's card for a slot that it was found for, or why it does not serve.

    One that an evaluator cannot place is taken as what it is, the debater's claim; one that speaks of something else or
    against the slot is not.
    """
    if not is_whole_card(document):
        return Refusal(document=document.id, cite=document.citation.brief, why=_NO_CITE, entry=entry)
    card = take_card(session, document)
    if set(card.pointers) & set(spent):
        return Refusal(document=document.id, cite=card.cite, why=_ALL_READ, entry=entry)
    judged = await judge_own_card(session, plan, slot, card, slot.against or slot.point)
    assert judged.work is not None
    given = depend_on("tag", judged.entries["tag"])
    verdict = await judge_text(session, plan, slot, judged.pointers, judged.heard, judged.body, given)
    if not verdict.holds and verdict.finding not in (UNCLEAR, IN_PART):
        return refuse_source(document, judged.sentences, verdict)
    if judged.work.is_off_topic and not verdict.holds:
        why_entry = judged.entries["bearing"]
        return Refusal(document=document.id, cite=judged.cite, why=OFF_TOPIC, entry=why_entry)
    return judged.model_copy(update={"verdict": verdict, "entries": {**judged.entries, "slot": verdict.entry}})


async def read_as_marked(session: Session, plan: str, slot: Slot) -> Slot:
    """The slot with the debater's card in place of what a writer cut from it; the writer's tag stays as a proposal."""
    if slot.card is None:
        return slot
    document = read_source(session, slot.card.document)
    if not is_whole_card(document):
        return slot
    own = await fit_card(session, plan, slot, document, slot.card.entries["tag"])
    if isinstance(own, Refusal):
        return slot.model_copy(update={"card": None, "refused": (*slot.refused, own)})
    assert own.work is not None
    work = own.work.model_copy(update={"proposed": slot.card.tag})
    return slot.model_copy(update={"card": own.model_copy(update={"work": work}), "voice": "bounded"})


def drop_copies(slots: Sequence[Slot]) -> tuple[Slot, ...]:
    """The slots, of which those are emptied that read a debater's text again, or a copy that differs a little."""
    read: dict[str, bytes] = {}
    kept: list[Slot] = []
    for slot in slots:
        card = slot.card
        if card is None or card.work is None:
            kept.append(slot)
            continue
        signed = sign_text(card.body)
        same = next((where for where, other in read.items() if measure_likeness(signed, other) >= ALIKE), "")
        if same:
            again = Refusal(
                document=card.document, cite=card.cite, why=f"its text is read at {same}", entry=card.entries["tag"]
            )
            slot = slot.model_copy(update={"card": None, "step": None, "refused": (*slot.refused, again)})
        else:
            read[slot.id] = signed
        kept.append(slot)
    return tuple(kept)
