"""How different the seats' drafts really were: pluralism in name only shows here. Pure; asks nobody."""

from __future__ import annotations

import re
from itertools import combinations
from statistics import fmean
from typing import Any

from foam.deliberation.draft import Draft
from foam.values import Value

COLLAPSED = 0.8
"""Mean likeness of drafts from which the table is said to have spoken with one voice."""


class Overlap(Value):
    """How much two seats' drafts share, each from 0 (nothing) to 1 (all)."""

    left: str
    right: str
    evidence: float
    """Shared sentences over all sentences they rest on."""
    claims: float
    """Shared words over all words of their claims."""
    same_direction: bool


class Pluralism(Value):
    """The overlaps of all pairs, and what they come to."""

    overlaps: tuple[Overlap, ...]
    mean_evidence: float
    mean_claims: float
    directions: int
    """How many of the two directions are defended by somebody."""

    @property
    def collapsed(self) -> bool:
        """Whether all seats defended one direction with nearly the same evidence."""
        return self.directions < 2 and self.mean_evidence >= COLLAPSED


def pluralism(drafts: tuple[Draft, ...]) -> Pluralism:
    """Compare every pair of drafts."""
    overlaps = tuple(_overlap(left, right) for left, right in combinations(drafts, 2))
    return Pluralism(
        overlaps=overlaps,
        mean_evidence=fmean(o.evidence for o in overlaps) if overlaps else 0.0,
        mean_claims=fmean(o.claims for o in overlaps) if overlaps else 0.0,
        directions=len({d.position.direction for d in drafts}),
    )


def _overlap(left: Draft, right: Draft) -> Overlap:
    return Overlap(
        left=left.seat,
        right=right.seat,
        evidence=_jaccard({c.ground.pointer for c in left.claims}, {c.ground.pointer for c in right.claims}),
        claims=_jaccard(_words(left), _words(right)),
        same_direction=left.position.direction == right.position.direction,
    )


def _words(draft: Draft) -> set[str]:
    return {word for claim in draft.claims for word in re.findall(r"\w+", claim.parts.claim.lower())}


def _jaccard(left: set[Any], right: set[Any]) -> float:
    union = left | right
    return len(left & right) / len(union) if union else 0.0
