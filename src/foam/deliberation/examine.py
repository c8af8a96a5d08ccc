"""Cross-examination: every seat contests every other, by the critical questions of the claim's own scheme.

    counter-evidence ── or, without any, target ── press ──┬── value
                                                           └── commitment (the seat's own answer, which binds it)

Knows nothing of how objections are scored.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from foam.argument.objection import ObjectionType, type_of
from foam.argument.scheme import CriticalQuestion, critical_question, scheme
from foam.deliberation.draft import Claim, Draft
from foam.deliberation.questions import (
    commitment_question,
    counter_question,
    press_question,
    target_question,
    value_question,
)
from foam.deliberation.room import Room, seen_from
from foam.evidence.corpus import Passage
from foam.job.answers import chosen, label
from foam.job.retrieval import CANDIDATES, Offered, after, named, options, retrieve
from foam.model.question import Option
from foam.perspective.node import Perspective
from foam.record.entry import EntryInput
from foam.values import Value, digest

COUNTER_EVIDENCE = 2
_IS_IT_SO = "Is it so?"


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


class Aim(NamedTuple):
    """What a critic goes for: a claim, the sentences it brings against it, and the decision that took it there."""

    claim: Claim
    evidence: tuple[Passage, ...]
    by: EntryInput


async def object_to(room: Room, critic: Perspective, own: Draft, defender: Perspective, theirs: Draft) -> Objection:
    """The critic's objection to one of the defender's claims."""
    found, sought = await _with_evidence(room, critic, theirs)
    return await press(room, critic, defender, found or await _without(room, critic, own, theirs, sought))


async def press(room: Room, critic: Perspective, defender: Perspective, struck: Aim) -> Objection:
    """The objection to what was struck: its critical question, the defender's commitment, the value it speaks for."""
    claim, evidence = struck.claim, struck.evidence
    pressed, by = await _press(room, critic, struck)
    commitment, value = await asyncio.gather(
        _commit(room, defender, claim, pressed, by), _value(room, critic, pressed, claim, evidence, by)
    )
    return Objection(
        id=f"objection-{digest([critic.id, claim.id, by.key])[3:13]}",
        seat=critic.id,
        claim=claim.id,
        type=type_of(pressed),
        question=pressed.id,
        text=pressed.text,
        evidence=evidence,
        value=value,
        commitment=commitment,
        entry=by.key,
    )


async def _with_evidence(room: Room, critic: Perspective, theirs: Draft) -> tuple[Aim | None, tuple[EntryInput, ...]]:
    """The claim against which the hardest sentences speak, None when none does; and what was decided about that."""
    found = {claim.id: _against(room, critic, claim) for claim in theirs.claims}
    aimed = _interleaved(theirs.claims, found)
    if not aimed:
        return None, ()
    passages = [passage for passage, _ in aimed]
    question = counter_question(
        room.prompts,
        claim="\n".join(claim.parts.claim for claim in theirs.claims),
        question=_IS_IT_SO,
        offered=options(passages),
        at_most=COUNTER_EVIDENCE,
    )
    sought = [after("candidates", offered.entry) for offered in found.values()]
    drafted = _as_drafted(theirs.claims)
    entry = await room.clerk.ask("counter", question, *drafted, *sought, *named(passages), seen_from(critic))
    by = after("counter", entry)
    hits = [aimed[int(id[1:]) - 1] for id in chosen(entry)]
    if not hits:
        return None, (by,)
    target = hits[0][1]
    evidence = tuple(passage for passage, claim in hits if claim.id == target.id)
    return Aim(target, evidence, by), (by,)


def _as_drafted(claims: Sequence[Claim]) -> Iterator[EntryInput]:
    """The claims of a draft as inputs: what says them, and what held them against their seat's declaration."""
    yield from (after("claim", claim.entry) for claim in claims)
    yield from (after("coherence", claim.checked) for claim in claims if claim.checked)


def _against(room: Room, critic: Perspective, claim: Claim) -> Offered:
    inputs = (after("claim", claim.entry), seen_from(critic))
    return retrieve(room.clerk, room.corpus, claim.parts.claim, *inputs, policy=critic.policy, against=True)


def _interleaved(claims: Sequence[Claim], found: Mapping[str, Offered]) -> list[tuple[Passage, Claim]]:
    """Each sentence with the claim it was found against: the first found for each claim, then the second, and so on."""
    grounds = {claim.ground.pointer for claim in claims}
    ranked = zip_longest(*([(p, claim) for p in found[claim.id].passages] for claim in claims))
    aimed = {one[0].pointer: one for rank in reversed(list(ranked)) for one in reversed(rank) if one is not None}
    return [one for place, one in reversed(aimed.items()) if place not in grounds][:CANDIDATES]


async def _without(room: Room, critic: Perspective, own: Draft, theirs: Draft, sought: tuple[EntryInput, ...]) -> Aim:
    """The claim the critic can contest best when no sentence speaks against any."""
    if len(theirs.claims) == 1:
        return Aim(theirs.claims[0], (), after("claim", theirs.claims[0].entry))
    offered = tuple(Option(id=claim.id, text=claim.parts.claim) for claim in theirs.claims)
    question = target_question(
        room.prompts,
        seat=critic,
        position=own.position.text,
        claims=[claim.parts.claim for claim in own.claims],
        offered=offered,
    )
    inputs = (after("position", own.position.entry), *_as_drafted((*own.claims, *theirs.claims)), *sought)
    entry = await room.clerk.ask("target", question, *inputs, seen_from(critic))
    target = next(claim for claim in theirs.claims if claim.id == chosen(entry)[0])
    return Aim(target, (), after("target", entry))


async def _press(room: Room, critic: Perspective, struck: Aim) -> tuple[CriticalQuestion, EntryInput]:
    """The critical question of the claim's scheme that it answers worst, what speaks against it in hand."""
    claim = struck.claim
    offered = tuple(Option(id=q.id, text=q.text) for q in scheme(claim.scheme).questions)
    argument = "\n".join([claim.argument, *(f"Against it: “{passage.text}”" for passage in struck.evidence)])
    question = press_question(room.prompts, claim=claim.parts.claim, argument=argument, offered=offered)
    entry = await room.clerk.ask("press", question, struck.by, after("claim", claim.entry), seen_from(critic))
    return critical_question(chosen(entry)[0]), after("press", entry)


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
