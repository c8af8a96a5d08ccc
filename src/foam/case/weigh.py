"""The impact calculus of a speech: each impact, the metrics it weighs most on, and its own words. Invents nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from foam.argument.tree import IMPACT
from foam.case.questions import metric_question
from foam.case.values import Slot
from foam.deliberation.passage import after
from foam.deliberation.reading import chosen
from foam.deliberation.room import Room
from foam.model.question import Option
from foam.record.entry import Entry

COMPARISON = "comparison"
METRICS = (
    Option(id="magnitude", text="Magnitude: how many people are concerned, and how badly."),
    Option(id="probability", text="Probability: how likely it is, going by what was measured."),
    Option(id="timeframe", text="Timeframe: how soon it happens."),
    Option(id="reversibility", text="Reversibility: whether what is lost can be made good."),
)


async def weigh(room: Room, slots: Sequence[Slot], titles: dict[str, str]) -> tuple[Slot, ...]:
    """The slots with every comparison filled from the impacts that were bound."""
    impacts = [slot for slot in slots if slot.component == IMPACT and slot.card]
    if not impacts or all(slot.component != COMPARISON for slot in slots):
        return tuple(slots)
    entries = await asyncio.gather(*(_metrics(room, slot) for slot in impacts))
    said = " ".join(_line(titles, slot, entry) for slot, entry in zip(impacts, entries, strict=True))
    made = {"analytic": said, "entries": {f"metric {s.id}": e.key for s, e in zip(impacts, entries, strict=True)}}
    return tuple(slot.model_copy(update=made) if slot.component == COMPARISON else slot for slot in slots)


async def _metrics(room: Room, slot: Slot) -> Entry:
    assert slot.card
    question = metric_question(room.prompts, impact=f"{slot.card.tag}\n“{slot.card.text}”", offered=METRICS)
    return await room.clerk.ask("metric", question, after("tag", slot.card.entries["tag"]))


def _line(titles: dict[str, str], slot: Slot, entry: Entry) -> str:
    assert slot.card
    metrics = " and ".join(chosen(entry))
    return f"{titles.get(slot.group, slot.title)} weighs on {metrics}: {slot.card.tag.rstrip('.')} ({slot.card.cite})."
