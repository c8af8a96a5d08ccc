"""The whole deliberation, step by step:

    parse_motion        the question as a statement and its denial
    draft_claims        each seat takes a position and rests claims on sentences      draft.py, position.py, refine.py
    object_to           each seat objects to each other seat                          examine.py
    evaluate_objection  the objection is scored, and answered if it is material       evaluate.py
    verify_passages     every cited sentence is looked up in its source
    synthesise          which claims survive, and what follows                        synthesis.py

Seats draft at the same time and do not see each other's drafts. An objection starts as soon as the two drafts it needs
are there. Seats are sorted by id, so the order in which they were named changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from itertools import permutations

from foam.argument.motion import Motion, parse_motion
from foam.deliberation.draft import Claim, SeatDraft, draft_claims
from foam.deliberation.evaluate import EvaluatedObjection, evaluate_objection
from foam.deliberation.examine import object_to
from foam.deliberation.pluralism import Pluralism, measure_pluralism
from foam.deliberation.protocol import Protocol, choose_speakers
from foam.deliberation.synthesis import Synthesis, synthesise
from foam.errors import SettingError
from foam.evidence.corpus import Passage
from foam.job.retrieval import verify_passages
from foam.job.session import Session
from foam.perspective.diversity import Seating, describe_seating
from foam.perspective.governance import Limits, find_seat_breaches
from foam.perspective.node import Perspective
from foam.record.entry import ValueInput
from foam.text.pointer import Pointer
from foam.values import Value


class Mediation(Value):
    """Everything that was said, and what survives."""

    motion: Motion
    motion_entry: str
    seats: tuple[Perspective, ...]
    seating: Seating
    drafts: tuple[SeatDraft, ...]
    evaluated: tuple[EvaluatedObjection, ...]
    unverified: frozenset[Pointer]
    """Cited sentences whose words were not found where their pointers say."""
    pluralism: Pluralism
    synthesis: Synthesis

    @property
    def claims(self) -> tuple[Claim, ...]:
        return list_claims(self.drafts)


async def mediate(
    session: Session, question: str, seats: tuple[Perspective, ...], *, protocol: Protocol = "deliberation"
) -> Mediation:
    """Deliberate the question. The protocol says which seats draft and object; every seat weighs the outcome."""
    check_seats(seats, session.pack.limits)
    seats = tuple(sorted(seats, key=lambda seat: seat.id))
    speakers = choose_speakers(protocol, seats)
    motion = parse_motion(question)
    entry = session.clerk.compute(
        "motion", motion.json_value, ValueInput(role="question", value=question), rule="motion"
    )
    tasks = {seat.id: asyncio.create_task(draft_claims(session, seat, motion, entry)) for seat in speakers}
    exchanges = await asyncio.gather(
        *(_contest(session, critic, defender, tasks) for critic, defender in permutations(speakers, 2))
    )
    drafts = tuple([await task for task in tasks.values()])
    evaluated = tuple(sorted((e for e in exchanges if e is not None), key=lambda e: e.objection.id))
    unverified = verify_passages(session.clerk, session.corpus, list_cited(drafts, evaluated))
    return Mediation(
        motion=motion,
        motion_entry=entry.key,
        seats=seats,
        seating=describe_seating(
            seats, stakeholders=session.pack.stakeholders, values=[value.id for value in session.pack.values]
        ),
        drafts=drafts,
        evaluated=evaluated,
        unverified=unverified,
        pluralism=measure_pluralism(drafts),
        synthesis=synthesise(seats, list_claims(drafts), evaluated, unverified=unverified),
    )


def check_seats(seats: tuple[Perspective, ...], limits: Limits) -> None:
    """Refuse seats that the pack does not permit. The error names the rule and the remedy."""
    breaches = find_seat_breaches(seats, limits)
    if breaches:
        who = f"seat {breaches[0].perspective}: " if breaches[0].perspective else ""
        raise SettingError(f"{who}{breaches[0].what}", hint=breaches[0].remedy)


def list_claims(drafts: tuple[SeatDraft, ...]) -> tuple[Claim, ...]:
    """The claims of all drafts, seat by seat."""
    return tuple(claim for draft in drafts for claim in draft.claims)


def list_cited(drafts: tuple[SeatDraft, ...], evaluated: tuple[EvaluatedObjection, ...]) -> Iterator[Passage]:
    """Every sentence that a claim, an objection or a response cites."""
    yield from (claim.ground for claim in list_claims(drafts))
    for exchange in evaluated:
        yield from exchange.objection.evidence
        yield from exchange.response.evidence if exchange.response else ()


async def _contest(
    session: Session, critic: Perspective, defender: Perspective, drafts: Mapping[str, asyncio.Task[SeatDraft]]
) -> EvaluatedObjection | None:
    """One seat's objection to another, scored and answered; None when the other brought no claim.

    Waits for these two drafts only, so that a slow third seat holds nobody up.
    """
    own, theirs = await asyncio.gather(drafts[critic.id], drafts[defender.id])
    if not theirs.claims:
        return None
    objection = await object_to(session, critic, own, defender, theirs)
    claim = next(claim for claim in theirs.claims if claim.id == objection.claim)
    return await evaluate_objection(session, defender, claim, objection)
