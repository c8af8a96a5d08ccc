"""What became of each claim once its side has answered: how it now reads, what was brought for it, how far it is held.

Nothing is asked. What was objected to stays in the claim's own parts, so that an objection is read beside the words it
was made to; this is computed from the exchanges, anew whenever one of them changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from foam.deliberation.claim import Claim
from foam.deliberation.objection import EvaluatedObjection
from foam.evidence.corpus import Passage
from foam.perspective.node import Perspective
from foam.text.pointer import Pointer


def settle_claims(
    seats: Iterable[Perspective],
    claims: Iterable[Claim],
    evaluated: Iterable[EvaluatedObjection],
    *,
    unverified: frozenset[Pointer] = frozenset(),
) -> tuple[Claim, ...]:
    """The claims with what their exchanges came to."""
    voices = {seat.id: seat.declaration for seat in seats}
    over: dict[str, list[EvaluatedObjection]] = {}
    for one in sorted(evaluated, key=lambda one: one.objection.id):
        over.setdefault(one.objection.claim, []).append(one)
    return tuple(_settle(claim, over.get(claim.id, []), voices, unverified) for claim in claims)


def _settle(
    claim: Claim, over: Sequence[EvaluatedObjection], voices: Mapping[str, str], unverified: frozenset[Pointer]
) -> Claim:
    replies = [one.response for one in over if one.response]
    said = {read_commitment(claim, one, voices) for one in over}
    settled = {
        "wordings": tuple(one.wording for one in replies if one.hedges and one.wording),
        "defence": _list_defence(claim, over, unverified),
        "narrowed": any(one.hedges for one in replies) or "in part" in said,
    }
    return claim.model_copy(update=settled)


def _list_defence(
    claim: Claim, over: Iterable[EvaluatedObjection], unverified: frozenset[Pointer]
) -> tuple[Passage, ...]:
    """What replies brought that answer, each sentence once, without what the claim rests on already.

    Of a reply one of whose sentences is not where it says, nothing is taken.
    """
    known = {one.pointer for one in (*claim.grounds, *claim.sources)}
    brought: dict[Pointer, Passage] = {}
    for one in over:
        reply = one.response
        if reply is None or not (reply.answers or reply.hedges):
            continue
        if unverified.isdisjoint(passage.pointer for passage in reply.evidence):
            brought |= {passage.pointer: passage for passage in reply.evidence if passage.pointer not in known}
    return tuple(brought.values())


def read_commitment(claim: Claim, evaluated: EvaluatedObjection, voices: Mapping[str, str]) -> str:
    """What a backer's answer on its own claim comes to: a "no" of one voice among several only qualifies it."""
    commitment = evaluated.objection.commitment
    if commitment.seat not in claim.backers or commitment.answer not in ("no", "in part"):
        return ""
    own = voices.get(commitment.seat)
    alone = all(voices.get(seat) == own for seat in claim.backers)
    return commitment.answer if alone else "in part"
