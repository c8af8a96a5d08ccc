"""What a deliberation would have come to if something in it were otherwise: places, weights, leanings and outcome.

Computed from the dossier alone: what stands is sublated again, and each weight is the product of the same factors.
"""

from __future__ import annotations

from collections.abc import Iterable

from foam.deliberation.dossier import Dossier, PerspectiveNode
from foam.deliberation.synthesis import find_outcome
from foam.deliberation.weighing import Leaning, Outcome, Weight, find_leaning
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
    weights = [_weigh_again(row, found, shares[row.seat]) for row in dossier.weights]
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
    """What the reason weighs for the seat now; what its policy does not admit, or another counts for, stays out."""
    standing = found.after.standing(row.claim)
    out = row.why if not row.weight and row.share and row.why != "not accepted" else ""
    counts = row.seat in standing.accepted_by and not out
    share = shares.get(row.value, 0.0)
    weight = share * standing.strength * row.certainty * row.form if counts else 0.0
    return row.model_copy(update={"share": share, "strength": standing.strength, "weight": weight})
