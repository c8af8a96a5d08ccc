"""Compares impacts: each impact with the metrics it weighs most on, in its own words.

A speech that opens weighs the impacts it read. One that answers sets the impact it extends beside the one it meets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from foam.argument.round import Round
from foam.argument.tree import IMPACT
from foam.case.groups import build_round
from foam.case.questions import metric_question
from foam.case.values import Case, Group, Slot
from foam.job.answers import read_choice
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Option
from foam.pack.trees import SpeechTemplate
from foam.perspective.conduct import order_metrics
from foam.perspective.manner import Manner, read_manner
from foam.perspective.node import Perspective
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


async def weigh_impacts(session: Session, case: Case, template: SpeechTemplate, seat: Perspective) -> Case:
    """The case with every comparison filled, in the order of metrics that the seat declared."""
    manner = read_manner(seat)
    facts = {group.id: group.facts for group in case.groups if group.syllogism == CALCULUS}
    for slot in (slot for slot in case.slots if slot.component == COMPARISON):
        debate_round = build_round(template, case.heard)
        impacts = _list_met_impacts(debate_round, facts[slot.group]) if slot.group in facts else _list_own_impacts(case)
        if impacts:
            case = await _fill_comparison(session, case, slot, impacts, manner)
    return case


async def _fill_comparison(
    session: Session, case: Case, slot: Slot, impacts: tuple[_Impact, ...], manner: Manner
) -> Case:
    options = _order_metrics(manner)
    entries = await asyncio.gather(
        *(
            session.clerk.ask(
                "metric", metric_question(session.prompts, impact=impact.text, options=options), impact.came_from
            )
            for impact in impacts
        )
    )
    ranks = {option.id: place for place, option in enumerate(options)} if manner.order else {}
    pairs = zip(impacts, entries, strict=True)
    told = sorted(pairs, key=lambda pair: min(ranks.get(metric, 0) for metric in read_choice(pair[1])))
    lines = [_write_line(impact, order_metrics(manner, read_choice(entry))) for impact, entry in told]
    update = {
        "analytic": " ".join(lines),
        "entries": {f"metric {impact.title}": entry.key for impact, entry in zip(impacts, entries, strict=True)},
    }
    slots = tuple(one.model_copy(update=update) if one.id == slot.id else one for one in case.slots)
    groups = tuple(_add_metrics(group, entries[0]) if group.id == slot.group else group for group in case.groups)
    return case.model_copy(update={"slots": slots, "groups": groups})


def _add_metrics(group: Group, entry: Entry) -> Group:
    """An impact calculus says on which metrics it compares."""
    if group.syllogism != CALCULUS:
        return group
    return group.model_copy(update={"facts": {**group.facts, "metrics": "; ".join(read_choice(entry))}})


def _list_own_impacts(case: Case) -> tuple[_Impact, ...]:
    """The impacts that this speech reads."""
    titles = {group.id: group.title for group in case.groups}
    return tuple(
        _Impact(
            title=titles.get(slot.group, slot.title),
            text=f"{slot.card.tag}\n“{slot.card.text}”",
            cite=slot.card.cite,
            came_from=depend_on("tag", slot.card.entries["tag"]),
        )
        for slot in case.slots
        if slot.component == IMPACT and slot.card
    )


def _list_met_impacts(debate_round: Round, facts: dict[str, str]) -> tuple[_Impact, ...]:
    """The impact that is extended, and the one that it meets."""
    found = []
    for name in ("own_impact", "their_impact"):
        for one in debate_round.spoken:
            if one.id == facts.get(name):
                argument = one.part(IMPACT)
                came_from = ValueInput(role="heard", value=[argument.id, argument.text])
                whose = "Our" if name == "own_impact" else "Their"
                found.append(_Impact(f"{whose} {one.page}", argument.text, argument.cite, came_from))
    return tuple(found)


def _order_metrics(manner: Manner) -> tuple[Option, ...]:
    """The metrics, those that the seat compares on first in front."""
    known = {option.id: option for option in METRICS}
    return tuple(known[name] for name in order_metrics(manner, known))


def _write_line(impact: _Impact, chosen: Sequence[str]) -> str:
    metrics = " and ".join(chosen)
    tag = impact.text.partition("\n")[0].rstrip(".")
    return f"{impact.title} weighs on {metrics}: {tag}" + (f" ({impact.cite})." if impact.cite else ".")
