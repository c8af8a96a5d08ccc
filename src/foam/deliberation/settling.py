"""What became of the claims, which facts contradict each other, and which claims stand without what is contested.

A claim may rest on several sentences. Where one of them is contested, it loses that sentence; whether it falls with it
is for the evaluator to say, who reads it once more on what is left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from foam.argument.motion import Motion
from foam.deliberation.alike import SameConditions
from foam.deliberation.cited import list_cited, list_raised
from foam.deliberation.claim import Claim
from foam.deliberation.draft import SeatDraft
from foam.deliberation.objection import EvaluatedObjection
from foam.deliberation.points import Conflict, count_together, find_conflicts, find_narrowed_alike, list_contested
from foam.deliberation.settled import settle_claims
from foam.deliberation.written.appraise import Argument, appraise
from foam.evidence.corpus import Passage
from foam.job.retrieval import depend_on, verify_passages
from foam.job.session import Session
from foam.perspective.node import Perspective
from foam.record.entry import PointerInput
from foam.text.pointer import Pointer


class Settled(NamedTuple):
    """What an exchange came to."""

    claims: tuple[Claim, ...]
    conflicts: tuple[Conflict, ...]
    unverified: frozenset[Pointer]
    same_conditions: tuple[SameConditions, ...]


async def settle(
    session: Session,
    motion: Motion,
    seats: tuple[Perspective, ...],
    put: Sequence[Claim],
    claims: tuple[Claim, ...],
    evaluated: tuple[EvaluatedObjection, ...],
    drafts: Sequence[SeatDraft] = (),
) -> Settled:
    """What became of the claims, which facts contradict each other, which pointers lead nowhere, and which conditions
    come to the same since reasons were narrowed."""
    read = settle_claims(seats, claims, evaluated)

    async def find_contested() -> tuple[Conflict, ...]:
        held = (*put, *(one for one in claims if one.revises))
        return await spare_carried(session, motion, read, await find_conflicts(session, held, list_raised(evaluated)))

    conflicts, same = await asyncio.gather(
        find_contested(), find_narrowed_alike(session, motion.question, read, evaluated, drafts)
    )
    unverified = verify_passages(session.clerk, session.corpus, list_cited(claims, evaluated, conflicts))
    settled = settle_claims(seats, claims, evaluated, unverified=unverified)
    pairs, alike = same
    return Settled(count_together(settled, pairs), conflicts, unverified, alike)


async def spare_carried(
    session: Session, motion: Motion, claims: Iterable[Claim], conflicts: Sequence[Conflict]
) -> tuple[Conflict, ...]:
    """The conflicts, each with the claims that are borne out without the sentence it contests.

    An evaluator that does not write is not asked, nor any of a claim that has no more than half of its grounds left.
    """
    contested = list_contested(conflicts)
    left = {claim.id: _list_left(claim, contested) for claim in claims if claim.counts and not claim.computed}
    touched = [one for one in claims if len(one.rests_on) / 2 < len(left.get(one.id, ())) < len(one.rests_on)]
    if not touched or not session.speaks("evaluator"):
        return tuple(conflicts)
    asked = sorted(touched, key=lambda claim: (claim.text, claim.id))
    found = await appraise(
        session,
        motion,
        [Argument(claim.text, left[claim.id], claim.warrant, value=claim.value) for claim in asked],
        *(depend_on("claim", claim.entry) for claim in asked),
        *(depend_on("conflict", key) for key in dict.fromkeys(key for one in conflicts for key in one.entries)),
        *(PointerInput(role="ground", pointer=one.pointer) for claim in asked for one in left[claim.id]),
    )
    if found is None:
        return tuple(conflicts)
    spared = {
        claim.id: {one.pointer for one in claim.rests_on} & contested
        for claim, appraisal in zip(asked, found, strict=True)
        if (appraisal.support.side, appraisal.support.condition_of) == (claim.support.side, claim.support.condition_of)
    }
    return tuple(_add_spared(one, spared) for one in conflicts)


def _add_spared(conflict: Conflict, spared: Mapping[str, set[Pointer]]) -> Conflict:
    names = (name for name, without in spared.items() if conflict.sides & without)
    return conflict.model_copy(update={"spares": tuple(dict.fromkeys((*conflict.spares, *names)))})


def _list_left(claim: Claim, contested: set[Pointer]) -> tuple[Passage, ...]:
    return tuple(one for one in claim.rests_on if one.pointer not in contested)
