"""An objection that nobody at the table made: whoever challenges makes it, and it is heard as any objection is.

    reason given ── sentences that bear it out ── critical question ── score ── answer of the claim's side

The challenger's words are the objection. What it cites is named by the judge among what was brought and what the
library holds; the evaluator scores it on the criteria of the table, and the seat that defends the claim answers it. A
model that only chooses scores evidence and no words: where it finds none, a person decides.
"""

from __future__ import annotations

from foam.contest.challenge import MissedObjection
from foam.contest.evidence_checks import ask_against
from foam.contest.hearing import Hearing, make_reason, send_to_person
from foam.contest.objecting import Settled, find_defender, hear_objection
from foam.contest.offer import list_for_objection, name_sources, search_in_hearing
from foam.contest.questions import objection_question
from foam.contest.subject import DossierFile, Use
from foam.deliberation.claim import Claim
from foam.deliberation.examine import Target, press_objection
from foam.deliberation.objection import Objection
from foam.deliberation.written.exchange import answer_objection
from foam.evidence.corpus import Passage
from foam.job.retrieval import depend_on, make_options
from foam.record.entry import PointerInput, ValueInput
from foam.values import digest


async def check_objection(hearing: Hearing, file: DossierFile, ground: MissedObjection) -> Settled:
    """Is the objection material, and what does the claim's side answer?"""
    claim = file.claims[hearing.part.id].as_it_reads
    evidence = await _find_evidence(hearing, claim)
    if not evidence and not hearing.session.speaks("evaluator"):
        said = make_reason("Nothing was found that bears the objection out, and no model here weighs words.", claim.id)
        look_at = [f"Of “{claim.parts.claim}”: “{hearing.challenge.because}”"]
        return send_to_person(said, look_at=look_at), ()
    objection = await _make_objection(hearing, file, claim, evidence, ground)
    return await hear_objection(hearing, file, objection, evidence, lead="Heard as an objection to it, this scores")


async def _find_evidence(hearing: Hearing, claim: Claim) -> tuple[Passage, ...]:
    """What the judge finds to bear the objection out, of what was brought and of what the objection's words find."""
    said = hearing.challenge.because
    use = Use(argument=claim.id, statement=claim.parts.claim, passages=claim.rests_on)
    offered = list_for_objection(search_in_hearing(hearing), use, said)
    if not offered:
        return ()
    question = objection_question(
        hearing.session.prompts,
        claim="\n".join((use.statement, *(f"Cited for it: “{one.text}”" for one in use.passages))),
        objection=said,
        offered=make_options(offered),
        sources=name_sources(hearing, offered),
    )
    _, found = await ask_against(hearing, question, offered)
    return found


async def _make_objection(
    hearing: Hearing, file: DossierFile, claim: Claim, evidence: tuple[Passage, ...], ground: MissedObjection
) -> Objection:
    """The challenger's words as an objection to the claim as it reads now, with the critical question that it presses
    and the answer of a defender that writes: that says at once what it commits to."""
    challenge, session, defender = hearing.challenge, hearing.session, find_defender(file, claim)
    entry = session.clerk.compute(
        "objection",
        lambda: {"claim": claim.id, "evidence": [str(one.pointer) for one in evidence]},
        hearing.admitted(),
        depend_on("claim", claim.entry),
        ValueInput(role="words", value=challenge.because),
        *(PointerInput(role=f"brought {n}", pointer=one.pointer) for n, one in enumerate(evidence)),
        rule="made by whoever challenges",
    )
    target = Target(claim, evidence, depend_on("objection", entry))
    made = {
        "id": f"objection-{digest([claim.id, hearing.entry])[3:13]}",
        "text": challenge.because,
        "voice": "written",
        "made_to": claim.parts.claim if file.claims[claim.id].wordings else "",
        "since": tuple(one.objection.id for one in file.mediation.evaluated if one.objection.claim == claim.id),
    }

    async def press(*, commits: bool) -> Objection:
        found = await press_objection(
            session,
            (challenge.challenger,),
            defender,
            target,
            said=challenge.because,
            question=ground.question,
            commits=commits,
        )
        return found.model_copy(update=made)

    if session.speaks("evaluator") and session.of(defender).speaks("proposer"):
        pressed = await press(commits=False)
        answered = await answer_objection(session, file.mediation.motion, defender, claim, pressed)
        if answered is not None:
            return answered
    return await press(commits=True)
