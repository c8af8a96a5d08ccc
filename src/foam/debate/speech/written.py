"""The debater that writes: a speech in one act, judged and revised like any draft; else in the bounded form."""

from __future__ import annotations

from dataclasses import replace

from foam.debate.floor import Floor, SpokenTurn
from foam.debate.speech.act import write_speech
from foam.debate.speech.draft import SpeechDraft
from foam.debate.speech.judge import JudgedDraft, judge_draft
from foam.debate.speech.material import Material, gather_material
from foam.debate.speech.speak import conclude_turn, speak_with_revision
from foam.debate.values import PreparationNotes
from foam.job.retrieval import depend_on

FELL_BACK = "what the model wrote did not hold, so the bounded form took its place"


async def speak_as_debater(floor: Floor) -> SpokenTurn:
    """The next turn, in the voice that the model has."""
    return await speak_in_own_words(floor) if floor.writes else await speak_with_revision(floor)


async def speak_in_own_words(floor: Floor) -> SpokenTurn:
    """The next turn in the model's words, from memory, evidence and the other side's flaws."""
    without = floor.without
    material = await gather_material(floor, schemes=without != "schemes", logic=without != "logic")
    drafts, written = await _try_acts(floor, material, attempts=1 if without == "revision" else floor.attempts)
    if not drafts:
        return await speak_bounded(floor, written)
    prepared = PreparationNotes(
        keywords=material.keywords,
        priors=material.priors,
        loopholes=material.analysis.loopholes,
        unread_predicates=material.analysis.unread,
    )
    spoken = conclude_turn(floor, prepared, drafts)
    return SpokenTurn(spoken.turn, tuple(dict.fromkeys((*spoken.rests_on, *written))))


async def speak_bounded(floor: Floor, refused: tuple[str, ...]) -> SpokenTurn:
    """The turn in the bounded form, which says that it stands for what was written."""
    spoken = await speak_with_revision(replace(floor, wording="code"))
    turn = spoken.turn.model_copy(update={"notes": (FELL_BACK, *spoken.turn.notes)})
    return SpokenTurn(turn, (*spoken.rests_on, *refused))


def tell_draft(draft: SpeechDraft, *complaints: str) -> tuple[str, ...]:
    """What was wrong with a draft, and the draft itself, for whoever writes the next."""
    return (*complaints, "The draft was:", draft.text)


async def _try_acts(floor: Floor, material: Material, *, attempts: int) -> tuple[list[JudgedDraft], tuple[str, ...]]:
    """Written drafts and their judgements, up to the first that is accepted; and all that was written for them."""
    drafts: list[JudgedDraft] = []
    entries: list[str] = []
    while len(drafts) < attempts and not (drafts and drafts[-1].verdict.accepted):
        last = drafts[-1] if drafts else None
        since = tuple(depend_on(f"judged {n}", key) for n, key in enumerate(last.entries)) if last else ()
        feedback = tell_draft(last.draft, *last.verdict.feedback) if last else ()
        found = await write_speech(floor, material, *since, feedback=feedback)
        entries += found.entries
        if found.draft is None:
            break
        drafts.append(await judge_draft(floor, found.draft, material.priors, *material.since, *since))
    return drafts, tuple(entries)
