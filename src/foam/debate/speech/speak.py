"""The revising debater: draft, judge, mend, until accepted or the limit is reached; the best draft is spoken.

What the judge complains of is mended at its root: a sentence that speaks for the other side is taken out and another
one chosen, a missing form of argument is used, and a writing model gets the complaint in words.
"""

from __future__ import annotations

from dataclasses import replace

from foam.debate.floor import Floor, Spoken
from foam.debate.questions import CONTRADICTS
from foam.debate.speech.draft import Draft, drafted, plan
from foam.debate.speech.judge import Tried, judged
from foam.debate.speech.prepare import Gathered, gather, own_evidence
from foam.debate.values import Attempt, DebaterName, Judged, Point, Prepared, Turn
from foam.evidence.corpus import Passage
from foam.job.retrieval import after
from foam.record.entry import Input
from foam.text.words import length

CODE_WORDS = "worded by the code from quotations and connectives: the model does not write"

NOTHING_FOUND = "no point was made: the library holds nothing for this side that the model would cite"
_PLANNING = frozenset({"r-debater", "four-roles"})


async def r_debater(floor: Floor) -> Spoken:
    """The next turn, from memory, evidence and the other side's flaws."""
    without = floor.table.without
    gathered = await gather(floor, schemes=without != "schemes", logic=without != "logic")
    prepared = Prepared(
        keywords=gathered.keywords,
        priors=gathered.priors,
        loopholes=gathered.analysis.loopholes,
        unread_predicates=gathered.analysis.unread,
    )
    tried = await _tried(floor, gathered, attempts=1 if without == "revision" else floor.table.attempts)
    best = max(tried, key=lambda one: (len(one.verdict.met), -_astray(one.verdict)))
    keys = tuple(dict.fromkeys(key for one in tried for key in one.entries))
    draft, notes = _without_astray(best)
    turn = turn_of(floor, "r-debater", draft)
    told = {
        "prepared": prepared,
        "attempts": tuple(Attempt(text=one.draft.text, judged=one.verdict) for one in tried),
        "accepted": best.verdict.accepted,
        "notes": (*turn.notes, *notes),
    }
    return Spoken(turn.model_copy(update=told), keys)


def _without_astray(best: Tried) -> tuple[Draft, tuple[str, ...]]:
    """The best draft less the points that the judge holds to be the other side's, as long as some are left."""
    kept = tuple(point for point in best.draft.points if best.verdict.stances.get(point.id) != CONTRADICTS)
    left_out = [point.id for point in best.draft.points if point not in kept]
    if not kept or not left_out:
        return best.draft, ()
    return replace(best.draft, points=kept), (f"left out as off side: {', '.join(left_out)}",)


async def _tried(floor: Floor, gathered: Gathered, *, attempts: int) -> list[Tried]:
    """Drafts and their judgements, up to the first that is accepted."""
    points = plan(floor, gathered, own=gathered.own)
    made: list[Tried] = []
    while True:
        feedback = made[-1].verdict.feedback if made else ()
        since = tuple(after(f"judged {n}", key) for n, key in enumerate(made[-1].entries)) if made else ()
        draft = await drafted(floor, gathered, points, *since, feedback=feedback)
        made.append(await judged(floor, draft, gathered.priors, *gathered.since, *since))
        if made[-1].verdict.accepted or len(made) >= attempts:
            return made
        mended = await _mended(floor, gathered, made)
        if not mended or (mended == points and floor.table.wording == "code"):
            return made  # nothing left to say otherwise: the same draft would be judged the same
        points = mended


async def _mended(floor: Floor, gathered: Gathered, made: list[Tried]) -> tuple[Point, ...]:
    """A plan without the sentences that spoke for the other side, and with a form of argument that was asked for.

    A writing model is told what was wrong and words the same plan anew: its words may have drifted, not its evidence.
    """
    bad = _off_side(made) if floor.table.wording == "code" else frozenset()
    kept = tuple(passage for passage in gathered.own if str(passage.pointer) not in bad)
    if len(kept) < len(gathered.own):
        judged_before = (after(f"judged {n}", key) for n, key in enumerate(made[-1].entries))
        kept = await _refilled(floor, kept, bad, *gathered.since, *judged_before)
    scheme = next(iter(gathered.priors.schemes), "") if "schemes" not in made[-1].verdict.met else ""
    answers = tuple(one for one in gathered.answers if not any(str(p.pointer) in bad for p in one.evidence))
    return plan(floor, replace(gathered, answers=answers), own=kept, scheme=scheme)


async def _refilled(
    floor: Floor, kept: tuple[Passage, ...], bad: frozenset[str], *inputs: Input
) -> tuple[Passage, ...]:
    """Other sentences in the place of those that were taken out."""
    fresh, _ = await own_evidence(floor, floor.position, *inputs, without=bad | {str(p.pointer) for p in kept})
    return (*kept, *fresh)


def _off_side(made: list[Tried]) -> frozenset[str]:
    """Pointers that any draft quoted in a point that spoke for the other side."""
    return frozenset(
        str(passage.pointer)
        for one in made
        for point in one.draft.points
        if one.verdict.stances.get(point.id) == CONTRADICTS
        for passage in point.evidence
    )


def _astray(verdict: Judged) -> int:
    return sum(stance == CONTRADICTS for stance in verdict.stances.values())


def turn_of(floor: Floor, debater: DebaterName, draft: Draft) -> Turn:
    """A draft as the turn it becomes."""
    by_code = floor.table.wording == "code" and debater in _PLANNING
    return Turn(
        number=floor.number,
        speech=floor.speech,
        side=floor.side,
        debater=debater,
        text=draft.text,
        points=draft.points,
        words=length(draft.text),
        limit=floor.limit,
        worded_by="code" if by_code else "model",
        notes=((CODE_WORDS,) if by_code else ()) + (() if draft.points else (NOTHING_FOUND,)),
    )
