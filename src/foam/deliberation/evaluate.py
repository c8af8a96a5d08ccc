"""How material an objection is, and what the claim's side answers. Every objection is kept, material or not.

    objection ── materiality (one score per criterion) ── response ──┬── rebut: evidence ── does it answer? ── adequacy
                                                                     ├── qualify
                                                                     ├── revise: other words ── support
                                                                     └── concede

A seat and an evaluator that write do the same in words (`written/exchange.py`): a reply is drafted with the
objection, and both are judged in one act.

An objection to a conclusion that brings no evidence scores 0 on support: nobody else can give its reason. A criterion
that the evaluator says it cannot judge is left out of the mean. A rebuttal that speaks for the objector, or misses the
point, is sent back once; a second one counts as no answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from foam.argument.motion import Motion
from foam.argument.scheme import require_critical_question
from foam.deliberation.claim import Claim
from foam.deliberation.evaluate_words import evaluate_in_words
from foam.deliberation.objection import (
    ATTEMPTS,
    EvaluatedObjection,
    Objection,
    Refused,
    Response,
    StruckSentence,
    list_criteria,
    make_response,
    parse_side,
)
from foam.deliberation.put_forward import shape_claim
from foam.deliberation.questions import (
    adequacy_question,
    answers_question,
    materiality_question,
    rebuttal_question,
    response_question,
    revision_question,
)
from foam.deliberation.support import Side
from foam.errors import OutOfBounds
from foam.evidence.corpus import Passage
from foam.job.answers import (
    read_choice,
    read_decision,
    read_label,
    read_reasons,
    read_score,
    read_text,
)
from foam.job.retrieval import Candidates, depend_on, depend_on_candidates, make_options, retrieve
from foam.job.session import Session, depend_on_seat
from foam.model.question import Option
from foam.pack.pack import Criterion
from foam.perspective.conduct import order_replies
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective
from foam.record.entry import Entry, EntryInput

REBUTTAL_EVIDENCE = 2
CANNOT_TELL = 0.5
"""An evaluator that states less confidence than this declines the criterion."""


async def evaluate_objection(
    session: Session,
    motion: Motion,
    seat: Perspective,
    claim: Claim,
    objection: Objection,
    *,
    struck: Sequence[StruckSentence] = (),
) -> EvaluatedObjection:
    """Score the objection; if it is material, let the seat respond. Whoever reads words is told what was `struck`."""
    if session.speaks("evaluator") and session.of(seat).speaks("proposer"):
        written = await evaluate_in_words(session, motion, seat, claim, objection, struck)
        if written is not None:
            return written
    # Support without evidence needs no judgement: it scores 0 by rule.
    criteria = list_criteria(session, objection)
    scored = await asyncio.gather(*(_score_criterion(session, claim, objection, criterion) for criterion in criteria))
    by_rule = {"support": 0.0} if len(criteria) < len(session.pack.criteria) else {}
    scores = by_rule | {name: read_score(entry) for name, entry in scored if not _is_declined(entry)}
    evaluated = EvaluatedObjection(
        objection=objection,
        scores=scores,
        declined=tuple(name for name, entry in scored if _is_declined(entry)),
        entries=tuple(entry.key for _, entry in scored),
        reasons=" ".join(dict.fromkeys(filter(None, (read_reasons(entry) for _, entry in scored)))),
    )
    if not evaluated.material:
        return evaluated
    return evaluated.model_copy(update={"response": await _respond(session, motion, seat, claim, evaluated)})


def _is_declined(entry: Entry) -> bool:
    stated = read_decision(entry).confidence
    return stated is not None and stated < CANNOT_TELL


async def _score_criterion(
    session: Session, claim: Claim, objection: Objection, criterion: Criterion
) -> tuple[str, Entry]:
    question = materiality_question(
        session.prompts,
        claim=claim.parts.claim,
        argument=claim.argument,
        objection=objection.argument,
        # What somebody adds in words of their own is read beside it and is not what is scored.
        pressed=" ".join(passage.text for passage in objection.evidence)
        or require_critical_question(objection.question).text,
        criterion=criterion.text,
        aim=criterion.aim,
    )
    return criterion.id, await session.clerk.ask("materiality", question, *_depend_on_both(claim, objection))


async def _respond(
    session: Session, motion: Motion, seat: Perspective, claim: Claim, evaluated: EvaluatedObjection
) -> Response:
    objection = evaluated.objection
    inputs = (*_depend_on_both(claim, objection), *(depend_on("materiality", key) for key in evaluated.entries))
    candidates = retrieve(
        session.clerk,
        session.corpus,
        claim.parts.claim,
        *inputs,
        depend_on_seat(seat),
        policy=seat.policy,
        manner=read_manner(seat),
    )
    used = {ground.pointer for ground in claim.grounds} | {passage.pointer for passage in objection.evidence}
    usable = candidates.model_copy(update={"passages": candidates.exclude(used)})
    question = response_question(
        session.prompts,
        seat=seat,
        claim=claim.argument,
        objection=objection.argument,
        options=_list_moves(session, seat, claim, usable),
    )
    entry = await session.clerk.ask("response", question, *inputs, depend_on_seat(seat))
    match read_choice(entry)[0]:
        case "rebut":
            return await _rebut(session, seat, claim, objection, usable, entry)
        case "revise":
            return await _revise(session, motion, seat, claim, objection, entry)
        case "qualify":
            return make_response(seat, "qualify", objection, entry)
        case _:
            return make_response(seat, "concede", objection, entry)


def _list_moves(session: Session, seat: Perspective, claim: Claim, candidates: Candidates) -> tuple[Option, ...]:
    """What the seat may do: revising takes a model that writes, and a claim can be revised once."""
    moves = []
    if candidates.passages:
        moves.append(Option(id="rebut", text=f"The claim stands: {claim.parts.claim} “{candidates.passages[0].text}”"))
    moves.append(
        Option(
            id="qualify", text=f"The claim holds in some cases, not in those the objection names: {claim.parts.claim}"
        )
    )
    if session.can_write("proposer") and not claim.revises and not claim.computed:
        moves.append(Option(id="revise", text="The claim is put in other words that the objection does not strike."))
    moves.append(Option(id="concede", text="The objection is right, and the claim is taken back."))
    offered = {move.id: move for move in moves}
    return tuple(offered[name] for name in order_replies(read_manner(seat), offered))


async def _rebut(
    session: Session, seat: Perspective, claim: Claim, objection: Objection, candidates: Candidates, move_entry: Entry
) -> Response:
    """Rebut with evidence that answers; what does not is sent back once."""
    since, refused = depend_on("response", move_entry), list[Refused]()
    for _ in range(ATTEMPTS):
        if not candidates.passages:
            break
        question = rebuttal_question(
            session.prompts,
            claim=claim.argument,
            objection=objection.argument,
            options=make_options(candidates.passages),
            at_most=REBUTTAL_EVIDENCE,
        )
        entry = await session.clerk.ask("rebuttal", question, since, *depend_on_candidates(candidates))
        evidence = tuple(candidates.get(option_id) for option_id in read_choice(entry))
        judged = await _judge_reply(session, claim, objection, evidence, entry)
        side: Side = _read_side(judged)
        if side == "for":
            return await _score_reply(session, seat, claim, objection, evidence, judged, tuple(refused))
        refused.append(Refused(evidence=evidence, side=side, entry=judged.key))
        brought = {passage.pointer for passage in evidence}
        candidates = candidates.model_copy(update={"passages": candidates.exclude(brought)})
        since = depend_on("refused", judged)
    return make_response(seat, "rebut", objection, since.key, refused=tuple(refused))


async def _judge_reply(
    session: Session, claim: Claim, objection: Objection, evidence: tuple[Passage, ...], rebuttal: Entry
) -> Entry:
    question = answers_question(
        session.prompts, claim=claim.parts.claim, objection=objection.argument, reply=_quote(evidence)
    )
    return await session.clerk.ask("answers", question, depend_on("rebuttal", rebuttal))


async def _score_reply(
    session: Session,
    seat: Perspective,
    claim: Claim,
    objection: Objection,
    evidence: tuple[Passage, ...],
    judged: Entry,
    refused: tuple[Refused, ...],
) -> Response:
    question = adequacy_question(
        session.prompts, claim=claim.parts.claim, objection=objection.argument, reply=_quote(evidence)
    )
    entry = await session.clerk.ask("adequacy", question, depend_on("answers", judged))
    return make_response(
        seat, "rebut", objection, entry.key, evidence=evidence, adequacy=read_score(entry), refused=refused
    )


async def _revise(
    session: Session, motion: Motion, seat: Perspective, claim: Claim, objection: Objection, move_entry: Entry
) -> Response:
    """The claim in other words on the same ground, judged anew; who finds no other words qualifies it."""
    question = revision_question(
        session.prompts, claim=claim.parts.claim, ground=claim.ground.text, objection=objection.argument
    )
    inputs = (depend_on("response", move_entry), depend_on_seat(seat))
    try:
        entry = await session.clerk.ask("revision", question, *inputs, final=True)
    except OutOfBounds:
        return make_response(seat, "qualify", objection, move_entry)
    words, qualifier = read_text(entry, "claim"), claim.parts.qualifier
    shaped = await shape_claim(session, motion, entry.key, words, claim.ground, qualifier)
    names = {"brought_by": claim.brought_by, "backers": claim.backers, "revises": claim.id}
    return make_response(seat, "revise", objection, entry.key, revised=shaped.model_copy(update=names))


def _quote(evidence: tuple[Passage, ...]) -> str:
    return "\n".join(f"“{passage.text}”" for passage in evidence)


def _read_side(entry: Entry) -> Side:
    return parse_side(read_label(entry))


def _depend_on_both(claim: Claim, objection: Objection) -> tuple[EntryInput, EntryInput]:
    return depend_on("claim", claim.entry), depend_on("objection", objection.entry)
