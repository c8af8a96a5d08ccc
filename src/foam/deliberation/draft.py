"""How one seat drafts its claims, each in Toulmin parts, from the evidence that its policy admits.

    position ── candidates ── grounds ── refinement ──┬── claim · scheme · value ── warrant ── coherence
                                                      └── …one per ground, at once

Nothing here sees another seat's draft.
"""

from __future__ import annotations

import asyncio

from foam.argument.motion import Motion
from foam.argument.scheme import SchemeId, load_schemes, require_scheme
from foam.argument.toulmin import Qualifier, Toulmin
from foam.deliberation.position import Position, take_position
from foam.deliberation.questions import (
    CONTRADICTS,
    claim_question,
    coherence_question,
    grounds_question,
    scheme_question,
    value_question,
)
from foam.deliberation.refine import Proposal, Refinement, refine
from foam.evidence.corpus import Passage
from foam.job.answers import read_choice, read_label, read_text
from foam.job.retrieval import Candidates, depend_on, depend_on_candidates, make_options, retrieve
from foam.job.session import Session, depend_on_seat
from foam.model.question import Option
from foam.perspective.node import Perspective
from foam.record.entry import Entry, EntryInput, PointerInput
from foam.values import Value, digest

GROUNDS = 3


class Claim(Value):
    """One argument of a seat."""

    id: str
    seat: str
    position: Position
    parts: Toulmin
    ground: Passage
    scheme: SchemeId
    value: str
    """The value it promotes."""
    flag: str = ""
    """Set when it contradicts what the seat declared, even after one revision."""
    entry: str
    """Key of the decision that last shaped it."""
    checked: str = ""
    """Key of the decision that compared it with what its seat declared."""

    @property
    def argument(self) -> str:
        """The claim with its grounds and warrant, as others read it."""
        return f"{self.parts.claim}\n“{self.ground.text}”\n{self.parts.warrant}"


class SeatDraft(Value):
    """What one seat brings: a position and its claims."""

    seat: str
    position: Position
    refined: Refinement
    claims: tuple[Claim, ...]
    offered: Candidates


async def draft_claims(session: Session, seat: Perspective, motion: Motion, motion_entry: Entry) -> SeatDraft:
    """Take a position and draft claims for it. A seat that finds no evidence brings no claims."""
    position = await take_position(session, seat, motion, motion_entry)
    start, candidates = await ground_position(session, seat, position)
    refined = await refine(session, seat, position, start, candidates)
    taken = {ground.pointer for ground in refined.proposal.grounds}
    spare = candidates.exclude(taken)
    claims = await asyncio.gather(
        *(
            _make_coherent_claim(session, seat, position, refined.proposal, ground, spare[n : n + 1])
            for n, ground in enumerate(refined.proposal.grounds)
        )
    )
    return SeatDraft(seat=seat.id, position=position, refined=refined, claims=tuple(claims), offered=candidates)


async def ground_position(session: Session, seat: Perspective, position: Position) -> tuple[Proposal, Candidates]:
    """Rest the position on sentences that the seat chooses. Gives back all that was found, too."""
    query = f"{position.text} {session.describe_concerns(seat)}"
    candidates = retrieve(
        session.clerk,
        session.corpus,
        query,
        depend_on("position", position.entry),
        depend_on_seat(seat),
        policy=seat.policy,
    )
    if not candidates.passages:
        return Proposal(position=position.text, grounds=(), entry=position.entry), candidates
    question = grounds_question(
        session.prompts, seat=seat, position=position.text, options=make_options(candidates.passages), most=GROUNDS
    )
    entry = await session.clerk.ask("grounds", question, *depend_on_candidates(candidates), depend_on_seat(seat))
    grounds = tuple(candidates.get(option_id) for option_id in read_choice(entry))
    return Proposal(position=position.text, grounds=grounds, entry=entry.key), candidates


async def _make_coherent_claim(
    session: Session,
    seat: Perspective,
    position: Position,
    proposal: Proposal,
    ground: Passage,
    spare: tuple[Passage, ...],
) -> Claim:
    """A claim that agrees with what the seat declared: if the first does not, one more try on another sentence."""
    claim = await _write_claim(session, seat, position, proposal, ground)
    if claim.flag and spare:
        return await _write_claim(session, seat, position, proposal, spare[0], depend_on("instead of", claim.checked))
    return claim


async def _write_claim(
    session: Session, seat: Perspective, position: Position, proposal: Proposal, ground: Passage, *since: EntryInput
) -> Claim:
    pointer = PointerInput(role="ground", pointer=ground.pointer)
    question = claim_question(session.prompts, position=position.text, sentence=ground.text)
    entry = await session.clerk.ask("claim", question, depend_on("proposal", proposal.entry), pointer, *since)
    qualifier: Qualifier = "in some cases" if proposal.qualified else "probably"
    return await shape_claim(session, seat, position, entry, read_text(entry, "claim"), ground, qualifier)


async def shape_claim(
    session: Session,
    seat: Perspective,
    position: Position,
    source: Entry,
    text: str,
    ground: Passage,
    qualifier: Qualifier,
) -> Claim:
    """Make a claim of a text and the sentence it rests on: choose its scheme and value, and check it against the seat.

    `source` is the entry that gave the text. A claim that contradicts what its seat declared is flagged.
    """
    scheme_entry, value_entry = await asyncio.gather(
        _choose_scheme(session, source, text, ground), _choose_value(session, seat, source, f"{text}\n“{ground.text}”")
    )
    scheme, value = require_scheme(read_choice(scheme_entry)[0]), read_choice(value_entry)[0]
    claim = Claim(
        id=make_claim_id(seat.id, source.key),
        seat=seat.id,
        position=position,
        parts=Toulmin(
            claim=text, grounds=(ground.pointer,), warrant=scheme.warrant.format(value=value), qualifier=qualifier
        ),
        ground=ground,
        scheme=scheme.id,
        value=value,
        entry=source.key,
    )
    question = coherence_question(
        session.prompts, seat=seat, position=position.text, claim=text, argument=claim.argument
    )
    inputs = (depend_on("claim", source), depend_on("scheme", scheme_entry), depend_on("value", value_entry))
    entry = await session.clerk.ask("coherence", question, *inputs, depend_on_seat(seat))
    flag = f"contradicts what {seat.id} declared" if read_label(entry) == CONTRADICTS else ""
    return claim.model_copy(update={"checked": entry.key, "flag": flag})


async def _choose_scheme(session: Session, source: Entry, text: str, ground: Passage) -> Entry:
    options = tuple(
        Option(id=scheme.id, text=f"{scheme.described} {', '.join(scheme.cues)}") for scheme in load_schemes()
    )
    question = scheme_question(session.prompts, claim=text, sentence=ground.text, options=options)
    return await session.clerk.ask("scheme", question, depend_on("claim", source))


async def _choose_value(session: Session, seat: Perspective, source: Entry, argument: str) -> Entry:
    question = value_question(session.prompts, seat=seat, argument=argument, options=session.list_values(seat))
    return await session.clerk.ask("value", question, depend_on("claim", source), depend_on_seat(seat))


def make_claim_id(seat: str, entry: str) -> str:
    """A claim's id: the same seat and the same decision give the same id in any run."""
    return f"claim-{digest([seat, entry])[3:13]}"
