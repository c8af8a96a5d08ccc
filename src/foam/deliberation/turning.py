"""Where the seats' weighing comes out once something is changed, and the one reason without which the outcome would be
another. Asks no model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from foam.deliberation.claim import Claim
from foam.deliberation.dossier import ClaimNode
from foam.deliberation.loop import Mediation
from foam.deliberation.position import Direction
from foam.deliberation.synthesis import find_outcome
from foam.deliberation.weighing import ALREADY, Leaning, Outcome, Weight, count_once, find_leaning
from foam.perspective.node import Perspective
from foam.perspective.weighting import compute_shares
from foam.semantics.sublation import Sublation
from foam.semantics.whatif import RemoveArgument, what_if

_MOST = 0.5
"""The share of a side's weight from which one reason is most of it."""


class Turning(NamedTuple):
    """A reason, and what it would come out as without it."""

    claim: Claim
    outcome: Outcome
    reverses: bool
    """Whether it would come out for the other side, although the reason is no more than half of what speaks for this
    one."""


def find_alone(mediation: Mediation) -> Claim | None:
    """The one reason that weighs anything for anybody, where the outcome is weighed and no other does."""
    synthesis = mediation.synthesis
    recommendation = synthesis.recommendation
    if recommendation.basis != "weighed" or recommendation.outcome == "undecided":
        return None
    heavy = {row.claim for row in synthesis.weights if row.weight}
    return next((claim for claim in mediation.claims if heavy == {claim.id}), None)


def find_turning(mediation: Mediation) -> Turning | None:
    """Of the reasons without which it would come out otherwise, the one that weighs least; None where none does.

    One that would turn it from one side to the other, and is not most of what speaks for its side, goes before all.
    """
    synthesis = mediation.synthesis
    if synthesis.recommendation.basis != "weighed":
        return None
    heavy: dict[str, float] = {}
    for row in synthesis.weights:
        if row.weight:
            heavy[row.claim] = heavy.get(row.claim, 0.0) + row.weight
    claims = {claim.id: claim for claim in mediation.claims}
    first: Turning | None = None
    for name in sorted(heavy, key=lambda one: (heavy[one], one)) if len(heavy) > 1 else ():
        turning = _turn_without(mediation, claims[name], heavy)
        if turning and turning.reverses:
            return turning
        first = first or turning
    return first


def _turn_without(mediation: Mediation, claim: Claim, heavy: Mapping[str, float]) -> Turning | None:
    """What it would come out as without the reason; None where that is the same."""
    outcome, now = _suppose_without(mediation, claim.id), mediation.synthesis.recommendation.outcome
    if outcome == now:
        return None
    side = fsum(heavy.get(one.id, 0.0) for one in mediation.claims if one.direction == claim.direction)
    return Turning(claim, outcome, {outcome, now} == {"affirmed", "denied"} and heavy[claim.id] <= _MOST * side)


def _suppose_without(mediation: Mediation, claim: str) -> Outcome:
    after = what_if(mediation.synthesis.sublation, [RemoveArgument(argument=claim)]).after
    together = {one.id: one.counted_with or one.id for one in mediation.claims}
    leanings = lean_again(mediation.seats, mediation.synthesis.weights, after, together)
    return find_outcome(leanings, list_settling(mediation.claims, after))


def list_settling(claims: Iterable[Claim | ClaimNode], after: Sublation) -> Collection[Direction]:
    """The sides for which something that settles the question stands."""
    core = set(after.consensus_core)
    return {one.direction for one in claims if one.settles and one.direction and one.id in core}


def lean_again(
    seats: Sequence[Perspective], weights: Iterable[Weight], after: Sublation, together: Mapping[str, str]
) -> tuple[Leaning, ...]:
    """Where each seat's weighing comes out by what stands afterwards and what its values then weigh.

    `together` names, for each claim, the one with which it counts.
    """
    shares = {one.id: compute_shares(one.weights) for one in after.audiences}
    promoted = {one.id: one.promotes for one in after.framework.arguments}
    rows = [_weigh_again(row, after, shares[row.seat], promoted[row.claim]) for row in weights]
    counted = [one for seat in shares for one in count_once([row for row in rows if row.seat == seat], together)]
    return tuple(find_leaning(seat, counted) for seat in seats)


def _weigh_again(row: Weight, after: Sublation, shares: Mapping[str, float], promoted: Sequence[str]) -> Weight:
    """What the reason weighs for the seat now, by the value that counts most for it; what its policy does not admit
    stays out.
    """
    standing = after.standing(row.claim)
    barred = not row.weight and row.share and row.why not in ("not accepted", ALREADY)
    value = max((row.value, *promoted), key=lambda one: shares.get(one, 0.0))
    counts = row.seat in standing.accepted_by and not barred
    weight = shares.get(value, 0.0) * standing.strength * row.certainty * row.form if counts else 0.0
    known = {"value": value, "share": shares.get(value, 0.0), "strength": standing.strength, "weight": weight}
    return row.model_copy(update=known)
