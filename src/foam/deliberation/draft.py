"""How one seat prepares: it takes a position and chooses the sentences it rests it on.

    bounded    position ── candidates ── grounds ── refinement
    written    proposal ── critique ── defence ── rewrite …                          written/propose.py

Nothing here sees another seat's draft; a seat that writes again is offered the sentences that others cite.
"""

from __future__ import annotations

from collections.abc import Sequence

from foam.argument.motion import Motion
from foam.deliberation.position import Position, Proposed, take_position
from foam.deliberation.questions import grounds_question
from foam.deliberation.refine import Proposal, Refinement, refine
from foam.deliberation.written.board import Board
from foam.deliberation.written.drafted import Criticism, DraftedClaim
from foam.deliberation.written.propose import write_draft
from foam.evidence.corpus import Passage
from foam.job.answers import read_choice
from foam.job.retrieval import Candidates, depend_on, depend_on_candidates, make_options, retrieve
from foam.job.session import Session, depend_on_seat
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective
from foam.record.entry import Entry
from foam.values import Value


class SeatDraft(Value):
    """What one seat brings: a position and the sentences it rests it on."""

    seat: str
    position: Position
    refined: Refinement
    offered: Candidates
    claims: tuple[DraftedClaim, ...] = ()
    """Its claims, where it wrote them itself."""
    criticism: tuple[Criticism, ...] = ()
    """The strongest objection of each round, where a critic wrote it."""

    @property
    def grounds(self) -> tuple[Passage, ...]:
        return self.refined.proposal.grounds


async def draft_seat(
    session: Session,
    seat: Perspective,
    motion: Motion,
    motion_entry: Entry,
    facts: Sequence[Passage] = (),
    proposed: Proposed | None = None,
    board: Board | None = None,
) -> SeatDraft:
    """Take a position and rest it on evidence. A seat that finds none rests on nothing.

    `facts` are computed: a seat that writes may rest on them, any other is given them by the table. The `board` holds
    what the first drafts at the table cite.
    """
    board = board or Board((seat.id,))
    writes = session.of(seat).speaks("proposer")
    if writes:
        written = await write_draft(session, seat, motion, motion_entry, facts, proposed, board=board)
        if written is not None:
            return SeatDraft(seat=seat.id, **dict(written))
    board.put(seat.id)
    own = session.of(seat)
    position = await take_position(own, seat, motion, motion_entry, proposed, plain=writes)
    start, candidates = await ground_position(own, seat, position)
    refined = await refine(session, seat, position, start, candidates)
    return SeatDraft(seat=seat.id, position=position, refined=refined, offered=candidates)


async def ground_position(session: Session, seat: Perspective, position: Position) -> tuple[Proposal, Candidates]:
    """Rest the position on sentences that the seat chooses. Gives back all that was found, too."""
    manner = read_manner(seat)
    candidates = retrieve(
        session.clerk,
        session.corpus,
        f"{position.text} {session.describe_concerns(seat)}",
        depend_on("position", position.entry),
        depend_on_seat(seat),
        policy=seat.policy,
        manner=manner,
        fragments=False,
    )
    if not candidates.passages:
        return Proposal(position=position.text, grounds=(), entry=position.entry), candidates
    question = grounds_question(
        session.prompts,
        seat=seat,
        position=position.text,
        options=make_options(candidates.passages),
        most=sum(manner.grounds),
    )
    entry = await session.clerk.ask("grounds", question, *depend_on_candidates(candidates), depend_on_seat(seat))
    grounds = tuple(candidates.get(option_id) for option_id in read_choice(entry))
    return Proposal(position=position.text, grounds=grounds, entry=entry.key), candidates
