"""Challenges to a conflict: two sentences were taken to contradict each other, and somebody says both can be true.

The judge is asked of each of the two whether it rules out the other, with what stands around them and the challenger's
reason beside it. Only if neither is said to rule out the other does the conflict fall; if one is and the other is not,
a person decides. What fell because of it is computed again. One thing is read anew: a claim on a sentence that nothing
contradicts any more, and on another that is still contested, may now be borne out without that other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from foam.contest.amend import Amendment, StrikeConflict
from foam.contest.brought import keep_documents
from foam.contest.hearing import Hearing, make_finding, make_reason, named, quoted, reject, send_to_person
from foam.contest.offer import list_brought
from foam.contest.outcome import Finding, Reason
from foam.contest.questions import conflict_again_question
from foam.contest.subject import DossierFile
from foam.deliberation.claim import Claim
from foam.deliberation.points import Conflict, list_contested
from foam.deliberation.settling import spare_carried
from foam.deliberation.written.material import tell_sentences
from foam.evidence.corpus import Passage
from foam.job.answers import read_choice
from foam.job.retrieval import depend_on
from foam.model.question import Option
from foam.record.entry import Entry, PointerInput

OTHER = "r1"
"""The id under which the other of the two sentences is offered."""


async def check_conflict(hearing: Hearing, file: DossierFile) -> tuple[Finding, tuple[Amendment, ...]]:
    """Can both sentences be true?"""
    conflict = file.conflicts[hearing.part.id]
    brought = _list_brought(hearing, conflict)
    pairs = ((conflict.left, conflict.right), (conflict.right, conflict.left))
    entries = await asyncio.gather(*(_ask(hearing, conflict, pair, brought) for pair in pairs))
    ruled_out = [bool(read_choice(entry)) for entry in entries]
    if all(ruled_out):
        return reject(_say(hearing, conflict, entries, "that they cannot both be true")), ()
    if any(ruled_out):
        said = _say(hearing, conflict, entries, "of one that it rules out the other, and of the other that it does not")
        look_at = [
            f"Can both be true: {quoted(conflict.left)} and {quoted(conflict.right)}?",
            f"What the challenge says of them: “{hearing.challenge.because}”",
        ]
        return send_to_person(said, look_at=look_at), ()
    found = make_finding("sustained", "retract", _say(hearing, conflict, entries, "that both can be true"))
    return found, await strike_conflict(hearing, file, conflict)


async def strike_conflict(hearing: Hearing, file: DossierFile, conflict: Conflict) -> tuple[Amendment, ...]:
    """The conflict struck, and claims that it freed of a sentence read again where another of theirs is contested."""
    others = [one for one in file.mediation.conflicts if one.id != conflict.id]
    again = list_read_again(file, conflict)
    if again:
        others = [*await spare_carried(hearing.session, file.mediation.motion, again, others)]
    struck = conflict.model_copy(update={"struck_by": hearing.entry})
    return (StrikeConflict(conflict=struck, others=tuple(others)),)


def list_read_again(file: DossierFile, conflict: Conflict) -> tuple[Claim, ...]:
    """The claims that rest on a sentence which nothing contradicts without this conflict, and on one that is contested
    still and was not found to be idle for them."""
    others = [one for one in file.mediation.conflicts if one.id != conflict.id]
    contested = list_contested(others)
    freed = list_contested([conflict]) - contested
    spared = {name for one in others for name in one.spares}
    resting = {claim.id: {one.pointer for one in claim.rests_on} for claim in file.mediation.claims}
    return tuple(
        claim
        for claim in file.mediation.claims
        if claim.id not in spared and resting[claim.id] & freed and resting[claim.id] & contested
    )


def _list_brought(hearing: Hearing, conflict: Conflict) -> tuple[Passage, ...]:
    """What the challenger's papers say, the nearest to the two sentences if it is much."""
    documents = keep_documents(hearing.session, hearing.challenge.brought)
    return list_brought(documents, f"{conflict.left.text} {conflict.right.text} {hearing.challenge.because}")


async def _ask(
    hearing: Hearing, conflict: Conflict, pair: tuple[Passage, Passage], brought: Sequence[Passage]
) -> Entry:
    """Whether the first of the two rules out the other."""
    session = hearing.session
    told = tell_sentences(session, pair)
    question = conflict_again_question(
        session.prompts,
        sentence=pair[0].text,
        told=told[pair[0].pointer],
        other=Option(id=OTHER, text=pair[1].text),
        other_told=told[pair[1].pointer],
        reason=hearing.challenge.because,
        brought=[one.text for one in brought],
    )
    return await session.clerk.ask(
        "conflict",
        question,
        hearing.admitted(),
        PointerInput(role="of", pointer=pair[0].pointer),
        PointerInput(role=OTHER, pointer=pair[1].pointer),
        *(depend_on(f"found {n}", key) for n, key in enumerate(conflict.entries)),
        *(PointerInput(role=f"brought {n}", pointer=one.pointer) for n, one in enumerate(brought)),
    )


def _say(hearing: Hearing, conflict: Conflict, entries: Sequence[Entry], found: str) -> Reason:
    both = f"{quoted(conflict.left)} and {quoted(conflict.right)}"
    text = f"Asked of each whether it rules out the other, the judge found {found}: {both}."
    return make_reason(
        text, *(entry.key for entry in entries), hearing.part.id, *named((conflict.left, conflict.right)), by=entries
    )
