"""What a deliberation would have come to if something in it were otherwise: places, weights, leanings and outcome.

Computed from the dossier alone: what stands is sublated again, and each weight is the product of the same factors.
"""

from __future__ import annotations

from collections.abc import Iterable

from foam.deliberation.dossier import Dossier, PerspectiveNode
from foam.deliberation.synthesis import find_outcome
from foam.deliberation.weighing import ALREADY, Leaning, Outcome, Weight, count_once, find_leaning
from foam.perspective.weighting import compute_shares
from foam.semantics.whatif import Change, WhatIf, what_if


class Supposed(WhatIf):
    """What the changes bring about, and what follows from that."""

    outcome_before: Outcome
    outcome: Outcome
    leanings_before: tuple[Leaning, ...]
    leanings: tuple[Leaning, ...]


def suppose(dossier: Dossier, changes: Iterable[Change]) -> Supposed:
    """Make the changes, in order, and weigh what then stands."""
    found = what_if(dossier.sublation, changes)
    shares = {one.id: compute_shares(one.weights) for one in found.after.audiences}
    together = {one.id: one.counted_with or one.id for one in dossier.claims}
    rows = [_weigh_again(row, found, shares[row.seat]) for row in dossier.weights]
    weights = [one for seat in shares for one in count_once([row for row in rows if row.seat == seat], together)]
    seats = [node.perspective for node in dossier.nodes if isinstance(node, PerspectiveNode)]
    leanings = tuple(find_leaning(seat, weights) for seat in seats)
    core = set(found.after.consensus_core)
    settling = {one.direction for one in dossier.claims if one.settles and one.direction and one.id in core}
    told = dossier.recommendation
    weighed = told.basis in ("settled", "weighed")
    return Supposed(
        **dict(found),
        outcome_before=told.outcome,
        outcome=find_outcome(leanings, settling) if weighed else told.outcome,
        leanings_before=told.leanings,
        leanings=leanings,
    )


def _weigh_again(row: Weight, found: WhatIf, shares: dict[str, float]) -> Weight:
    """What the reason weighs for the seat now, by the value that counts most for it; what its policy does not admit
    stays out.
    """
    standing = found.after.standing(row.claim)
    barred = not row.weight and row.share and row.why not in ("not accepted", ALREADY)
    promoted = next(one.promotes for one in found.after.framework.arguments if one.id == row.claim)
    value = max((row.value, *promoted), key=lambda one: shares.get(one, 0.0))
    counts = row.seat in standing.accepted_by and not barred
    weight = shares.get(value, 0.0) * standing.strength * row.certainty * row.form if counts else 0.0
    known = {"value": value, "share": shares.get(value, 0.0), "strength": standing.strength, "weight": weight}
    return row.model_copy(update=known)
