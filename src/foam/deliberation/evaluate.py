"""Evaluation and response: how material an objection is, and what its target says to it. Loses no objection.

    objection ── materiality (one score per criterion) ── response ──┬── rebut: evidence ── adequacy
                                                                     ├── qualify
                                                                     └── concede

An objection to a conclusion that brings no evidence scores 0 on support: only its asker could have given the reason.
"""

from __future__ import annotations

import asyncio
from statistics import fmean
from typing import Literal

from foam.argument.scheme import critical_question
from foam.deliberation.draft import Claim
from foam.deliberation.examine import Objection
from foam.deliberation.questions import adequacy_question, materiality_question, rebuttal_question, response_question
from foam.deliberation.room import Room, seen_from
from foam.evidence.corpus import Passage
from foam.job.answers import chosen, score
from foam.job.retrieval import Offered, after, dependencies, options, retrieve
from foam.model.question import Option
from foam.pack.loader import Criterion
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


class Evaluated(Value):
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


async def evaluate(room: Room, seat: Perspective, claim: Claim, objection: Objection) -> Evaluated:
    """Score the objection; if it is material, let the claim's seat respond."""
    scored = await asyncio.gather(
        *(_score(room, claim, objection, criterion) for criterion in _open_criteria(room, objection))
    )
    scores = {criterion.id: 0.0 for criterion in room.criteria} | {id: value for id, value, _ in scored}
    evaluated = Evaluated(objection=objection, scores=scores, entries=tuple(key for _, _, key in scored))
    if not evaluated.material:
        return evaluated
    return evaluated.model_copy(update={"response": await _respond(room, seat, claim, evaluated)})


def _open_criteria(room: Room, objection: Objection) -> list[Criterion]:
    """Criteria that need a judgement; support without evidence is decided by rule."""
    unreasoned = critical_question(objection.question).needs_reason and not objection.evidence
    return [criterion for criterion in room.criteria if not (unreasoned and criterion.id == "support")]


async def _score(room: Room, claim: Claim, objection: Objection, criterion: Criterion) -> tuple[str, float, str]:
    question = materiality_question(
        room.prompts,
        claim=claim.parts.claim,
        argument=claim.argument,
        objection=objection.argument,
        pressed=" ".join(passage.text for passage in objection.evidence) or objection.text,
        criterion=criterion.text,
        aim=criterion.aim,
    )
    entry = await room.clerk.ask("materiality", question, *_about(claim, objection))
    return criterion.id, score(entry), entry.key


async def _respond(room: Room, seat: Perspective, claim: Claim, evaluated: Evaluated) -> Response:
    objection = evaluated.objection
    inputs = (*_about(claim, objection), *(after("materiality", key) for key in evaluated.entries))
    offered = retrieve(room.clerk, room.corpus, claim.position.text, *inputs, seen_from(seat), policy=seat.policy)
    used = {claim.ground.pointer, *(passage.pointer for passage in objection.evidence)}
    usable = offered.model_copy(update={"passages": offered.without(used)})
    question = response_question(
        room.prompts,
        seat=seat,
        claim=claim.argument,
        objection=objection.argument,
        offered=_moves(claim, usable),
    )
    entry = await room.clerk.ask("response", question, *inputs, seen_from(seat))
    match chosen(entry)[0]:
        case "rebut":
            return await _rebut(room, seat, claim, objection, usable, entry)
        case "qualify":
            return _response(seat, "qualify", objection, entry)
        case _:
            return _response(seat, "concede", objection, entry)


def _moves(claim: Claim, offered: Offered) -> tuple[Option, ...]:
    moves = [
        Option(
            id="qualify", text=f"The claim holds in some cases, not in those the objection names: {claim.parts.claim}"
        ),
        Option(id="concede", text="The objection is right, and the claim is taken back."),
    ]
    if offered.passages:
        moves.insert(0, Option(id="rebut", text=f"The claim stands: {claim.parts.claim} “{offered.passages[0].text}”"))
    return tuple(moves)


async def _rebut(
    room: Room, seat: Perspective, claim: Claim, objection: Objection, offered: Offered, moved: Entry
) -> Response:
    question = rebuttal_question(
        room.prompts,
        claim=claim.argument,
        objection=objection.argument,
        offered=options(offered.passages),
        at_most=REBUTTAL_EVIDENCE,
    )
    entry = await room.clerk.ask("rebuttal", question, after("response", moved), *dependencies(offered))
    evidence = tuple(offered.named(id) for id in chosen(entry))
    reply = "\n".join(f"“{passage.text}”" for passage in evidence)
    asked = adequacy_question(room.prompts, claim=claim.parts.claim, objection=objection.argument, reply=reply)
    scored = await room.clerk.ask("adequacy", asked, after("rebuttal", entry))
    return _response(seat, "rebut", objection, scored, evidence=evidence, adequacy=score(scored))


def _response(
    seat: Perspective,
    move: Move,
    objection: Objection,
    entry: Entry,
    *,
    evidence: tuple[Passage, ...] = (),
    adequacy: float | None = None,
) -> Response:
    id = f"response-{digest([objection.id, entry.key])[3:13]}"
    return Response(id=id, seat=seat.id, move=move, evidence=evidence, adequacy=adequacy, entry=entry.key)


def _about(claim: Claim, objection: Objection) -> tuple[EntryInput, EntryInput]:
    return after("claim", claim.entry), after("objection", objection.entry)
