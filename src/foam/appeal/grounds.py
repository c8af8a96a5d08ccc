"""The words of an appeal: findings, outcomes, remedies, letters. Grounds stand with the profile that allows them."""

from __future__ import annotations

from typing import Literal, get_args

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

Notice = Literal["decision", "receipt", "hearing", "outcome", "explanation", "ending"]
NOTICES: tuple[Notice, ...] = get_args(Notice)
