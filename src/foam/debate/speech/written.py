"""The debater that writes: a speech in one act, judged and revised like any draft; else in the bounded form."""

from __future__ import annotations

import json
from dataclasses import replace

from foam.debate.floor import Floor, SpokenTurn
from foam.debate.speech.act import write_speech
from foam.debate.speech.assess import assess_draft
from foam.debate.speech.draft import SpeechDraft
from foam.debate.speech.judge import JudgedDraft
from foam.debate.speech.material import Material, gather_material
from foam.debate.speech.mend import add_context, locate_complaints
from foam.debate.speech.speak import conclude_turn, speak_with_revision
from foam.debate.values import PreparationNotes
from foam.debate.views import FELL_BACK
from foam.job.acts import RefusedAct
from foam.job.retrieval import depend_on


async def speak_as_debater(floor: Floor) -> SpokenTurn:
    """The next turn, in the voice that the model has."""
    return await speak_in_own_words(floor) if floor.writes else await speak_with_revision(floor)


async def speak_in_own_words(floor: Floor) -> SpokenTurn:
    """The next turn in the model's words, from memory, evidence and the other side's flaws."""
    without = floor.without
    material = await gather_material(floor, schemes=without not in ("schemes", "memory"), logic=without != "logic")
    drafts, written = await _try_acts(floor, material, attempts=1 if without == "revision" else floor.attempts)
    if not drafts:
        return await speak_bounded(floor, written)
    prepared = PreparationNotes(
        keywords=material.keywords,
        priors=material.priors,
        loopholes=material.analysis.loopholes,
        unread_predicates=material.analysis.unread,
        searches=material.searches,
        offered=tuple(dict.fromkeys(one.pointer for one in material.evidence)),
    )
    spoken = conclude_turn(floor, prepared, drafts)
    return SpokenTurn(spoken.turn, tuple(dict.fromkeys((*spoken.rests_on, *written))))


async def speak_bounded(floor: Floor, refused: tuple[str, ...]) -> SpokenTurn:
    """The turn in the bounded form, which says that it stands for what was written."""
    spoken = await speak_with_revision(replace(floor, wording="code"))
    turn = spoken.turn.model_copy(update={"notes": (FELL_BACK, *spoken.turn.notes)})
    return SpokenTurn(turn, (*spoken.rests_on, *refused))


def tell_draft(draft: SpeechDraft, material: Material, *complaints: str) -> tuple[str, ...]:
    """What was wrong with a draft, and the draft itself as the form that was filled, for whoever writes the next.

    Points go by the ids that the complaints name; what is not complained of can stay to the letter.
    """
    ids = {passage.pointer: f"s{n}" for n, passage in enumerate(material.evidence, start=1)}
    names = {one.remembered.id: f"m{n}" for n, one in enumerate(material.exemplars, start=1)}
    rows = [
        {
            "id": point.id,
            "move": point.move,
            "answers": list(point.answers),
            "strikes": point.strikes,
            "extends": point.extends,
            "evidence": [ids[passage.pointer] for passage in point.evidence if passage.pointer in ids],
            "remembered": [names[name] for name in point.remembered if name in names],
            "claim": point.claim,
            "text": point.words,
        }
        for point in draft.points
    ]
    form = {"plan": draft.plan, "opening": draft.opening, "points": rows, "closing": draft.closing}
    form |= {"lets_go": list(draft.lets_go)} if draft.lets_go else {}
    lines = json.dumps(form, ensure_ascii=False, indent=1)
    return (*complaints, "Keep what is not complained of as it stands. The draft was:", lines)


def _tell_left_out(draft: SpeechDraft) -> tuple[str, ...]:
    """What code left out of a draft and why, for whoever writes the next; nothing where nothing was."""
    unmet = f" Nothing else answers {', '.join(draft.unmet)}." if draft.unmet else ""
    told = f"The draft below lacks what was left out of what you wrote, because it is not borne out.{unmet} Write it so"
    ends = "that it holds, or leave it and let neither plan, opening nor closing speak of it. Left out:"
    return (f"{told} {ends}", *(f"- {one}" for one in draft.left_out)) if draft.left_out else ()


async def _try_acts(floor: Floor, material: Material, *, attempts: int) -> tuple[list[JudgedDraft], tuple[str, ...]]:
    """Written drafts and their judgements, up to the first that is accepted; and all that was written for them.

    A draft from which the answer to an open point was left out is written once more, accepted or not.
    """
    drafts: list[JudgedDraft] = []
    entries: list[str] = []
    once_more = attempts > 1
    while True:
        last = drafts[-1] if drafts else None
        if last and (last.verdict.accepted or len(drafts) >= attempts):
            if not (once_more and last.draft.unmet):
                break
            once_more = False
        since = tuple(depend_on(f"judged {n}", key) for n, key in enumerate(last.entries)) if last else ()
        before = drafts[-2] if len(drafts) > 1 else None
        faults = locate_complaints(last.draft, last.verdict, before) if last else ()
        refused = RefusedAct(last.draft.filled, faults) if last and last.draft.filled and faults else None
        material = add_context(floor, material, last.draft) if last and refused else material
        feedback: tuple[str, ...] = ()
        if last and not refused:
            feedback = tell_draft(last.draft, material, *last.verdict.feedback, *_tell_left_out(last.draft))
        found = await write_speech(floor, material, *since, feedback=feedback, refused=refused)
        entries += found.entries
        if found.draft is None:
            break
        drafts.append(await assess_draft(floor, found.draft, material.priors, *material.since, *since, before=last))
    return drafts, tuple(entries)
