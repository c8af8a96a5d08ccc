"""The debaters that the revising one is compared with: a plain model, naive retrieval, and four roles."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from foam.debate.floor import Floor, SpokenTurn
from foam.debate.logic.agent import Analysis
from foam.debate.memory.values import NOTHING
from foam.debate.questions import plain_question, review_question
from foam.debate.speech.act import write_speech
from foam.debate.speech.draft import SpeechDraft, depend_on_wording, draft_speech, fit_draft, plan_points
from foam.debate.speech.material import gather_material
from foam.debate.speech.prepare import Preparation, answer_targets, count_points, find_own_evidence, format_history
from foam.debate.speech.speak import make_turn
from foam.debate.speech.written import tell_draft
from foam.debate.values import DebaterName, Point
from foam.debate.views import FELL_BACK
from foam.evidence.corpus import Passage
from foam.job.answers import read_label, read_reasons, read_text
from foam.job.retrieval import depend_on, retrieve
from foam.model.question import Option
from foam.record.entry import Entry, EntryInput, Input

_SPEECH_WORDS = 180
"""Words of a speech that a model writes in one piece, at most."""
_NEAREST = 3
UNCHECKED = "written by the model alone: nothing in it was held against a source"


async def speak_plainly(floor: Floor) -> SpokenTurn:
    """The model alone: no memory, no evidence, no judge."""
    return _make_spoken(floor, "plain", await _write_unchecked(floor, ()))


async def speak_from_search(floor: Floor) -> SpokenTurn:
    """What search finds nearest, laid beside the prompt unread and quoted after the words."""
    session = floor.session
    query = " ".join([floor.position, *(turn.text for turn in floor.turns[-1:])])
    candidates = retrieve(session.clerk, session.corpus, query, *floor.since, limit=_NEAREST)
    return _make_spoken(
        floor,
        "retrieval",
        await _write_unchecked(floor, candidates.passages, depend_on("candidates", candidates.entry)),
    )


async def speak_in_four_roles(floor: Floor) -> SpokenTurn:
    """A searcher and an analyser side by side, then a writer, then a reviewer who may send it back once."""
    if floor.writes and (written := await _write_and_review(floor)):
        return written
    return await _choose_and_review(replace(floor, wording="code") if floor.writes else floor, fell_back=floor.writes)


async def _write_and_review(floor: Floor) -> SpokenTurn | None:
    """The four roles with a writer that writes the whole speech; nothing where none of it holds."""
    material = await gather_material(floor, schemes=False, logic=False)
    first = await write_speech(floor, material)
    if first.draft is None:
        return None
    review = await _review_draft(floor, first.draft, *material.since)
    if read_label(review) == "yes":
        return _make_spoken(floor, "four-roles", first.draft, *first.entries, review.key)
    feedback = tell_draft(first.draft, material, f"The reviewer sent it back. {read_reasons(review)}".strip())
    second = await write_speech(floor, material, depend_on("review", review), feedback=feedback)
    draft = second.draft or first.draft
    return _make_spoken(floor, "four-roles", draft, *first.entries, review.key, *second.entries)


async def _choose_and_review(floor: Floor, *, fell_back: bool) -> SpokenTurn:
    """The four roles over points that the code plans."""
    evidence, (answers, answer_keys) = await asyncio.gather(
        find_own_evidence(floor, floor.position, *floor.since),
        answer_targets(floor, at_most=max(1, count_points(floor.limit) // 2), schemes=False, memory=False),
    )
    own, keys = evidence.passages, [*([evidence.entry.key] if evidence.entry else []), *answer_keys]
    since = (*floor.since, *(depend_on(f"gathered {n}", key) for n, key in enumerate(keys)))
    preparation = Preparation(
        keywords=(),
        priors=NOTHING,
        analysis=Analysis(),
        own=own,
        answers=answers,
        since=since,
        lacking=evidence.told,
    )
    draft = await draft_speech(floor, preparation, plan_points(floor, preparation, own=own))
    review = await _review_draft(floor, draft, *preparation.since)
    if read_label(review) != "yes" and len(own) > 1:
        points = plan_points(floor, preparation, own=own[1:])
        draft = await draft_speech(
            floor, preparation, points, depend_on("review", review), feedback=("The reviewer sent it back.",)
        )
    noted = replace(draft, notes=(FELL_BACK,)) if fell_back else draft
    return _make_spoken(floor, "four-roles", noted, *keys, review.key)


async def _review_draft(floor: Floor, draft: SpeechDraft, *since: Input) -> Entry:
    question = review_question(floor.session.prompts, position=floor.position, utterance=draft.text)
    return await floor.session.clerk.ask("review", question, *since, *depend_on_wording(draft))


def _make_spoken(floor: Floor, name: DebaterName, draft: SpeechDraft, *keys: str) -> SpokenTurn:
    return SpokenTurn(
        make_turn(floor, name, draft), tuple(dict.fromkeys((*keys, *([draft.entry] if draft.entry else []))))
    )


async def _write_unchecked(floor: Floor, passages: tuple[Passage, ...], *since: EntryInput) -> SpeechDraft:
    room = max(1, floor.limit - sum(len(passage.text.split()) for passage in passages))
    question = plain_question(
        floor.session.prompts,
        position=floor.position,
        history=format_history(floor.turns),
        material=tuple(Option(id=f"m{n}", text=passage.text) for n, passage in enumerate(passages, start=1)),
        words=min(_SPEECH_WORDS, room),
    )
    entry = await floor.session.clerk.ask("speech", question, *floor.since, *since)
    point = Point(id=f"{floor.number}.1", move="argue", words=read_text(entry, "speech"), evidence=passages)
    draft = SpeechDraft("", (point,), "", entry.key, voice="unchecked", notes=(UNCHECKED,))
    return fit_draft(draft, floor.limit)
