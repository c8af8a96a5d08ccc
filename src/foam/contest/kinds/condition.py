"""*The rule asks for more*: a condition was passed over or is not met."""

from __future__ import annotations

from typing import Literal

from foam.contest.kinds.kind import Kind


class RuleCondition(Kind):
    kind: Literal["condition"] = "condition"
    level = "inference"
    asks = "does the rule have a condition that was passed over or is not met?"
    says = ("The rule has a condition that was passed over", "Die Regel hat eine Bedingung, die übergangen wurde")
    settled_by = "evaluator; else a person"
    named = "warrant, exception"
    of_file = ("decision", "rules", "document")
    look_at = "Hold each condition of the rule against the facts."
