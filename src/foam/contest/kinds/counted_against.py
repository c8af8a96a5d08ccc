"""*It speaks for me*: a sentence was counted against whom it speaks for."""

from __future__ import annotations

from typing import Literal

from foam.contest.kinds.kind import Kind


class CountedAgainst(Kind):
    kind: Literal["counted_against"] = "counted_against"
    level = "evidence"
    asks = "does this speak for the challenger although it is counted against them?"
    says = ("It speaks for me, but was held against me", "Es spricht für mich, wurde mir aber zur Last gelegt")
    settled_by = "evaluator; else a person"
    named = "bearing, turned evidence"
    of_file = ("document",)
    look_at = "See for which side the sentence speaks, and how the decision uses it."
    wants: Literal["reverse", "uphold"] = "reverse"
    """What should become of the decision."""
