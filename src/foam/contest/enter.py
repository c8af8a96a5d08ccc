"""How a claim enters a revised dossier, and how one leaves it. Reasons, not voices, holds for both.

A claim that is new or counts anew either makes the point of a reason that stands, and then backs that one, or it is
examined like any other. When the claim that stood for a point goes, the strongest of those that had repeated it stands
for it, and meets the objections that were raised.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence

from foam.contest.amend import Amendment, PutClaim, PutExchange
from foam.contest.struck import read_corrected, replace_struck
from foam.contest.subject import DossierFile
from foam.deliberation.claim import Claim
from foam.deliberation.corrected import tell_stale
from foam.deliberation.evaluate import evaluate_objection
from foam.deliberation.evaluate_words import judge_kept
from foam.deliberation.examine import (
    EXAMINER,
    Critics,
    Raised,
    Target,
    assign_critics,
    choose_critics,
    choose_defender,
    object_to,
    press_objection,
)
from foam.deliberation.loop import name_seats
from foam.deliberation.objection import EvaluatedObjection, Objection, StruckSentence
from foam.deliberation.points import find_same_point, mark_repeated
from foam.deliberation.settled import is_spelled_out
from foam.deliberation.written.exchange import Before
from foam.job.session import Session
from foam.perspective.node import Perspective
from foam.record.entry import EntryInput
from foam.text.stem import list_stems
from foam.text.words import is_number
from foam.values import digest


async def enter_claim(
    session: Session,
    file: DossierFile,
    claim: Claim,
    *,
    instead_of: str = "",
    without: Collection[str] = (),
    corrected: Sequence[StruckSentence] = (),
) -> tuple[Amendment, ...]:
    """Put the claim, and what follows from it. `without` names claims that are leaving; what is `corrected` is so in
    the objections to it, too."""
    plain = PutClaim(claim=claim, instead_of=instead_of)
    if not claim.bears:
        return (plain,)
    leaving = {*without, instead_of, claim.id}
    others = [one for one in file.mediation.claims if one.counts and one.id not in leaving]
    same = await find_same_point(session, claim, others)
    if same is not None:
        repeated = claim.model_copy(update={"same_point_as": same.id})
        return PutClaim(claim=repeated, instead_of=instead_of), PutClaim(claim=merge_names(same, [claim]))
    if instead_of:
        kept = claim.model_copy(update={"unopposed": file.claims[instead_of].unopposed})
        plain = PutClaim(claim=kept, instead_of=instead_of)
        return plain, *await contest_again(session, file, file.claims[instead_of], claim, corrected)
    return plain, *await examine_claim(session, file, claim)


async def leave_claim(
    session: Session, file: DossierFile, claim: Claim, corrected: Sequence[StruckSentence] = ()
) -> tuple[Amendment, ...]:
    """What becomes of the claims that make the same point once the claim is gone; what was `corrected` is told."""
    head = claim.same_point_as or claim.id
    rest = [one for one in file.mediation.claims if one.id != claim.id and head in (one.id, one.same_point_as)]
    if not rest:
        return ()
    apart = [own_names(file, one).model_copy(update={"same_point_as": ""}) for one in rest]
    grouped = mark_repeated(apart, dict.fromkeys((one.id for one in apart), head))
    put = tuple(PutClaim(claim=one) for one in grouped)
    if head != claim.id:
        return put
    (first,) = [one for one in grouped if one.counts]
    return *put, *await contest_again(session, file, claim, first, corrected)


async def examine_claim(session: Session, file: DossierFile, claim: Claim) -> tuple[Amendment, ...]:
    """The objections to a claim by those who defend the other side, or that they find nothing to object."""
    seats, drafts = file.mediation.seats, file.mediation.drafts
    critics = assign_critics([claim], seats, drafts, one_each=session.speaks("critic"))[claim.id]
    if not critics.seats:
        return ()
    defender = choose_defender(claim, seats, drafts, critics) or critics.seats[0]
    raised = await object_to(session, file.mediation.motion, claim, critics, defender)
    judged = await _judge(session, file, claim, defender, raised)
    passed = claim.model_copy(update={"unopposed": raised.unopposed})
    return (
        *((PutClaim(claim=passed),) if raised.unopposed else ()),
        *(PutExchange(evaluated=share_objection(one, file.exchanges.get(one.objection.id))) for one in judged),
    )


async def contest_claim(
    session: Session,
    file: DossierFile,
    claim: Claim,
    critics: Critics,
    defender: Perspective,
    before: Before | None = None,
) -> tuple[EvaluatedObjection, ...]:
    """The objections of these critics to the claim, scored and answered; `before` is what was said of it."""
    raised = await object_to(session, file.mediation.motion, claim, critics, defender, before)
    return await _judge(session, file, claim, defender, raised)


async def _judge(
    session: Session, file: DossierFile, claim: Claim, defender: Perspective, raised: Raised
) -> tuple[EvaluatedObjection, ...]:
    motion = file.mediation.motion
    judged = (evaluate_objection(session, motion, defender, claim, one) for one in raised.objections)
    return tuple(await asyncio.gather(*judged))


async def contest_again(
    session: Session,
    file: DossierFile,
    old: Claim,
    anew: Claim,
    corrected: Sequence[StruckSentence] = (),
    *,
    only_named: bool = False,
) -> tuple[PutExchange, ...]:
    """Those who objected to a claim object to the one that stands in for it; with `only_named` to another member of its
    point, where that has the words which the objection strikes.

    It makes the same point, so what was found against that still is. Its form of argument may be another, and then
    another critical question is pressed; how the objection fares is asked anew, of the claim as it reads now, unless
    only a figure changed of a claim that was narrowed for it already (`keep_answer`): its seat is not asked once more.
    """
    if not anew.counts:
        return ()
    seats, drafts = file.mediation.seats, file.mediation.drafts
    critics = choose_critics(anew, seats, drafts)
    defender = choose_defender(anew, seats, drafts, critics) or seats[0]
    earlier = [one for one in file.exchanges.values() if one.objection.claim == old.id and not one.fell]
    met = tuple(one.objection.id for one in file.exchanges.values() if one.objection.claim == anew.id)
    reads = anew.as_it_reads
    critical = {seat.id: seat for seat in (*seats, EXAMINER)}
    motion = file.mediation.motion

    async def again(over: EvaluatedObjection) -> tuple[EvaluatedObjection, ...]:
        objection = over.objection
        kept = None if only_named else keep_answer(over, old, anew, corrected)
        if kept is not None:
            is_cited = kept.objection.lost != objection.lost
            return (await judge_kept(session, motion, reads, kept, corrected) if is_cited else kept,)
        if anew.ground.pointer in {passage.pointer for passage in objection.evidence}:
            raised = Critics(tuple(critical[name] for name in objection.raised_by), objection.appointed)
            return await contest_claim(session, file, reads, raised, defender)
        if old.scheme == anew.scheme or objection.voice == "written":
            put = _put_again(objection, anew, corrected, defender)
            since = {"since": met, "made_to": anew.text} if anew.wordings else {}
            put = put.model_copy(update=since)
            return (await evaluate_objection(session, motion, defender, reads, put, struck=corrected),)
        struck = Target(reads, objection.evidence, _aim_of(file, objection))
        pressed = await press_objection(session, objection.raised_by, defender, struck, appointed=objection.appointed)
        return (await evaluate_objection(session, motion, defender, reads, pressed),)

    known = [one for one in earlier if critical.keys() >= {*one.objection.raised_by}]
    known = [one for one in known if not only_named or strikes_words(one.objection, old, anew)]
    raised = await asyncio.gather(*map(again, known))
    return tuple(
        PutExchange(evaluated=_name_earlier(one, over))
        for over, some in zip(known, raised, strict=True)
        for one in some
    )


def _name_earlier(anew: EvaluatedObjection, over: EvaluatedObjection) -> EvaluatedObjection:
    """The exchange over an objection that was put again, with the one that it puts again: the two count as one."""
    return anew.model_copy(update={"objection": anew.objection.model_copy(update={"again": over.objection.id})})


def keep_answer(
    over: EvaluatedObjection, old: Claim, anew: Claim, corrected: Sequence[StruckSentence]
) -> EvaluatedObjection | None:
    """The exchange as it was, over the claim with its corrected figure: where its seat had narrowed the claim for it in
    words that stand, or to a warrant that stands. None where it is to be put again, as where one of the two argues with
    the figure that was corrected.

    The claim has these words already, so that the answer brings none: it costs what it cost.
    """
    reply, objection = over.granted, over.objection
    gone = {one.sentence.pointer for one in corrected}
    if reply is None or not reply.hedges or not (reply.wording or reply.warrant) or objection.by_challenge:
        return None
    if not corrected or not _says_the_same(old, anew):
        return None
    if any(tell_stale(read_corrected(corrected), text) for text in (objection.text, reply.text)):
        return None
    put = _put_again(objection, anew, corrected)
    said_already = {"wording": "", "warrant": "", "unless": "", "grounds": (), "left_behind": (), "judged": None}
    update = {
        **said_already,
        "id": f"response-{digest([put.id, reply.entry])[3:13]}",
        "evidence": replace_struck(reply.evidence, corrected),
        "lost": (*reply.lost, *(one for one in reply.evidence if one.pointer in gone)),
        "keeps_certainty": is_spelled_out(old, reply),
    }
    response = reply.model_copy(update=update)
    return over.model_copy(update={"objection": put, "response": response})


def _says_the_same(old: Claim, anew: Claim) -> bool:
    """Whether a claim drops nothing of how another reads but its figures, and gives the same warrant."""
    said, says = ({one for one in list_stems(text) if not is_number(one)} for text in (old.text, anew.text))
    return said <= says and old.warrant == anew.warrant


def strikes_words(objection: Objection, old: Claim, other: Claim) -> bool:
    """Whether another claim has every word that an objection strikes in the one it was made to: what the two share, in
    the claim's words, its warrant and what it holds unless, but for figures. One that nobody wrote strikes the point.
    """
    if objection.voice != "written":
        return True
    said = _list_words(objection.text)
    struck = said & _list_words(old.parts.claim, objection.made_to, old.parts.warrant, old.parts.rebuttal)
    return bool(struck) and struck <= _list_words(other.text, other.warrant, other.unless)


def _list_words(*texts: str) -> set[str]:
    return {stem for text in texts for stem in list_stems(text) if not is_number(stem)}


def _aim_of(file: DossierFile, objection: Objection) -> EntryInput:
    """The decision by which the critic had come to this claim: it was about the claim's words, which stand."""
    pressed = next(entry for entry in file.entries if entry.key == objection.entry)
    return next(one for one in pressed.draft.inputs if isinstance(one, EntryInput))


def _put_again(
    objection: Objection, anew: Claim, corrected: Sequence[StruckSentence], defender: Perspective | None = None
) -> Objection:
    """The same objection to the claim as it stands now; how it fares is asked anew, and so is what its defender wrote
    in reply. It cites what was corrected as that now reads. What a seat committed itself to stays where it is the same
    that answers for the claim; another has not been asked.
    """
    committed = objection.commitment
    update = {"id": f"commitment-{digest([committed.id, anew.id])[3:13]}", "claim": anew.id}
    if defender is not None and defender.id != committed.seat:
        update |= {"seat": defender.id, "answer": "unclear"}
    commitment = committed.model_copy(update=update)
    id = f"objection-{digest([objection.id, anew.id])[3:13]}"
    gone = {one.sentence.pointer for one in corrected}
    cited = {
        "evidence": replace_struck(objection.evidence, corrected),
        "lost": (*objection.lost, *(one for one in objection.evidence if one.pointer in gone)),
    }
    return objection.model_copy(update={"id": id, "claim": anew.id, "commitment": commitment, "reply": None, **cited})


def own_names(file: DossierFile, claim: Claim) -> Claim:
    """The claim with those who brought it themselves; one that was put forward again keeps those it had."""
    own = name_seats(claim, file.mediation.drafts)
    return own if own.brought_by or claim.computed else claim


def merge_names(claim: Claim, others: Iterable[Claim]) -> Claim:
    """The claim with the seats of others that make its point."""
    together = (claim, *others)
    names = {
        "brought_by": tuple(sorted({seat for one in together for seat in one.brought_by})),
        "backers": tuple(sorted({seat for one in together for seat in one.backers})),
    }
    return claim.model_copy(update=names)


def share_objection(anew: EvaluatedObjection, known: EvaluatedObjection | None) -> EvaluatedObjection:
    """An objection that others had raised already has one backer more."""
    if known is None:
        return anew
    names = tuple(sorted({*known.objection.raised_by, *anew.objection.raised_by}))
    return known.model_copy(update={"objection": known.objection.model_copy(update={"raised_by": names})})
