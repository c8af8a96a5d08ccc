"""Compares impacts: each impact with the metrics it weighs most on, in its own words.

A speech that opens weighs the impacts it read, beside those of the other side where it has heard them. One that answers
sets the impact it extends beside the one it meets.
A seat whose model writes does it in words, each sentence bound to the slots it speaks of.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from foam.argument.outline import IMPACT
from foam.argument.round import Round, Spoken
from foam.case.author import Author, make_author
from foam.case.cut import SLACK
from foam.case.flow import build_round
from foam.case.leave import COMPARISON
from foam.case.plan import COUNTERPLAN
from foam.case.questions import metric_question
from foam.case.task import describe_seat
from foam.case.tell import (
    TELLING_WORDS,
    Telling,
    TellingPart,
    join_told,
    make_telling_field,
    name_parts,
    tell_parts,
)
from foam.case.values import Case, Group, Slot, Told
from foam.case.written import describe_wanting, name_part
from foam.job.answers import read_choice
from foam.job.retrieval import depend_on
from foam.job.session import Session, depend_on_seat
from foam.model.question import Option, Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.pack.outlines import SpeechOutline
from foam.perspective.conduct import order_metrics
from foam.perspective.manner import Manner, read_manner
from foam.perspective.node import Perspective
from foam.record.entry import Entry, EntryInput, ValueInput

_CALCULUS = "impact_calculus"
_MOST_THEIRS = 3
"""Impacts of the other side that a speech weighs its own against."""
_AT_STAKE = (IMPACT, "implication")
"""The parts of an argument that was heard which say what is gained or lost: a kritik's is its implication."""
_WEIGHED = "|".join((*_AT_STAKE, "offense"))
METRICS = (
    Option(id="magnitude", text="Magnitude: how many people are concerned, and how badly."),
    Option(id="probability", text="Probability: how likely it is, going by what was measured."),
    Option(id="timeframe", text="Timeframe: how soon it happens."),
    Option(id="reversibility", text="Reversibility: whether what is lost can be made good."),
)


def calculus_question(prompts: Prompts, *, author: Author, metrics: Sequence[str], parts: Options, words: int) -> Write:
    """Which impact weighs most, on what, and why?"""
    filled = render_prompt(
        prompts,
        "case/calculus",
        **author.task,
        seat=describe_seat(author.seat),
        metrics="\n".join(map(fence, metrics)),
        parts=fence_options(parts),
        words=str(words),
    )
    return Write(**filled, statement=author.stands_for, fields=(make_telling_field(parts),), material=parts)


@dataclass(frozen=True, slots=True)
class _Impact:
    """An impact as it is weighed: whose, its words, and where they come from."""

    id: str
    title: str
    text: str
    cite: str
    came_from: EntryInput | ValueInput

    @property
    def cited(self) -> str:
        """The cite in brackets, where there is one."""
        return f" ({self.cite})" if self.cite else ""


async def weigh_impacts(session: Session, case: Case, template: SpeechOutline, seat: Perspective) -> Case:
    """The case with every comparison filled, in the order of metrics that the seat declared."""
    manner = read_manner(seat)
    facts = {group.id: group.facts for group in case.groups if group.syllogism == _CALCULUS}
    for slot in (slot for slot in case.slots if slot.component == COMPARISON):
        debate_round = build_round(template, case.heard)
        impacts = (
            _list_met_impacts(debate_round, facts[slot.group])
            if slot.group in facts
            else (*_list_own_impacts(case), *_list_their_impacts(debate_round))
        )
        beside = _list_other_impacts(debate_round, impacts) if slot.group in facts else ()
        if impacts:
            author = make_author(session, seat, case)
            case = await _fill_comparison(author, case, slot, impacts, beside, manner)
    return case


async def _fill_comparison(
    author: Author,
    case: Case,
    slot: Slot,
    impacts: tuple[_Impact, ...],
    beside: tuple[_Impact, ...],
    manner: Manner,
) -> Case:
    session, options = author.session, _order_metrics(manner)
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
    chosen = {f"metric {impact.title}": entry.key for impact, entry in zip(impacts, entries, strict=True)}
    update: dict[str, object] = {"analytic": " ".join(lines), "entries": chosen}
    if author.speaks and (telling := await _tell_impacts(author, case, slot, impacts, beside, lines, entries)):
        made = {**telling.entries, **chosen}
        update = {"analytic": telling.text, "told": telling.told, "voice": "written", "entries": made}
    slots = tuple(one.model_copy(update=update) if one.id == slot.id else one for one in case.slots)
    groups = tuple(_add_metrics(group, entries[0]) if group.id == slot.group else group for group in case.groups)
    return case.model_copy(update={"slots": slots, "groups": groups})


async def _tell_impacts(
    author: Author,
    case: Case,
    slot: Slot,
    impacts: tuple[_Impact, ...],
    beside: tuple[_Impact, ...],
    lines: Sequence[str],
    entries: Sequence[Entry],
) -> Telling | None:
    """The comparison in the words of the seat; beside the impacts it may speak of the steps that lead to them, of the
    counterplan, and of what the speech shows of the other side's: by that, its turns and its defence. One that answers
    may speak of the impacts `beside` them in the round, and of what it answers."""
    groups = {one.group for one in case.slots if one.id in {impact.id for impact in impacts}}
    steps = [
        one
        for one in case.slots
        if one.card and one.component != IMPACT and (one.group in groups or one.meets if groups else one.answers)
    ]
    read = {one.id: one.card.text for one in case.slots if one.card}
    wanting = {one.id: describe_wanting(one) for one in case.slots}
    titles = {impact.id: f"{impact.title}{wanting.get(impact.id, '')}" for impact in (*impacts, *beside)}
    parts = [
        TellingPart(impact.id, f"{titles[impact.id]}: {impact.text}{impact.cited}", read.get(impact.id, impact.text))
        for impact in (*impacts, *beside)
    ]
    parts += [
        TellingPart(one.id, f"{name_part(case, one)}: {one.card.tag}\n{one.card.text}", one.card.text)
        for one in steps
        if one.card
    ]
    proposed = [one for one in case.slots if groups and one.syllogism == COUNTERPLAN and one.analytic]
    parts += [TellingPart(one.id, f"{name_part(case, one)}: {one.analytic}") for one in proposed]
    most = min(TELLING_WORDS, int(SLACK * slot.words))
    question = calculus_question(
        author.session.prompts, author=author, metrics=lines, parts=name_parts(parts), words=most
    )
    inputs = (
        *(depend_on(f"metric {n}", entry) for n, entry in enumerate(entries, start=1)),
        *(impact.came_from for impact in (*impacts, *beside)),
        *(depend_on("tag", one.card.entries["tag"]) for one in steps if one.card),
        *(depend_on(one.id, key) for one in proposed for key in one.entries.values()),
        depend_on_seat(author.seat),
    )
    needs = {impact.id for impact in impacts}
    return await tell_parts(author, case, "calculus", question, parts, *inputs, most=most, needs=needs)


def replace_told(slot: Slot, impact: str, line: str) -> Slot:
    """A comparison in which another line says what an impact weighs on, in place of all that was told of it."""
    told = (*(one for one in slot.told if impact not in one.of), Told(text=line, of=(impact,), voice="bounded"))
    return slot.model_copy(update={"told": told, "analytic": join_told(told)})


def _add_metrics(group: Group, entry: Entry) -> Group:
    """An impact calculus says on which metrics it compares."""
    if group.syllogism != _CALCULUS:
        return group
    return group.model_copy(update={"facts": {**group.facts, "metrics": "; ".join(read_choice(entry))}})


def _list_own_impacts(case: Case) -> tuple[_Impact, ...]:
    """The impacts that this speech reads."""
    titles = {group.id: group.title for group in case.groups}
    return tuple(
        _Impact(
            id=slot.id,
            title=titles.get(slot.group, slot.title),
            text=f"{slot.card.tag}\n“{slot.card.text}”",
            cite=slot.card.cite,
            came_from=depend_on("tag", slot.card.entries["tag"]),
        )
        for slot in case.slots
        if slot.component == IMPACT and slot.card
    )


def _list_their_impacts(debate_round: Round) -> tuple[_Impact, ...]:
    """The impacts that the other side read and that still stand: what a speech against them has to outweigh."""
    theirs = (one for one in debate_round.spoken if one.side != debate_round.side and debate_round.live(one))
    having = [one for one in theirs if any(argument.component in _AT_STAKE for argument in one.arguments)]
    return tuple(make_heard_impact(one, "Their") for one in having[:_MOST_THEIRS])


def make_heard_impact(one: Spoken, whose: str) -> _Impact:
    argument = one.part(_WEIGHED)
    came_from = ValueInput(role="heard", value=[argument.id, argument.text])
    return _Impact(argument.id, f"{whose} {one.page}", argument.text, argument.cite, came_from)


def _list_met_impacts(debate_round: Round, facts: dict[str, str]) -> tuple[_Impact, ...]:
    """The impact that is extended, and the one that it meets."""
    found = []
    for name in ("own_impact", "their_impact"):
        for one in debate_round.spoken:
            if one.id == facts.get(name):
                found.append(make_heard_impact(one, "Our" if name == "own_impact" else "Their"))
    return tuple(found)


def _list_other_impacts(debate_round: Round, weighed: Sequence[_Impact]) -> tuple[_Impact, ...]:
    """The impacts of either side that still stand beside those that are weighed."""
    known = {one.id for one in weighed}
    found: dict[str, list[_Impact]] = {"Our": [], "Their": []}
    for one in debate_round.spoken:
        if debate_round.live(one) and any(said.component in _AT_STAKE for said in one.arguments):
            whose = "Our" if one.side == debate_round.side else "Their"
            found[whose].append(make_heard_impact(one, whose))
    return tuple(one for side in found.values() for one in side[:_MOST_THEIRS] if one.id not in known)


def _order_metrics(manner: Manner) -> tuple[Option, ...]:
    """The metrics, those that the seat compares on first in front."""
    known = {option.id: option for option in METRICS}
    return tuple(known[name] for name in order_metrics(manner, known))


def _write_line(impact: _Impact, chosen: Sequence[str]) -> str:
    return write_line(impact.title, chosen, impact.text.partition("\n")[0], impact.cite)


def write_line(title: str, metrics: Sequence[str], tag: str, cite: str) -> str:
    """What an impact weighs on, in the template's words."""
    return f"{title} weighs on {' and '.join(metrics)}: {tag.rstrip('.')}" + (f" ({cite})." if cite else ".")
