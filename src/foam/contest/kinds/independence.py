"""*They are not independent*: an author is bound to a side."""

from __future__ import annotations

from typing import Literal

from foam.contest.kinds.kind import Kind


class NotIndependent(Kind):
    kind: Literal["independence"] = "independence"
    level = "evidence"
    asks = "is the author bound to a party or to whoever decided?"
    says = ("The author is not independent", "Wer es schrieb, ist nicht unabhängig")
    settled_by = "evaluator; else a person"
    named = "source bias"
    of_file = ("document",)
    look_at = "Find out what ties the author to a side of the matter."
