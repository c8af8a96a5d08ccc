"""*The decision left this out*: a sentence of the file bears on it and is not dealt with."""

from __future__ import annotations

from typing import Literal

from foam.contest.kinds.kind import Kind


class LeftOut(Kind):
    kind: Literal["left_out"] = "left_out"
    level = "evidence"
    asks = "did the decision leave this out although it bears on it?"
    says = ("The decision left this out", "Die Entscheidung hat dies weggelassen")
    settled_by = "evaluator; else a person"
    named = "missing counter-evidence"
    of_file = ("rules", "document")
    look_at = "See whether the decision deals with this sentence."
    wants: Literal["reverse", "uphold"] = "reverse"
    """What should become of the decision."""
