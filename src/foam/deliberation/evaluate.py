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
from statistics import fmean

from foam.argument.motion import Motion
from foam.argument.scheme import require_critical_question
from foam.deliberation.claim import Claim
from foam.deliberation.objection import Objection, Reply
from foam.deliberation.put_forward import revise_claim, shape_claim
from foam.deliberation.questions import (
    adequacy_question,
    answers_question,
    materiality_question,
    rebuttal_question,
    response_question,
    revision_question,
)
from foam.deliberation.support import Side
from foam.deliberation.written.exchange import judge_exchange, write_reply
from foam.evidence.corpus import Passage
from foam.job.answers import (
    read_choice,
    read_decision,
    read_form,
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
from foam.perspective.manner import Reply as Move
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective
from foam.record.entry import Entry, EntryInput
from foam.values import Value, digest

MATERIAL = 5.0
ADEQUATE = 5.0
REBUTTAL_EVIDENCE = 2
ATTEMPTS = 2
CANNOT_TELL = 0.5
"""An evaluator that states less confidence than this declines the criterion."""


class Refused(Value):
    """A rebuttal that does not answer: what it brought, and what the evaluator found of it."""

    evidence: tuple[Passage, ...]
    text: str = ""
    side: Side
    entry: str


class Response(Value):
    """What the claim's side said to a material objection."""

    id: str
    seat: str
    move: Move
    text: str = ""
    """Its words, where the seat writes."""
    evidence: tuple[Passage, ...] = ()
    """What a rebuttal brings; empty if every rebuttal was refused."""
    refused: tuple[Refused, ...] = ()
    adequacy: float | None = None
    """How far a rebuttal answers, from 0 to 10; None for the other moves and for a rebuttal that was refused."""
    revised: Claim | None = None
    """The claim in other words, where the seat revised it."""
    entry: str

    @property
    def answers(self) -> bool:
        """Whether a rebuttal answers the objection."""
        return self.adequacy is not None and self.adequacy >= ADEQUATE


class EvaluatedObjection(Value):
    """An objection with its scores and the answer to it."""

    objection: Objection
    scores: dict[str, float]
    """By criterion, from 0 to 10."""
    declined: tuple[str, ...] = ()
    """Criteria that the evaluator could not judge."""
    entries: tuple[str, ...]
    """Keys of the scoring decisions."""
    reasons: str = ""
    """What the evaluator gave as its reasons, where it gave some."""
    response: Response | None = None
    """None when the objection was not material."""

    @property
    def materiality(self) -> float:
        return fmean(self.scores.values()) if self.scores else 0.0

    @property
    def material(self) -> bool:
        return self.materiality >= MATERIAL


async def evaluate_objection(
    session: Session, motion: Motion, seat: Perspective, claim: Claim, objection: Objection
) -> EvaluatedObjection:
    """Score the objection; if it is material, let the seat respond."""
    if session.speaks("evaluator") and session.of(seat).speaks("proposer"):
        written = await _evaluate_written(session, motion, seat, claim, objection)
        if written is not None:
            return written
    # Support without evidence needs no judgement: it scores 0 by rule.
    criteria = _list_criteria(session, objection)
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


def _list_criteria(session: Session, objection: Objection) -> list[Criterion]:
    """What is asked of an objection; support is not, where no sentence could give it."""
    unreasoned = require_critical_question(objection.question).needs_reason and not objection.evidence
    return [one for one in session.pack.criteria if not (unreasoned and one.id == "support")]


async def _evaluate_written(
    session: Session, motion: Motion, seat: Perspective, claim: Claim, objection: Objection
) -> EvaluatedObjection | None:
    """The exchange in words, judged; None where no reply or no verdict counts."""
    reply = objection.reply or await write_reply(session, motion, seat, claim, objection)
    criteria = _list_criteria(session, objection)
    if reply is None:
        return None
    entry = await judge_exchange(session, motion, claim, objection, reply, criteria)
    if entry is None:
        return None
    form = read_form(entry)
    given = {one.id: form[one.id] for one in criteria}
    by_rule = {"support": 0.0} if len(criteria) < len(session.pack.criteria) else {}
    evaluated = EvaluatedObjection(
        objection=objection,
        scores=by_rule | {name: score for name, score in given.items() if isinstance(score, float)},
        declined=tuple(name for name, score in given.items() if score is None),
        entries=(entry.key,),
        reasons=read_reasons(entry),
    )
    if not evaluated.material:
        return evaluated
    response = await _settle_reply(session, motion, seat, claim, objection, reply, entry)
    return evaluated.model_copy(update={"response": response})


async def _settle_reply(
    session: Session,
    motion: Motion,
    seat: Perspective,
    claim: Claim,
    objection: Objection,
    reply: Reply,
    verdict: Entry,
) -> Response:
    """What a written reply comes to. A rebuttal that does not answer is sent back once; a second counts as none."""
    refused: list[Refused] = []
    while True:
        if reply.move != "rebut":
            revised = await revise_claim(session, motion, claim, reply) if reply.move == "revise" else None
            return _make_response(
                seat, reply.move, objection, reply.entry, text=reply.text, refused=tuple(refused), revised=revised
            )
        form = read_form(verdict)
        if form["answers"] == "for" and isinstance(form["adequacy"], float):
            return _make_response(
                seat,
                "rebut",
                objection,
                verdict,
                text=reply.text,
                evidence=reply.evidence,
                adequacy=form["adequacy"],
                refused=tuple(refused),
            )
        side = _parse_side(str(form["answers"]))
        refused.append(Refused(evidence=reply.evidence, text=reply.text, side=side, entry=verdict.key))
        since = depend_on("refused", verdict)
        again = await write_reply(session, motion, seat, claim, objection, since) if len(refused) < ATTEMPTS else None
        criteria = _list_criteria(session, objection)
        judged = again and await judge_exchange(session, motion, claim, objection, again, criteria)
        if not isinstance(judged, Entry) or again is None:
            return _make_response(seat, "rebut", objection, verdict, refused=tuple(refused))
        reply, verdict = again, judged


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
            return _make_response(seat, "qualify", objection, entry)
        case _:
            return _make_response(seat, "concede", objection, entry)


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
    return _make_response(seat, "rebut", objection, since.key, refused=tuple(refused))


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
    return _make_response(
        seat, "rebut", objection, entry.key, evidence=evidence, adequacy=read_score(entry), refused=refused
    )


async def _revise(
    session: Session, motion: Motion, seat: Perspective, claim: Claim, objection: Objection, move_entry: Entry
) -> Response:
    """The claim in other words on the same ground, judged anew."""
    question = revision_question(
        session.prompts, claim=claim.parts.claim, ground=claim.ground.text, objection=objection.argument
    )
    entry = await session.clerk.ask("revision", question, depend_on("response", move_entry), depend_on_seat(seat))
    words, qualifier = read_text(entry, "claim"), claim.parts.qualifier
    shaped = await shape_claim(session, motion, entry.key, words, claim.ground, qualifier)
    names = {"brought_by": claim.brought_by, "backers": claim.backers, "revises": claim.id}
    return _make_response(seat, "revise", objection, entry.key, revised=shaped.model_copy(update=names))


def _make_response(
    seat: Perspective,
    move: Move,
    objection: Objection,
    entry: Entry | str,
    *,
    text: str = "",
    evidence: tuple[Passage, ...] = (),
    refused: tuple[Refused, ...] = (),
    adequacy: float | None = None,
    revised: Claim | None = None,
) -> Response:
    key = entry if isinstance(entry, str) else entry.key
    return Response(
        id=f"response-{digest([objection.id, key])[3:13]}",
        seat=seat.id,
        move=move,
        text=text,
        evidence=evidence,
        refused=refused,
        adequacy=adequacy,
        revised=revised,
        entry=key,
    )


def _quote(evidence: tuple[Passage, ...]) -> str:
    return "\n".join(f"“{passage.text}”" for passage in evidence)


def _read_side(entry: Entry) -> Side:
    return _parse_side(read_label(entry))


def _parse_side(label: str) -> Side:
    match label:
        case "for" | "against" | "neither" as side:
            return side
        case _:
            return "unclear"


def _depend_on_both(claim: Claim, objection: Objection) -> tuple[EntryInput, EntryInput]:
    return depend_on("claim", claim.entry), depend_on("objection", objection.entry)
