"""*That is out of date*: a later source says otherwise."""

from __future__ import annotations

from typing import Literal

from foam.contest.kinds.kind import Kind


class StaleSource(Kind):
    kind: Literal["stale_source"] = "stale_source"
    level = "evidence"
    asks = "does a later source of the same author or title say otherwise?"
    says = ("A later source says otherwise", "Eine spätere Quelle sagt etwas anderes")
    settled_by = "code"
    named = "recency"
    of_case = ("slot",)
    of_cited = True
    asks_again = ("binding",)
