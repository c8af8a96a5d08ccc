"""What a debater gathers before it drafts: exemplars, flaws, targets, evidence. Independent agents run together.

keywords ── recall ── own evidence ──┐
targets  ── counter-evidence       ──┼── plan
logic    ── flaws                  ──┘
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from foam.debate.floor import Floor
from foam.debate.logic.agent import Analysis, analyse_reasoning
from foam.debate.memory.values import NOTHING, Priors, RecalledExemplar, compute_priors
from foam.debate.questions import crossing_question, keywords_question, target_question
from foam.debate.values import Point, SpeechTurn
from foam.deliberation.questions import counter_question, evidence_question
from foam.evidence.corpus import Passage
from foam.job.answers import read_choice
from foam.job.retrieval import Candidates, depend_on, depend_on_candidates, make_options, retrieve
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
class AnsweredPoint:
    """A statement of the other side and the sentences that speak against it."""

    target: Point
    evidence: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Preparation:
    """Everything in hand, and the entries it rests on."""

    keywords: tuple[str, ...]
    priors: Priors
    analysis: Analysis
    own: tuple[Passage, ...]
    """Evidence for the side's own position, best first."""
    answers: tuple[AnsweredPoint, ...]
    since: tuple[Input, ...]


def count_points(limit: int) -> int:
    """How many points fit into the words."""
    return max(1, min(MOST_POINTS, limit // WORDS_A_POINT))


async def prepare_turn(floor: Floor, *, schemes: bool = True, logic: bool = True) -> Preparation:
    """Gather for the next turn; each ablation leaves one agent out."""
    recollection, analysis, (answers, answer_keys) = await asyncio.gather(
        _recall_and_choose(floor, recalling=schemes),
        analyse_reasoning(floor.session.clerk, floor.session.prompts, floor.heard if logic else ()),
        answer_targets(floor, at_most=max(1, count_points(floor.limit) // 2)),
    )
    keywords, found, own, entries = recollection
    since = [depend_on(f"gathered {n}", key) for n, key in enumerate((*entries, *answer_keys, *analysis.entries))]
    return Preparation(
        keywords=keywords, priors=found, analysis=analysis, own=own, answers=answers, since=(*floor.since, *since)
    )


async def find_own_evidence(
    floor: Floor, query: str, *inputs: Input, without: frozenset[str] = frozenset()
) -> tuple[tuple[Passage, ...], Entry | None]:
    """Sentences for the side's position that it has not used yet, as the model ranks them."""
    session = floor.session
    candidates = retrieve(session.clerk, session.corpus, query, *inputs, limit=POOL)
    fresh = [p for p in floor.keep_own_side(candidates.exclude(floor.used)) if str(p.pointer) not in without]
    if not fresh:
        return (), None
    kept = Candidates(entry=candidates.entry, passages=tuple(fresh))
    question = evidence_question(
        session.prompts,
        statement=floor.position,
        options=make_options(kept.passages),
        at_most=count_points(floor.limit),
    ).model_copy(update={"at_least": 0})  # a library may hold nothing for this position
    entry = await session.clerk.ask("evidence", question, *inputs, *depend_on_candidates(kept))
    return tuple(kept.get(option_id) for option_id in read_choice(entry)), entry


async def answer_targets(floor: Floor, *, at_most: int) -> tuple[tuple[AnsweredPoint, ...], tuple[str, ...]]:
    """What of the other side's open points is answered, with which sentences; and the entries behind it."""
    targets, entry = await choose_targets(floor, at_most=at_most)
    if entry is None:
        return (), ()
    countered = await asyncio.gather(*(_find_counter(floor, target, entry) for target in targets))
    answers = tuple(answer for answer, _ in countered)
    return answers, (entry.key, *(key for _, key in countered if key))


async def choose_targets(
    floor: Floor, *, at_most: int, without: frozenset[str] = frozenset(), crossing: bool = False
) -> tuple[tuple[Point, ...], Entry | None]:
    """The open points of the other side that most need an answer; or, when crossing, are most worth a question."""
    points = [point for point in floor.open if point.id not in without][:MOST_TARGETS]
    if not points:
        return (), None
    options = tuple(Option(id=f"t{n}", text=point.statement) for n, point in enumerate(points, start=1))
    ask = crossing_question if crossing else target_question
    question = ask(floor.session.prompts, position=floor.position, options=options, at_most=at_most)
    entry = await floor.session.clerk.ask("target", question, *floor.since)
    return tuple(points[int(option_id[1:]) - 1] for option_id in read_choice(entry)), entry


async def _find_counter(floor: Floor, target: Point, since: Entry) -> tuple[AnsweredPoint, str]:
    session, claim = floor.session, target.statement
    candidates = retrieve(
        session.clerk, session.corpus, claim, depend_on("target", since), limit=COUNTERS, against=True
    )
    kept = Candidates(entry=candidates.entry, passages=floor.keep_own_side(candidates.exclude(floor.quoted)))
    if not kept.passages:
        return AnsweredPoint(target, ()), candidates.entry
    question = counter_question(
        session.prompts, claim=claim, question=_ASKED, options=make_options(kept.passages), at_most=1
    )
    entry = await session.clerk.ask("counter", question, depend_on("target", since), *depend_on_candidates(kept))
    return AnsweredPoint(target, tuple(kept.get(option_id) for option_id in read_choice(entry))), entry.key


Recollection = tuple[tuple[str, ...], Priors, tuple[Passage, ...], tuple[str, ...]]


async def _recall_and_choose(floor: Floor, *, recalling: bool) -> Recollection:
    """Keywords, then memory, then evidence whose search is steered by what the exemplars speak of."""
    keywords, found, entries = await recall_exemplars(floor) if recalling else ((), NOTHING, ())
    steered = " ".join([floor.position, *list_new_keywords(floor, keywords)])
    own, entry = await find_own_evidence(
        floor, steered, *floor.since, *(depend_on("recalled", key) for key in entries[-1:])
    )
    return keywords, found, own, (*entries, *([entry.key] if entry else []))


async def recall_exemplars(floor: Floor) -> tuple[tuple[str, ...], Priors, tuple[str, ...]]:
    """The keyword agent: from the whole history to exemplars and scheme priors.

    Nobody is asked where the memory does not hold the motion's words: nothing in it would be about the same matter.
    """
    session, texts = floor.session, [floor.motion, *(turn.argument or turn.text for turn in floor.turns)]
    text = "\n".join(texts)
    about = (ValueInput(role="motion", value=floor.motion), ValueInput(role="memory", value=floor.memory.version))
    candidates = session.clerk.compute(
        "keyword candidates",
        lambda: list(floor.memory.list_keywords(text)) if floor.memory.knows(floor.motion) else [],
        *floor.since,
        *about,
        rule=floor.memory.engine,
    )
    if not candidates.answer:
        return (), NOTHING, (candidates.key,)
    options = tuple(Option(id=f"k{n}", text=word) for n, word in enumerate(candidates.answer, start=1))
    question = keywords_question(floor.session.prompts, motion=floor.motion, history=text, options=options)
    keyword_entry = await session.clerk.ask("keywords", question, depend_on("candidates", candidates), *floor.since)
    keywords = tuple(candidates.answer[int(option_id[1:]) - 1] for option_id in read_choice(keyword_entry))
    found = session.clerk.compute(
        "recalled",
        lambda: [one.json_value() for one in floor.memory.find(keywords, texts)],
        depend_on("keywords", keyword_entry),
        *about,
        rule=floor.memory.engine,
    )
    return (
        keywords,
        compute_priors(tuple(RecalledExemplar.model_validate(row) for row in found.answer)),
        (keyword_entry.key, found.key),
    )


def list_new_keywords(floor: Floor, keywords: tuple[str, ...]) -> tuple[str, ...]:
    """Keywords that the motion does not hold already."""
    return tuple(word for word in keywords if word not in floor.position.lower())[:6]


def format_history(turns: tuple[SpeechTurn, ...]) -> str:
    """The debate as a writing model reads it."""
    return "\n".join(f"{turn.speech} ({turn.side}): {turn.text}" for turn in turns)
