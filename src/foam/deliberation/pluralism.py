"""How different the seats' drafts were: it shows when several seats said the same thing."""

from __future__ import annotations

import re
from itertools import combinations
from statistics import fmean

from foam.deliberation.draft import SeatDraft
from foam.stats.agreement import jaccard
from foam.values import Value

COLLAPSED = 0.8
"""Mean overlap of evidence from which the seats count as one voice."""


class Overlap(Value):
    """How much two seats' drafts share, each from 0 (nothing) to 1 (all)."""

    left: str
    right: str
    evidence: float
    """Shared sentences over all sentences they rest on."""
    words: float
    """Shared words over all words of what they rest on."""
    same_direction: bool


class Pluralism(Value):
    """The overlaps of all pairs, and what they come to."""

    overlaps: tuple[Overlap, ...]
    mean_evidence: float
    mean_words: float
    directions: int
    """How many of the two directions are defended by somebody."""

    @property
    def collapsed(self) -> bool:
        """Whether all seats defended one direction with nearly the same evidence."""
        return self.directions < 2 and self.mean_evidence >= COLLAPSED


def measure_pluralism(drafts: tuple[SeatDraft, ...]) -> Pluralism:
    """Compare every pair of drafts."""
    overlaps = tuple(_measure_overlap(left, right) for left, right in combinations(drafts, 2))
    return Pluralism(
        overlaps=overlaps,
        mean_evidence=fmean(o.evidence for o in overlaps) if overlaps else 0.0,
        mean_words=fmean(o.words for o in overlaps) if overlaps else 0.0,
        directions=len({d.position.direction for d in drafts}),
    )


def _measure_overlap(left: SeatDraft, right: SeatDraft) -> Overlap:
    return Overlap(
        left=left.seat,
        right=right.seat,
        evidence=jaccard({g.pointer for g in left.grounds}, {g.pointer for g in right.grounds}) or 0.0,
        words=jaccard(_find_words(left), _find_words(right)) or 0.0,
        same_direction=left.position.direction == right.position.direction,
    )


def _find_words(draft: SeatDraft) -> set[str]:
    return {word for ground in draft.grounds for word in re.findall(r"\w+", ground.text.lower())}
