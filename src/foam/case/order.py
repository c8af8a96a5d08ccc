"""Puts the sources that were found for a slot in the order in which a model that chooses would use them."""

from __future__ import annotations

from collections.abc import Sequence

from foam.case.deal import find_circles
from foam.case.fill import SlotSearch, Writing
from foam.case.questions import card_question
from foam.case.values import Slot
from foam.job.answers import read_choice
from foam.job.clerk import read_answer
from foam.job.retrieval import depend_on
from foam.job.session import depend_on_seat
from foam.model.question import Option
from foam.record.entry import Entry, PointerInput


def _describe_need(slot: Slot, before: Slot | None) -> str:
    """What a slot has to establish, and what it has to follow from."""
    return f"{slot.seek} It has to follow from this: {before.card.tag}" if before and before.card else slot.seek


async def order_sources(writing: Writing, search: SlotSearch, before: Slot | None) -> SlotSearch:
    """The sources in the order in which the seat would use them."""
    if len(search.sources) < 2:
        return search
    named = {f"c{n}": passage for n, passage in enumerate(search.sources, start=1)}
    options = tuple(Option(id=document_id, text=passage.text) for document_id, passage in named.items())
    pointers = [PointerInput(role=document_id, pointer=passage.pointer) for document_id, passage in named.items()]
    slot = search.slot
    question = card_question(
        writing.session.prompts,
        part=slot.part,
        plan=writing.plan,
        seek=_describe_need(slot, before),
        statement=slot.against or slot.point,
        answers=bool(slot.against),
        options=options,
    )
    entry = await writing.session.clerk.ask("card", question, *search.entries, *pointers, depend_on_seat(writing.seat))
    return SlotSearch(
        slot.model_copy(update={"entries": {"card": entry.key}}),
        tuple(named[document_id] for document_id in read_choice(entry)),
        (depend_on("card", entry),),
        stake=_measure_stake(entry),
    )


def _measure_stake(entry: Entry) -> float:
    """How far the first source stands before the second; 0 where no figures are given."""
    first, second, *_ = sorted(read_answer(entry).detail.values(), reverse=True) or (0.0, 0.0)
    return first - second


def list_wishes(writing: Writing, search: SlotSearch, bound: Sequence[Slot], *, reuse: bool) -> list[str]:
    """The sources in the order in which a slot wants them: new ones first, and none that its circles have spent."""
    circles = set(find_circles(search.slot))
    read = [(slot, slot.card) for slot in bound if slot.card]
    spent = {card.document for slot, card in read if card.work or circles & set(find_circles(slot))}
    found = [passage.pointer.document for passage in search.sources]
    free = [source for source in found if reuse or source not in spent]
    return sorted(free, key=lambda source: source in writing.read)
