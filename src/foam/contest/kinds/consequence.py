"""*It does not follow*: what was decided does not come from the rules and the facts."""

from __future__ import annotations

from typing import Literal

from foam.contest.kinds.kind import Kind


class OutcomeDoesNotFollow(Kind):
    kind: Literal["outcome"] = "outcome"
    level = "inference"
    asks = "does what was decided follow from the rules and the facts of the file?"
    says = ("What was decided does not follow", "Was entschieden wurde, folgt nicht daraus")
    settled_by = "evaluator; else a person"
    named = "inference, verdict"
    of_file = ("decision",)
    look_at = "Go through the rule step by step and see whether the facts of the file lead to the outcome."
    wants: Literal["reverse", "uphold"] = "reverse"
    """What should become of the decision."""
