"""Cross-examination: every reason meets an attempt to object to it.

    reason ── counter-evidence (by each critic's policy) ── press ──┬── value
                                                                    └── commitment (the defender's own answer)

Those who defend the other side object. Where nobody does, a critic is appointed among the seats that do not back the
claim; where every seat does, an examiner without a seat objects, whose values weigh nothing. Critics who find the same
sentences and press the same question raise one objection, with several backers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from math import fsum
from typing import NamedTuple

from foam.argument.motion import Motion
from foam.argument.objection import find_objection_type
from foam.argument.scheme import CriticalQuestion, require_critical_question, require_scheme
from foam.deliberation.claim import Claim
from foam.deliberation.draft import SeatDraft
from foam.deliberation.objection import Commitment, Objection
from foam.deliberation.questions import commitment_question, counter_question, press_question, value_question
from foam.deliberation.written.exchange import Before, Unopposed, write_objection
from foam.evidence.corpus import Passage
from foam.job.answers import read_choice, read_label
from foam.job.retrieval import PLAIN, Candidates, depend_on, depend_on_candidates, make_options, retrieve
from foam.job.session import Session, depend_on_seat
from foam.model.question import Option
from foam.perspective.conduct import Standing, list_pressed, order_questions, rank_target
from foam.perspective.diversity import measure_disagreement
from foam.perspective.manner import Manner, read_manner
from foam.perspective.node import Perspective
from foam.record.entry import EntryInput
from foam.values import digest

COUNTER_EVIDENCE = 2
_IS_IT_SO = "Is it so?"
_ARE_THEY_SO = "Is each of these, which the result was worked out from, so?"


EXAMINER = Perspective(
    id="the examiner",
    role="examiner without a seat",
    description="I hold no position on this question. I test what every seat agrees on and look for what it overlooks.",
    weighting={"accuracy": 1.0},
)
"""Who objects to what every seat backs. It weighs nothing in the outcome."""


class Critics(NamedTuple):
    """Who objects to a claim, and whether they were appointed to."""

    seats: tuple[Perspective, ...]
    appointed: bool


class Raised(NamedTuple):
    """What the critics of a claim object, and the decisions of those who found nothing that matters."""

    objections: tuple[Objection, ...]
    unopposed: tuple[str, ...] = ()


class Target(NamedTuple):
    """What is objected to: a claim, the sentences that speak against it, and the decision that found them."""

    claim: Claim
    evidence: tuple[Passage, ...]
    by: EntryInput


def choose_critics(claim: Claim, seats: Sequence[Perspective], drafts: Sequence[SeatDraft]) -> Critics:
    """Those who defend the other side; else the seat that differs most from its backers. Nobody if only one speaks.

    Nobody objects to what it backs or wrote itself; where that leaves no seat, the examiner does, who has none.
    """
    directions = {draft.seat: draft.position.direction for draft in drafts}
    speaking = [seat for seat in seats if seat.id in directions]
    if len(speaking) < 2:
        return Critics((), appointed=False)
    own = {*claim.backers, *(claim.brought_by if claim.voice == "written" else ())}
    opposed = [seat for seat in speaking if directions[seat.id] != claim.direction and seat.id not in own]
    if opposed:
        return Critics(tuple(opposed), appointed=False)
    backing = [seat for seat in speaking if seat.id in own]
    voices = {seat.declaration for seat in backing}
    others = [seat for seat in speaking if seat.declaration not in voices]
    if not others:
        return Critics((EXAMINER,), appointed=True)
    farthest = max(others, key=lambda one: (_differ(one, backing or speaking), one.declaration))
    return Critics(tuple(one for one in others if one.declaration == farthest.declaration), appointed=True)


def assign_critics(
    claims: Sequence[Claim], seats: Sequence[Perspective], drafts: Sequence[SeatDraft], *, one_each: bool = False
) -> dict[str, Critics]:
    """Who objects to each claim. A seat whose manner says so picks its targets; what nobody picks, all must examine.

    With `one_each` the critics take turns, so that each claim meets one of them: an objection in words is worth more
    than several that are chosen.
    """
    everyone = {claim.id: choose_critics(claim, seats, drafts) for claim in claims}
    picked = {seat.id: _pick_targets(seat, claims, everyone) for seat in seats}
    willing = {
        name: tuple(seat for seat in critics.seats if name in picked.get(seat.id, ()))
        for name, critics in everyone.items()
    }
    assigned = {
        name: critics._replace(seats=willing[name]) if willing[name] else critics for name, critics in everyone.items()
    }
    return _take_turns(claims, assigned) if one_each else assigned


def _take_turns(claims: Sequence[Claim], assigned: Mapping[str, Critics]) -> dict[str, Critics]:
    """One voice for each claim, by turns in the order of the claims' texts. Seats that declare the same are one."""
    turns: dict[str, Critics] = {}
    for turn, claim in enumerate(sorted(claims, key=lambda one: (one.parts.claim, one.id))):
        critics = assigned[claim.id]
        voices = sorted({seat.declaration for seat in critics.seats})
        chosen = voices[turn % len(voices)] if voices else ""
        turns[claim.id] = critics._replace(seats=tuple(one for one in critics.seats if one.declaration == chosen))
    return turns


def _pick_targets(seat: Perspective, claims: Sequence[Claim], critics: Mapping[str, Critics]) -> set[str]:
    """The claims that the seat objects to of its own accord: all, unless it declared otherwise."""
    manner = read_manner(seat)
    open_to = [claim for claim in claims if seat in critics[claim.id].seats]
    if not manner.targets and "objections" not in manner.model_fields_set:
        return {claim.id for claim in open_to}
    ranked = sorted(
        open_to, key=lambda claim: (rank_target(manner, seat, _describe(claim)), claim.parts.claim, claim.id)
    )
    others = len({name for claim in open_to for name in claim.backers}) or 1
    return {claim.id for claim in ranked[: manner.objections * others]}


def _describe(claim: Claim) -> Standing:
    return Standing(
        scheme=claim.scheme,
        value=claim.value,
        strength=claim.support.strength,
        grounds=len(claim.sources or claim.grounds),
        backers=len(claim.backers),
    )


def choose_defender(
    claim: Claim, seats: Sequence[Perspective], drafts: Sequence[SeatDraft], critics: Critics
) -> Perspective | None:
    """A seat that answers for the claim: one that backs it, else one of its side, else one that does not object.

    Words that a seat wrote it answers for itself, even where they speak against its own answer. Who made the same point
    in other words did not write these: it answers for them only where it backs them, or where nobody does.
    """
    directions = {draft.seat: draft.position.direction for draft in drafts}
    speaking = [seat for seat in seats if seat.id in directions]
    written = {draft.seat: {one.id for one in draft.claims} for draft in drafts}
    choices = (
        [seat for seat in speaking if written[seat.id] & {claim.id, claim.revises, claim.puts_again}],
        [seat for seat in speaking if seat.id in claim.backers],
        [seat for seat in speaking if claim.voice == "written" and seat.id in claim.brought_by],
        [seat for seat in speaking if directions[seat.id] == claim.direction and seat not in critics.seats],
        [seat for seat in speaking if seat not in critics.seats],
    )
    found = next((some for some in choices if some), [])
    return min(found, key=lambda seat: seat.declaration, default=None)


async def object_to(
    session: Session,
    motion: Motion,
    claim: Claim,
    critics: Critics,
    defender: Perspective,
    before: Before | None = None,
) -> Raised:
    """The objections that the critics raise: one for each set of sentences they find and question they press.

    `before` is what was said of a claim that was put in other words since.
    """
    raised = await asyncio.gather(
        *(_raise(session, motion, critic, claim, critics, defender, before) for critic in critics.seats)
    )
    merged: dict[str, Objection] = {}
    for objection in (one for one in raised if isinstance(one, Objection)):
        known = merged.get(objection.id)
        names = {*objection.raised_by, *(known.raised_by if known else ())}
        merged[objection.id] = objection.model_copy(update={"raised_by": tuple(sorted(names))})
    passed = sorted({one.entry for one in raised if isinstance(one, Unopposed)})
    return Raised(tuple(merged[name] for name in sorted(merged)), tuple(passed))


async def _raise(
    session: Session,
    motion: Motion,
    critic: Perspective,
    claim: Claim,
    critics: Critics,
    defender: Perspective,
    before: Before | None,
) -> Objection | Unopposed:
    if session.of(critic).speaks("critic") and session.of(defender).speaks("proposer"):
        appointed = critics.appointed
        written = await write_objection(session, motion, critic, claim, defender, appointed=appointed, before=before)
        if written is not None:
            return written
    target = await find_counter_evidence(session.of(critic), critic, claim)
    manner = read_manner(critic)
    return await press_objection(session, (critic.id,), defender, target, appointed=critics.appointed, manner=manner)


async def find_counter_evidence(session: Session, critic: Perspective, claim: Claim) -> Target:
    """The strongest sentences that speak against the claim, among those the critic's policy admits; or none.

    A computed fact is contested at what it was worked out from: a bare denial of the result is no reason. What it finds
    at fault is not contested with it.
    """
    contested = [source.text for source in claim.premises] or [claim.parts.claim]
    found = retrieve(
        session.clerk,
        session.corpus,
        " ".join(contested),
        depend_on("claim", claim.entry),
        policy=critic.policy,
        against=True,
        fragments=False,
    )
    used = {passage.pointer for passage in (*claim.grounds, *claim.sources)}
    usable = Candidates(entry=found.entry, passages=found.exclude(used))
    if not usable.passages:
        return Target(claim, (), depend_on("candidates", found.entry))
    question = counter_question(
        session.prompts,
        claim="\n".join(contested),
        question=_ARE_THEY_SO if claim.premises else _IS_IT_SO,
        options=make_options(usable.passages),
        at_most=min(COUNTER_EVIDENCE, len(usable.passages)),
    )
    entry = await session.clerk.ask("counter", question, depend_on("claim", claim.entry), *depend_on_candidates(usable))
    evidence = tuple(usable.get(option_id) for option_id in read_choice(entry))
    return Target(claim, evidence, depend_on("counter", entry))


async def press_objection(
    session: Session,
    raised_by: tuple[str, ...],
    defender: Perspective,
    target: Target,
    *,
    appointed: bool = False,
    manner: Manner = PLAIN,
    said: str = "",
    question: str = "",
    commits: bool = True,
) -> Objection:
    """Make an objection to the target: choose its critical question and its value, and ask the defender to commit,
    unless it says so where it answers.

    `said` is what somebody puts against the claim in words of their own; `question` the critical question that they
    press, if they name one.
    """
    claim, evidence = target.claim, target.evidence
    if question:
        pressed, by = require_critical_question(question), target.by
    else:
        pressed, by = await _choose_question(session, target, manner, said)
    commitment, value = await asyncio.gather(
        _commit(session, defender, claim, pressed, by, asked=commits),
        _choose_value(session, pressed, claim, evidence, by),
    )
    return Objection(
        id=f"objection-{digest([claim.id, pressed.id, [one.pointer.json_value() for one in evidence]])[3:13]}",
        raised_by=raised_by,
        appointed=appointed,
        claim=claim.id,
        type=find_objection_type(pressed),
        question=pressed.id,
        text=pressed.text,
        evidence=evidence,
        value=value,
        commitment=commitment,
        entry=by.key,
    )


async def _choose_question(
    session: Session, target: Target, manner: Manner, said: str
) -> tuple[CriticalQuestion, EntryInput]:
    """The critical question of the claim's scheme that the claim answers worst, among those the critic presses."""
    claim = target.claim
    known = order_questions(manner, require_scheme(claim.scheme).questions)
    options = tuple(Option(id=one.id, text=one.text) for one in list_pressed(manner, known) or known)
    against = [*([said] if said else []), *(passage.text for passage in target.evidence)]
    argument = "\n".join([claim.argument, *(f"Against it: “{text}”" for text in against)])
    question = press_question(session.prompts, claim=claim.parts.claim, argument=argument, options=options)
    entry = await session.clerk.ask("press", question, target.by, depend_on("claim", claim.entry))
    return require_critical_question(read_choice(entry)[0]), depend_on("press", entry)


async def _commit(
    session: Session,
    defender: Perspective,
    claim: Claim,
    pressed: CriticalQuestion,
    pressed_by: EntryInput,
    *,
    asked: bool,
) -> Commitment:
    """What the defender answers to the critical question; not known yet where it is not asked."""
    if not asked:
        known = {"seat": defender.id, "claim": claim.id, "question": pressed.text, "entry": pressed_by.key}
        return Commitment(id="", answer="unclear", **known)
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
    session: Session, pressed: CriticalQuestion, claim: Claim, evidence: tuple[Passage, ...], raised: EntryInput
) -> str:
    """The value an objection to a conclusion speaks for. Premises and warrants are matters of fact and logic."""
    if not pressed.needs_reason:
        return ""
    argument = "\n".join([claim.parts.claim, pressed.text, *(passage.text for passage in evidence)])
    question = value_question(session.prompts, argument=argument, options=session.list_all_values())
    entry = await session.clerk.ask("objection value", question, raised)
    return read_choice(entry)[0]


def _differ(one: Perspective, others: Sequence[Perspective]) -> float:
    """How far the seat differs from the others. Those that declare the same are one voice; their order is no matter."""
    voices = {other.declaration: other for other in others}
    return fsum(measure_disagreement(one, other).overall for other in voices.values())
