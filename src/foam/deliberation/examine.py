"""Cross-examination: every seat contests every other, by the critical questions of the claim's own scheme.

    target ──┬── press ──┬── counter-evidence ── objection ── value
             │           └── commitment (the seat's own answer, which binds it)

Knows nothing of how objections are scored.
"""

from __future__ import annotations

import asyncio

from foam.argument.objection import ObjectionType, type_of
from foam.argument.scheme import CriticalQuestion, critical_question, scheme
from foam.deliberation.draft import Claim, Draft
from foam.deliberation.passage import Offered, Passage, after, dependencies, options, retrieve
from foam.deliberation.questions import (
    commitment_question,
    counter_question,
    press_question,
    target_question,
    value_question,
)
from foam.deliberation.reading import chosen, label
from foam.deliberation.room import Room, seen_from
from foam.model.question import Option
from foam.perspective.node import Perspective
from foam.record.entry import EntryInput
from foam.values import Value, digest

COUNTER_EVIDENCE = 2


class Commitment(Value):
    """What a seat answered when it was asked about its own claim."""

    id: str
    seat: str
    claim: str
    question: str
    answer: str
    entry: str


class Objection(Value):
    """One seat's objection to another's claim, as it was raised."""

    id: str
    seat: str
    claim: str
    type: ObjectionType
    question: str
    """Id of the critical question it presses."""
    text: str
    evidence: tuple[Passage, ...]
    value: str
    """The value it speaks for; empty for a point of fact or logic."""
    commitment: Commitment
    entry: str

    @property
    def argument(self) -> str:
        return "\n".join([self.text, *(f"“{passage.text}”" for passage in self.evidence)])


async def object_to(room: Room, critic: Perspective, own: Draft, defender: Perspective, theirs: Draft) -> Objection:
    """The critic's objection to one of the defender's claims."""
    claim, aimed = await _target(room, critic, own, theirs)
    pressed, pressed_by = await _press(room, critic, claim, aimed)
    offered = retrieve(
        room.clerk, room.corpus, claim.parts.claim, aimed, seen_from(critic), policy=critic.policy, against=True
    )
    usable = offered.model_copy(update={"passages": offered.without({claim.ground.pointer})})
    (evidence, last), commitment = await asyncio.gather(
        _counter(room, claim, pressed, pressed_by, usable), _commit(room, defender, claim, pressed, pressed_by)
    )
    value = await _value(room, critic, pressed, claim, evidence, last)
    return Objection(
        id=f"objection-{digest([critic.id, claim.id, last.key])[3:13]}",
        seat=critic.id,
        claim=claim.id,
        type=type_of(pressed),
        question=pressed.id,
        text=pressed.text,
        evidence=evidence,
        value=value,
        commitment=commitment,
        entry=last.key,
    )


async def _target(room: Room, critic: Perspective, own: Draft, theirs: Draft) -> tuple[Claim, EntryInput]:
    if len(theirs.claims) == 1:
        return theirs.claims[0], after("claim", theirs.claims[0].entry)
    offered = tuple(Option(id=claim.id, text=claim.parts.claim) for claim in theirs.claims)
    question = target_question(room.prompts, seat=critic, position=own.position.text, offered=offered)
    inputs = [after("claim", claim.entry) for claim in theirs.claims]
    entry = await room.clerk.ask("target", question, after("position", own.position.entry), seen_from(critic), *inputs)
    return next(claim for claim in theirs.claims if claim.id == chosen(entry)[0]), after("target", entry)


async def _press(
    room: Room, critic: Perspective, claim: Claim, aimed: EntryInput
) -> tuple[CriticalQuestion, EntryInput]:
    offered = tuple(Option(id=q.id, text=q.text) for q in scheme(claim.scheme).questions)
    question = press_question(room.prompts, claim=claim.parts.claim, argument=claim.argument, offered=offered)
    entry = await room.clerk.ask("press", question, aimed, seen_from(critic))
    return critical_question(chosen(entry)[0]), after("press", entry)


async def _counter(
    room: Room, claim: Claim, pressed: CriticalQuestion, pressed_by: EntryInput, offered: Offered
) -> tuple[tuple[Passage, ...], EntryInput]:
    """The sentences brought against the claim, and the last decision the objection rests on."""
    if not offered.passages:
        return (), pressed_by
    question = counter_question(
        room.prompts,
        claim=claim.parts.claim,
        question=pressed.text,
        offered=options(offered.passages),
        at_most=COUNTER_EVIDENCE,
    )
    entry = await room.clerk.ask("counter", question, pressed_by, *dependencies(offered))
    return tuple(offered.named(id) for id in chosen(entry)), after("counter", entry)


async def _commit(
    room: Room, defender: Perspective, claim: Claim, pressed: CriticalQuestion, pressed_by: EntryInput
) -> Commitment:
    question = commitment_question(room.prompts, seat=defender, claim=claim.argument, question=pressed.text)
    entry = await room.clerk.ask("commitment", question, pressed_by, seen_from(defender))
    return Commitment(
        id=f"commitment-{digest(entry.key)[3:13]}",
        seat=defender.id,
        claim=claim.id,
        question=pressed.text,
        answer=label(entry),
        entry=entry.key,
    )


async def _value(
    room: Room,
    critic: Perspective,
    pressed: CriticalQuestion,
    claim: Claim,
    evidence: tuple[Passage, ...],
    raised: EntryInput,
) -> str:
    """The value an objection to a conclusion speaks for. Premises and warrants are matters of fact and logic."""
    if not pressed.needs_reason:
        return ""
    argument = "\n".join([claim.parts.claim, pressed.text, *(passage.text for passage in evidence)])
    question = value_question(room.prompts, seat=critic, argument=argument, offered=room.values_of(critic))
    entry = await room.clerk.ask("objection value", question, raised, seen_from(critic))
    return chosen(entry)[0]
