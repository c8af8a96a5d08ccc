"""Local drafting: a seat's claims, each in Toulmin parts, from evidence its own policy admits.

    position ── candidates ── grounds ── refinement ──┬── claim · scheme · value ── warrant ── coherence
                                                      └── …one per ground, at once

Independent: nothing here sees another seat's draft.
"""

from __future__ import annotations

import asyncio

from foam.argument.motion import Motion
from foam.argument.scheme import SchemeId, scheme, schemes
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
from foam.deliberation.refine import Proposal, Refined, refine
from foam.deliberation.room import Room, seen_from
from foam.evidence.corpus import Passage
from foam.job.answers import chosen, label, written
from foam.job.retrieval import Offered, after, dependencies, options, retrieve
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
    """Set when its warrant contradicts the seat's declaration even after one revision."""
    entry: str
    """Key of the decision that last shaped it."""
    checked: str = ""
    """Key of the decision that held it against its seat's declaration."""

    @property
    def argument(self) -> str:
        """The claim with its grounds and warrant, as others read it."""
        return f"{self.parts.claim}\n“{self.ground.text}”\n{self.parts.warrant}"


class Draft(Value):
    """What a seat brings to the table."""

    seat: str
    position: Position
    refined: Refined
    claims: tuple[Claim, ...]
    offered: Offered


async def draft(room: Room, seat: Perspective, moved: Motion, motion_entry: Entry) -> Draft:
    """Draft from the seat's own evidence; a seat that finds none brings a position and no claims."""
    position = await take_position(room, seat, moved, motion_entry)
    start, offered = await rest_position(room, seat, position)
    refined = await refine(room, seat, position, start, offered)
    taken = {ground.pointer for ground in refined.proposal.grounds}
    spare = offered.without(taken)
    claims = await asyncio.gather(
        *(
            _coherent_claim(room, seat, position, refined.proposal, ground, spare[n : n + 1])
            for n, ground in enumerate(refined.proposal.grounds)
        )
    )
    return Draft(seat=seat.id, position=position, refined=refined, claims=tuple(claims), offered=offered)


async def rest_position(room: Room, seat: Perspective, position: Position) -> tuple[Proposal, Offered]:
    """The position resting on the sentences its seat would rely on, and what else was found for it."""
    sought = f"{position.text} {room.concerns_of(seat)}"
    offered = retrieve(
        room.clerk, room.corpus, sought, after("position", position.entry), seen_from(seat), policy=seat.policy
    )
    if not offered.passages:
        return Proposal(position=position.text, grounds=(), entry=position.entry), offered
    question = grounds_question(
        room.prompts, seat=seat, position=position.text, offered=options(offered.passages), most=GROUNDS
    )
    entry = await room.clerk.ask("grounds", question, *dependencies(offered), seen_from(seat))
    grounds = tuple(offered.named(id) for id in chosen(entry))
    return Proposal(position=position.text, grounds=grounds, entry=entry.key), offered


async def _coherent_claim(
    room: Room, seat: Perspective, position: Position, proposal: Proposal, ground: Passage, spare: tuple[Passage, ...]
) -> Claim:
    """A claim that agrees with the seat's declaration; else one revision on other grounds; else a flag."""
    claim = await _claim(room, seat, position, proposal, ground)
    if claim.flag and spare:
        return await _claim(room, seat, position, proposal, spare[0], after("instead of", claim.checked))
    return claim


async def _claim(
    room: Room, seat: Perspective, position: Position, proposal: Proposal, ground: Passage, *since: EntryInput
) -> Claim:
    stands_on = PointerInput(role="ground", pointer=ground.pointer)
    question = claim_question(room.prompts, position=position.text, sentence=ground.text)
    entry = await room.clerk.ask("claim", question, after("proposal", proposal.entry), stands_on, *since)
    qualifier: Qualifier = "in some cases" if proposal.qualified else "probably"
    return await shaped(room, seat, position, entry, written(entry, "claim"), ground, qualifier)


async def shaped(
    room: Room, seat: Perspective, position: Position, said: Entry, text: str, ground: Passage, qualifier: Qualifier
) -> Claim:
    """What was said as a claim on this ground: its form, value and warrant; flagged when it contradicts its seat."""
    formed, valued = await asyncio.gather(
        _scheme(room, said, text, ground), _value(room, seat, said, f"{text}\n“{ground.text}”")
    )
    form, value = scheme(chosen(formed)[0]).id, chosen(valued)[0]
    warrant = scheme(form).warrant.format(value=value)
    claim = Claim(
        id=claim_id(seat.id, said.key),
        seat=seat.id,
        position=position,
        parts=Toulmin(claim=text, grounds=(ground.pointer,), warrant=warrant, qualifier=qualifier),
        ground=ground,
        scheme=form,
        value=value,
        entry=said.key,
    )
    question = coherence_question(room.prompts, seat=seat, position=position.text, claim=text, argument=claim.argument)
    rests_on = (after("claim", said), after("scheme", formed), after("value", valued))
    held = await room.clerk.ask("coherence", question, *rests_on, seen_from(seat))
    flag = f"contradicts what {seat.id} declared" if label(held) == CONTRADICTS else ""
    return claim.model_copy(update={"checked": held.key, "flag": flag})


async def _scheme(room: Room, claimed: Entry, text: str, ground: Passage) -> Entry:
    offered = tuple(Option(id=known.id, text=f"{known.described} {', '.join(known.cues)}") for known in schemes())
    question = scheme_question(room.prompts, claim=text, sentence=ground.text, offered=offered)
    return await room.clerk.ask("scheme", question, after("claim", claimed))


async def _value(room: Room, seat: Perspective, claimed: Entry, argument: str) -> Entry:
    question = value_question(room.prompts, seat=seat, argument=argument, offered=room.values_of(seat))
    return await room.clerk.ask("value", question, after("claim", claimed), seen_from(seat))


def claim_id(seat: str, entry: str) -> str:
    """A claim's id: the same seat and the same decision give the same id in any run."""
    return f"claim-{digest([seat, entry])[3:13]}"
