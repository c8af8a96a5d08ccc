"""From a finding to amendments of a dossier. Asks again only what depended on what fell.

A challenge that struck a claim enters the graph as an objection to it, with the answer that was found: conceded,
qualified, or conceded with the same claim put forward on other evidence. For a claim on other evidence its form, its
value and its coherence are asked anew, and those who had objected to it object again; nothing else is.
"""

from __future__ import annotations

import asyncio

from foam.argument.objection import find_objection_type
from foam.argument.scheme import CriticalQuestion, require_critical_question, require_scheme
from foam.contest.amend import Amendment, PutClaim, PutExchange, SeatAudience
from foam.contest.challenge import Level, WarrantInvalid
from foam.contest.hearing import Hearing
from foam.contest.outcome import Finding, Struck
from foam.contest.subject import DossierFile
from foam.deliberation.draft import Claim, SeatDraft, draft_claims, shape_claim
from foam.deliberation.evaluate import EvaluatedObjection, Move, Response, evaluate_objection
from foam.deliberation.examine import Commitment, Objection, Target, object_to, press_objection
from foam.deliberation.synthesis import FULL
from foam.evidence.corpus import Passage
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.perspective.node import Perspective
from foam.record.entry import Entry, EntryInput, PointerInput, ValueInput
from foam.values import digest

CHALLENGE = "challenge"
"""The criterion on which a challenge that was sustained scores in full."""
_STRIKES: dict[Level, str] = {"evidence": "premise", "inference": "warrant", "normative": "conclusion"}


async def amend_dossier(hearing: Hearing, file: DossierFile, found: Finding) -> tuple[Amendment, ...]:
    """What the finding changes in a dossier."""
    made = await asyncio.gather(*(_struck(hearing, file, found, one) for one in found.struck))
    return tuple(amendment for some in made for amendment in some)


async def _struck(hearing: Hearing, file: DossierFile, found: Finding, struck: Struck) -> tuple[Amendment, ...]:
    claim = file.claims.get(struck.argument)
    if claim is None:
        return (_weakened(file, struck.argument),)
    if found.move == "swap" and struck.instead:
        return await _swapped(hearing, file, claim, struck.instead[0])
    move: Move = "qualify" if found.move in ("qualify", "branch") else "concede"
    return (PutExchange(evaluated=make_exchange(hearing, claim, move, evidence=found.against)),)


def make_exchange(
    hearing: Hearing, claim: Claim, move: Move, *, evidence: tuple[Passage, ...] = ()
) -> EvaluatedObjection:
    """A challenge that struck, as an objection to the claim, and the claim's answer to it."""
    pressed = _pressed(hearing, claim)
    id = f"challenge-{digest([hearing.entry, claim.id])[3:13]}"
    commitment = Commitment(
        id=f"commitment-{digest([hearing.entry, claim.id])[3:13]}",
        seat=claim.seat,
        claim=claim.id,
        question=pressed.text,
        answer="not asked: the challenge was settled",
        entry=hearing.entry,
    )
    objection = Objection(
        id=id,
        seat=hearing.challenge.challenger,
        claim=claim.id,
        type=find_objection_type(pressed),
        question=pressed.id,
        text=hearing.challenge.because,
        evidence=evidence,
        value="",
        commitment=commitment,
        entry=hearing.entry,
    )
    response = Response(id=f"answer-{id[10:]}", seat=claim.seat, move=move, entry=hearing.entry)
    return EvaluatedObjection(
        objection=objection, scores={CHALLENGE: FULL}, entries=(hearing.entry,), response=response
    )


def _pressed(hearing: Hearing, claim: Claim) -> CriticalQuestion:
    """The critical question a challenge presses: the one it names, or the first that strikes the same part."""
    ground = hearing.challenge.ground
    if isinstance(ground, WarrantInvalid) and ground.question:
        return require_critical_question(ground.question)
    known = require_scheme(claim.scheme).questions
    return next((one for one in known if one.attacks == _STRIKES[ground.level]), known[0])


def _weakened(file: DossierFile, argument: str) -> PutExchange:
    """An objection or a reply whose evidence fell: the one is no longer material, the other no longer answers."""
    if argument in file.exchanges:
        one = file.exchanges[argument]
        return PutExchange(evaluated=one.model_copy(update={"scores": dict.fromkeys(one.scores, 0.0)}))
    one = next(one for one in file.exchanges.values() if one.response and one.response.id == argument)
    assert one.response
    failed = one.response.model_copy(update={"adequacy": 0.0})
    return PutExchange(evaluated=one.model_copy(update={"response": failed}))


async def _swapped(hearing: Hearing, file: DossierFile, claim: Claim, ground: Passage) -> tuple[Amendment, ...]:
    """The claim conceded, and put forward again on other evidence."""
    anew = await restate(hearing, file, claim, ground)
    conceded = PutExchange(evaluated=make_exchange(hearing, claim, "concede"))
    return (conceded, PutClaim(claim=anew), *await _contested_again(hearing.session, file, claim, anew))


async def restate(hearing: Hearing, file: DossierFile, claim: Claim, ground: Passage) -> Claim:
    """The same claim on other evidence; only what depends on the evidence is asked."""
    session = hearing.session
    seat = next(one for one in file.mediation.seats if one.id == claim.seat)
    entry = session.clerk.compute(
        "swap",
        lambda: {"claim": claim.id, "ground": ground.json_value()},
        hearing.admitted(),
        depend_on("claim", claim.entry),
        PointerInput(role="ground", pointer=ground.pointer),
        ValueInput(role="words", value=ground.text),
        rule="other evidence",
    )
    return await shape_claim(session, seat, claim.position, entry, claim.parts.claim, ground, claim.parts.qualifier)


async def _contested_again(session: Session, file: DossierFile, old: Claim, anew: Claim) -> tuple[PutExchange, ...]:
    """Those who objected to the claim object to it as it stands now.

    Its words are the same, so what was found against them still is. Its form of argument may be another, and then
    another critical question is pressed; how the objection fares is asked anew in any case.
    """
    seats = {seat.id: seat for seat in file.mediation.seats}
    drafts = {one.seat: one for one in file.mediation.drafts}
    earlier = [one.objection for one in file.exchanges.values() if one.objection.claim == old.id]
    theirs = drafts[anew.seat].model_copy(update={"claims": (anew,)})

    async def again(objection: Objection) -> EvaluatedObjection:
        critic, defender = seats[objection.seat], seats[anew.seat]
        if anew.ground.pointer in {passage.pointer for passage in objection.evidence}:
            return await _contest(session, critic, drafts[critic.id], defender, theirs)
        if old.scheme == anew.scheme:
            return await evaluate_objection(session, defender, anew, _put_again(objection, anew))
        struck = Target(anew, objection.evidence, _aim_of(file, objection))
        return await evaluate_objection(
            session, defender, anew, await press_objection(session, critic, defender, struck)
        )

    raised = await asyncio.gather(*(again(one) for one in earlier if one.seat in drafts and one.seat in seats))
    return tuple(PutExchange(evaluated=one) for one in raised)


def _aim_of(file: DossierFile, objection: Objection) -> EntryInput:
    """The decision by which the critic had come to this claim: it was about the claim's words, which stand."""
    pressed = next(entry for entry in file.entries if entry.key == objection.entry)
    return next(one for one in pressed.draft.inputs if isinstance(one, EntryInput))


def _put_again(objection: Objection, anew: Claim) -> Objection:
    """The same objection, with its seat's commitment, to the claim as it stands now; how it fares is asked anew."""
    committed = objection.commitment
    commitment = committed.model_copy(
        update={"id": f"commitment-{digest([committed.id, anew.id])[3:13]}", "claim": anew.id}
    )
    id = f"objection-{digest([objection.id, anew.id])[3:13]}"
    return objection.model_copy(update={"id": id, "claim": anew.id, "commitment": commitment})


async def _contest(
    session: Session, critic: Perspective, own: SeatDraft, defender: Perspective, theirs: SeatDraft
) -> EvaluatedObjection:
    objection = await object_to(session, critic, own, defender, theirs)
    claim = next(one for one in theirs.claims if one.id == objection.claim)
    return await evaluate_objection(session, defender, claim, objection)


async def add_seat(hearing: Hearing, file: DossierFile, seat: Perspective) -> tuple[Amendment, ...]:
    """A new seat drafts, objects to everyone and is objected to by everyone; nobody else drafts again."""
    session = hearing.session
    own = await draft_claims(session, seat, file.mediation.motion, _motion_entry(session, file))
    seats = {one.id: one for one in file.mediation.seats}
    others = [one for one in file.mediation.drafts if one.claims]
    jobs = [_contest(session, seat, own, seats[one.seat], one) for one in others]
    if own.claims:
        jobs += [_contest(session, seats[one.seat], one, seat, own) for one in file.mediation.drafts]
    raised = await asyncio.gather(*jobs)
    return (SeatAudience(perspective=seat, draft=own), *(PutExchange(evaluated=one) for one in raised))


def _motion_entry(session: Session, file: DossierFile) -> Entry:
    """The motion as the deliberation recorded it."""
    question = ValueInput(role="question", value=file.spec.question)
    return session.clerk.compute("motion", file.mediation.motion.json_value, question, rule="motion")
