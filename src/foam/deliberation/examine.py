"""Cross-examination: a seat objects to another seat's claim with a critical question of the claim's own scheme.

counter-evidence ── or, without any, target ── press ──┬── value
                                                       └── commitment (the seat's own answer, which binds it)
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from foam.argument.objection import ObjectionType, find_objection_type
from foam.argument.scheme import CriticalQuestion, require_critical_question, require_scheme
from foam.deliberation.draft import Claim, SeatDraft
from foam.deliberation.questions import (
    commitment_question,
    counter_question,
    press_question,
    target_question,
    value_question,
)
from foam.evidence.corpus import Passage
from foam.job.answers import read_choice, read_label
from foam.job.retrieval import CANDIDATES, Candidates, depend_on, depend_on_passages, make_options, retrieve
from foam.job.session import Session, depend_on_seat
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


class Target(NamedTuple):
    """What a critic objects to: a claim, the sentences that speak against it, and the decision that chose it."""

    claim: Claim
    evidence: tuple[Passage, ...]
    by: EntryInput


async def object_to(
    session: Session, critic: Perspective, own: SeatDraft, defender: Perspective, theirs: SeatDraft
) -> Objection:
    """The critic's objection to one of the defender's claims."""
    target, earlier = await _find_target(session, critic, theirs)
    return await press_objection(
        session, critic, defender, target or await _choose_target(session, critic, own, theirs, earlier)
    )


async def press_objection(session: Session, critic: Perspective, defender: Perspective, target: Target) -> Objection:
    """Make an objection to the target: choose its critical question and its value, and ask the defender to commit."""
    claim, evidence = target.claim, target.evidence
    pressed, by = await _choose_question(session, critic, target)
    commitment, value = await asyncio.gather(
        _commit(session, defender, claim, pressed, by), _choose_value(session, critic, pressed, claim, evidence, by)
    )
    return Objection(
        id=f"objection-{digest([critic.id, claim.id, by.key])[3:13]}",
        seat=critic.id,
        claim=claim.id,
        type=find_objection_type(pressed),
        question=pressed.id,
        text=pressed.text,
        evidence=evidence,
        value=value,
        commitment=commitment,
        entry=by.key,
    )


async def _find_target(
    session: Session, critic: Perspective, theirs: SeatDraft
) -> tuple[Target | None, tuple[EntryInput, ...]]:
    """The claim that the strongest sentences speak against, or None; and the decision that said so."""
    found = {
        claim.id: retrieve(
            session.clerk,
            session.corpus,
            claim.parts.claim,
            depend_on("claim", claim.entry),
            depend_on_seat(critic),
            policy=critic.policy,
            against=True,
        )
        for claim in theirs.claims
    }
    pairs = _interleave(theirs.claims, found)
    if not pairs:
        return None, ()
    passages = [passage for passage, _ in pairs]
    question = counter_question(
        session.prompts,
        claim="\n".join(claim.parts.claim for claim in theirs.claims),
        question=_IS_IT_SO,
        options=make_options(passages),
        at_most=COUNTER_EVIDENCE,
    )
    searches = [depend_on("candidates", candidates.entry) for candidates in found.values()]
    drafts = _depend_on_claims(theirs.claims)
    entry = await session.clerk.ask(
        "counter", question, *drafts, *searches, *depend_on_passages(passages), depend_on_seat(critic)
    )
    by = depend_on("counter", entry)
    hits = [pairs[int(option_id[1:]) - 1] for option_id in read_choice(entry)]
    if not hits:
        return None, (by,)
    target = hits[0][1]
    evidence = tuple(passage for passage, claim in hits if claim.id == target.id)
    return Target(target, evidence, by), (by,)


def _depend_on_claims(claims: Sequence[Claim]) -> Iterator[EntryInput]:
    """Claims as inputs: the entries that wrote them and the entries that checked them."""
    yield from (depend_on("claim", claim.entry) for claim in claims)
    yield from (depend_on("coherence", claim.checked) for claim in claims if claim.checked)


def _interleave(claims: Sequence[Claim], found: Mapping[str, Candidates]) -> list[tuple[Passage, Claim]]:
    """Each sentence with the claim it speaks against: the first found for each claim, then the second, and so on."""
    grounds = {claim.ground.pointer for claim in claims}
    ranked = zip_longest(*([(p, claim) for p in found[claim.id].passages] for claim in claims))
    pairs = {pair[0].pointer: pair for rank in reversed(list(ranked)) for pair in reversed(rank) if pair is not None}
    return [pair for pointer, pair in reversed(pairs.items()) if pointer not in grounds][:CANDIDATES]


async def _choose_target(
    session: Session, critic: Perspective, own: SeatDraft, theirs: SeatDraft, earlier: tuple[EntryInput, ...]
) -> Target:
    """The claim that the critic chooses when no sentence speaks against any."""
    if len(theirs.claims) == 1:
        return Target(theirs.claims[0], (), depend_on("claim", theirs.claims[0].entry))
    options = tuple(Option(id=claim.id, text=claim.parts.claim) for claim in theirs.claims)
    question = target_question(
        session.prompts,
        seat=critic,
        position=own.position.text,
        claims=[claim.parts.claim for claim in own.claims],
        options=options,
    )
    inputs = (depend_on("position", own.position.entry), *_depend_on_claims((*own.claims, *theirs.claims)), *earlier)
    entry = await session.clerk.ask("target", question, *inputs, depend_on_seat(critic))
    target = next(claim for claim in theirs.claims if claim.id == read_choice(entry)[0])
    return Target(target, (), depend_on("target", entry))


async def _choose_question(
    session: Session, critic: Perspective, target: Target
) -> tuple[CriticalQuestion, EntryInput]:
    """The critical question of the claim's scheme that the claim answers worst."""
    claim = target.claim
    options = tuple(Option(id=q.id, text=q.text) for q in require_scheme(claim.scheme).questions)
    argument = "\n".join([claim.argument, *(f"Against it: “{passage.text}”" for passage in target.evidence)])
    question = press_question(session.prompts, claim=claim.parts.claim, argument=argument, options=options)
    entry = await session.clerk.ask(
        "press", question, target.by, depend_on("claim", claim.entry), depend_on_seat(critic)
    )
    return require_critical_question(read_choice(entry)[0]), depend_on("press", entry)


async def _commit(
    session: Session, defender: Perspective, claim: Claim, pressed: CriticalQuestion, pressed_by: EntryInput
) -> Commitment:
    question = commitment_question(session.prompts, seat=defender, claim=claim.argument, question=pressed.text)
    entry = await session.clerk.ask("commitment", question, pressed_by, depend_on_seat(defender))
    return Commitment(
        id=f"commitment-{digest(entry.key)[3:13]}",
        seat=defender.id,
        claim=claim.id,
        question=pressed.text,
        answer=read_label(entry),
        entry=entry.key,
    )


async def _choose_value(
    session: Session,
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
    question = value_question(session.prompts, seat=critic, argument=argument, options=session.list_values(critic))
    entry = await session.clerk.ask("objection value", question, raised, depend_on_seat(critic))
    return read_choice(entry)[0]
