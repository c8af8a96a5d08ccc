"""The seats are heard: each drafts by itself, while what the file itself shows is judged."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from foam.argument.motion import Motion
from foam.deliberation.cited import list_citable
from foam.deliberation.claim import Claim
from foam.deliberation.draft import SeatDraft, draft_seat
from foam.deliberation.findings import Finding, Lacking, Reckoned
from foam.deliberation.needs import find_needed
from foam.deliberation.position import Proposed
from foam.deliberation.put_forward import make_drafted_claims, state_facts
from foam.deliberation.written.board import Board
from foam.evidence.corpus import Passage
from foam.job.session import Session
from foam.perspective.node import Perspective
from foam.record.entry import Entry


class Spoken(NamedTuple):
    """A seat's draft, and the claims that it wrote, judged."""

    draft: SeatDraft
    claims: tuple[Claim, ...]


async def hear_seats(
    session: Session,
    seats: Sequence[Perspective],
    motion: Motion,
    entry: Entry,
    reckoned: Reckoned,
    proposed: Proposed | None = None,
) -> tuple[list[Spoken], tuple[Claim, ...], tuple[Lacking, ...]]:
    """What the seats say, what the file itself shows, and what it lacks, at once."""
    stating = asyncio.ensure_future(state_facts(session, motion, _list_once(reckoned.findings)))
    # Whoever writes is offered what the file itself shows, and waits until it is known what of that bears on anything.
    facts = list_citable(reckoned.findings, await stating if _any_writes(session, seats) else ())
    board, given = Board(seat.id for seat in seats), proposed or Proposed()
    spoken, computed, lacking = await asyncio.gather(
        session.gather("seats", [_speak(session, seat, motion, entry, facts, given, board) for seat in seats]),
        stating,
        find_needed(session, motion, reckoned.lacking),
    )
    return list(spoken), tuple(computed), lacking


async def _speak(
    session: Session,
    seat: Perspective,
    motion: Motion,
    entry: Entry,
    facts: Sequence[Passage],
    proposed: Proposed,
    board: Board,
) -> Spoken:
    """The seat's draft; what it wrote is judged at once, since that waits for nobody else."""
    try:
        draft = await draft_seat(session, seat, motion, entry, facts, proposed, board)
    finally:  # whoever waits for what it cites goes on
        board.put(seat.id)
    return Spoken(draft, await make_drafted_claims(session, motion, draft.claims) if draft.claims else ())


def _list_once(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, one for each sentence that says what was found."""
    return list({one.passage.pointer: one for one in findings}.values())


def _any_writes(session: Session, seats: Iterable[Perspective]) -> bool:
    return any(session.of(seat).speaks("proposer") for seat in seats)
