"""From a finding to amendments of a dossier. Asks again only what depended on what fell.

A challenge that struck a claim enters the graph as an objection to it, with the answer that was found: conceded,
qualified, or conceded with the same claim put forward on other evidence. For a claim on other evidence its form, its
value and its support are asked anew, and those who had objected to it object again; nothing else is. A computed fact
is worked out again without the sentence that fell. An objection or a reply falls with its evidence (`fall.py`);
one that cites more than what was struck is scored again on what is left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace

from foam.argument.objection import find_objection_type
from foam.argument.scheme import CriticalQuestion, require_critical_question, require_scheme
from foam.contest.amend import Amendment, PutClaim, PutExchange, SeatAudience
from foam.contest.challenge import Challenge, WarrantInvalid
from foam.contest.enter import contest_claim, enter_claim, leave_claim, share_objection
from foam.contest.fall import count_apart, drop_argument, find_reply_rest, find_rest, print_beside
from foam.contest.hearing import Hearing
from foam.contest.kinds.kind import Level
from foam.contest.on_the_rest import put_in_words, read_by_warrant, read_on_the_rest
from foam.contest.outcome import Finding, Struck
from foam.contest.put_again import Replaced, put_anew
from foam.contest.regroup import group_by_point, regroup_narrowed, suppose_file
from foam.contest.reply_again import judge_reply_again
from foam.contest.struck import list_struck, list_struck_before, read_without, replace_struck
from foam.contest.subject import DossierFile
from foam.deliberation.cited import list_citable
from foam.deliberation.claim import Claim, settle_unless
from foam.deliberation.compile import make_evidence_id
from foam.deliberation.draft import SeatDraft, draft_seat
from foam.deliberation.evaluate import evaluate_objection
from foam.deliberation.examine import Critics, choose_defender
from foam.deliberation.loop import name_seats, recall, serves
from foam.deliberation.objection import (
    CHALLENGE_ID,
    Commitment,
    EvaluatedObjection,
    Objection,
    Reply,
    Response,
    StruckSentence,
)
from foam.deliberation.put_forward import make_claim, make_drafted_claims, shape_claim
from foam.deliberation.synthesis import FULL
from foam.deliberation.written.drafted import DraftedClaim
from foam.deliberation.written.gone import without_struck
from foam.evidence.corpus import Passage
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.perspective.manner import Reply as Move
from foam.perspective.node import Perspective
from foam.record.entry import Entry, PointerInput, ValueInput
from foam.text.pointer import Pointer
from foam.values import digest

CHALLENGE = "challenge"
"""The criterion on which a challenge that was sustained scores in full."""
_STRIKES: dict[Level, str] = {"evidence": "premise", "inference": "warrant", "normative": "conclusion"}


async def amend_dossier(hearing: Hearing, file: DossierFile, found: Finding) -> tuple[Amendment, ...]:
    """What the finding changes in a dossier, but for computed facts."""
    points = group_by_point(file, found.struck)
    struck = await asyncio.gather(*(_strike_point(hearing, file, found, together) for together in points))
    made = tuple(_say_who_named(amendment, found.named_by) for some in struck for amendment in some)
    beside = print_beside(file, hearing.part, found.struck) if hearing.challenge.ground.kind == "context" else ()
    return (*made, *await regroup_narrowed(hearing, file, found.struck, made), *beside)


def _say_who_named(made: Amendment, role: str) -> Amendment:
    """The challenge as it enters the table, with who named what speaks for it: the challenger did not."""
    if not role or not isinstance(made, PutExchange):
        return made
    objection = made.evaluated.objection
    if not objection.by_challenge or not objection.evidence:
        return made
    said = objection.model_copy(update={"named_by": role})
    return PutExchange(evaluated=made.evaluated.model_copy(update={"objection": said}))


async def _strike_point(
    hearing: Hearing, file: DossierFile, found: Finding, together: Sequence[Struck]
) -> tuple[Amendment, ...]:
    """What becomes of claims that make one point, one after the other: whichever then stands for the point does so in
    the words and on the grounds that this challenge left it."""
    made: tuple[Amendment, ...] = ()
    replaced: list[Replaced] = []
    for one in together:
        claim = file.claims.get(one.argument)
        if claim is not None and found.move == "swap" and one.instead:
            replaced.append(await _swap(hearing, file, claim, one))
        else:
            made += await _struck(hearing, suppose_file(file, made), found, one)
    without = [one.argument for one in found.struck]
    return *made, *await put_anew(hearing.session, suppose_file(file, made), replaced, without=without)


async def _struck(hearing: Hearing, file: DossierFile, found: Finding, struck: Struck) -> tuple[Amendment, ...]:
    claim = file.claims.get(struck.argument)
    if claim is None:
        falling = [one.argument for one in found.struck]
        if found.move == "swap" and _is_put_again(hearing, file, struck, falling):
            return ()
        again = await _score_again(hearing, file, struck, falling)
        if again:
            return again
        return drop_argument(file, struck.argument, struck.against or found.against, hearing.entry, falling=falling)
    if found.move in ("qualify", "branch"):
        return await _qualify(hearing, file, claim, struck.against or found.against, struck)
    return await take_back(hearing, file, claim, evidence=found.against)


def _is_put_again(hearing: Hearing, file: DossierFile, struck: Struck, falling: Sequence[str]) -> bool:
    """Whether an objection or the reply to it is about a claim that is put forward again on what corrects it: the
    objection is then put to that, with the corrected sentence."""
    over = next(
        (
            one
            for one in file.exchanges.values()
            if struck.argument in (one.objection.id, one.response.id if one.response else "")
        ),
        None,
    )
    is_corrected = any(one.corrected for one in list_struck(hearing, struck))
    return over is not None and is_corrected and over.objection.claim in {*falling} & file.claims.keys()


async def _score_again(
    hearing: Hearing, file: DossierFile, struck: Struck, falling: Sequence[str]
) -> tuple[Amendment, ...]:
    """An objection or a reply one of whose sentences was struck, judged on those that are left and on what corrects
    it; nothing where none is, or where a rebuttal does not answer with them."""
    argument, sentences = struck.argument, list_struck(hearing, struck)
    reply = find_reply_rest(file, hearing.part, argument, sentences)
    if reply is not None:
        over = next(one for one in file.exchanges.values() if one.response and one.response.id == argument)
        is_falling = over.objection.id in falling
        judged = None if is_falling else await judge_reply_again(hearing, file, over, reply, sentences)
        return (PutExchange(evaluated=judged),) if judged else ()
    rest = find_rest(file, hearing.part, argument, sentences)
    defender = file.find_defender(rest) if rest else None
    if rest is None or defender is None:
        return ()
    told = (*list_struck_before(file, file.claims[rest.claim]), *sentences)
    claim = read_without(file.claims[rest.claim], told)
    found = await evaluate_objection(hearing.session, file.mediation.motion, defender, claim, rest, struck=told)
    apart = () if found.material else tuple(count_apart(file, found, {argument, *falling}))
    return (PutExchange(evaluated=found), *apart)


async def _swap(hearing: Hearing, file: DossierFile, claim: Claim, struck: Struck) -> Replaced:
    """The claim on other evidence; where a figure of it was corrected, in the words that its seat then has for it, or
    given up where it has none."""
    sentences = list_struck(hearing, struck)
    corrected = tuple(one for one in sentences if one.corrected)
    hearing = replace(hearing, session=without_struck(hearing.session, (one.sentence.pointer for one in corrected)))
    words = None
    if corrected:
        said = make_exchange(hearing.challenge, hearing.entry, claim, "qualify", evidence=struck.instead).objection
        words = await put_in_words(hearing, file, claim, said, sentences)
    if words is not None and words.move == "concede":
        return Replaced(claim, None, corrected, give_up(hearing, claim, evidence=struck.instead))
    anew = await restate(hearing, file, claim, struck.instead[0], sentences=sentences, words=words)
    return Replaced(claim, anew, corrected, give_up(hearing, claim, corrected_to=anew.id if corrected else ""))


async def _qualify(
    hearing: Hearing, file: DossierFile, claim: Claim, against: tuple[Passage, ...], struck: Struck
) -> tuple[Amendment, ...]:
    """The claim narrowed, in the words its seat then has for it, or by the warrant that was found to hold; taken back
    where it does not bear on the question so. Whether one that repeats another's point still does is seen when all are
    narrowed (`regroup.py`)."""
    if not claim.bears:
        return ()
    exchange = make_exchange(
        hearing.challenge, hearing.entry, claim, "qualify", evidence=against, aimed_at=_list_aimed(hearing, claim)
    )
    if struck.warrant:
        exchange = await read_by_warrant(hearing, file, claim, exchange, struck.warrant)
    answered = await read_on_the_rest(hearing, file, claim, exchange, list_struck(hearing, struck))
    judged = answered.response.judged if answered.response else None
    bears = judged is None or claim.model_copy(update={"support": judged.support}).bears
    if (answered.response and answered.response.gives_up) or not bears:
        return await take_back(hearing, file, claim, evidence=against)
    return (PutExchange(evaluated=answered),)


async def take_back(
    hearing: Hearing,
    file: DossierFile,
    claim: Claim,
    *,
    evidence: tuple[Passage, ...] = (),
    corrected: Sequence[StruckSentence] = (),
) -> tuple[Amendment, ...]:
    """The claim conceded; those that made the same point on evidence of their own stand without it, and who objects to
    them is told what was `corrected`.

    Nothing rests on a claim that was not shown to bear on the question: there is nothing to take back.
    """
    if not claim.bears:
        return ()
    return (*give_up(hearing, claim, evidence=evidence), *await leave_claim(hearing.session, file, claim, corrected))


def give_up(
    hearing: Hearing, claim: Claim, *, evidence: tuple[Passage, ...] = (), corrected_to: str = ""
) -> tuple[Amendment, ...]:
    """The challenge as an objection to the claim that is conceded, and the claim apart from those that make its point.
    Where a figure of it was corrected another claim stands in for it."""
    apart = claim.model_copy(update={"same_point_as": ""})
    made = make_exchange(hearing.challenge, hearing.entry, claim, "concede", evidence=evidence)
    if corrected_to and made.response:
        made = made.model_copy(update={"response": made.response.model_copy(update={"corrected_to": corrected_to})})
    return (*([PutClaim(claim=apart)] if claim.same_point_as else []), PutExchange(evaluated=made))


def _list_aimed(hearing: Hearing, claim: Claim) -> tuple[Pointer, ...]:
    """The sentence of a claim that is challenged; nothing where the whole claim is."""
    return tuple(one.pointer for one in claim.rests_on if make_evidence_id(one.pointer) == hearing.part.id)


def make_exchange(
    challenge: Challenge,
    entry: str,
    claim: Claim,
    move: Move,
    *,
    evidence: tuple[Passage, ...] = (),
    aimed_at: tuple[Pointer, ...] = (),
) -> EvaluatedObjection:
    """A challenge that struck, as an objection to the claim, and the claim's answer to it."""
    pressed = find_pressed(challenge, claim)
    id = f"{CHALLENGE_ID}{digest([entry, claim.id])[3:13]}"
    commitment = Commitment(
        id=f"commitment-{digest([entry, claim.id])[3:13]}",
        seat=next(iter(claim.backers), ""),
        claim=claim.id,
        question=pressed.text,
        answer="not asked: the challenge was settled",
        entry=entry,
    )
    objection = Objection(
        id=id,
        raised_by=(challenge.challenger,),
        claim=claim.id,
        type=find_objection_type(pressed),
        question=pressed.id,
        text=challenge.because,
        evidence=evidence,
        aimed_at=aimed_at,
        grants_grounds=isinstance(challenge.ground, WarrantInvalid),
        made_to=claim.text if claim.wordings else "",
        value="",
        commitment=commitment,
        entry=entry,
    )
    response = Response(id=f"answer-{id[10:]}", seat=next(iter(claim.backers), "the table"), move=move, entry=entry)
    return EvaluatedObjection(objection=objection, scores={CHALLENGE: FULL}, entries=(entry,), response=response)


def find_pressed(challenge: Challenge, claim: Claim) -> CriticalQuestion:
    """The critical question a challenge presses: the one it names, or the first that strikes the same part."""
    ground = challenge.ground
    if isinstance(ground, WarrantInvalid) and ground.question:
        return require_critical_question(ground.question)
    known = require_scheme(claim.scheme).questions
    return next((one for one in known if one.attacks == _STRIKES[ground.level]), known[0])


async def restate(
    hearing: Hearing,
    file: DossierFile,
    claim: Claim,
    ground: Passage,
    *,
    sentences: Sequence[StruckSentence] = (),
    words: Reply | None = None,
) -> Claim:
    """The same claim, as it reads now, on other evidence; only what depends on the evidence is asked. A ground that was
    corrected is replaced where it stands, and the others stay. How certain it is put is as it was first: what made its
    side hold it in fewer cases is put to it again, or kept."""
    session = hearing.session
    entry = session.clerk.compute(
        "swap",
        lambda: {"claim": claim.id, "ground": ground.json_value()},
        hearing.admitted(),
        depend_on("claim", claim.entry),
        PointerInput(role="ground", pointer=ground.pointer),
        ValueInput(role="words", value=ground.text),
        rule="other evidence",
    )
    motion, qualifier = file.mediation.motion, claim.parts.qualifier
    if claim.voice == "written":
        kept = replace_struck(claim.rests_on, sentences) if any(one.corrected for one in sentences) else ()
        drafted = DraftedClaim(
            text=(words and words.claim) or claim.text,
            grounds=(words and words.grounds) or kept or (ground,),
            warrant=(words and words.warrant) or claim.warrant,
            qualifier=qualifier,
            unless=settle_unless(words.unless if words else "", claim.unless),
            place=0,
            entry=words.entry if words else entry.key,
        )
        (anew,) = await make_drafted_claims(session, motion, [drafted])
        return keep_names(file, claim, anew)
    anew = await shape_claim(session, motion, entry.key, claim.text, ground, qualifier)
    return keep_names(file, claim, anew)


def keep_names(file: DossierFile, claim: Claim, anew: Claim) -> Claim:
    """The claim put forward anew, with those who brought the old one and those of them whom it serves now; words that
    a seat wrote are its own alone, whoever made the same point."""
    if anew.id != claim.id and claim.voice == "written":
        anew = anew.model_copy(update={"puts_again": claim.puts_again or claim.revises or claim.id})
        own = name_seats(anew, file.mediation.drafts)
        if own.brought_by:
            return own
    serving = {d.seat for d in file.mediation.drafts if serves(d.position.direction, anew)}
    backers = tuple(seat for seat in claim.brought_by if seat in serving)
    return anew.model_copy(update={"brought_by": claim.brought_by, "backers": backers})


async def add_seat(hearing: Hearing, file: DossierFile, seat: Perspective) -> tuple[Amendment, ...]:
    """A new seat drafts and objects to what speaks against it; what it brings is examined. Nobody else drafts again."""
    session, mediation = hearing.session, file.mediation
    facts = list_citable(mediation.findings, mediation.claims if session.of(seat).speaks("proposer") else ())
    own = await draft_seat(session, seat, mediation.motion, _motion_entry(session, file), facts)
    known = {claim.ground.pointer: claim for claim in mediation.claims}
    resting = () if own.claims else own.grounds
    chosen = await asyncio.gather(
        *(make_claim(session, mediation.motion, ground) for ground in resting if ground.pointer not in known)
    )
    made = (*chosen, *await make_drafted_claims(session, mediation.motion, own.claims))
    joined = [_join(known[ground.pointer], own) for ground in resting if ground.pointer in known]
    seated = _with_seat(file, seat, own)
    brought: list[Amendment] = []
    for claim in made:
        brought += await enter_claim(session, seated, name_seats(claim, seated.mediation.drafts))
        seated = _with_claims(seated, brought)
    opposed = [claim for claim in mediation.reasons if claim.direction != own.position.direction]
    raised = await asyncio.gather(*(_object_as(session, file, claim, seat) for claim in opposed))
    return (
        SeatAudience(perspective=seat, draft=own),
        *(PutClaim(claim=claim) for claim in joined),
        *brought,
        *(one for some in raised for one in some),
    )


def _with_seat(file: DossierFile, seat: Perspective, own: SeatDraft) -> DossierFile:
    """The file with one more seat, for choosing who objects to what it brings."""
    held = file.mediation
    update = {"seats": (*held.seats, seat), "drafts": (*held.drafts, own)}
    return replace(file, mediation=held.model_copy(update=update))


def _with_claims(file: DossierFile, put: Iterable[Amendment]) -> DossierFile:
    """The file with the claims that were put so far, so that the next can repeat one of them."""
    claims = {one.id: one for one in file.mediation.claims}
    claims |= {one.claim.id: one.claim for one in put if isinstance(one, PutClaim)}
    return replace(file, mediation=file.mediation.model_copy(update={"claims": tuple(claims.values())}))


async def _object_as(session: Session, file: DossierFile, claim: Claim, critic: Perspective) -> tuple[Amendment, ...]:
    """The objections of a new critic to a claim as it now reads, told what was objected to it before."""
    critics, mediation = Critics((critic,), appointed=False), file.mediation
    defender = choose_defender(claim, mediation.seats, mediation.drafts, critics) or critic
    before = recall(claim, mediation.claims, mediation.evaluated)
    raised = await contest_claim(session, file, claim.as_it_reads, critics, defender, before)
    since = tuple(one.objection.id for one in mediation.evaluated if one.objection.claim == claim.id)
    put: list[Amendment] = []
    for one in raised:
        known = file.exchanges.get(one.objection.id)
        update = {"since": since, "made_to": claim.text if claim.wordings else ""}
        later = one.model_copy(update={"objection": one.objection.model_copy(update=update)})
        put.append(PutExchange(evaluated=share_objection(later, known)))
        if known is None and one.response and one.response.revised:
            put += await enter_claim(session, file, one.response.revised, without=[claim.id])
    return tuple(put)


def _join(claim: Claim, own: SeatDraft) -> Claim:
    """The claim with one more seat that rests on it."""
    backs = (own.seat,) if serves(own.position.direction, claim) else ()
    names = {
        "brought_by": tuple(sorted({*claim.brought_by, own.seat})),
        "backers": tuple(sorted({*claim.backers, *backs})),
    }
    return claim.model_copy(update=names)


def _motion_entry(session: Session, file: DossierFile) -> Entry:
    """The motion as the deliberation recorded it."""
    question = ValueInput(role="question", value=file.spec.question)
    return session.clerk.compute("motion", file.mediation.motion.json_value, question, rule="motion")
