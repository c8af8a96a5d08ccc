"""How material an objection is, and what the claim's seat answers. Every objection is kept, material or not.

    objection ── materiality (one score per criterion) ── response ──┬── rebut: evidence ── adequacy
                                                                     ├── qualify
                                                                     └── concede

An objection to a conclusion that brings no evidence scores 0 on support: nobody else can give its reason.
"""

from __future__ import annotations

import asyncio
from statistics import fmean
from typing import Literal

from foam.argument.scheme import require_critical_question
from foam.deliberation.draft import Claim
from foam.deliberation.examine import Objection
from foam.deliberation.questions import adequacy_question, materiality_question, rebuttal_question, response_question
from foam.evidence.corpus import Passage
from foam.job.answers import read_choice, read_score
from foam.job.retrieval import Candidates, depend_on, depend_on_candidates, make_options, retrieve
from foam.job.session import Session, depend_on_seat
from foam.model.question import Option
from foam.pack.pack import Criterion
from foam.perspective.node import Perspective
from foam.record.entry import Entry, EntryInput
from foam.values import Value, digest

MATERIAL = 5.0
ADEQUATE = 5.0
REBUTTAL_EVIDENCE = 2

Move = Literal["rebut", "qualify", "concede"]


class Response(Value):
    """What the claim's seat said to a material objection."""

    id: str
    seat: str
    move: Move
    evidence: tuple[Passage, ...] = ()
    adequacy: float | None = None
    """How far a rebuttal answers, from 0 to 10; None for the other moves."""
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
    entries: tuple[str, ...]
    """Keys of the scoring decisions."""
    response: Response | None = None
    """None when the objection was not material."""

    @property
    def materiality(self) -> float:
        return fmean(self.scores.values())

    @property
    def material(self) -> bool:
        return self.materiality >= MATERIAL


async def evaluate_objection(
    session: Session, seat: Perspective, claim: Claim, objection: Objection
) -> EvaluatedObjection:
    """Score the objection; if it is material, let the claim's seat respond."""
    # Support without evidence needs no judgement: it scores 0 by rule.
    unreasoned = require_critical_question(objection.question).needs_reason and not objection.evidence
    criteria = [one for one in session.pack.criteria if not (unreasoned and one.id == "support")]
    scored = await asyncio.gather(*(_score_criterion(session, claim, objection, criterion) for criterion in criteria))
    scores = {criterion.id: 0.0 for criterion in session.pack.criteria} | {
        criterion: value for criterion, value, _ in scored
    }
    evaluated = EvaluatedObjection(objection=objection, scores=scores, entries=tuple(key for _, _, key in scored))
    if not evaluated.material:
        return evaluated
    return evaluated.model_copy(update={"response": await _respond(session, seat, claim, evaluated)})


async def _score_criterion(
    session: Session, claim: Claim, objection: Objection, criterion: Criterion
) -> tuple[str, float, str]:
    question = materiality_question(
        session.prompts,
        claim=claim.parts.claim,
        argument=claim.argument,
        objection=objection.argument,
        pressed=" ".join(passage.text for passage in objection.evidence) or objection.text,
        criterion=criterion.text,
        aim=criterion.aim,
    )
    entry = await session.clerk.ask("materiality", question, *_depend_on_both(claim, objection))
    return criterion.id, read_score(entry), entry.key


async def _respond(session: Session, seat: Perspective, claim: Claim, evaluated: EvaluatedObjection) -> Response:
    objection = evaluated.objection
    inputs = (*_depend_on_both(claim, objection), *(depend_on("materiality", key) for key in evaluated.entries))
    candidates = retrieve(
        session.clerk, session.corpus, claim.position.text, *inputs, depend_on_seat(seat), policy=seat.policy
    )
    used = {claim.ground.pointer, *(passage.pointer for passage in objection.evidence)}
    usable = candidates.model_copy(update={"passages": candidates.exclude(used)})
    question = response_question(
        session.prompts,
        seat=seat,
        claim=claim.argument,
        objection=objection.argument,
        options=_list_moves(claim, usable),
    )
    entry = await session.clerk.ask("response", question, *inputs, depend_on_seat(seat))
    match read_choice(entry)[0]:
        case "rebut":
            return await _rebut(session, seat, claim, objection, usable, entry)
        case "qualify":
            return _make_response(seat, "qualify", objection, entry)
        case _:
            return _make_response(seat, "concede", objection, entry)


def _list_moves(claim: Claim, candidates: Candidates) -> tuple[Option, ...]:
    moves = [
        Option(
            id="qualify", text=f"The claim holds in some cases, not in those the objection names: {claim.parts.claim}"
        ),
        Option(id="concede", text="The objection is right, and the claim is taken back."),
    ]
    if candidates.passages:
        moves.insert(
            0, Option(id="rebut", text=f"The claim stands: {claim.parts.claim} “{candidates.passages[0].text}”")
        )
    return tuple(moves)


async def _rebut(
    session: Session, seat: Perspective, claim: Claim, objection: Objection, candidates: Candidates, move_entry: Entry
) -> Response:
    question = rebuttal_question(
        session.prompts,
        claim=claim.argument,
        objection=objection.argument,
        options=make_options(candidates.passages),
        at_most=REBUTTAL_EVIDENCE,
    )
    entry = await session.clerk.ask(
        "rebuttal", question, depend_on("response", move_entry), *depend_on_candidates(candidates)
    )
    evidence = tuple(candidates.get(option_id) for option_id in read_choice(entry))
    reply = "\n".join(f"“{passage.text}”" for passage in evidence)
    adequacy = adequacy_question(session.prompts, claim=claim.parts.claim, objection=objection.argument, reply=reply)
    score_entry = await session.clerk.ask("adequacy", adequacy, depend_on("rebuttal", entry))
    return _make_response(seat, "rebut", objection, score_entry, evidence=evidence, adequacy=read_score(score_entry))


def _make_response(
    seat: Perspective,
    move: Move,
    objection: Objection,
    entry: Entry,
    *,
    evidence: tuple[Passage, ...] = (),
    adequacy: float | None = None,
) -> Response:
    response_id = f"response-{digest([objection.id, entry.key])[3:13]}"
    return Response(id=response_id, seat=seat.id, move=move, evidence=evidence, adequacy=adequacy, entry=entry.key)


def _depend_on_both(claim: Claim, objection: Objection) -> tuple[EntryInput, EntryInput]:
    return depend_on("claim", claim.entry), depend_on("objection", objection.entry)
