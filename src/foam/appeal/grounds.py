"""The words of a contest: grounds, findings, outcomes, remedies. Closed lists; no rule."""

from __future__ import annotations

from typing import Literal, get_args

GroundKind = Literal[
    "factual_error",
    "missing_evidence",
    "wrong_rule",
    "rule_misapplied",
    "disproportionate",
    "discrimination",
    "procedure",
    "model_error",
    "identity_error",
    "changed_circumstances",
    "other",
]
GROUND_KINDS: tuple[GroundKind, ...] = get_args(GroundKind)

Remedy = Literal[
    "reinstate",
    "recalculate",
    "back_pay",
    "correct_record",
    "redecide_without_ai",
    "remand",
    "apology",
    "policy_change",
    "none",
]
REMEDIES: tuple[Remedy, ...] = get_args(Remedy)

Finding = Literal["sustained", "partly_sustained", "rejected", "moot"]
FINDINGS: tuple[Finding, ...] = get_args(Finding)

Outcome = Literal["upheld", "modified", "reversed", "remanded"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
