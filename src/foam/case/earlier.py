"""What is read in the steps before a part: what its sentences may point back at, and what it may take as shown.

Whoever judged a card was shown what was read before it. Where that is read no longer, because a step before it was
written again or fell to a challenge, the card is judged anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from foam.case.chain import Declarations, list_heard
from foam.case.establish import judge_card_again
from foam.case.values import Case, CaseFailure, CutCard, Slot
from foam.job.retrieval import depend_on
from foam.job.session import Session


def list_read_before(slot: Slot, slots: Sequence[Slot], declared: Declarations) -> list[CutCard]:
    """The cards that are read before a slot in its argument, in their order."""
    return [one.card for one in list_heard(slot, slots, declared) if one.card]


def is_stale(slot: Slot, slots: Sequence[Slot], declared: Declarations) -> bool:
    """Whether a card was judged after something that is read no longer."""
    return bool(slot.card and set(slot.after) - {card.shown for card in list_read_before(slot, slots, declared)})


async def judge_stale(session: Session, plan: str, slots: Sequence[Slot], declared: Declarations) -> list[Slot]:
    """The slots, with a verdict in view of what is read before them now."""
    return list(await asyncio.gather(*(_judge_now(session, plan, one, slots, declared) for one in slots)))


async def _judge_now(session: Session, plan: str, slot: Slot, slots: Sequence[Slot], declared: Declarations) -> Slot:
    if slot.card is None or not is_stale(slot, slots, declared):
        return slot
    now = slot.model_copy(update={"after": tuple(card.shown for card in list_read_before(slot, slots, declared))})
    card = await judge_card_again(session, plan, now, slot.card, depend_on("tag", slot.card.entries["tag"]))
    return now.model_copy(update={"card": card})


def find_stale(case: Case, declared: Declarations) -> Iterator[CaseFailure]:
    """Each card that was judged after something which the case does not read."""
    for slot in case.slots:
        if is_stale(slot, case.slots, declared):
            what = "it was judged after something that is not read before it"
            yield CaseFailure(slot=slot.id, rule="slot", what=what, remedy="write the case again")
