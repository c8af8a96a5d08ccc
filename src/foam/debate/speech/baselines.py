"""The debaters that the revising one is compared with: a plain model, naive retrieval, and four roles.

They have the same length. The four roles are a searcher, an analyser, a writer and a reviewer who may send the speech
back once: the same acts without a memory.
"""

from __future__ import annotations

from dataclasses import replace

from foam.debate.floor import Floor, SpokenTurn
from foam.debate.questions import plain_question
from foam.debate.speech.speak import SpeechDraft, fit_draft
from foam.debate.speech.turn import make_turn, speak_as_debater
from foam.debate.values import DebaterName, Point
from foam.evidence.corpus import Passage
from foam.job.answers import read_text
from foam.job.retrieval import depend_on, retrieve
from foam.model.question import Option
from foam.record.entry import Input

_NEAREST = 3
UNCHECKED = "written by the model alone: nothing in it was held against a source"


async def speak_plainly(floor: Floor) -> SpokenTurn:
    """The model alone: no memory, no evidence, no judge."""
    return await _write_unchecked(floor, "plain", ())


async def speak_from_search(floor: Floor) -> SpokenTurn:
    """What search finds nearest, laid beside the prompt unread and quoted after the words."""
    session = floor.session
    query = " ".join([floor.position, *(turn.text for turn in floor.turns[-1:])])
    found = retrieve(session.clerk, session.corpus, query, *floor.since, limit=_NEAREST)
    return await _write_unchecked(floor, "retrieval", found.passages, depend_on("candidates", found.entry))


async def speak_in_four_roles(floor: Floor) -> SpokenTurn:
    """A searcher, an analyser, a writer and a reviewer."""
    return await speak_as_debater(replace(floor, without="memory"), "four-roles")


async def _write_unchecked(floor: Floor, name: DebaterName, passages: tuple[Passage, ...], *since: Input) -> SpokenTurn:
    question = plain_question(
        floor.session.prompts,
        position=floor.position,
        history="\n".join(f"{turn.speech} ({turn.side}): {turn.text}" for turn in floor.turns),
        material=tuple(Option(id=f"m{n}", text=passage.text) for n, passage in enumerate(passages, start=1)),
        words=max(1, floor.limit - sum(len(passage.text.split()) for passage in passages)),
    )
    entry = await floor.session.clerk.ask("speech", question, *floor.since, *since)
    point = Point(id=f"{floor.number}.1", move="argue", words=read_text(entry, "speech"), evidence=passages)
    draft = SpeechDraft("", (point,), "", voice="unchecked")
    turn = make_turn(floor, name, fit_draft(draft, floor.limit))
    return SpokenTurn(turn.model_copy(update={"notes": (UNCHECKED,)}), (entry.key,))
