"""The revising debater: draft, judge, mend, until accepted or the limit is reached; the best draft is spoken.

What the judge complains of is mended at its root: a sentence that speaks for the other side is taken out and another
one chosen, a missing form of argument is used, and a writing model gets the complaint in words.
"""

from __future__ import annotations

from dataclasses import replace

from foam.debate.acts import ANSWERS_NOTHING, MEETS, MEETS_PART, MISSES, NEW_REASON
from foam.debate.floor import Floor, SpokenTurn
from foam.debate.judged import Attempt, DraftJudgement
from foam.debate.questions import CONTRADICTS
from foam.debate.speech.draft import SpeechDraft, draft_speech, plan_points
from foam.debate.speech.judge import JudgedDraft, judge_draft
from foam.debate.speech.prepare import Preparation, find_own_evidence, prepare_turn
from foam.debate.speech.strike import strike_unborne
from foam.debate.speech.wording import write_closing, write_opening
from foam.debate.values import DebaterName, Point, PreparationNotes, SpeechTurn
from foam.job.retrieval import depend_on
from foam.text.words import measure_length

CODE_WORDS = "worded by the code, from quotations and connectives"

_PLANNING = frozenset({"r-debater", "four-roles"})


async def speak_with_revision(floor: Floor) -> SpokenTurn:
    """The next turn, from memory, evidence and the other side's flaws."""
    without = floor.without
    preparation = await prepare_turn(
        floor, schemes=without != "schemes", logic=without != "logic", memory=without != "memory"
    )
    notes_made = PreparationNotes(
        keywords=preparation.keywords,
        priors=preparation.priors,
        moves=preparation.moves,
        loopholes=preparation.analysis.loopholes,
        unread_predicates=preparation.analysis.unread,
    )
    drafts = await _try_drafts(floor, preparation, attempts=1 if without == "revision" else floor.attempts)
    return conclude_turn(floor, notes_made, drafts)


def conclude_turn(floor: Floor, prepared: PreparationNotes, drafts: list[JudgedDraft]) -> SpokenTurn:
    """The best draft as it is spoken, with everything that was tried before it."""
    place, best = _choose_best(drafts)
    keys = tuple(dict.fromkeys(key for one in drafts for key in one.entries))
    draft, notes = _drop_refuted(floor, best)
    draft, struck = strike_unborne(floor, draft, best.verdict)
    turn = make_turn(floor, "r-debater", replace(draft, points=mark_points(draft.points, best.verdict)))
    details = {
        "prepared": prepared,
        "attempts": tuple(Attempt(text=one.draft.text, judged=one.verdict) for one in drafts),
        "accepted": best.verdict.accepted,
        "spoken_draft": place if place < len(drafts) else 0,
        "struck": struck,
        "notes": (*turn.notes, *notes),
    }
    return SpokenTurn(turn.model_copy(update=details), keys)


def _choose_best(drafts: list[JudgedDraft]) -> tuple[int, JudgedDraft]:
    """The draft to be spoken, and its place from 1.

    What an evaluator judges part by part is mended part by part: the draft with the fewest parts at fault is the best,
    and of such the latest. Of others it is the one that meets most, and of such the first. Of drafts that are as good,
    one that answers all it set out to answer goes before one from which an answer was left out.
    """

    def rank(numbered: tuple[int, JudgedDraft]) -> tuple[int, ...]:
        place, verdict = numbered[0], numbered[1].verdict
        if not by_parts:
            return len(verdict.met), -verdict.off_side, -len(numbered[1].draft.unmet), -place
        told_by_parts = verdict.accepted or bool(verdict.sent_back)
        lost = len(numbered[1].draft.unmet)
        return told_by_parts, -len(verdict.sent_back), -verdict.off_side, len(verdict.met), -lost, place

    by_parts = any(one.verdict.sent_back for one in drafts)
    return max(enumerate(drafts, start=1), key=rank)


def mark_points(points: tuple[Point, ...], verdict: DraftJudgement) -> tuple[Point, ...]:
    """The points with what an evaluator found of them to the last, for the flow."""
    return tuple(
        point.model_copy(
            update={
                "missed": _list_met(point, verdict, MISSES),
                "met_in_part": _list_met(point, verdict, MEETS_PART),
                **_mark_rest(point, verdict),
                "new_reason": verdict.faults.get(point.id) == NEW_REASON,
            }
        )
        for point in points
    )


def _mark_rest(point: Point, verdict: DraftJudgement) -> dict[str, tuple[str, ...]]:
    """Of a grant, what it does with the rest of its points: what cites something may well dispute it."""
    if point.move != "grant":
        return {}
    disputed = (*_list_met(point, verdict, MEETS), *_list_met(point, verdict, MEETS_PART))
    left = () if point.evidence else _list_met(point, verdict, ANSWERS_NOTHING)
    return {"rest_disputed": disputed, "rest_left": left}


def _list_met(point: Point, verdict: DraftJudgement, label: str) -> tuple[str, ...]:
    """The points it answers of which an evaluator said this."""
    found = verdict.meets.get(point.id, {})
    return tuple(name for name in point.answers if found.get(name) == label)


def _drop_refuted(floor: Floor, best: JudgedDraft) -> tuple[SpeechDraft, tuple[str, ...]]:
    """The best draft less the points that a judge refused, as long as some are left.

    Those are the points that are held to be the other side's, and those that their own evidence speaks against.
    """
    verdict = best.verdict
    reasons = {
        "off side": [point.id for point in best.draft.points if verdict.stances.get(point.id) == CONTRADICTS],
        "against its own evidence": [point.id for point in best.draft.points if point.id in verdict.contradicted],
    }
    refused = {name for names in reasons.values() for name in names}
    kept = tuple(point for point in best.draft.points if point.id not in refused)
    draft = _replace_frame(floor, best)
    if not kept or not refused:
        return draft, ()
    notes = tuple(f"left out as {reason}: {', '.join(names)}" for reason, names in reasons.items() if names)
    return replace(draft, points=kept), notes


def _replace_frame(floor: Floor, best: JudgedDraft) -> SpeechDraft:
    """The draft with the code's opening or closing in place of one that its own evidence speaks against."""
    draft, refused = best.draft, best.verdict.contradicted
    return replace(
        draft,
        opening=write_opening(floor.position, answering=bool(floor.turns)) if "opening" in refused else draft.opening,
        closing=write_closing(floor.position) if "closing" in refused else draft.closing,
    )


async def _try_drafts(floor: Floor, preparation: Preparation, *, attempts: int) -> list[JudgedDraft]:
    """Drafts and their judgements, up to the first that is accepted."""
    points = plan_points(floor, preparation, own=preparation.own)
    drafts: list[JudgedDraft] = []
    while True:
        feedback = drafts[-1].verdict.feedback if drafts else ()
        since = tuple(depend_on(f"judged {n}", key) for n, key in enumerate(drafts[-1].entries)) if drafts else ()
        draft = await draft_speech(floor, preparation, points, *since, feedback=feedback)
        drafts.append(await judge_draft(floor, draft, preparation.priors, *preparation.since, *since))
        if drafts[-1].verdict.accepted or len(drafts) >= attempts:
            return drafts
        mended_points = await _mend_plan(floor, preparation, drafts)
        if not mended_points or (mended_points == points and floor.wording == "code"):
            return drafts  # nothing left to say otherwise: the same draft would be judged the same
        points = mended_points


async def _mend_plan(floor: Floor, preparation: Preparation, drafts: list[JudgedDraft]) -> tuple[Point, ...]:
    """A plan without the sentences that spoke for the other side.

    A writing model is told what was wrong and words the same plan anew: its words may have drifted, not its evidence.
    """
    bad = _find_off_side(drafts) if floor.wording == "code" else frozenset()
    kept = tuple(passage for passage in preparation.own if str(passage.pointer) not in bad)
    if len(kept) < len(preparation.own):
        judgements = (depend_on(f"judged {n}", key) for n, key in enumerate(drafts[-1].entries))
        without = bad | {str(passage.pointer) for passage in kept}
        fresh = await find_own_evidence(floor, floor.position, *preparation.since, *judgements, without=without)
        kept = (*kept, *fresh.passages)
    answers = tuple(one for one in preparation.answers if not any(str(p.pointer) in bad for p in one.evidence))
    return plan_points(floor, replace(preparation, answers=answers), own=kept)


def _find_off_side(drafts: list[JudgedDraft]) -> frozenset[str]:
    """Pointers that any draft quoted in a point that spoke for the other side."""
    return frozenset(
        str(passage.pointer)
        for one in drafts
        for point in one.draft.points
        if one.verdict.stances.get(point.id) == CONTRADICTS
        for passage in point.evidence
    )


def make_turn(floor: Floor, debater: DebaterName, draft: SpeechDraft) -> SpeechTurn:
    """A draft as the turn it becomes."""
    by_code = floor.wording == "code" and debater in _PLANNING
    return SpeechTurn(
        number=floor.number,
        speech=floor.speech,
        side=floor.side,
        debater=debater,
        text=draft.text,
        points=draft.points,
        words=measure_length(draft.text),
        limit=floor.limit,
        worded_by="code" if by_code else "model",
        voice=draft.voice,
        plan=draft.plan,
        lets_go=draft.lets_go,
        notes=(*((CODE_WORDS,) if by_code else ()), *draft.notes),
    )
