"""The mediation loop: seed, draft, cross-examine, evaluate, respond, synthesise. Knows no storage and no page.

Seats draft at once and blind to each other; objections are raised, scored and answered at once as soon as what they
depend on is there. Seats are ordered by id, so the order in which they were named changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from foam.argument.motion import Motion, motion
from foam.deliberation.draft import Claim, Draft, draft
from foam.deliberation.evaluate import Evaluated, evaluate
from foam.deliberation.examine import Objection, cross_examine
from foam.deliberation.passage import Passage, verify
from foam.deliberation.pluralism import Pluralism, pluralism
from foam.deliberation.protocol import Protocol, speakers
from foam.deliberation.room import Room
from foam.deliberation.synthesis import Synthesis, synthesise
from foam.errors import SettingError
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
    drafts = tuple(await asyncio.gather(*(draft(room, seat, moved, entry) for seat in speaking)))
    raised = await cross_examine(room, speaking, drafts)
    evaluated = await _evaluate_all(room, seated, drafts, raised)
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


async def _evaluate_all(
    room: Room, seats: tuple[Perspective, ...], drafts: tuple[Draft, ...], raised: tuple[Objection, ...]
) -> tuple[Evaluated, ...]:
    by_id = {seat.id: seat for seat in seats}
    claims = {claim.id: claim for claim in claims_of(drafts)}
    return tuple(
        await asyncio.gather(*(evaluate(room, by_id[claims[o.claim].seat], claims[o.claim], o) for o in raised))
    )
