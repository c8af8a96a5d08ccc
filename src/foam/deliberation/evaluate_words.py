"""An exchange in words, judged: the objection by the pack's criteria, and the reply by whether it answers.

A reply that the evaluator finds on the objector's side, or beside the point, is asked for once more; a second one that
does not answer counts as none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foam.argument.motion import Motion
from foam.deliberation.claim import Claim
from foam.deliberation.objection import (
    ATTEMPTS,
    EvaluatedObjection,
    Objection,
    Refused,
    Reply,
    Response,
    StruckSentence,
    list_criteria,
    make_response,
    parse_side,
    score_without_evidence,
)
from foam.deliberation.put_forward import judge_narrowed, revise_claim
from foam.deliberation.written.exchange import commit_to, write_reply
from foam.deliberation.written.judged import no_longer_bears
from foam.deliberation.written.verdict import judge_exchange, read_verdict_reasons
from foam.job.answers import read_form
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.perspective.node import Perspective
from foam.record.entry import Entry, PointerInput
from foam.text.pointer import Pointer


async def evaluate_in_words(
    session: Session,
    motion: Motion,
    seat: Perspective,
    claim: Claim,
    objection: Objection,
    struck: Sequence[StruckSentence] = (),
) -> EvaluatedObjection | None:
    """The exchange in words, judged; None where no reply or no verdict counts. What was `struck` since is told."""
    reply = objection.reply or await write_reply(session, motion, seat, claim, objection, struck=struck)
    criteria = list_criteria(session, objection)
    if reply is None:
        return None
    if objection.reply is None:  # whoever answers now commits itself now, whatever was answered before
        objection = commit_to(objection, seat, claim, reply)
    entry = await judge_exchange(session, motion, claim, objection, reply, criteria, struck)
    if entry is None:
        return None
    evaluated = _score(session, claim, objection, reply, entry)
    if not evaluated.material:
        return evaluated
    response = await _settle_reply(session, motion, seat, claim, objection, reply, entry, struck)
    return evaluated.model_copy(update={"response": response})


async def judge_kept(
    session: Session, motion: Motion, claim: Claim, kept: EvaluatedObjection, struck: Sequence[StruckSentence]
) -> EvaluatedObjection:
    """The exchange scored anew where a figure that the objection cites was corrected, with the answer its seat gave
    in words which stand: the seat is not asked again. As it is where no verdict counts."""
    objection, response = kept.objection, kept.response
    if response is None or not session.speaks("evaluator"):
        return kept
    reply = Reply(
        commits=objection.commitment.answer,
        move=response.move,
        text=response.text,
        evidence=response.evidence,
        claim=claim.parts.claim,  # the claim has the words of this answer already, which brings none of its own
        warrant=claim.parts.warrant,
        entry=response.entry,
    )
    entry = await judge_exchange(session, motion, claim, objection, reply, list_criteria(session, objection), struck)
    if entry is None:
        return kept
    scored = _score(session, claim, objection, reply, entry)
    met = read_form(entry).get("adequacy")
    answer = response.model_copy(update={"adequacy": met if isinstance(met, float) else None})
    return scored.model_copy(update={"response": answer if scored.material else None})


def _score(session: Session, claim: Claim, objection: Objection, reply: Reply, entry: Entry) -> EvaluatedObjection:
    """The objection with the scores of a verdict."""
    form, criteria = read_form(entry), list_criteria(session, objection)
    scored = {one.id: score if isinstance(score := form[one.id], float) else None for one in criteria}
    given = score_without_evidence(objection, scored)
    by_rule = {"support": 0.0} if len(criteria) < len(session.pack.criteria) else {}
    return EvaluatedObjection(
        objection=objection,
        scores=by_rule | {name: score for name, score in given.items() if isinstance(score, float)},
        declined=tuple(name for name, score in given.items() if score is None),
        entries=(entry.key,),
        reasons=read_verdict_reasons(entry, claim, objection, reply),
    )


def _find_left_behind(session: Session, claim: Claim, reply: Reply) -> tuple[Pointer, ...]:
    """The grounds that bore the claim and do not bear it as it now reads, by the judge that checks claims."""
    grounds = {one.pointer: one.text for one in claim.grounds}
    entry = session.clerk.compute(
        "grounds held",
        lambda: [
            pointer.json_value()
            for pointer, text in grounds.items()
            if no_longer_bears(text, claim.parts.claim, reply.claim)
        ],
        depend_on("claim", claim.entry),
        depend_on("reply", reply.entry),
        *(PointerInput(role="ground", pointer=pointer) for pointer in grounds),
        rule="old grounds, new words",
    )
    return tuple(Pointer.model_validate(row) for row in entry.answer)


async def _settle_reply(
    session: Session,
    motion: Motion,
    seat: Perspective,
    claim: Claim,
    objection: Objection,
    reply: Reply,
    verdict: Entry,
    struck: Sequence[StruckSentence],
) -> Response:
    """What a written reply comes to. A rebuttal that does not answer is sent back once; a second counts as none."""
    refused: list[Refused] = []
    while True:
        form = read_form(verdict)
        met = form.get("adequacy")
        if reply.move != "rebut":
            # A qualified claim is narrowed where it stands; a revised one is another argument, and judged as one.
            revised = await revise_claim(session, motion, claim, reply) if reply.move == "revise" else None
            narrowed = reply.move == "qualify" and not claim.computed
            return make_response(
                seat,
                reply.move,
                objection,
                reply.entry,
                text=reply.text,
                wording=reply.claim if narrowed else "",
                warrant=reply.warrant if narrowed else "",
                unless=reply.unless if narrowed else "",
                grounds=reply.grounds if narrowed else (),
                left_behind=_find_left_behind(session, claim, reply) if narrowed and not reply.grounds else (),
                judged=await judge_narrowed(session, motion, claim, objection, reply) if narrowed else None,
                evidence=reply.evidence if reply.move == "qualify" else (),
                refused=tuple(refused),
                adequacy=met if isinstance(met, float) else None,
                revised=revised,
            )
        if form["answers"] == "for" and isinstance(met, float):
            said: dict[str, Any] = {"text": reply.text, "evidence": reply.evidence, "adequacy": met}
            return make_response(seat, "rebut", objection, verdict, **said, refused=tuple(refused))
        side = parse_side(str(form["answers"]))
        refused.append(Refused(evidence=reply.evidence, text=reply.text, side=side, entry=verdict.key))
        since = depend_on("refused", verdict)
        if len(refused) == ATTEMPTS:
            return make_response(seat, "rebut", objection, verdict, refused=tuple(refused))
        because = read_verdict_reasons(verdict, claim, objection, reply)
        again = await write_reply(
            session, motion, seat, claim, objection, since, refused=reply, because=because, struck=struck
        )
        criteria = list_criteria(session, objection)
        judged = again and await judge_exchange(session, motion, claim, objection, again, criteria, struck)
        if not isinstance(judged, Entry) or again is None:
            return make_response(seat, "rebut", objection, verdict, refused=tuple(refused))
        reply, verdict = again, judged
