"""*It does not show that*: the cited sentence does not establish what it is cited for."""

from __future__ import annotations

from typing import Literal

from foam.contest.kinds.kind import Kind


class Relevance(Kind):
    kind: Literal["relevance"] = "relevance"
    level = "evidence"
    asks = "does the cited sentence establish what it is cited for?"
    says = ("The source does not show what it is cited for", "Die Quelle zeigt nicht, wofür sie angeführt wird")
    settled_by = "judge"
    named = "relevance, adequacy"
    of_case = ("slot",)
    of_cited = True
    asks_again = ("bearing", "binding")
