"""What a debater gathers before it drafts: exemplars, flaws, targets, evidence. Independent agents run together.

keywords ── recall ── own evidence ──┐
targets  ── counter-evidence       ──┼── plan
logic    ── flaws                  ──┘
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from foam.debate.floor import Floor
from foam.debate.logic.agent import Analysis, analyse
from foam.debate.memory.values import NOTHING, Priors, Recalled, priors
from foam.debate.questions import keywords_question, target_question
from foam.debate.values import Point, Turn
from foam.deliberation.questions import counter_question, evidence_question
from foam.evidence.corpus import Passage
from foam.job.answers import chosen
from foam.job.retrieval import Offered, after, dependencies, options, retrieve
from foam.model.question import Option
from foam.record.entry import Entry, Input, ValueInput

WORDS_A_POINT = 70
MOST_POINTS = 6
POOL = 16
"""Sentences from which a side picks its evidence."""
COUNTERS = 8
MOST_TARGETS = 12
_ASKED = "Is that so?"


@dataclass(frozen=True, slots=True)
class Answered:
    """A statement of the other side and the sentences that speak against it."""

    target: Point
    evidence: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Gathered:
    """Everything in hand, and the entries it rests on."""

    keywords: tuple[str, ...]
    priors: Priors
    analysis: Analysis
    own: tuple[Passage, ...]
    """Evidence for the side's own position, best first."""
    answers: tuple[Answered, ...]
    since: tuple[Input, ...]


def room_for(limit: int) -> int:
    """How many points fit into the words."""
    return max(1, min(MOST_POINTS, limit // WORDS_A_POINT))


async def gather(floor: Floor, *, schemes: bool = True, logic: bool = True) -> Gathered:
    """Gather for the next turn; each ablation leaves one agent out."""
    recalled, analysis, (answers, countered) = await asyncio.gather(
        _recall_and_choose(floor, recalling=schemes),
        analyse(floor.table.clerk, floor.table.prompts, floor.heard if logic else ()),
        answer_targets(floor, at_most=max(1, room_for(floor.limit) // 2)),
    )
    keywords, found, own, entries = recalled
    since = [after(f"gathered {n}", key) for n, key in enumerate((*entries, *countered, *analysis.entries))]
    return Gathered(
        keywords=keywords, priors=found, analysis=analysis, own=own, answers=answers, since=(*floor.since, *since)
    )


async def own_evidence(
    floor: Floor, query: str, *inputs: Input, without: frozenset[str] = frozenset()
) -> tuple[tuple[Passage, ...], Entry | None]:
    """Sentences for the side's position that it has not used yet, as the model ranks them."""
    table = floor.table
    offered = retrieve(table.clerk, table.corpus, query, *inputs, limit=POOL)
    fresh = [p for p in floor.for_us(offered.without(floor.used)) if str(p.pointer) not in without]
    if not fresh:
        return (), None
    kept = Offered(entry=offered.entry, passages=tuple(fresh))
    question = evidence_question(
        table.house, statement=floor.position, offered=options(kept.passages), at_most=room_for(floor.limit)
    ).model_copy(update={"at_least": 0})  # a library may hold nothing for this position
    entry = await table.clerk.ask("evidence", question, *inputs, *dependencies(kept))
    return tuple(kept.named(id) for id in chosen(entry)), entry


async def answer_targets(floor: Floor, *, at_most: int) -> tuple[tuple[Answered, ...], tuple[str, ...]]:
    """What of the other side's open points is answered, with which sentences; and the entries behind it."""
    targets, entry = await choose_targets(floor, at_most=at_most)
    if entry is None:
        return (), ()
    countered = await asyncio.gather(*(_countered(floor, target, entry) for target in targets))
    answers = tuple(answer for answer, _ in countered)
    return answers, (entry.key, *(key for _, key in countered if key))


async def choose_targets(floor: Floor, *, at_most: int) -> tuple[tuple[Point, ...], Entry | None]:
    """The open points of the other side that most need an answer."""
    points = floor.open[:MOST_TARGETS]
    if not points:
        return (), None
    offered = tuple(Option(id=f"t{n}", text=point.statement) for n, point in enumerate(points, start=1))
    question = target_question(floor.table.prompts, position=floor.position, offered=offered, at_most=at_most)
    entry = await floor.table.clerk.ask("target", question, *floor.since)
    return tuple(points[int(id[1:]) - 1] for id in chosen(entry)), entry


async def _countered(floor: Floor, target: Point, since: Entry) -> tuple[Answered, str]:
    table, claim = floor.table, target.statement
    offered = retrieve(table.clerk, table.corpus, claim, after("target", since), limit=COUNTERS, against=True)
    kept = Offered(entry=offered.entry, passages=floor.for_us(offered.without(floor.quoted)))
    if not kept.passages:
        return Answered(target, ()), offered.entry
    question = counter_question(table.house, claim=claim, question=_ASKED, offered=options(kept.passages), at_most=1)
    entry = await table.clerk.ask("counter", question, after("target", since), *dependencies(kept))
    return Answered(target, tuple(kept.named(id) for id in chosen(entry))), entry.key


Recollection = tuple[tuple[str, ...], Priors, tuple[Passage, ...], tuple[str, ...]]


async def _recall_and_choose(floor: Floor, *, recalling: bool) -> Recollection:
    """Keywords, then memory, then evidence whose search is steered by what the exemplars speak of."""
    keywords, found, entries = await recall(floor) if recalling else ((), NOTHING, ())
    steered = " ".join([floor.position, *_shared(floor, keywords)])
    own, entry = await own_evidence(floor, steered, *floor.since, *(after("recalled", key) for key in entries[-1:]))
    return keywords, found, own, (*entries, *([entry.key] if entry else []))


async def recall(floor: Floor) -> tuple[tuple[str, ...], Priors, tuple[str, ...]]:
    """The keyword agent: from the whole history to exemplars and scheme priors."""
    table, spoken = floor.table, [floor.motion, *(turn.argument or turn.text for turn in floor.turns)]
    text = "\n".join(spoken)
    about = (ValueInput(role="motion", value=floor.motion), ValueInput(role="memory", value=table.memory.version))
    candidates = table.clerk.compute(
        "keyword candidates",
        lambda: list(table.memory.candidates(text)),
        *floor.since,
        *about,
        rule=table.memory.engine,
    )
    if not candidates.answer:
        return (), NOTHING, (candidates.key,)
    offered = tuple(Option(id=f"k{n}", text=word) for n, word in enumerate(candidates.answer, start=1))
    question = keywords_question(table.prompts, motion=floor.motion, history=text, offered=offered)
    asked = await table.clerk.ask("keywords", question, after("candidates", candidates), *floor.since)
    keywords = tuple(candidates.answer[int(id[1:]) - 1] for id in chosen(asked))
    found = table.clerk.compute(
        "recalled",
        lambda: [one.json_value() for one in table.memory.find(keywords, spoken)],
        after("keywords", asked),
        *about,
        rule=table.memory.engine,
    )
    return keywords, priors(tuple(Recalled.model_validate(row) for row in found.answer)), (asked.key, found.key)


def _shared(floor: Floor, keywords: tuple[str, ...]) -> tuple[str, ...]:
    """Keywords that the motion does not hold already."""
    return tuple(word for word in keywords if word not in floor.position.lower())[:6]


def said_so_far(turns: tuple[Turn, ...]) -> str:
    """The debate as a writing model reads it."""
    return "\n".join(f"{turn.speech} ({turn.side}): {turn.text}" for turn in turns)
