"""Computed facts are challenged at what they were worked out from: they are worked out again without it.

What comes out otherwise is stated, judged and examined as a new fact; what comes out no longer is taken back; what can
no longer be worked out is named with what is missing. Sentences that earlier challenges struck stay out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

from foam.contest.amend import Amendment, PutClaim, SetFacts
from foam.contest.enter import enter_claim
from foam.contest.hearing import Hearing
from foam.contest.remedy import take_back
from foam.contest.subject import DossierFile
from foam.deliberation.claim import Claim
from foam.deliberation.findings import Finding, Reckoned, find_facts
from foam.deliberation.loop import name_seats
from foam.deliberation.needs import find_needed
from foam.deliberation.objection import StruckSentence
from foam.deliberation.points import find_conflicts_of
from foam.deliberation.put_forward import state_facts
from foam.evidence.computed import WithComputed
from foam.job.session import Session
from foam.text.pointer import Pointer


async def reckon_again(
    hearing: Hearing, file: DossierFile, fallen: Collection[Pointer], corrected: Sequence[StruckSentence] = ()
) -> tuple[Amendment, ...]:
    """What changes when the sentences in `fallen` count no longer; those of them that were `corrected` are told."""
    struck = tuple(sorted({*file.struck, *fallen}, key=str))
    reckoned = find_facts(hearing.session, about=file.examining, without=struck)
    documents = {one.id: one for one in (*file.mediation.computed, *reckoned.documents)}
    session = hearing.session.with_corpus(WithComputed(hearing.session.corpus, tuple(documents.values())))
    stands = {finding.passage.pointer: finding for finding in reckoned.findings}
    held = [claim for claim in file.mediation.claims if claim.computed and claim.ground.pointer in file.computed]
    gone = [claim for claim in held if claim.ground.pointer not in stands]
    known = {claim.ground.pointer for claim in held}
    fresh = [finding for pointer, finding in stands.items() if pointer not in known]
    leaving = [claim.id for claim in gone]
    stated = await state_facts(session, file.mediation.motion, fresh)
    taken = await asyncio.gather(*(take_back(hearing, file, claim, corrected=corrected) for claim in gone))
    named = [name_seats(claim, file.mediation.drafts) for claim in stated]
    entered = await asyncio.gather(*(enter_claim(session, file, claim, without=leaving) for claim in named))
    return (
        await _set_facts(session, file, reckoned, fresh, struck),
        *(PutClaim(claim=one) for claim in held if (one := _read_anew(claim, stands)) is not None),
        *(one for some in (*taken, *entered) for one in some),
    )


def _read_anew(claim: Claim, stands: dict[Pointer, Finding]) -> Claim | None:
    """A fact that comes out as it did, from other sentences; None where nothing is otherwise."""
    finding = stands.get(claim.ground.pointer)
    if finding is None or finding.sources == claim.sources:
        return None
    return claim.model_copy(update={"sources": finding.sources, "faulted": finding.faulted})


async def _set_facts(
    session: Session, file: DossierFile, reckoned: Reckoned, fresh: Sequence[Finding], struck: tuple[Pointer, ...]
) -> SetFacts:
    """The facts as they now stand, with what contradicts the new ones and what would have to be known."""
    mediation = file.mediation
    known = {one.entry: one for one in mediation.lacking}
    before = {one.id for one in mediation.findings}
    missed = [one for one in reckoned.lacking if one.entry not in known and one.id in before]
    needed = await find_needed(session, mediation.motion, missed)
    kept = [one for one in mediation.lacking if one.id in {each.id for each in reckoned.lacking}]
    plain = {g.pointer: g for claim in mediation.claims if not claim.computed for g in claim.grounds}
    found = await asyncio.gather(*(find_conflicts_of(session, one.passage, plain.values()) for one in fresh))
    return SetFacts(
        findings=reckoned.findings,
        lacking=(*kept, *needed),
        documents=reckoned.documents,
        conflicts=tuple(one for some in found for one in some),
        struck=struck,
    )
