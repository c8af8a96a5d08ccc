"""The mediation loop: seed, draft, cross-examine, evaluate, respond, synthesise. Knows no storage and no page.

Seats draft at once and blind to each other; objections are raised, scored and answered at once as soon as what they
depend on is there. Seats are ordered by id, so the order in which they were named changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from itertools import permutations

from foam.argument.motion import Motion, motion
from foam.deliberation.draft import Claim, Draft, draft
from foam.deliberation.evaluate import Evaluated, evaluate
from foam.deliberation.examine import object_to
from foam.deliberation.pluralism import Pluralism, pluralism
from foam.deliberation.protocol import Protocol, speakers
from foam.deliberation.room import Room
from foam.deliberation.synthesis import Synthesis, synthesise
from foam.errors import SettingError
from foam.evidence.corpus import Passage
from foam.job.retrieval import verify
from foam.perspective.diversity import Seating, Stakeholder, seating
from foam.perspective.governance import Limits, seat_breaches
from foam.perspective.node import Perspective
from foam.record.entry import ValueInput
from foam.text.pointer import Pointer
from foam.values import Value


class Mediation(Value):
    """Everything that was said at the table, as the record holds it, and what survives."""

    motion: Motion
    motion_entry: str
    seats: tuple[Perspective, ...]
    seating: Seating
    drafts: tuple[Draft, ...]
    evaluated: tuple[Evaluated, ...]
    unverified: frozenset[Pointer]
    """Cited sentences whose words were not found where their pointers say."""
    pluralism: Pluralism
    synthesis: Synthesis

    @property
    def claims(self) -> tuple[Claim, ...]:
        return claims_of(self.drafts)


async def mediate(
    question: str,
    seats: tuple[Perspective, ...],
    *,
    room: Room,
    limits: Limits,
    protocol: Protocol = "deliberation",
    stakeholders: tuple[Stakeholder, ...] = (),
) -> Mediation:
    """Deliberate the question. Every decision goes through the room's clerk.

    Every seat is an audience, whoever speaks: the protocol says who drafts and objects.
    """
    check_seats(seats, limits)
    seated = tuple(sorted(seats, key=lambda seat: seat.id))
    speaking = speakers(protocol, seated)
    moved = motion(question)
    entry = room.clerk.compute("motion", moved.json_value, ValueInput(role="question", value=question), rule="motion")
    drafting = {seat.id: asyncio.create_task(draft(room, seat, moved, entry)) for seat in speaking}
    contested = await asyncio.gather(
        *(_contest(room, one, other, drafting) for one, other in permutations(speaking, 2))
    )
    drafts = tuple([await task for task in drafting.values()])
    evaluated = tuple(sorted((e for e in contested if e is not None), key=lambda e: e.objection.id))
    unverified = verify(room.clerk, room.corpus, cited(drafts, evaluated))
    return Mediation(
        motion=moved,
        motion_entry=entry.key,
        seats=seated,
        seating=seating(seated, stakeholders=stakeholders, values=[value.id for value in room.values]),
        drafts=drafts,
        evaluated=evaluated,
        unverified=unverified,
        pluralism=pluralism(drafts),
        synthesis=synthesise(seated, claims_of(drafts), evaluated, unverified=unverified),
    )


def check_seats(seats: tuple[Perspective, ...], limits: Limits) -> None:
    """Refuse a table that the pack does not permit, naming the rule and the remedy."""
    found = seat_breaches(seats, limits)
    if found:
        who = f"seat {found[0].perspective}: " if found[0].perspective else ""
        raise SettingError(f"{who}{found[0].what}", hint=found[0].remedy)


def claims_of(drafts: tuple[Draft, ...]) -> tuple[Claim, ...]:
    """The claims of all seats, by seat."""
    return tuple(claim for one in drafts for claim in one.claims)


def cited(drafts: tuple[Draft, ...], evaluated: tuple[Evaluated, ...]) -> Iterator[Passage]:
    """Every sentence that anybody rests anything on."""
    yield from (claim.ground for claim in claims_of(drafts))
    for one in evaluated:
        yield from one.objection.evidence
        yield from one.response.evidence if one.response else ()


async def _contest(
    room: Room, critic: Perspective, defender: Perspective, drafting: Mapping[str, asyncio.Task[Draft]]
) -> Evaluated | None:
    """One seat's objection to another, scored and answered; None when the other brought no claim.

    Waits for these two drafts alone, so that nobody waits for a seat that has nothing to do with the matter.
    """
    own, theirs = await asyncio.gather(drafting[critic.id], drafting[defender.id])
    if not theirs.claims:
        return None
    objection = await object_to(room, critic, own, defender, theirs)
    claim = next(claim for claim in theirs.claims if claim.id == objection.claim)
    return await evaluate(room, defender, claim, objection)
