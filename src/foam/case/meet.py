"""Finds which point of the other side a part meets, once it is written.

A part that breaks one of the steps of an argument names that step with its words; where it did not, it is found here.

A template can only say to what kind of argument such a part belongs. Which one its card tells against is seen in the
card: an evaluator names one of those points, or none. A part that meets none of them answers nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from foam.argument.outline import Allotted, OutlineNode
from foam.case.fill import Writing
from foam.case.points import MET
from foam.case.questions import met_question
from foam.case.values import CutCard, Slot
from foam.job.answers import read_choice
from foam.job.retrieval import depend_on
from foam.model.question import Option
from foam.record.entry import ValueInput


async def find_met(
    writing: Writing, slots: Sequence[Slot], leaves: Sequence[tuple[tuple[str, ...], Allotted]]
) -> tuple[Slot, ...]:
    """The slots, each that may meet one of several points with the one that its card meets."""
    nodes = {leaf.node.id: leaf.node for _, leaf in leaves}
    return tuple(await asyncio.gather(*(_find_met(writing, slot, nodes[slot.id]) for slot in slots)))


async def _find_met(writing: Writing, slot: Slot, node: OutlineNode) -> Slot:
    if not node.among or (slot.steps and MET in slot.entries):
        return slot
    met, entries = await _ask_met(writing, slot, slot.card, node.among) if slot.card else ("", slot.entries)
    met = met or (node.answers if node.any_step else "")
    return slot.model_copy(update={"answers": met, "meets": writing.heard.get(met, ""), "entries": entries})


async def _ask_met(writing: Writing, slot: Slot, card: CutCard, among: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The id of the point that a card meets, empty where it meets none, and the decisions behind the slot."""
    names = {f"a{n}": argument for n, argument in enumerate(among, start=1)}
    options = tuple(Option(id=name, text=writing.heard[argument]) for name, argument in names.items())
    question = met_question(writing.session.prompts, part=slot.part, card=card.shown, options=options)
    heard = ValueInput(role="heard", value=[[argument, writing.heard[argument]] for argument in among])
    entry = await writing.session.clerk.ask("met", question, depend_on("tag", card.entries["tag"]), heard)
    chosen = read_choice(entry)
    return (names[chosen[0]] if chosen else ""), {**slot.entries, MET: entry.key}
