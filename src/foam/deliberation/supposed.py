"""What a deliberation would have come to if something in it were otherwise: places, weights, leanings and outcome.

Computed from the dossier alone: what stands is sublated again, and each weight is the product of the same factors.
"""

from __future__ import annotations

from collections.abc import Iterable

from foam.deliberation.dossier import Dossier, PerspectiveNode
from foam.deliberation.synthesis import find_outcome
from foam.deliberation.turning import lean_again, list_settling
from foam.deliberation.weighing import Leaning, Outcome
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
    together = {one.id: one.counted_with or one.id for one in dossier.claims}
    seats = [node.perspective for node in dossier.nodes if isinstance(node, PerspectiveNode)]
    leanings = lean_again(seats, dossier.weights, found.after, together)
    told = dossier.recommendation
    weighed = told.basis in ("settled", "weighed")
    return Supposed(
        **dict(found),
        outcome_before=told.outcome,
        outcome=find_outcome(leanings, list_settling(dossier.claims, found.after)) if weighed else told.outcome,
        leanings_before=told.leanings,
        leanings=leanings,
    )
