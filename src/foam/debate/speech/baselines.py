"""The debaters that the revising one is compared with: a plain model, naive retrieval, and four roles."""

from __future__ import annotations

import asyncio

from foam.debate.floor import Floor, Spoken
from foam.debate.logic.agent import Analysis
from foam.debate.memory.values import NOTHING
from foam.debate.questions import plain_question, review_question
from foam.debate.speech.draft import Draft, drafted, fitted, plan, worded_by
from foam.debate.speech.prepare import Gathered, answer_targets, own_evidence, room_for, said_so_far
from foam.debate.speech.speak import turn_of
from foam.debate.values import DebaterName, Point
from foam.evidence.corpus import Passage
from foam.job.answers import label, written
from foam.job.retrieval import after, retrieve
from foam.model.question import Option
from foam.record.entry import Entry, EntryInput

_SPEECH_WORDS = 180
"""Words of a speech that a model writes in one piece, at most."""
_NEAREST = 3


async def plain(floor: Floor) -> Spoken:
    """The model alone: no memory, no evidence, no judge."""
    return _spoken(floor, "plain", await _in_one_piece(floor, ()))


async def retrieval(floor: Floor) -> Spoken:
    """What search finds nearest, laid beside the prompt unread and quoted after the words."""
    table = floor.table
    query = " ".join([floor.position, *(turn.text for turn in floor.turns[-1:])])
    offered = retrieve(table.clerk, table.corpus, query, *floor.since, limit=_NEAREST)
    return _spoken(floor, "retrieval", await _in_one_piece(floor, offered.passages, after("candidates", offered.entry)))


async def four_roles(floor: Floor) -> Spoken:
    """A searcher and an analyser side by side, then a writer, then a reviewer who may send it back once."""
    (own, found), (answers, countered) = await asyncio.gather(
        own_evidence(floor, floor.position, *floor.since),
        answer_targets(floor, at_most=max(1, room_for(floor.limit) // 2)),
    )
    keys = [*([found.key] if found else []), *countered]
    since = (*floor.since, *(after(f"gathered {n}", key) for n, key in enumerate(keys)))
    gathered = Gathered(keywords=(), priors=NOTHING, analysis=Analysis(), own=own, answers=answers, since=since)
    draft = await drafted(floor, gathered, plan(floor, gathered, own=own))
    review = await _reviewed(floor, draft, gathered)
    if label(review) != "yes" and len(own) > 1:
        points = plan(floor, gathered, own=own[1:])
        draft = await drafted(
            floor, gathered, points, after("review", review), feedback=("The reviewer sent it back.",)
        )
    return _spoken(floor, "four-roles", draft, *keys, review.key)


async def _reviewed(floor: Floor, draft: Draft, gathered: Gathered) -> Entry:
    question = review_question(floor.table.prompts, position=floor.position, utterance=draft.text)
    return await floor.table.clerk.ask("review", question, *gathered.since, *worded_by(draft))


def _spoken(floor: Floor, name: DebaterName, draft: Draft, *keys: str) -> Spoken:
    return Spoken(turn_of(floor, name, draft), (*keys, *([draft.entry] if draft.entry else [])))


async def _in_one_piece(floor: Floor, passages: tuple[Passage, ...], *since: EntryInput) -> Draft:
    room = max(1, floor.limit - sum(len(passage.text.split()) for passage in passages))
    question = plain_question(
        floor.table.prompts,
        position=floor.position,
        history=said_so_far(floor.turns),
        material=tuple(Option(id=f"m{n}", text=passage.text) for n, passage in enumerate(passages, start=1)),
        words=min(_SPEECH_WORDS, room),
    )
    entry = await floor.table.clerk.ask("speech", question, *floor.since, *since)
    point = Point(id=f"{floor.number}.1", move="argue", words=written(entry, "speech"), evidence=passages)
    return fitted(Draft("", (point,), "", entry.key), floor.limit)
