"""*It does not add up*: the figures of a sentence, or of a working, come out otherwise."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from foam.contest.kinds.calculation import Step
from foam.contest.kinds.kind import Kind


class ArithmeticSlip(Kind):
    kind: Literal["arithmetic"] = "arithmetic"
    level = "inference"
    asks = "do the figures come out as stated?"
    says = ("The numbers do not add up", "Die Zahlen gehen nicht auf")
    settled_by = "code, by a typed working; else evaluator or a person"
    named = "calculation error"
    of_case = ("slot",)
    of_file = ("decision", "rules", "document")
    look_at = "Work the figures out by hand, with the records that they come from."
    steps: tuple[Step, ...] = Field(default=(), exclude_if=lambda steps: not steps)
    """Over a file, the working that the challenger gives; its last step says what it comes to."""
