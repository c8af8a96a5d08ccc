"""The impact calculus of a speech: each impact, the metrics it weighs most on, and its own words. Invents nothing.

A speech that opens weighs the impacts it read. One that answers sets the impact it extends beside the one it meets.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from foam.argument.round import Round
from foam.argument.tree import IMPACT
from foam.case.groups import round_of
from foam.case.questions import metric_question
from foam.case.template import SpeechTemplate
from foam.case.values import Case, Group, Slot
from foam.deliberation.room import Room
from foam.job.answers import chosen
from foam.job.retrieval import after
from foam.model.question import Option
from foam.record.entry import Entry, EntryInput, ValueInput

COMPARISON = "comparison"
CALCULUS = "impact_calculus"
METRICS = (
    Option(id="magnitude", text="Magnitude: how many people are concerned, and how badly."),
    Option(id="probability", text="Probability: how likely it is, going by what was measured."),
    Option(id="timeframe", text="Timeframe: how soon it happens."),
    Option(id="reversibility", text="Reversibility: whether what is lost can be made good."),
)


@dataclass(frozen=True, slots=True)
class _Impact:
    """An impact as it is weighed: whose, its words, and where they come from."""

    title: str
    text: str
    cite: str
    came_from: EntryInput | ValueInput


async def weigh(room: Room, case: Case, template: SpeechTemplate) -> Case:
    """The case with every comparison filled."""
    facts = {group.id: group.facts for group in case.groups if group.syllogism == CALCULUS}
    for slot in (slot for slot in case.slots if slot.component == COMPARISON):
        round = round_of(template, case.heard)
        impacts = _met(round, facts[slot.group]) if slot.group in facts else _read(case)
        if impacts:
            case = await _weighed(room, case, slot, impacts)
    return case


async def _weighed(room: Room, case: Case, slot: Slot, impacts: tuple[_Impact, ...]) -> Case:
    entries = await asyncio.gather(*(_metrics(room, impact) for impact in impacts))
    lines = [_line(impact, entry) for impact, entry in zip(impacts, entries, strict=True)]
    made = {
        "analytic": " ".join(lines),
        "entries": {f"metric {impact.title}": entry.key for impact, entry in zip(impacts, entries, strict=True)},
    }
    slots = tuple(one.model_copy(update=made) if one.id == slot.id else one for one in case.slots)
    groups = tuple(_measured(group, entries[0]) if group.id == slot.group else group for group in case.groups)
    return case.model_copy(update={"slots": slots, "groups": groups})


def _measured(group: Group, entry: Entry) -> Group:
    """An impact calculus says on which metrics it compares."""
    if group.syllogism != CALCULUS:
        return group
    return group.model_copy(update={"facts": {**group.facts, "metrics": "; ".join(chosen(entry))}})


def _read(case: Case) -> tuple[_Impact, ...]:
    """The impacts that this speech reads."""
    titles = {group.id: group.title for group in case.groups}
    return tuple(
        _Impact(
            title=titles.get(slot.group, slot.title),
            text=f"{slot.card.tag}\n“{slot.card.text}”",
            cite=slot.card.cite,
            came_from=after("tag", slot.card.entries["tag"]),
        )
        for slot in case.slots
        if slot.component == IMPACT and slot.card
    )


def _met(round: Round, facts: dict[str, str]) -> tuple[_Impact, ...]:
    """The impact that is extended, and the one that it meets."""
    found = []
    for name in ("own_impact", "their_impact"):
        for one in round.spoken:
            if one.id == facts.get(name):
                said = one.part(IMPACT)
                came_from = ValueInput(role="heard", value=[said.id, said.text])
                whose = "Our" if name == "own_impact" else "Their"
                found.append(_Impact(f"{whose} {one.page}", said.text, said.cite, came_from))
    return tuple(found)


async def _metrics(room: Room, impact: _Impact) -> Entry:
    question = metric_question(room.prompts, impact=impact.text, offered=METRICS)
    return await room.clerk.ask("metric", question, impact.came_from)


def _line(impact: _Impact, entry: Entry) -> str:
    metrics = " and ".join(chosen(entry))
    tag = impact.text.partition("\n")[0].rstrip(".")
    return f"{impact.title} weighs on {metrics}: {tag}" + (f" ({impact.cite})." if impact.cite else ".")
