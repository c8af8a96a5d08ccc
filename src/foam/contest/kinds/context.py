"""*Read on*: the rest of the source says otherwise."""

from __future__ import annotations

from typing import Literal

from foam.contest.kinds.kind import Kind


class OutOfContext(Kind):
    kind: Literal["context"] = "context"
    level = "evidence"
    asks = "does the rest of the source say otherwise?"
    says = ("The rest of the source says otherwise", "Der Rest der Quelle sagt etwas anderes")
    settled_by = "judge"
    named = "context"
    of_case = ("slot",)
    of_cited = True
    asks_again = ("bearing", "narrowing")
